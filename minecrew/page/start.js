/** Shows the run that lies in this page. */

import { Page } from './page.js'

window.minecrew = new Page(JSON.parse(document.getElementById('data').textContent))
