'use strict'
/**
 * Clients that mean harm: by a name, by what they send, by how much of it. The world goes on, and nobody else notices.
 */

const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const fs = require('node:fs')
const { once } = require('node:events')
const net = require('node:net')
const zlib = require('node:zlib')
const protocol = require('minecraft-protocol')
const { startServer, until, sleep } = require('./server_harness')
const { chatLimit, version } = require('../../game/facts')

const PAGE = 4096

let server
before(async () => { server = await startServer({ arena: 'flat' }) })
after(() => server.close())

const megabytes = () => fs.readFileSync(`/proc/${server.pid}/statm`, 'utf8').split(' ')[1] * PAGE / 1e6

/** The most memory the server takes in so many milliseconds. */
async function peak (ms) {
  let most = 0
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) most = Math.max(most, megabytes())
  return most
}

/**
 * A client that says nothing by itself but where it was put; `reason` is why it was sent away. One that `stays` ends
 * nothing.
 */
async function connect (username, { stays = false } = {}) {
  const client = protocol.createClient({
    host: '127.0.0.1', port: server.port, username, auth: 'offline', version, checkTimeoutInterval: 60000
  })
  const me = { client, in: false, reason: null, say: (name, fields) => client.write(name, fields) }
  client.on('error', () => {})
  if (stays) client.on('success', () => { client.end = client.socket.end = () => {} })
  client.on('end', reason => { me.reason ??= reason })
  client.on('kick_disconnect', ({ reason }) => { me.reason ??= JSON.parse(reason).text })
  client.on('position', ({ x, y, z, teleportId }) => {
    client.write('teleport_confirm', { teleportId })
    client.write('position_look', { x, y, z, yaw: 0, pitch: 0, onGround: true })
    Object.assign(me, { in: true, place: [x, y, z].map(Math.floor) })
  })
  await until(() => me.in || me.reason, `${username} is in or sent away`)
  return me
}

function number (value) { // a varint
  return value < 128 ? Buffer.from([value]) : Buffer.concat([Buffer.from([value & 127 | 128]), number(value >>> 7)])
}

/** Milliseconds that the server has computed: on a busy machine it may take far longer for them. */
function computed () {
  const [user, system] = fs.readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ').at(-1).split(' ').slice(11, 13)
  return 10 * (Number(user) + Number(system))
}

async function goesOn () {
  const before = computed()
  const { tick } = await server.call('clock')
  await until(async () => (await server.call('clock')).tick > tick, 'the world goes on')
  assert.ok(computed() - before < 3000, 'at once')
}

test('who takes a name in use is sent away, and digs nothing with the handlers it never had', async () => {
  const alice = await connect('Alice')
  const [x, y, z] = alice.place
  const seen = []
  alice.client.on('block_change', change => seen.push(change))
  const ghost = await connect('Alice', { stays: true })
  assert.equal(ghost.reason, 'You are already connected')
  for (const status of [0, 2]) ghost.client.write('block_dig', { status, location: { x: x + 2, y: y - 1, z }, face: 1 })
  ghost.client.write('chat', { message: 'boo' })
  await sleep(500)
  assert.deepEqual(seen, [])
  alice.client.socket.destroy()
  ghost.client.socket.destroy()
  await until(async () => (await server.call('players')).length === 0, 'both have left')
})

for (const name of ['A'.repeat(17), 'Al ice', '\u001b[31mred', '§4Bob']) {
  test(`nobody is called ${JSON.stringify(name)}`, async () => {
    assert.match((await connect(name)).reason, /^A name has/)
    assert.ok(!(name in await server.call('inventories')))
  })
}

test('a small packet that unpacks to 300 MB is not unpacked', async () => {
  const mallory = await connect('Mallory')
  const usual = megabytes()
  const body = Buffer.concat([number(300e6), zlib.deflateSync(Buffer.alloc(300e6))])
  const most = peak(1500)
  mallory.client.socket.write(Buffer.concat([number(body.length), body]))
  assert.ok(await most < usual + 60, `${await most} MB`)
  await until(() => mallory.reason, 'it is cut off')
  await goesOn()
})

test('a packet without an end is not waited for', async () => {
  const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(Buffer.concat([number(2 ** 30), Buffer.alloc(3e6)]))
  await until(() => socket.destroyed, 'it is cut off')
  await goesOn()
})

test('what is no packet ends the connection, and is told in a line', async () => {
  const before = server.faults.length
  const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(Buffer.from('9cffffff0f', 'hex')) // a length of -100
  await until(() => socket.destroyed, 'it is cut off')
  await goesOn()
  for (const told of server.faults.slice(before)) assert.match(told, /^a client's connection: [^\n]*$/)
})

test('a line of chat is as long as in Minecraft', async () => {
  const [talker, hearer] = [await connect('Talker'), await connect('Hearer')]
  const heard = []
  hearer.client.on('chat', ({ message }) => heard.push(message))
  talker.say('chat', { message: 'x'.repeat(chatLimit) })
  await until(() => heard.some(line => line.includes('x'.repeat(chatLimit))), 'it is heard')
  talker.say('chat', { message: 'y'.repeat(chatLimit + 1) })
  await until(() => talker.reason, 'it is cut off')
  assert.ok(!heard.some(line => line.includes('yy')))
  hearer.client.socket.destroy()
})

test('who floods the server is cut off, and the world goes on', async () => {
  const mallory = await connect('Mallory')
  const { serializer, socket } = mallory.client
  const look = serializer.createPacketBuffer({ name: 'look', params: { yaw: 1, pitch: 0, onGround: true } })
  const packet = Buffer.concat([number(look.length + 1), Buffer.from([0]), look]) // 0: it is not packed
  socket.write(Buffer.concat(Array(3000).fill(packet))) // in one piece: it arrives within a tick
  await until(() => mallory.reason, 'it is cut off')
  await until(() => /more than 1000 packets at once/.test(server.faults.at(-1)), 'the reason is reported')
  await goesOn()
})

test('who digs and builds at the ends of the world has no world made for it', async () => {
  const mallory = await connect('Mallory')
  const usual = megabytes()
  for (let i = 1; i <= 3000; i++) {
    const location = { x: i * 1600, y: 5, z: 0 }
    mallory.say('block_dig', { status: i % 2 ? 0 : 2, location, face: 1 })
    if (i % 100 === 0) {
      const read = once(mallory.client, 'transaction')
      mallory.say('window_click', {
        windowId: 0, slot: -999, mouseButton: 0, mode: 0, action: i, item: { present: false }
      })
      await read // a server that is late must not find more at once than it takes in a tick
      await sleep(60)
    }
    mallory.say('block_place', {
      hand: 0,
      location: { ...location, z: 16000 },
      direction: 1,
      cursorX: 0.5,
      cursorY: 1,
      cursorZ: 0.5,
      insideBlock: false
    })
  }
  await until(
    () =>
      server.events
        .filter(({ kind, agent, what }) => kind === 'cheat.refused' && agent === 'Mallory' && what === 'reach')
        .reduce((sum, { count }) => sum + count, 0) === 6000,
    'each is told of'
  )
  assert.ok(megabytes() < usual + 30, `${megabytes() - usual} MB more`)
  mallory.client.socket.destroy()
})

test('there is room for so many', async () => {
  const crowd = []
  for (let i = 0; i < 66; i++) crowd.push(await connect(`Fan${i}`))
  assert.deepEqual(crowd.filter(fan => fan.reason).map(fan => fan.reason), Array(2).fill('The server is full'))
  for (const { client } of crowd) client.socket.destroy()
})
