/** JavaScript, highlighted. */

import { html, useEffect, useRef } from '../../lib/htm.js'
import highlight from '../../lib/highlight.js'
import javascript from '../../lib/highlight-javascript.js'

highlight.registerLanguage('javascript', javascript)

/** Shows highlighted JavaScript. highlight.js escapes the text and adds only its own <span> elements. */
export function Code ({ text, hidden }) {
  const box = useRef()
  useEffect(() => { box.current.innerHTML = highlight.highlight(text, { language: 'javascript' }).value }, [text])
  return html`<pre class="code" tabindex=${hidden ? null : 0} aria-hidden=${hidden ? 'true' : null}>
    <code ref=${box}></code></pre>`
}
