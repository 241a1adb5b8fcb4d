/** Requests to the service that serves this page. Every failure is a Problem, in words for a person. */

export class Problem extends Error {
  /** `status` 0: there was no answer. `problems`: the individual problems, if the service reports them. */
  constructor (words, { status = 0, problems = [] } = {}) {
    super(words)
    Object.assign(this, { status, problems })
  }
}

/** Returns the service's answer, a Response whose status means success. `body` is sent as JSON. */
export async function request (path, { body, headers = {}, ...options } = {}) {
  const json = body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }
  let response
  try {
    response = await fetch(path, { headers, ...options, ...json })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Problem('The service does not answer.')
  }
  if (response.ok) return response
  const told = await response.json().catch(() => ({}))
  throw new Problem(inWords(told) ?? `The service answered with status ${response.status}.`, {
    status: response.status,
    problems: told.problems
  })
}

/** The answer, read as JSON; null if it is empty. */
export async function ask (path, options = {}) {
  const response = await request(path, { ...options, headers: { Accept: 'application/json', ...options.headers } })
  return response.status === 204 ? null : response.json()
}

const FIELD = /^(body|query|path)\./ // how the API names a field of a request

/** The text of a problem that the service reports, without advice that is only useful to programs. */
function inWords ({ detail, title, wrong, problems = [] }) {
  const flaws = (problems ?? []).filter(({ where }) => FIELD.test(where))
    .map(({ where, message }) => `${where.replace(FIELD, '').replaceAll(/[._]/g, ' ')}: ${message}`)
  return wrong ?? (flaws.slice(0, 3).join('; ') || (detail ?? title))
}
