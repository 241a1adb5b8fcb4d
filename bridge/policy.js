'use strict'
/**
 * What agents of the crew may not do to others: the one place that decides it, for the bot's own process and for our
 * server alike.
 *
 * Protects members of the team, bystanders (people and villagers), the animals of others and the buildings that the
 * world owns. Not what the crew placed, not wild blocks or crops, not animals of nobody or monsters; and from the crew
 * alone: people do as they like.
 * Pure: knows what it is told. What lies in a chest is no part of the building; the chest is.
 */

const BYSTANDERS = new Set(['villager', 'wandering_trader'])

/**
 * @param {object} act - by: name of who acts; and either kind 'attack' with target: { name, isPlayer, owner }, or kind
 *   'break' with block: name, owner and structure: whose it is and which building's, null if there is none
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
  if (owner && !team.includes(owner)) {
    return { rule: 'animal', why: `this ${name} belongs to ${owner} and must not be attacked; look for one of nobody` }
  }
  return null
}

function ofBreaking ({ block, owner, structure }) {
  if (!structure) return null
  const whose = [structure, owner && `of ${owner}`].filter(Boolean).join(' ')
  const why = `this ${block} is part of a building of others (${whose}) and must not be broken`
  return { rule: 'structure', why: `${why}; gather or craft what you need` }
}

/** The fields of a guard's event: the act, its target and the verdict. `position` is the target's. */
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
