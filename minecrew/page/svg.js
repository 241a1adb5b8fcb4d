/** Creates SVG elements in one call. Text is inserted as text, never as markup. */

const SPACE = 'http://www.w3.org/2000/svg'

/** `draw('text', { x: 1, 'class': 'name' }, 'Alice')`; a property that is a function becomes a listener. */
export function draw (name, properties = {}, ...children) {
  const element = document.createElementNS(SPACE, name)
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else if (value != null && value !== false) element.setAttribute(key, value)
  }
  element.append(...children.filter(child => child != null && child !== false))
  return element
}

/** A mark in a picture that can be activated by mouse or keyboard. */
export function pressable (words, press, ...children) {
  const keyed = event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    press()
  }
  return draw('g', { role: 'button', tabindex: 0, 'aria-label': words, click: press, keydown: keyed, class: 'press' },
    draw('title', {}, words), ...children)
}
