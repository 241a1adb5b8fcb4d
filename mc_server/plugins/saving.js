'use strict'
/**
 * The data that a saved world needs to continue later: everything that differs from what its arena and seed produce.
 *
 * The data contains blocks that changed since the start, their owners, the contents of blocks, items on the ground,
 * members and all their items, mobs, the time of day, and every random stream. Ticks are stored relative to the current
 * tick. How far a plant has grown is part of its block's state. The following is not saved: a meal or a dig that is
 * under way, saturation, and open windows, whose loose items go back to their members. This plugin knows nothing about
 * files: see save.js.
 */

const { Vec3 } = require('vec3')

const MOB = ['health', 'bare', 'colour', 'meal', 'yaw', 'owner'] // as they are
const MOB_TICKS = ['until', 'jumped'] // in ticks of the world
const MOB_PLACES = ['position', 'birth', 'velocity', 'goal']
const FURNACE = ['fire', 'fireOf', 'work', 'of']

const pick = (from, keys) =>
  Object.fromEntries(keys.filter(key => from[key] !== undefined).map(key => [key, from[key]]))
const triple = v => v && [v.x, v.y, v.z]
const place = list => list && new Vec3(...list)
const parse = key => new Vec3(...key.split(',').map(Number))

module.exports.server = function (serv) {
  const Item = require('prismarine-item')(serv.registry)
  const written = new Set() // 'x,y,z' of blocks that somebody or something has set

  serv.on('asap', () => {
    const { overworld, blocks } = serv
    const note = ({ x, y, z }) => written.add(`${Math.floor(x)},${Math.floor(y)},${Math.floor(z)}`)
    for (const [object, name] of [[overworld, 'setBlockStateId'], [overworld, 'setBlock'], [blocks, 'set']]) {
      const write = object[name]
      object[name] = function (position, ...rest) {
        note(position)
        return write.call(this, position, ...rest)
      }
    }
  })

  const pack = item => item && { ...pick(item, ['name', 'count', 'metadata']), ...(item.nbt && { nbt: item.nbt }) }
  const unpack = kept => kept && new Item(serv.registry.itemsByName[kept.name].id, kept.count, kept.metadata, kept.nbt)

  function packMember (member) {
    const { inventory, window, player, last, home } = member
    const slots = inventory.slots.map(pack)
    const loose = [inventory.selectedItem, ...inventory.station.loose.map(slot => inventory.slots[slot])]
    for (const slot of [inventory.station.gives, ...inventory.station.loose]) slots[slot] = null
    if (window) loose.push(window.selectedItem, ...window.station.loose.map(slot => window.slots[slot]))
    const now = player ? (player.alive ? player : null) : last
    return {
      name: member.name,
      home: triple(home),
      slots,
      loose: loose.filter(Boolean).map(pack),
      last: now && { position: triple(now.position), ...pick(now, ['health', 'food']) }
    }
  }

  function unpackMember ({ name, home, slots, loose, last }) {
    const member = serv.enlist(name)
    Object.assign(member, { home: place(home), last: last && { ...last, position: place(last.position) } })
    slots.forEach((item, slot) => { if (item) member.inventory.updateSlot(slot, unpack(item)) })
    const position = (member.last?.position ?? member.home).offset(0, 1, 0)
    for (const item of loose.map(unpack)) serv.putInOrDrop(member, item, { position, origin: 'world' })
    for (const [item, count] of Object.entries(serv.holdings(member))) {
      serv.witness('item.granted', name, { item, count })
    }
  }

  const packMob = mob => ({
    ...pick(mob, ['key', 'name', ...MOB]),
    ...Object.fromEntries(MOB_TICKS.map(key => [key, mob[key] - serv.tickCount])),
    ...Object.fromEntries(MOB_PLACES.map(key => [key, triple(mob[key])]))
  })

  function unpackMobs (kept) {
    const born = new Map([...serv.mobs].map(mob => [mob.key, mob]))
    for (const saved of kept) {
      const mob =
        born.get(saved.key) ??
        serv.spawnMob(serv.registry.entitiesByName[saved.name].id, serv.overworld, place(saved.position))
      born.delete(saved.key)
      Object.assign(
        mob,
        pick(saved, MOB),
        Object.fromEntries(MOB_PLACES.map(key => [key, place(saved[key])])),
        Object.fromEntries(MOB_TICKS.map(key => [key, saved[key] + serv.tickCount]))
      )
      if (saved.bare) serv.setBare(mob, true)
      if (saved.owner) serv.setOwner(mob, saved.owner)
    }
    for (const mob of born.values()) { // it died
      serv.mobs.delete(mob)
      mob.destroy()
    }
  }

  /** The whole state, as plain data. */
  serv.packWorld = () => ({
    timeOfDay: serv.time,
    blocks: [...written].sort().map(key => [...key.split(',').map(Number), serv.blocks.at(parse(key)).stateId]),
    belongings: [...serv.blocks.belongings],
    containers: [...serv.containers.all.values()].map(container => ({
      ...pick(container, ['name', ...FURNACE]),
      position: triple(container.position),
      slots: container.slots.map(pack)
    })),
    lying: [...serv.lying].map(entity => ({
      item: pack(entity.stack),
      position: triple(entity.position),
      velocity: triple(entity.velocity),
      age: serv.tickCount - entity.since,
      delay: entity.delay
    })),
    members: [...serv.members.values()].map(packMember),
    mobs: [...serv.mobs].map(packMob),
    streams: serv.packStreams()
  })

  /** Applies the whole state to the newly made world, before anybody joins. */
  serv.unpackWorld = kept => {
    serv.time = kept.timeOfDay
    for (const [x, y, z, stateId] of kept.blocks) serv.blocks.set(new Vec3(x, y, z), stateId)
    serv.blocks.belongings.clear()
    for (const [key, belonging] of kept.belongings) serv.blocks.belongings.set(key, belonging)
    serv.containers.all.clear()
    for (const { position, slots, ...rest } of kept.containers) {
      const container = Object.assign(serv.containers.at(place(position)), rest)
      slots.forEach((item, slot) => { container.slots[slot] = unpack(item) })
      serv.tellStock(container)
    }
    for (const { item, position, velocity, age, delay } of kept.lying) {
      const entity = serv.drop(unpack(item), {
        position: place(position), origin: 'world', velocity: place(velocity), delay
      })
      entity.since = serv.tickCount - age
    }
    kept.members.forEach(unpackMember)
    unpackMobs(kept.mobs)
    serv.unpackStreams(kept.streams) // last: what was born anew has drawn from them
  }
}
