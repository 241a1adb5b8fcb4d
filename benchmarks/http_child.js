'use strict'
/**
 * The yardstick of benchmarks/bench_bridge.py: the supervisor's `ping` and `echo`, behind HTTP instead of the socket.
 */
const http = require('node:http')
const { openChannel } = require('../bridge/channel')

const channel = openChannel()
const methods = { ping: () => 'pong', echo: params => params }

const server = http.createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', chunk => { body += chunk })
  request.on('end', () => {
    const { id, method, params } = JSON.parse(body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id, result: methods[method](params) }))
  })
})
server.listen(0, '127.0.0.1', () => channel.ready({ port: server.address().port }))
