/** A page for an address that is none: with the way to those that are. */

import { navigate } from './nav.js'

navigate('')
