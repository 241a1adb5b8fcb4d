'use strict'
/** Suggestions for unknown names: similar names, and replacements for names that only Voyager's programs use. */

const KILL = 'use killMob, which follows the mob, kills it and picks up what it drops'
const COLLECT = 'use mineBlock or killMob, which pick up what drops, or pickUp'
const REPLACEMENTS = {
  armorManager: 'use equipItem',
  autoEat: 'use equipItem and bot.consume',
  auto_shot_stopped: KILL,
  collectBlock: COLLECT,
  emit: 'return the values that others need',
  hawkEye: KILL,
  pvp: KILL,
  stoppedAttacking: KILL
}
const COUNTER = /^_\w+FailCount$/ // globals in which Voyager counts failures

/** The number of one-letter changes from a to b; swapping two letters counts as one. */
function distance (a, b) {
  let [before, row] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1)
      }
    }
    ;[before, row] = [row, next]
  }
  return row[b.length]
}

/** Returns at most three similar names, the most similar first; none if no name is similar. */
function nearest (name, known) {
  if (name.length > 60) return []
  const most = Math.max(1, Math.floor(name.length / 3))
  return [...new Set(known)]
    .filter(other => Math.abs(other.length - name.length) <= most)
    .map(other => ({ other, away: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away || (a.other < b.other ? -1 : 1))
    .slice(0, 3)
    .map(({ other }) => other)
}

/** Returns advice about a name that does not exist. */
function advice (name, known, otherwise) {
  if (Object.hasOwn(REPLACEMENTS, name)) return REPLACEMENTS[name]
  if (COUNTER.test(name)) return 'leave it out: a skill throws an error when it fails'
  const near = nearest(name, known)
  return near.length ? `did you mean ${near.join(' or ')}?` : otherwise
}

module.exports = { nearest, advice }
