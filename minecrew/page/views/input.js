/** Reads what a person types into a form: the goal of a run, or the arguments of a skill. */

/** Reads '1 bookshelf, ladder=3, bread' as { bookshelf: 1, ladder: 3, bread: 1 }; null if it cannot be read. */
export function readGoal (text) {
  const goal = {}
  for (const part of text.split(',').map(one => one.trim().toLowerCase()).filter(Boolean)) {
    const found = /^(?:(\d+)\s+)?(?:minecraft:)?([a-z][a-z _]*?)(?:\s*=\s*(\d+))?$/.exec(part)
    if (!found || (found[1] && found[3])) return null
    const item = found[2].replaceAll(' ', '_')
    goal[item] = (goal[item] ?? 0) + Number(found[1] ?? found[3] ?? 1)
  }
  return Object.keys(goal).length ? goal : null
}

/**
 * Reads 'oak_log, 2' as ['oak_log', '2'], and '[1, 2], "a, b"' as ['[1,2]', '"a, b"']. The text is read as JSON if all
 * of it is JSON, otherwise as words between commas.
 */
export function readArguments (text) {
  try {
    return JSON.parse(`[${text}]`).map(one => JSON.stringify(one))
  } catch {
    return text.split(',').map(one => one.trim())
  }
}
