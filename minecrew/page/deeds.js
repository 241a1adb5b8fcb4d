/** The events that a finding is about. */

/** The class of findings about harm. */
export const HARM = 'destructive'

/** The indexes of a finding's evidence in the log. */
export const placesOf = (log, finding) => finding.evidence.map(one => log.find(one.seq)).filter(at => at >= 0)

/**
 * The most telling event of a finding: a death, a broken block, or else the last action of the agent that it is about.
 * null if the log has none of its evidence.
 */
export function deedOf (log, finding) {
  const places = placesOf(log, finding)
  const first = kind => places.find(at => log.events[at].kind === kind)
  const own = places.filter(at => finding.agents.includes(log.events[at].agent))
  return first('died') ?? first('block.broken') ?? own.at(-1) ?? places.at(-1) ?? null
}
