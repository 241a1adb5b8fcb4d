/**
 * The contents of the tabs: the exchange of items and words, and the calls of models. A tab is drawn only while it is
 * shown.
 */

import { byId } from './elements.js'
import { Calls } from './calls.js'
import { FlowView } from './flow_view.js'
import { Shares } from './shares.js'
import { Answers, TalkGraph } from './talk_graph.js'

export class Panels {
  /** `words`: the texts of the calls. `go(at)` goes to an event. */
  constructor ({ log, activity, flow, words, go, say }) {
    this.answers = new Answers(log)
    const place = (id, more) => ({ picture: byId(id), list: byId(`${id}-list`), log, go, ...more })
    this.exchange = [
      new FlowView(place('flow', { flow })),
      new TalkGraph(place('answers', { answers: this.answers })),
      new Shares({ root: byId('shares'), log, activity, flow, go })
    ]
    this.calls = new Calls({ log, words, go, say })
    this.parts = [this.answers, this.calls] // what takes events in one by one
  }

  show (panel) {
    if (panel === 'panel-exchange') for (const part of this.exchange) part.show()
    if (panel === 'panel-calls') this.calls.show()
  }
}
