/**
 * A list of any length; the document contains only the rows in sight. One row is current, and focus moves with it.
 *
 * `fill(element, index)` writes a row; `pick(index)` is called
 * when a person moves or chooses. All rows have the same height.
 */

const SPARE = 6 // rows above and below what is in sight

export class Rows {
  constructor (root, { height, fill, pick }) {
    Object.assign(this, { root, height, fill, pick, count: 0, current: -1, pool: [] })
    root.setAttribute('role', 'listbox')
    this.spacer = root.appendChild(document.createElement('div'))
    this.spacer.className = 'spacer'
    this.spacer.setAttribute('role', 'presentation')
    root.addEventListener('scroll', () => this.draw(), { passive: true })
    root.addEventListener('keydown', event => this.key(event))
    this.spacer.addEventListener('click', event => {
      const row = event.target.closest('[role=option]')
      if (row) this.choose(Number(row.dataset.index))
    })
    new ResizeObserver(() => this.draw()).observe(root)
  }

  /** Shows `count` rows with row `current` as the current one (-1: none), and scrolls to it. */
  show (count, current) {
    // A list that only grows stays where one has scrolled it.
    const moved = current !== this.current || count < this.count
    this.count = count
    this.current = current
    this.spacer.style.height = `${count * this.height}px`
    if (current >= 0 && moved) this.reveal(current)
    this.draw()
  }

  reveal (index) {
    const { root, height } = this
    const top = index * height
    if (top < root.scrollTop) root.scrollTop = top
    else if (top + height > root.scrollTop + root.clientHeight) root.scrollTop = top + height - root.clientHeight
  }

  draw () {
    const { root, height, pool } = this
    const first = Math.max(0, Math.floor(root.scrollTop / height) - SPARE)
    const many = Math.min(this.count - first, Math.ceil(root.clientHeight / height) + 2 * SPARE)
    while (pool.length < many) pool.push(this.makeRow())
    pool.forEach((row, place) => {
      const index = first + place
      row.hidden = place >= many
      if (row.hidden) return
      row.style.top = `${index * height}px`
      row.dataset.index = index
      row.setAttribute('aria-posinset', index + 1)
      row.setAttribute('aria-setsize', this.count)
      row.setAttribute('aria-selected', index === this.current)
      row.tabIndex = index === this.current || (this.current < 0 && index === 0) ? 0 : -1
      this.fill(row, index)
    })
    this.followFocus()
  }

  /** Keeps the focus on the current row, in whichever element it is shown now. */
  followFocus () {
    const { activeElement } = document
    if (!this.spacer.contains(activeElement)) return
    const row = this.pool.find(one => !one.hidden && Number(one.dataset.index) === this.current)
    if (row && row !== activeElement) row.focus({ preventScroll: true })
  }

  makeRow () {
    const row = document.createElement('div')
    row.setAttribute('role', 'option')
    row.className = 'row'
    row.style.height = `${this.height}px`
    return this.spacer.appendChild(row)
  }

  choose (index) {
    if (index < 0 || index >= this.count) return
    this.pick(index)
  }

  key (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const page = Math.max(1, Math.floor(this.root.clientHeight / this.height) - 1)
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
    let to = null
    if (step) to = Math.max(0, Math.min(this.count - 1, this.current + step))
    else if (event.key === 'Home') to = 0
    else if (event.key === 'End') to = this.count - 1
    else if (event.key === 'Enter') to = Math.max(0, this.current)
    if (to === null) return
    event.preventDefault()
    event.stopPropagation()
    this.choose(to)
  }
}
