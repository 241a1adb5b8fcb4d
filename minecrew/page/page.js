/**
 * Puts the page together: one player, one filter, one selected finding; each part of the page shows them in its own
 * way.
 *
 * Every change requests a frame, and a frame updates every part once. If a service serves the run, it may still be in
 * progress: the log may grow, and findings, annotations and the arena may come later.
 */

import { Activity } from './activity.js'
import { Causes } from './causes.js'
import { offerFollow, wire } from './controls.js'
import { Crew } from './crew.js'
import { Detail } from './detail.js'
import { byId, make } from './elements.js'
import { fillEventRow } from './event_row.js'
import { Filter } from './filter.js'
import { FilterForm } from './filter_form.js'
import { Findings } from './findings.js'
import { Flow } from './flow.js'
import { Forks } from './forks.js'
import { Gist } from './gist.js'
import { Glance } from './glance.js'
import { Head } from './head.js'
import { Lanes } from './lanes.js'
import { showLegends } from './legend.js'
import { Log } from './log.js'
import { Overhead } from './map.js'
import { Notes } from './notes.js'
import { Palette } from './palette.js'
import { Panels } from './panels.js'
import { Player } from './player.js'
import { Rows } from './rows.js'
import { States } from './state.js'
import { Tabs } from './tabs.js'
import { Talk } from './talk.js'
import { explainTerms } from './terms.js'
import { Why } from './why.js'
import { SAYERS, clock, label, sentence } from './words.js'

const ROW = 26
const SUMMED = 200 // ms between two sums over a log that grows
const LANES = 4 // times as long as drawing the lanes took, until they are drawn again
const QUIET = 1500 // ms between two announcements while it plays

export class Page {
  /**
   * `data`: { run, events, findings, annotations, arena, problems, prices } as written by minecrew.page, and from a
   * service the run's `card`. `words`: the texts of the model calls, as call_words.js provides them. `post(annotation)`
   * resolves once a service has stored it; otherwise, annotations stay in the browser. `link(run)`: another run's page.
   */
  constructor (data, { words, post = null, link = () => null }) {
    this.data = data
    this.log = new Log(data.events)
    this.states = new States(this.log)
    this.player = new Player(this.log)
    this.filter = new Filter(this.log, data.findings)
    this.causes = new Causes(this.log)
    this.activity = new Activity(this.log)
    this.flow = new Flow(this.log)
    this.gist = new Gist(this)
    this.finding = null
    this.cited = new Set()
    this.frames = 0
    this.thinking = []
    this.rested = 0 // when the lanes may be drawn again
    this.spoken = 0
    this.palette = new Palette(() => { this.lanes.draw(); showLegends(this.palette); this.changed() })
    const go = at => { if (at >= 0) this.player.go(at) }
    const { log, player, filter, palette, activity, flow, causes } = this
    const say = words => this.say(words)
    const pick = finding => this.select(finding)
    const visit = at => { go(at); this.open() }
    const explain = at => { visit(at); byId('why').focus() }
    const boxes = { box: byId('lanes'), labels: byId('lane-names') }
    this.lanes = new Lanes({ ...boxes, log, activity, player, filter, palette, judged: !data.blind })
    this.lanes.picked = pick
    this.map = new Overhead({ box: byId('map'), log, flow, arena: data.arena, palette })
    this.crew = new Crew({ root: byId('crew'), log, subtasks: this.lanes.subtasks, go: visit })
    this.talk = new Talk(byId('talk'), log, go)
    this.detail = new Detail(byId('detail'), log)
    const openCall = at => { this.tabs.choose('panel-calls'); this.panels.calls.choose(at); byId('call').focus() }
    openCall.has = event => words.has(event.seq)
    this.why = new Why({ root: byId('why'), log, causes, go, openCall })
    this.forks = new Forks({ root: byId('forks'), log, run: data.run, link, say })
    this.panels = new Panels({ log, activity, flow, words, go: visit, say })
    this.glance = new Glance({ root: byId('glance'), reasons: byId('reasons'), log, gist: this.gist, go: visit, pick })
    this.findings = new Findings({
      list: byId('findings'),
      evidence: byId('evidence'),
      log,
      filter,
      pick,
      go: visit,
      acts: data.acts ?? [],
      explain: finding => explain(this.lanes.placeOf(finding))
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
      told: say,
      post
    })
    this.head = new Head({ log, data, gist: this.gist, go: visit, pick, explain })
    this.form = new FilterForm({ log, filter, changed: () => this.refilter() })
    // What takes events in one by one.
    const folds = [filter, causes, activity, flow, this.gist, ...this.panels.parts]
    this.parts = [...folds, this.lanes, this.map, this.talk, this.head]
    this.tabs = new Tabs(byId('tabs'), id => this.panels.show(id))
    this.head.show()
    this.forks.place(data.forks ?? null)
    showLegends(palette)
    explainTerms()
    wire(this)
    addEventListener('hashchange', () => this.toAddress())
    player.addEventListener('move', () => this.changed())
    player.addEventListener('state', () => this.buttons())
    this.buttons()
    this.refilter()
    this.sum()
    this.toAddress() || this.lead()
  }

  /** Adds more events to the log. */
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

  /** Sets new findings; the selected one stays selected if it is still among them. */
  judge (findings) {
    const known = new Set(this.data.findings.map(one => one.id))
    this.data.findings = this.filter.findings = findings
    this.filter.apply()
    const same = this.finding && this.filter.judged.find(one => one.id === this.finding.id)
    this.mark(same ?? null)
    this.refilter()
    this.summarize()
    if (this.player.still && this.log.length) this.lead()
    return findings.filter(one => !known.has(one.id))
  }

  /** Takes what the run's bundle contains besides its events: { arena, annotations, problems, prices, forks }. */
  furnish ({ arena, annotations, problems, prices, forks }) {
    Object.assign(this.data, { arena, annotations, problems, prices, furnished: true })
    if (arena && !this.map.arena) this.map.place(arena)
    this.notes.take(annotations)
    this.forks.place(forks)
    this.head.show()
    this.summarize()
    this.changed()
  }

  /** Goes to the place where a run opens: its most serious finding, or else its end. A run in progress is followed. */
  lead () {
    const [first] = this.player.open ? [] : this.gist.verdicts(this.data)
    this.player.rest(first?.at ?? Infinity)
  }

  /** Scrolls the current moment into view. */
  open () {
    this.tabs.choose('panel-moment')
    const box = byId('detail').parentElement
    if (box.getBoundingClientRect().top > innerHeight * 0.7) box.scrollIntoView({ block: 'start' })
  }

  /** Sets the minds that are being asked and have not answered yet: [{ agent, purpose, characters }]. */
  wait (thinking) {
    this.thinking = thinking
    this.summarize()
  }

  /** Sets the run's card from the service, which says whether more events may come. */
  introduce (card) {
    this.data.card = card
    this.player.expect(card.state !== 'ended')
    this.head.show()
    this.summarize()
    this.changed()
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
    const found = `, ${judged.length} of ${this.data.findings.length} findings`
    byId('shown').textContent = `${events}${this.data.blind ? '' : found}`
    byId('no-findings').hidden = judged.length > 0
  }

  /** Updates the summaries of the whole log, only once if many events arrive together. */
  summarize () {
    if (this.summing) return
    this.summing = setTimeout(() => {
      this.summing = null
      this.sum()
    }, SUMMED)
  }

  sum () {
    this.head.show()
    this.form.offer()
    this.countShown()
    offerFollow(this.log.agents)
    const { findings, prices, card } = this.data
    this.glance.show({ findings, prices, card, waiting: this.head.waiting(this.thinking) })
    this.panels.show(this.tabs.chosen)
  }

  /** Goes to the main reason for the current event. */
  because () {
    const [reason] = this.causes.reasons[this.player.at] ?? []
    if (reason == null) this.say('The log names no reason for this event.')
    else this.player.go(reason)
  }

  step (direction) {
    const at = this.filter.beside(this.player.at, direction)
    if (at === null) this.say(direction > 0 ? 'This is the last event.' : 'This is the first event.')
    else this.player.go(at)
  }

  /**
   * Selects the finding after or before the selected one, or the
   * one nearest to the current position if none is selected.
   */
  stepFinding (direction) {
    const { judged } = this.filter
    const order = [...judged].sort((a, b) => this.lanes.placeOf(a) - this.lanes.placeOf(b))
    const here = order.indexOf(this.finding)
    const ahead = direction > 0
      ? order.find(one => this.lanes.placeOf(one) > this.player.at) ?? order[0]
      : order.findLast(one => this.lanes.placeOf(one) < this.player.at) ?? order.at(-1)
    const next = here < 0 ? ahead : order[here + direction]
    if (next) this.select(next)
    else this.say(order.length ? 'There are no more findings in this direction.' : 'There are no findings.')
  }

  /** Highlights the evidence of a finding, in its current version, and goes to its deed; null clears the selection. */
  select (chosen) {
    const finding = chosen && (this.filter.judged.find(one => one.id === chosen.id) ?? chosen)
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
    fillEventRow(element, event, this.log)
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

  /** Requests a frame. */
  changed () {
    if (this.due) return
    this.due = true
    requestAnimationFrame(() => this.settle())
  }

  /** Draws at once if a frame is due: a key may come before the frame that shows what the key before chose. */
  settle () {
    if (!this.due) return
    this.due = false
    this.paint()
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
    this.why.show(player.at)
    this.forks.show(event)
    this.notes.show(event, this.finding)
    this.tellPlace(event)
    this.frames++
    this.cost = performance.now() - began
    if (this.grew) this.changed()
  }

  /**
   * Draws the lanes. While a long log is arriving, drawing takes only a share of the time; `grew` says whether new
   * events are still to be drawn.
   */
  drawLanes (began) {
    this.lanes.draw()
    this.grew = false
    this.rested = performance.now() + LANES * (performance.now() - began)
  }

  /** Shows why nothing has happened yet. */
  await () {
    byId('now').textContent = this.head.waiting(this.thinking) ?? ''
    this.lanes.draw()
  }

  /** Updates the slider's value, the live region and the address. */
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

  /** Writes the address, but not over one that was entered meanwhile or whose event has not arrived yet. */
  writeAddress (hash) {
    if (location.hash !== this.hash || (this.sought !== null && this.player.still)) return
    history.replaceState(null, '', hash || location.pathname + location.search)
    this.hash = hash
  }

  say (words) { byId('alert').textContent = words }

  /** Goes to the place in the address, or goes there once it exists; true if the address names a place. */
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
