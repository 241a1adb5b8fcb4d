/**
 * Items with their numbers, in plain English: '4 sticks', '1 white wool'. In the log, items have the names of
 * Minecraft's registry.
 */

import { TABLES } from './tables.js'
import { number } from './template.js'

const PLURALS = TABLES.plurals.map(([pattern, cut, ending]) => [new RegExp(pattern), cut, ending])

/** 'oak logs', 'torches', 'stairs'. */
function several (item) {
  const [, cut, ending] = PLURALS.find(([pattern]) => pattern.test(item.split('_').at(-1)))
  return plainName(item.slice(0, item.length - cut) + ending)
}

const plainName = item => item.replaceAll('_', ' ')

export const amount = (item, count) => `${number(count)} ${count === 1 ? plainName(item) : several(item)}`

/** '2 paper, 1 stick', in alphabetical order; '-' for nothing. */
export function amounts (held) {
  return Object.keys(held ?? {}).sort().filter(item => held[item])
    .map(item => amount(item, held[item]))
    .join(', ') || '-'
}
