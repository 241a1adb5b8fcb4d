/** The service's answer to a request, which is repeated when the view calls `again`. */

import { useEffect, useState } from '../../lib/htm.js'
import { ask } from '../service.js'

/** { data, problem, again }: `data` is null until the first answer, and stays the same until the next one. */
export function useAnswer (path) {
  const [answer, setAnswer] = useState({ data: null, problem: null })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!path) return setAnswer({ data: null, problem: null })
    const leaving = new AbortController()
    ask(path, { signal: leaving.signal }).then(
      data => setAnswer({ data, problem: null, path }),
      problem => { if (!leaving.signal.aborted) setAnswer(old => ({ ...old, problem })) }
    )
    return () => leaving.abort()
  }, [path, turn])
  return { ...answer, again: () => setTurn(turn + 1) }
}
