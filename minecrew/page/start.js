/** Shows the run that this page contains. */

import { Page } from './page.js'

window.minecrew = new Page(JSON.parse(document.getElementById('data').textContent))
