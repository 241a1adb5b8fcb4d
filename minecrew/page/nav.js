/** The navigation between the views of a service; the offline page has none. */

import { make } from './elements.js'

const VIEWS = { runs: 'Runs', compare: 'Compare', skills: 'Skills', behaviours: 'Behaviours', studies: 'Studies' }

/** Puts the navigation at the top of the page, after the skip link. `here`: the current view, a key of VIEWS. */
export function navigate (here) {
  const links = Object.entries(VIEWS).map(([view, title]) => {
    const link = make('a', { href: `/ui/${view}` }, title)
    if (view === here) link.setAttribute('aria-current', 'page')
    return make('li', {}, link)
  })
  const home = make('a.home', { href: '/ui/runs' }, 'minecrew')
  const nav = make('nav.views', { 'aria-label': 'Views' }, home, make('ul', {}, ...links))
  const skip = document.querySelector('body > .skip')
  skip ? skip.after(nav) : document.body.prepend(nav)
}
