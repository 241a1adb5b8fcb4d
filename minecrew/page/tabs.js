/** Tabs that follow WAI-ARIA's pattern: one panel is shown, and the arrow keys go from tab to tab. */

export class Tabs {
  /** `list`: an element with buttons that name their panels in aria-controls. `shown(id)` is called at each change. */
  constructor (list, shown) {
    Object.assign(this, { list, shown, tabs: [...list.querySelectorAll('[role=tab]')] })
    for (const tab of this.tabs) tab.addEventListener('click', () => this.choose(tab.getAttribute('aria-controls')))
    list.addEventListener('keydown', event => this.key(event))
    this.choose(this.tabs[0].getAttribute('aria-controls'))
  }

  choose (id) {
    this.chosen = id
    for (const tab of this.tabs) {
      const own = tab.getAttribute('aria-controls')
      tab.setAttribute('aria-selected', own === id)
      tab.tabIndex = own === id ? 0 : -1
      document.getElementById(own).hidden = own !== id
    }
    this.shown(id)
  }

  key (event) {
    const here = this.tabs.findIndex(tab => tab.getAttribute('aria-controls') === this.chosen)
    const last = this.tabs.length - 1
    const to = { ArrowRight: here === last ? 0 : here + 1, ArrowLeft: here === 0 ? last : here - 1, Home: 0, End: last }
    if (!(event.key in to)) return
    event.preventDefault()
    event.stopPropagation()
    this.choose(this.tabs[to[event.key]].getAttribute('aria-controls'))
    this.tabs[to[event.key]].focus()
  }
}
