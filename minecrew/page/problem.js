/** A page for an address that does not exist, with links to the views that do. */

import { navigate } from './nav.js'

navigate('')
