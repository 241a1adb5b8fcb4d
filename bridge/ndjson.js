'use strict'
/**
 * One JSON document per line on any duplex stream.
 *
 * Both ends are our own trusted code, so a line that is not JSON is a fault and throws. The texts that the two ends
 * pass on are not trusted: half a character (a lone surrogate), which other readers reject, is sent as U+FFFD.
 */
const ESCAPE = /\\(?:ud[89a-f][\da-f]{2}|.)/g

/** JSON.stringify writes a lone surrogate, and nothing else, as \ud800 to \udfff. */
function line (message) {
  const json = JSON.stringify(message)
  const whole = escape => escape.length === 6 ? '\\ufffd' : escape
  return `${json.includes('\\ud') ? json.replace(ESCAPE, whole) : json}\n`
}

module.exports = function ndjson (stream, onMessage) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('error', () => {}) // the stream's 'close' tells; every user of this file listens to it
  stream.on('data', chunk => {
    const lines = chunk.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop()
    for (const line of lines) if (line) onMessage(JSON.parse(line))
  })
  return (message, done) => { if (stream.writable) stream.write(line(message), done); else done?.() }
}
