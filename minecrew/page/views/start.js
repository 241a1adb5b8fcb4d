/** Shows the view that the address names; only that one is loaded. */

import { html, render } from '../../lib/htm.js'
import { byId } from '../elements.js'
import { navigate } from '../nav.js'

const VIEWS = {
  runs: ['Runs', async () => (await import('./runs.js')).Runs],
  compare: ['Compare', async () => (await import('./compare.js')).Compare],
  skills: ['Skills', async () => (await import('./skills.js')).Skills],
  behaviours: ['Behaviours', async () => (await import('./behaviours.js')).Behaviours],
  studies: ['Studies', async () => (await import('./studies.js')).Studies]
}

const name = location.pathname.split('/')[2]
const [title, load] = VIEWS[name] ?? VIEWS.runs
document.title = `${title}, minecrew`
navigate(name)
const View = await load()
render(html`<${View} />`, byId('view'))
