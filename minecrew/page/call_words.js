/**
 * The texts of a run's model calls. An offline page contains them; a page of the service requests them.
 *
 * A call: { seq, messages: [{ role, pieces: [{ text, same }] }], answer, thoughts, settings, usd, before, ... }.
 */

/**
 * The texts in an offline page. `part`: { lines, calls }, where each text is a list of places in `lines`. A call
 * whose texts are left out, because there are too many, has no `messages`.
 */
export class KeptWords {
  constructor (part) {
    this.part = part
    this.bySeq = new Map((part?.calls ?? []).map(call => [call.seq, call]))
    this.leftOut = [...this.bySeq.values()].filter(call => !call.messages).length
  }

  get some () { return this.bySeq.size > 0 }
  has (seq) { return this.bySeq.has(seq) }

  async get (seq) {
    const call = this.bySeq.get(seq)
    if (!call?.messages) return call ?? null
    const messages = call.messages.map(({ role, pieces }) => ({
      role,
      pieces: pieces.map(({ text, same }) => ({ text: this.text(text), same }))
    }))
    return { ...call, messages, answer: this.text(call.answer), thoughts: this.text(call.thoughts) }
  }

  /** The seqs of the calls whose texts contain `words`. */
  async matching (words) {
    const wanted = words.toLowerCase()
    const fits = places => places && this.text(places).toLowerCase().includes(wanted)
    return [...this.bySeq.values()].filter(call => fits(call.answer) || fits(call.thoughts) ||
      call.messages?.some(({ pieces }) => fits(pieces.flatMap(piece => piece.text)))).map(call => call.seq)
  }

  text (places) { return places == null ? null : places.map(place => this.part.lines[place]).join('\n') }
}

/** The texts of a run that a service serves. `ask(path)` resolves to the service's answer. */
export class ServedWords {
  constructor (run, ask) {
    Object.assign(this, { path: `/runs/${encodeURIComponent(run)}/calls`, ask, some: true, leftOut: 0 })
  }

  has () { return true }
  get (seq) { return this.ask(`${this.path}/${seq}`) }

  async matching (words) {
    const { calls } = await this.ask(`${this.path}?${new URLSearchParams({ text: words })}`)
    return calls.map(call => call.seq)
  }
}
