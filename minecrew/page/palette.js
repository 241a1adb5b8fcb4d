/** The style sheet's colours for drawing on a canvas; they are read again when the colour scheme changes. */

import { TABLES } from './tables.js'

const NAMES = ['text', 'dim', 'line', 'panel', 'accent', 'done', 'failed', 'stopped', 'cited', 'work', 'edge',
  ...TABLES.families, ...Object.keys(TABLES.classes)]
const AGENT_COLOURS = 8

export class Palette {
  constructor (changed) {
    this.read()
    this.dark = matchMedia('(prefers-color-scheme: dark)')
    this.turned = () => { this.read(); changed() }
    this.dark.addEventListener('change', this.turned)
  }

  close () { this.dark.removeEventListener('change', this.turned) }

  read () {
    const style = getComputedStyle(document.documentElement)
    for (const name of NAMES) this[name] = style.getPropertyValue(`--${name}`).trim()
    this.agents = Array.from({ length: AGENT_COLOURS }, (_, place) => style.getPropertyValue(`--agent-${place}`).trim())
  }

  agent (place) { return this.agents[place % AGENT_COLOURS] }
}

/** Fits a canvas to its box at the screen's resolution; true if its size changed. */
export function fit (canvas, width, height) {
  const scale = devicePixelRatio || 1
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width === w && canvas.height === h) return false
  canvas.width = w
  canvas.height = h
  canvas.getContext('2d').setTransform(scale, 0, 0, scale, 0, 0)
  return true
}
