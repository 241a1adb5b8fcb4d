/**
 * Groups of bars, or of rates with their intervals: one group per name, with one bar for each run.
 *
 * The plot is only a picture: the same numbers are in a table beside it.
 */

import { html, useEffect, useRef } from '../../lib/htm.js'
import UPlot from '../../lib/uPlot.js'
import { Palette } from '../palette.js'

const HEIGHT = 210
const SHARE = 0.8 // of a group's width that its bars fill
const WIDEST = 0.25 // of a group's width, for one bar
const CAP = 4 // px, half the stroke at an interval's end
const LETTER = 7 // px, about a letter's width
const DOT = 4.5 // px, a rate's radius

/**
 * `series`: { values, low, high } each, with one value per
 * name, null if it is not known; `low` and `high` are optional.
 */
export function Plot ({ names, series, label }) {
  const box = useRef()
  const key = JSON.stringify([names, series])
  useEffect(() => {
    let plot = null
    const palette = new Palette(() => draw())
    const draw = () => {
      plot?.destroy()
      plot = box.current.clientWidth
        ? new UPlot(
          options({ names, series, palette, width: box.current.clientWidth }),
          table(names, series),
          box.current
        )
        : null
    }
    const sized = new ResizeObserver(() => {
      if (box.current.clientWidth !== plot?.width) draw()
    })
    sized.observe(box.current)
    return () => { sized.disconnect(); palette.close(); plot?.destroy() }
  }, [key])
  return html`<div class="plot" ref=${box} role="img" aria-label=${label}></div>`
}

const table = (names, series) => [names.map((_, place) => place), ...series.map(one => one.values)]

const rated = series => series.some(one => one.high)

/** The end of the axis; the interval of a rate of 0 means little, so it may extend beyond the picture. */
function reach (series) {
  const seen = series.flatMap(({ values, high }) =>
    values.map((value, at) => value ? Math.max(value, high?.[at] ?? 0) : 0)
  )
  const all = series.flatMap(({ values, high }) => high ?? values)
  return Math.max(...seen, 0) || Math.max(...all, 0) || 1
}

function options ({ names, series, palette, width }) {
  const wide = Math.min(WIDEST, SHARE / series.length)
  const left = (group, one) => group + (one - series.length / 2) * wide
  const bars = one => UPlot.paths.bars({
    disp: {
      x0: { unit: 1, values: () => names.map((_, group) => left(group, one)) },
      size: { unit: 1, values: () => [wide * 0.9] }
    }
  })
  const axis = { stroke: palette.dim, font: '12px system-ui, sans-serif', ticks: { show: false } }
  const longest = LETTER * Math.max(...names.map(name => name.length))
  const slanted = (width - 52) / names.length < longest // they would collide
  return {
    width,
    height: HEIGHT + (slanted ? longest * 0.6 : 0),
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.5, names.length - 0.5] }, y: { range: [0, reach(series) * 1.08] } },
    axes: [
      {
        ...axis,
        splits: () => names.map((_, place) => place),
        values: () => names,
        rotate: slanted ? 35 : 0,
        size: slanted ? 30 + longest * 0.6 : 30,
        grid: { show: false }
      },
      { ...axis, size: 52, grid: { stroke: palette.line, width: 1 } }
    ],
    series: [{}, ...series.map((_, one) => rated(series)
      ? { paths: () => null, points: { show: false } }
      : { fill: palette.agent(one), width: 0, paths: bars(one), points: { show: false } })],
    hooks: {
      draw: rated(series)
        ? [
            plot =>
              series.forEach((one, place) =>
                whiskers(plot, one, group => left(group, place) + wide / 2, palette.agent(place))
              )
          ]
        : []
    }
  }
}

/** A dot for each rate, and a line for its interval. */
function whiskers (plot, { values, low, high }, middle, colour) {
  const { ctx, bbox } = plot
  const scale = devicePixelRatio || 1
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top - CAP * scale, bbox.width, bbox.height + 2 * CAP * scale)
  ctx.clip()
  Object.assign(ctx, { strokeStyle: colour, fillStyle: colour, lineWidth: 2 * scale })
  values.forEach((value, group) => {
    if (value == null) return
    const x = plot.valToPos(middle(group), 'x', true)
    const [y, bottom, top] = [value, low[group], high[group]].map(one => plot.valToPos(one, 'y', true))
    ctx.globalAlpha = value ? 1 : 0.45
    ctx.beginPath()
    ctx.moveTo(x, bottom)
    ctx.lineTo(x, top)
    for (const end of [bottom, top]) {
      ctx.moveTo(x - CAP * scale, end)
      ctx.lineTo(x + CAP * scale, end)
    }
    ctx.stroke()
    ctx.globalAlpha = 1
    ctx.beginPath()
    ctx.arc(x, y, DOT * scale, 0, 2 * Math.PI)
    ctx.fill()
  })
  ctx.restore()
}
