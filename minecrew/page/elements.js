/** Creates elements in one call. Text is inserted as text, never as markup. */

/** `make('p.note', { title: 'x' }, 'text', child)`; a property that is a function becomes a listener. */
export function make (selector, properties = {}, ...children) {
  const [tag, ...classes] = selector.split('.')
  const element = document.createElement(tag)
  if (classes.length) element.className = classes.join(' ')
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (name.startsWith('aria-') || name === 'role' || name === 'for') element.setAttribute(name, value)
    else element[name] = value
  }
  element.append(...children.filter(child => child != null && child !== false))
  return element
}

/** A link to the event `seq`; a click calls `go` instead of following it. */
export const jump = (seq, go, properties, ...children) => make('a', {
  href: `#${seq}`,
  click: event => {
    event.preventDefault()
    go()
  },
  ...properties
}, ...children)

export const byId = id => document.getElementById(id)

/** `text` with each of `quotes` in a <mark>. */
export function marked (text, quotes) {
  const nodes = []
  let rest = text
  while (rest) {
    const places = quotes.map(quote => [rest.indexOf(quote), quote]).filter(([place, quote]) => quote && place >= 0)
    if (!places.length) break
    const [place, quote] = places.sort(([a], [b]) => a - b)[0]
    nodes.push(rest.slice(0, place), make('mark', {}, quote))
    rest = rest.slice(place + quote.length)
  }
  return [...nodes, rest]
}
