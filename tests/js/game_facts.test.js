'use strict'
/** The facts of the game against the tables the server plays by, and against what the steps of skills choose. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { distances, reasoned, bystanders, monsters, vessels, rules, meanings, version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const loot = require('../../mc_server/loot')(registry)
const sourceOf = require('../../skills/steps/sourceOf')

const SURE = ({ min, chance }) => min >= 1 && chance === 1

test('each distance has a number and a reason', () => {
  for (const [name, { is, why, ...more }] of Object.entries(reasoned)) {
    assert.ok(is > 0 && is === distances[name], name)
    assert.ok(why.length > 10, name)
    assert.deepEqual(more, {}, name)
  }
})

test('who counts on less than the game allows is never refused', () => {
  for (const side of ['side', 'below', 'above']) assert.ok(distances[`${side}Sure`] < distances[`${side}PickUp`], side)
  assert.ok(distances.reach < distances.digAllowed && distances.reach + distances.eyes < distances.useAllowed)
  assert.ok(distances.strike <= distances.shear && distances.shear < distances.touchAllowed)
  assert.ok(Math.hypot(distances.sidePickUp, distances.sidePickUp) < distances.keepOff, 'over a corner')
  assert.ok(distances.keepOff < distances.handOver)
})

test('monsters and bystanders are kinds of mobs, and the monsters include all that the registry calls hostile', () => {
  for (const name of [...bystanders, ...monsters]) assert.ok(registry.entitiesByName[name], name)
  const hostile = registry.entitiesArray.filter(({ category }) => category === 'Hostile mobs').map(({ name }) => name)
  assert.ok(hostile.length > 25)
  assert.deepEqual(hostile.filter(name => !monsters.includes(name)), [])
})

test('vessels and what is in them are items, and each that a recipe takes full is among them', () => {
  for (const name of Object.entries(vessels).flat()) assert.ok(registry.itemsByName[name], name)
  const recipes = Object.values(registry.recipes).flat()
  const taken = recipes.flatMap(({ inShape, ingredients }) => [...(inShape ?? []).flat(), ...(ingredients ?? [])])
  const names = [...new Set(taken)].map(id => registry.items[id]?.name)
  const full = names.filter(name => /.+_bucket$|honey_bottle|potion/.test(name))
  assert.deepEqual(full.filter(name => !vessels[name]), [])
  assert.ok(full.includes('milk_bucket'))
})

test('every rule that skills are given is told of, and names what there is', () => {
  assert.deepEqual(Object.keys(rules).sort(), Object.keys(meanings).sort())
  for (const name of Object.entries(rules.smelting).flat()) assert.ok(registry.itemsByName[name], name)
  for (const name of Object.keys(rules.fuels)) assert.ok(registry.itemsByName[name], name)
  for (const [name, { ripe, seed }] of Object.entries(rules.crops)) {
    const age = registry.blocksByName[name].states.find(state => state.name === 'age')
    assert.equal(age.num_values - 1, ripe, name)
    if (seed) assert.ok(loot.ofBlock(name).some(({ item }) => item === seed), `${name} gives ${seed}`)
  }
})

test('a step looks for an item where the server lets it fall, and knows whether that is chance', () => {
  let known = 0
  for (const { name } of registry.itemsArray) {
    const source = sourceOf(name)
    if (!source) continue
    known++
    const drops = source.mob ? [loot.ofMob(source.mob)] : source.blocks.map(block => loot.ofBlock(block))
    for (const fallen of drops) {
      const piece = fallen.find(({ item }) => item === name)
      assert.ok(piece, `${name} of ${source.mob ?? source.blocks}`)
      if (!source.chance) assert.ok(SURE(piece), `${name} falls by chance`)
    }
    const certain = drops.every(fallen => SURE(fallen.find(({ item }) => item === name)))
    if (!source.mob) assert.equal(source.chance, !certain, name)
  }
  assert.ok(known > 50, `${known} known`)
})
