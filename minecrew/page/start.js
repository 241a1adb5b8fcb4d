/** Shows the run that this page contains. */

import { KeptWords } from './call_words.js'
import { Page } from './page.js'

const data = JSON.parse(document.getElementById('data').textContent)
document.body.classList.toggle('blind', Boolean(data.blind))
window.minecrew = new Page(data, { words: new KeptWords(data.calls) })
