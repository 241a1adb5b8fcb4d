'use strict'
/** The names somebody may have meant. */

/** Changes of one letter from a to b, two swapped ones counted as one. */
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

/** At most three, the nearest first; none where nothing is like it. */
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

/** What to do about a name that is not there. */
function advice (name, known, otherwise) {
  const near = nearest(name, known)
  return near.length ? `did you mean ${near.join(' or ')}?` : otherwise
}

module.exports = { nearest, advice }
