/**
 * Puts the page together: one player, one filter, one selected finding; each part shows its share of them.
 *
 * Whatever moves asks for a frame; a frame brings every part up to date once.
 */

import { Crew } from './crew.js'
import { Detail } from './detail.js'
import { byId, make } from './elements.js'
import { Filter } from './filter.js'
import { Findings } from './findings.js'
import { listen } from './keys.js'
import { Lanes } from './lanes.js'
import { AXES, FAMILIES, Log } from './log.js'
import { Overhead } from './map.js'
import { Notes } from './notes.js'
import { Palette } from './palette.js'
import { Player, SPEEDS } from './player.js'
import { Rows } from './rows.js'
import { States } from './state.js'
import { Talk } from './talk.js'
import { SAYERS, clock, items, label, sentence, setting, tell } from './words.js'

const ROW = 26
const QUIET = 1500 // ms between two announcements while it plays
const JUMP = { game: 5, run: 5, order: 20 } // seconds, or events, for a long step

export class Page {
  /** `data`: { run, events, findings, annotations, arena, problems } as written by minecrew.page. */
  constructor (data) {
    this.data = data
    this.log = new Log(data.events)
    this.states = new States(this.log)
    this.player = new Player(this.log)
    this.filter = new Filter(this.log, data.findings)
    this.finding = null
    this.cited = new Set()
    this.frames = 0
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
    this.findings = new Findings({ list: byId('findings'), evidence: byId('evidence'), log, filter, pick: finding => this.select(finding), go })
    this.rows = new Rows(byId('events'), { height: ROW, pick: row => go(filter.shown[row]), fill: (element, row) => this.fillRow(element, row) })
    this.notes = new Notes({ form: byId('note'), list: byId('notes'), run: data.run, log, written: data.annotations, go, told: words => this.say(words) })
    this.head()
    this.wire()
    player.addEventListener('move', () => this.changed())
    player.addEventListener('state', () => this.buttons())
    this.buttons()
    this.refilter()
    this.follow() || this.changed()
  }

  head () {
    const { log, data } = this
    const { started, outcome } = log
    const title = started?.title ?? 'A run without a beginning'
    document.title = `${title}, replay`
    byId('title').textContent = title
    byId('outcome').textContent = outcome ? outcome.outcome.replace('_', ' ') : 'no end'
    byId('outcome').dataset.outcome = outcome?.outcome ?? 'none'
    byId('about').textContent = [outcome?.reason ?? 'it was killed, or is still going', data.run, started && `goal ${items(started.goal)}`].filter(Boolean).join(' · ')
    const set = started ? setting(started) : []
    byId('setting').replaceChildren(...set.map(words => make('li', {}, words)))
    byId('setting').hidden = !set.length
    const many = (count, name) => count === 1 ? name.replace(/s$/, '') : name
    const counts = { agents: log.agents.length, rounds: log.rounds.length, events: log.length, findings: data.findings.length, messages: log.count(event => event.kind === 'said' && event.agent), 'sub-tasks': log.count(event => event.kind === 'subtask.started'), 'game seconds': log.end('game').toFixed(1) }
    const rare = { 'denied by the guard': event => event.kind === 'guard.denied', 'failed on purpose': event => event.injected }
    for (const [name, fits] of Object.entries(rare)) if (log.count(fits)) counts[name] = log.count(fits)
    byId('counts').replaceChildren(...Object.entries(counts).map(([name, count]) => {
      const told = [make('b', {}, String(count)), ` ${many(count, name)}`]
      const first = rare[name] && log.events.find(rare[name])
      const entry = make('li', {}, ...(first ? [make('a', { href: `#${first.seq}`, title: 'Go to the first' }, ...told)] : told))
      entry.dataset.count = name
      return entry
    }))
    byId('families').replaceChildren(...Object.keys(FAMILIES).map(name => {
      const entry = make('li', {}, make('span.swatch'), ` ${name}`)
      entry.firstChild.style.background = `var(--${name})`
      return entry
    }))
    byId('no-map').hidden = Boolean(data.arena)
    byId('problems').replaceChildren(...data.problems.map(problem => make('li', {}, problem)))
    byId('problems').hidden = !data.problems.length
  }

  wire () {
    const { player, filter } = this
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
      last: () => player.go(Infinity),
      faster: () => player.pace(1),
      slower: () => player.pace(-1),
      zoomIn: () => this.lanes.scale(2),
      zoomOut: () => this.lanes.scale(0.5),
      events: () => this.focusRow(byId('events')),
      findings: () => this.focusRow(byId('findings')),
      search: () => byId('text').focus(),
      annotate: () => { byId('notes-box').open = true; const { annotator, class: kind } = byId('note').elements; (annotator.value ? kind : annotator).focus() },
      release: () => this.select(null),
      help: () => byId('help').showModal()
    }
    listen(actions)
    for (const name of ['toggle', 'next', 'previous', 'nextFinding', 'previousFinding', 'zoomIn', 'zoomOut']) click(name, actions[name])
    click('help-open', actions.help)
    click('close-help', () => byId('help').close())
    click('whole', () => {
      this.map.whole = byId('whole').checked
      this.map.frame()
      this.changed()
    })
    byId('speed').replaceChildren(...SPEEDS.map(speed => make('option', { value: speed }, `${speed}×`)))
    byId('speed').addEventListener('change', event => player.setSpeed(Number(event.target.value)))
    byId('axis').replaceChildren(...Object.entries(AXES).map(([name, { label }]) => make('option', { value: name }, label)))
    byId('axis').addEventListener('change', event => { Object.assign(this.lanes, { zoom: 1, from: 0 }); player.choose(event.target.value); this.lanes.draw() })
    this.wireFilter(filter)
    byId('filters').addEventListener('submit', event => event.preventDefault())
    addEventListener('hashchange', () => this.follow())
  }

  wireFilter (filter) {
    byId('agents').append(...this.log.agents.map(name => make('label', {}, make('input', {
      type: 'checkbox',
      value: name,
      change: event => { event.target.checked ? filter.agents.add(name) : filter.agents.delete(name); this.refilter() }
    }), ` ${name}`)))
    const option = (value, text = value) => make('option', { value }, text)
    const group = (label, options) => { const one = make('optgroup', {}, ...options); one.label = label; return one }
    byId('kind').append(option('', 'all kinds'), group('families', Object.keys(FAMILIES).map(name => option(name))),
      group('kinds', [...this.log.kinds].sort(([a], [b]) => a < b ? -1 : 1).map(([kind, count]) => option(kind, `${kind} (${count})`))))
    const classes = new Map()
    for (const finding of this.data.findings) classes.set(finding.class, (classes.get(finding.class) ?? 0) + 1)
    byId('class').append(option('', 'all classes'), ...[...classes].map(([name, count]) => option(name, `${name} (${count})`)))
    for (const name of ['kind', 'class']) byId(name).addEventListener('change', event => { filter[name] = event.target.value; this.refilter() })
    let waiting = null
    byId('text').addEventListener('input', event => {
      clearTimeout(waiting)
      waiting = setTimeout(() => { filter.text = event.target.value; this.refilter() }, 120)
    })
  }

  refilter () {
    this.filter.apply()
    if (this.finding && !this.filter.judged.includes(this.finding)) this.mark(null)
    byId('shown').textContent = `${this.filter.shown.length} of ${this.log.length} events, ${this.filter.judged.length} of ${this.data.findings.length} findings`
    byId('no-findings').hidden = this.filter.judged.length > 0
    this.findings.show(this.finding)
    this.rows.show(this.filter.shown.length, this.filter.rowOf(this.player.at))
    this.lanes.draw()
    this.changed()
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
    const ahead = direction > 0 ? order.find(one => this.lanes.placeOf(one) > this.player.at) ?? order[0] : order.findLast(one => this.lanes.placeOf(one) < this.player.at) ?? order.at(-1)
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
    element.replaceChildren(make('span.time', {}, clock(event)), make('b', {}, event.agent ?? ''), make('span.kind', {}, event.kind), make('span.told', {}, event.agent || !event.visitor ? tell(event) : sentence(event)))
  }

  focusRow (list) { list.querySelector('[role=option][tabindex="0"]:not([hidden])')?.focus() }

  buttons () {
    byId('toggle').textContent = this.player.playing ? 'Pause' : 'Play'
    byId('speed').value = this.player.speed
    if (!this.player.playing) this.changed()
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
    if (!event) return
    const began = performance.now()
    const state = this.states.after(player.at)
    if (this.lanes.follow()) this.lanes.draw()
    else this.lanes.drawCursor()
    this.map.draw(player.at, state, [...this.cited].map(seq => log.events[log.find(seq)]).filter(Boolean))
    this.crew.show(state)
    this.talk.show(player.at, this.cited)
    this.rows.show(this.filter.shown.length, this.filter.rowOf(player.at))
    this.detail.show(event, this.finding)
    this.notes.show(event, this.finding)
    this.tellPlace(event)
    this.frames++
    this.cost = performance.now() - began
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
    if (this.told !== event.seq && (!player.playing || now - this.spoken > QUIET)) {
      this.told = event.seq
      this.spoken = now
      byId('live').textContent = `${clock(event)}. ${event.agent ? words : `${SAYERS(event)}: ${words}`}`
    }
    clearTimeout(this.addressing)
    this.addressing = setTimeout(() => history.replaceState(null, '', `#${player.event.seq}`), 250)
  }

  say (words) { byId('alert').textContent = words }

  /** Goes where the address points; true when it does point somewhere. */
  follow () {
    const at = /^#\d+$/.test(location.hash) ? this.log.find(Number(location.hash.slice(1))) : -1
    if (at >= 0) this.player.go(at)
    return at >= 0
  }
}
