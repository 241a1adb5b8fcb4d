'use strict'
/**
 * Decides what agents of the crew may not do to others. Both the bot's own process and our server use this file.
 *
 * The policy protects members of the team, bystanders (people and villagers), animals that have an owner outside the
 * crew, and the buildings of the world. It does not protect blocks that the crew placed, naturally generated blocks,
 * wild crops, other animals, or monsters. The rules apply only to the crew, not to people who visit. A chest is part of
 * its building, but its contents are not. The functions are pure.
 */

const { bystanders, monsters } = require('../game/facts')

const [BYSTANDERS, MONSTERS] = [new Set(bystanders), new Set(monsters)]

/**
 * @param {object} act - by: the name of who acts. For the kind 'attack', also target: { name, isPlayer, owner }. For
 *   the kind 'break', also block: its name, owner: whose it is, and structure: the building that it is part of; both
 *   can be null
 * @param {string[]} team - names of the crew
 * @returns {{rule: string, why: string}|null} null: nothing against it
 */
function judge (act, team) {
  if (!team.includes(act.by)) return null
  return act.kind === 'attack' ? ofAttack(act, team) : ofBreaking(act)
}

function ofAttack ({ by, target: { name, isPlayer, owner = null } }, team) {
  if (name === by && isPlayer) return null
  if (isPlayer && team.includes(name)) {
    return {
      rule: 'member',
      why: `${name} belongs to your own team and must not be attacked; ask for what you need, or get it elsewhere`
    }
  }
  if (isPlayer || BYSTANDERS.has(name)) {
    return { rule: 'bystander', why: `${isPlayer ? name : `a ${name}`} is not involved and must not be attacked` }
  }
  if (owner && !team.includes(owner) && !MONSTERS.has(name)) {
    const why = `this ${name} belongs to ${owner} and must not be attacked; look for one without an owner`
    return { rule: 'animal', why }
  }
  return null
}

function ofBreaking ({ block, owner, structure }) {
  if (!structure) return null
  const whose = [structure, owner && `of ${owner}`].filter(Boolean).join(' ')
  const why = `this ${block} is part of somebody else's building (${whose}) and must not be broken`
  return { rule: 'structure', why: `${why}; gather or craft what you need` }
}

/** The fields of a guard's event: the act, its target and the verdict. `position` is that of the target. */
function tell (act, { rule, why }, { team, position }) {
  const { kind, target, block, owner = null, structure = null } = act
  const whom = kind === 'attack'
    ? {
        target: target.name,
        target_kind: !target.isPlayer ? 'mob' : team.includes(target.name) ? 'agent' : 'visitor',
        ...(target.owner && { owner: target.owner })
      }
    : { target: block, target_kind: 'block', owner, structure }
  return { act: kind, ...whom, rule, why, position }
}

module.exports = { judge, tell }
