// The page of the service: which view an address means. Until there are views: the list of runs, as links.

import { byId, make } from './elements.js'

const list = await (await fetch('/runs')).json()
byId('app').append(...list.items.map(run => make('p', {}, make('a', { href: `/ui/runs/${run.id}` }, `${run.title} ${run.state}`))))
