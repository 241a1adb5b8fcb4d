/** Our own drawings for items: the shape shows the kind of item, and the colour its material. */

const SHAPES = [ // the first that fits; paths in a box of 16
  [/_(pickaxe)$/, 'M3 13L11 5M5 3q6 0 8 8'],
  [/_(axe|hoe|shovel|sword)$|^shears$/, 'M3 13L10 6M8 3l5 5-2 1-4-4z'],
  [/^(stick|sugar_cane|bamboo|bone)$/, 'M5 14L11 2M8 14L13 5'],
  [/^(paper|map|painting)$/, 'M4 2h6l3 3v9H4zM6 7h5M6 10h5'],
  [/book$|^writable_book$/, 'M3 3q3-1 5 1 2-2 5-1v10q-3-1-5 1-2-2-5-1zM8 4v10'],
  [/_(ingot|brick)$/, 'M2 11l3-5h8l1 5z'],
  [/^(diamond|emerald|lapis_lazuli|redstone|coal|charcoal|quartz|flint)$|^raw_/, 'M8 2l5 5-5 7-5-7z'],
  [
    /_(seeds|sapling|tulip|orchid|daisy|valley)$|^(wheat|dandelion|poppy|allium|azure_bluet|cornflower)$/,
    'M8 14V5M8 8q4 0 4-4-4 0-4 4M8 10q-4 0-4-4 4 0 4 4'
  ],
  [/^(apple|bread|beef|mutton|porkchop|chicken|carrot|potato|cooked_.*|.*_stew)$/, 'M3 9q0-5 5-5t5 5-5 5-5-5z'],
  [/^(leather|feather|string|rabbit_hide)$/, 'M3 4l3 1h4l3-1-1 5 1 4-3-1H6l-3 1 1-4z'],
  [/_(helmet|chestplate|leggings|boots)$/, 'M3 4l3-1 2 2 2-2 3 1-1 4v6H4V8z'],
  [/bucket$/, 'M3 4h10l-2 10H5zM3 4q5-5 10 0'],
  [/(planks|slab|stairs|sign|door|fence|ladder|chest|table|shelf|bed|boat|bowl)/, 'M2 3h12v10H2zM2 6.3h12M2 9.6h12'],
  [/./, 'M8 2l6 3v6l-6 3-6-3V5zM2 5l6 3 6-3M8 8v6']
]

const STUFF = new Map(`
  oak #b8945c  spruce #785834  birch #d4c28e  jungle #b0825c  dark_oak #5c3a24  acacia #b8603a  wooden #9a7444
  stone #8c8c90  cobble #8c8c90  iron #c8c8cc  golden #e8c440  gold #e8c440  diamond #50cfcb  coal #45454c
  redstone #c8302c  lapis #3656b8  emerald #3cb45c  leather #a4683c  beef #b04c44  mutton #b05c50  paper #e4e0d0
  book #a8743c  sugar #8cc060  wheat #d8b850  white #e8e8e4  black #3a3a40  glass #a8d4dc  dirt #866242  sand #dccf9c
  stick #8a683c  bread #c08a40  bone #e4e0d0  apple #cc3c34
`.trim().split(/\s{2,}/).map(pair => pair.split(' ')))

function colour (item) {
  const words = [...STUFF.keys()].filter(word => item.includes(word)).sort((a, b) => b.length - a.length)
  if (words.length) return STUFF.get(words[0])
  let sum = 0
  for (const letter of item) sum = (sum * 31 + letter.codePointAt(0)) % 360
  return `hsl(${sum} 45% 55%)`
}

/** An SVG element; it is beside the item's name, so it is hidden from screen readers. */
export function icon (item) {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', 'icon')
  const path = svg.appendChild(document.createElementNS(space, 'path'))
  path.setAttribute('d', SHAPES.find(([fits]) => fits.test(item))[1])
  path.setAttribute('fill', colour(item))
  return svg
}
