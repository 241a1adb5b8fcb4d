/** The state of the view, stored in the address, so that it can be bookmarked, shared and revisited. */

import { useEffect, useState } from '../../lib/htm.js'

const read = () => new URLSearchParams(location.search)

/**
 * The address's query and a function that changes it: `change({ text:
 * 'paper', run: ['a', 'b'] })`; an empty value removes the key.
 */
export function useAddress () {
  const [query, setQuery] = useState(read)
  useEffect(() => {
    const back = () => setQuery(read())
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const change = (parts, { keep = false } = {}) => {
    const next = read()
    for (const [name, value] of Object.entries(parts)) {
      next.delete(name)
      for (const one of [value].flat()) if (one !== '' && one != null) next.append(name, one)
    }
    history[keep ? 'pushState' : 'replaceState'](null, '', next.size ? `?${next}` : location.pathname)
    setQuery(next)
  }
  return [query, change]
}

/** The address of a run's view, at an event, with a finding selected. */
export function runPath (run, { seq, finding } = {}) {
  const query = finding ? `?finding=${encodeURIComponent(finding)}` : ''
  return `/ui/runs/${encodeURIComponent(run)}${query}${seq == null ? '' : `#${seq}`}`
}
