/** The view "Skills": search them, read one, or write your own. The address contains the name of the shown skill. */

import { html, useEffect, useRef, useState } from '../../lib/htm.js'
import { request } from '../service.js'
import { useAddress } from './address.js'
import { useAnswer } from './answer.js'
import { Author } from './author.js'
import { Trouble, many, worked } from './parts.js'
import { PLACES, SkillView } from './skill.js'

const TYPING = 150 // ms
const MOST = 500
const STARTER = '/ui/assets/skill.template'
const FIRST = 'mySkill'

export function Skills () {
  const [query, change] = useAddress()
  const name = query.get('name')
  const text = query.get('q') ?? ''
  const [written, setWritten] = useState(null) // { name, text } of what is being written
  const [problem, setProblem] = useState(null)
  const found = useAnswer(`/skills?${new URLSearchParams({ ...(text ? { q: text } : {}), limit: MOST })}`)
  const reading = useRef()
  const begun = useRef(false)
  useEffect(() => {
    const { activeElement: at } = document
    // What had the focus is gone.
    if (begun.current && (at === document.body || !at.checkVisibility())) reading.current.focus()
    begun.current = true
  }, [name, written])
  const unsaved = useRef(false)
  const mayLeave = () => !written || !unsaved.current || confirm('Discard what you wrote?')
  const open = name => {
    if (!mayLeave()) return
    setWritten(null)
    if (name !== query.get('name')) change({ name }, { keep: true })
  }
  const begin = async () => {
    if (!mayLeave()) return
    try {
      const template = await (await request(STARTER)).text()
      setWritten({ name: null, text: template.replaceAll('NAME', FIRST) })
      setProblem(null)
    } catch (problem) { setProblem(problem) }
  }
  const done = saved => {
    setWritten(null)
    found.again()
    change({ name: saved }, { keep: true })
  }
  return html`
    <div class="title"><h1>Skills</h1><p class="dim">${found.data && many(found.data.total, 'skill')}</p>
      <button type="button" class="primary" onClick=${begin}>New skill</button></div>
    <${Trouble} problem=${problem ?? found.problem} again=${found.problem && found.again} />
    <div class="skills" data-open=${written || name ? 'yes' : null}>
      <div class="shelf">
        <${Search} text=${text} change=${change} />
        <${List} items=${found.data?.items ?? []} name=${name} open=${open} />
        ${found.data?.items.length === 0 && html`<p class="empty-list">No matching skills.</p>`}
      </div>
      <div class="reading" ref=${reading} tabindex="-1">
        ${(written || name) && html`
          <button type="button" class="back" onClick=${() => open(written ? name : '')}>All skills</button>`}
        ${written
            ? html`<${Author} key=${written.text} name=${written.name} text=${written.text} unsaved=${unsaved}
                done=${done} leave=${() => open(name)} />`
            : name
              ? html`<${SkillView} key=${name} name=${name} gone=${() => {
                  found.again()
                  open('')
                }}
                edit=${skill => setWritten({ name: skill.name, text: skill.source })}
                copy=${skill => setWritten({ name: null, text: renamed(skill) })} />`
            : html`<p class="empty-list wide-only">Choose a skill to read it, or write one.</p>`}
      </div>
    </div>`
}

/** Copies a skill's text under a new name, so that the user can save it as a skill of their own. */
function renamed ({ name, source }) {
  return source.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `my${name[0].toUpperCase()}${name.slice(1)}`)
}

function Search ({ text, change }) {
  const typing = useRef()
  const later = event => {
    const { value } = event.target
    clearTimeout(typing.current)
    typing.current = setTimeout(() => change({ q: value.trim() }), TYPING)
  }
  return html`<form role="search" aria-label="Search skills" onSubmit=${event => event.preventDefault()}>
    <input type="search" aria-label="Search skills" defaultValue=${text} onInput=${later}
      placeholder="something to sleep in" autocomplete="off" /></form>`
}

function List ({ items, name, open }) {
  const follow = (event, one) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open(one)
  }
  return html`<ul class="skill-list" aria-label="Skills">${items.map(one => html`
    <li key=${one.name}><a href=${`/ui/skills?name=${one.name}`} aria-current=${one.name === name ? 'true' : null}
      onClick=${event => follow(event, one.name)}>
      <span class="name"><b>${one.name}</b>
        ${one.place !== 'package' && html` <span class="place">${PLACES[one.place] ?? one.place}</span>`}</span>
      <span class="dim">${one.about}</span>
      ${one.record?.calls > 0 && html`<span class="dim use">${worked(one.record)}</span>`}
    </a></li>`)}</ul>`
}
