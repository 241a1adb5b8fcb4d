'use strict'
/**
 * One JSON document per line on any duplex stream.
 *
 * Both ends are trusted code of ours: a line that is no JSON is a fault and throws.
 */
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
  return (message, done) => { if (stream.writable) stream.write(JSON.stringify(message) + '\n', done); else done?.() }
}
