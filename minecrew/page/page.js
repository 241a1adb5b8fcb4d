/**
 * Puts the page together: one player, one filter, one selected finding; each part shows its share of them.
 *
 * Whatever moves asks for a frame; a frame brings every part up to date once. The log may grow, and findings,
 * annotations and the arena may come later: then a run that a service serves is shown, perhaps one in progress.
 */

import { Crew } from './crew.js'
import { Detail } from './detail.js'
import { byId, make } from './elements.js'
import { Filter } from './filter.js'
import { FilterForm } from './filter_form.js'
import { Findings } from './findings.js'
import { Head } from './head.js'
import { listen } from './keys.js'
import { tell } from './kinds.js'
import { Lanes } from './lanes.js'
import { AXES, Log } from './log.js'
import { Overhead } from './map.js'
import { Notes } from './notes.js'
import { Palette } from './palette.js'
import { Player, SPEEDS } from './player.js'
import { Rows } from './rows.js'
import { States } from './state.js'
import { Talk } from './talk.js'
import { SAYERS, clock, label, sentence } from './words.js'

const ROW = 26
const SUMMED = 200 // ms between two sums over a log that grows
const LANES = 4 // times as long as drawing the lanes took, until they are drawn again
const QUIET = 1500 // ms between two announcements while it plays
const JUMP = { game: 5, run: 5, order: 20 } // seconds, or events, for a long step

export class Page {
  /**
   * `data`: { run, events, findings, annotations, arena, problems } as written by minecrew.page, and from a service
   * the run's `card`. `post(annotation)` resolves once a service has it; without, annotations stay in the browser.
   */
  constructor (data, { post = null } = {}) {
    this.data = data
    this.log = new Log(data.events)
    this.states = new States(this.log)
    this.player = new Player(this.log)
    this.filter = new Filter(this.log, data.findings)
    this.finding = null
    this.cited = new Set()
    this.frames = 0
    this.rested = 0 // when the lanes may be drawn again
    this.spoken = 0
    this.palette = new Palette(() => { this.lanes.draw(); this.changed() })
    const go = at => { if (at >= 0) this.player.go(at) }
    const { log, player, filter, palette } = this
    this.lanes = new Lanes({ box: byId('lanes'), labels: byId('lane-names'), log, player, filter, palette })
    this.lanes.picked = finding => this.select(finding)
    this.map = new Overhead({ box: byId('map'), log, arena: data.arena, palette })
    this.crew = new Crew(byId('crew'), log)
    this.talk = new Talk(byId('talk'), log, go)
    this.detail = new Detail(byId('detail'), log)
    this.findings = new Findings({
      list: byId('findings'),
      evidence: byId('evidence'),
      log,
      filter,
      pick: finding => this.select(finding),
      go
    })
    this.rows = new Rows(byId('events'), {
      height: ROW,
      pick: row => go(filter.shown[row]),
      fill: (element, row) => this.fillRow(element, row)
    })
    this.notes = new Notes({
      form: byId('note'),
      list: byId('notes'),
      run: data.run,
      log,
      written: data.annotations,
      go,
      told: words => this.say(words),
      post
    })
    this.head = new Head(log, data)
    this.form = new FilterForm({ log, filter, changed: () => this.refilter() })
    this.parts = [filter, this.lanes, this.map, this.talk, this.head] // what takes events in one by one
    this.head.show()
    this.wire()
    player.addEventListener('move', () => this.changed())
    player.addEventListener('state', () => this.buttons())
    this.buttons()
    this.refilter()
    this.toAddress() || this.changed()
  }

  /** More of the log. */
  grow (events) {
    const known = this.log.agents.length
    for (const event of events) {
      const at = this.log.length
      this.log.push(event)
      for (const part of this.parts) part.push(event, at)
    }
    if (this.log.agents.length > known) {
      this.lanes.nameLanes()
      this.notes.offerAgents()
    }
    this.grew = true
    this.player.grown()
    if (this.sought !== null) this.toAddress()
    this.changed()
  }

  /** Findings that were found anew; the selected one stays selected where it is still among them. */
  judge (findings) {
    const known = new Set(this.data.findings.map(one => one.id))
    this.data.findings = this.filter.findings = findings
    this.filter.apply()
    const same = this.finding && this.filter.judged.find(one => one.id === this.finding.id)
    this.mark(same ?? null)
    this.refilter()
    this.summarize()
    return findings.filter(one => !known.has(one.id))
  }

  /** What the run's bundle has beside its events: { arena, annotations, problems }. */
  furnish ({ arena, annotations, problems }) {
    Object.assign(this.data, { arena, annotations, problems })
    if (arena && !this.map.arena) this.map.place(arena)
    this.notes.take(annotations)
    this.head.show()
    this.changed()
  }

  /** What is known of the run from outside of its log; it tells whether more is to come. */
  introduce (card) {
    this.data.card = card
    this.player.expect(card.state !== 'ended')
    this.head.show()
    this.changed()
  }

  wire () {
    const { player } = this
    const click = (id, action) => byId(id).addEventListener('click', action)
    const actions = {
      toggle: () => player.toggle(),
      next: () => this.step(1),
      previous: () => this.step(-1),
      later: () => player.seek(player.x + JUMP[player.axis]),
      earlier: () => player.seek(player.x - JUMP[player.axis]),
      nextFinding: () => this.stepFinding(1),
      previousFinding: () => this.stepFinding(-1),
      first: () => player.go(0),
      last: () => player.follow(),
      faster: () => player.pace(1),
      slower: () => player.pace(-1),
      zoomIn: () => this.lanes.scale(2),
      zoomOut: () => this.lanes.scale(0.5),
      events: () => this.focusRow(byId('events')),
      findings: () => this.focusRow(byId('findings')),
      search: () => byId('text').focus(),
      annotate: () => {
        byId('notes-box').open = true
        const { annotator, class: kind } = byId('note').elements
        ;(annotator.value ? kind : annotator).focus()
      },
      release: () => this.select(null),
      help: () => byId('help').showModal()
    }
    listen(actions)
    for (const name of ['toggle', 'next', 'previous', 'nextFinding', 'previousFinding', 'zoomIn', 'zoomOut']) {
      click(name, actions[name])
    }
    click('help-open', actions.help)
    click('close-help', () => byId('help').close())
    click('whole', () => {
      this.map.whole = byId('whole').checked
      this.map.frame()
      this.changed()
    })
    byId('speed').replaceChildren(...SPEEDS.map(speed => make('option', { value: speed }, `${speed}×`)))
    byId('speed').addEventListener('change', event => player.setSpeed(Number(event.target.value)))
    byId('axis').replaceChildren(
      ...Object.entries(AXES).map(([name, { label }]) => make('option', { value: name }, label))
    )
    byId('axis').addEventListener('change', event => {
      Object.assign(this.lanes, { zoom: 1, from: 0 })
      player.choose(event.target.value)
      this.lanes.draw()
    })
    click('follow', actions.last)
    byId('note').addEventListener('focusin', () => player.leave()) // what one writes of does not move on
    addEventListener('hashchange', () => this.toAddress())
  }

  refilter () {
    this.filter.apply()
    if (this.finding && !this.filter.judged.includes(this.finding)) this.mark(null)
    this.findings.show(this.finding)
    this.countShown()
    this.rows.show(this.filter.shown.length, this.filter.rowOf(this.player.at))
    this.lanes.draw()
    this.changed()
  }

  countShown () {
    const { shown, judged } = this.filter
    const events = `${shown.length} of ${this.log.length} events`
    const found = this.data.blind ? '' : `, ${judged.length} of ${this.data.findings.length} findings`
    byId('shown').textContent = events + found
    byId('no-findings').hidden = this.data.blind || judged.length > 0
  }

  /** What sums up the whole log: not for each of many events that come at once. */
  summarize () {
    if (this.summing) return
    this.summing = setTimeout(() => {
      this.summing = null
      this.head.show()
      this.form.offer()
      this.countShown()
    }, SUMMED)
  }

  step (direction) {
    const at = this.filter.beside(this.player.at, direction)
    if (at === null) this.say(direction > 0 ? 'This is the last event.' : 'This is the first event.')
    else this.player.go(at)
  }

  /** The finding after or before the selected one; from where one is, when none is selected. */
  stepFinding (direction) {
    const { judged } = this.filter
    const order = [...judged].sort((a, b) => this.lanes.placeOf(a) - this.lanes.placeOf(b))
    const here = order.indexOf(this.finding)
    const ahead = direction > 0
      ? order.find(one => this.lanes.placeOf(one) > this.player.at) ?? order[0]
      : order.findLast(one => this.lanes.placeOf(one) < this.player.at) ?? order.at(-1)
    const next = here < 0 ? ahead : order[here + direction]
    if (next) this.select(next)
    else this.say(order.length ? 'There are no more findings this way.' : 'There are no findings.')
  }

  /** Lights up the evidence of `finding` and goes to its end; null lets go. */
  select (finding) {
    this.mark(finding)
    this.findings.show(finding)
    this.lanes.drawCursor()
    if (!finding) return this.changed()
    this.player.go(this.lanes.placeOf(finding))
    this.say(`Finding ${label(finding)}: ${this.findings.tell(finding)}. ${this.findings.when(finding)}.`)
  }

  mark (finding) {
    this.finding = finding
    this.lanes.selected = finding
    this.cited = new Set(finding?.evidence.map(one => one.seq))
  }

  fillRow (element, row) {
    const at = this.filter.shown[row]
    const event = this.log.events[at]
    element.classList.toggle('cited', this.cited.has(event.seq))
    element.classList.toggle('later', at > this.player.at)
    if (Number(element.dataset.seq) === event.seq) return
    element.dataset.seq = event.seq
    const lane = this.log.lane(event)
    element.dataset.agent = lane ? (lane - 1) % 8 : ''
    element.replaceChildren(
      make('span.time', {}, clock(event)),
      make('b', {}, event.agent ?? ''),
      make('span.kind', {}, event.kind),
      make('span.told', {}, tell(event))
    )
  }

  focusRow (list) { list.querySelector('[role=option][tabindex="0"]:not([hidden])')?.focus() }

  buttons () {
    const { playing, live, open } = this.player
    byId('toggle').textContent = playing || live ? 'Pause' : 'Play'
    byId('follow').hidden = !open
    byId('follow').setAttribute('aria-pressed', live)
    byId('speed').value = this.player.speed
    if (!playing) this.changed()
  }

  /** Asks for a frame. */
  changed () {
    if (this.due) return
    this.due = true
    requestAnimationFrame(() => { this.due = false; this.paint() })
  }

  paint () {
    const { player, log } = this
    const event = player.event
    if (!event) return this.await()
    const began = performance.now()
    const state = this.states.after(player.at)
    if (this.grew) this.summarize()
    if (this.lanes.follow() || (this.grew && began > this.rested)) this.drawLanes(began)
    else this.lanes.drawCursor()
    this.map.draw(player.at, state, [...this.cited].map(seq => log.events[log.find(seq)]).filter(Boolean))
    this.crew.show(state)
    this.talk.show(player.at, this.cited, player.live)
    this.rows.show(this.filter.shown.length, this.filter.rowOf(player.at))
    this.detail.show(event, this.finding)
    this.notes.show(event, this.finding)
    this.tellPlace(event)
    this.frames++
    this.cost = performance.now() - began
    if (this.grew) this.changed()
  }

  /**
   * Of a long log that is coming in it takes no more than a share of the time; `grew` is what is left to draw.
   */
  drawLanes (began) {
    this.lanes.draw()
    this.grew = false
    this.rested = performance.now() + LANES * (performance.now() - began)
  }

  /** Nothing has happened yet: why that is. */
  await () {
    byId('now').textContent = this.head.standing()[1] ?? ''
    this.lanes.draw()
  }

  /** The slider's value, the live region and the address. */
  tellPlace (event) {
    const { player, log } = this
    const words = sentence(event)
    const slider = byId('lanes')
    slider.setAttribute('aria-valuemax', log.length)
    slider.setAttribute('aria-valuenow', player.at + 1)
    slider.setAttribute('aria-valuetext', `${clock(event)}, event ${player.at + 1} of ${log.length}: ${words}`)
    byId('now').replaceChildren(make('b', {}, clock(event)), ` #${event.seq} ${words}`)
    const now = performance.now()
    if (this.told !== event.seq && (!(player.playing || player.live) || now - this.spoken > QUIET)) {
      this.told = event.seq
      this.spoken = now
      byId('live').textContent = `${clock(event)}. ${event.agent ? words : `${SAYERS(event)}: ${words}`}`
    }
    clearTimeout(this.addressing)
    this.addressing = setTimeout(() => this.writeAddress(player.live ? '' : `#${player.event.seq}`), 250)
  }

  /** Not over an address that was given since: one goes there next. */
  writeAddress (hash) {
    if (location.hash !== this.hash) return
    history.replaceState(null, '', hash || location.pathname + location.search)
    this.hash = hash
  }

  say (words) { byId('alert').textContent = words }

  /** Goes where the address points, or once it comes; true when it does point somewhere. */
  toAddress () {
    this.hash = location.hash
    this.sought = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null
    const at = this.sought === null ? -1 : this.log.find(this.sought)
    if (at < 0) return false
    this.sought = null
    this.player.go(at)
    return true
  }
}
