import type { TextMark } from '../values/index.js'
import { tagsOf } from '../workbook/index.js'

/** What a font does to a text that changes what the text says. */
export interface TextLook {
  isStruck: boolean
  script: 'superscript' | 'subscript' | undefined
}

export const PLAIN_LOOK: TextLook = { isStruck: false, script: undefined }

const OFF = new Set(['0', 'false', 'off', 'none'])
const RUN = /<(?:[\w.-]{1,40}:)?r(?:\s[^<>]*)?>/
const END_OF_FONT = /<\/(?:[\w.-]{1,40}:)?rPr\s*>/
const WORDS = /strike|vertAlign/i

/** True where something in this XML may be struck out, raised or lowered. */
export function mayLookOdd(xml: string | Buffer): boolean {
  return typeof xml === 'string'
    ? WORDS.test(xml)
    : xml.includes('strike') || xml.includes('Strike') || xml.includes('vertAlign')
}

/** The look that the properties of a font or of a run give. */
export function lookOf(properties: string): TextLook {
  if (!mayLookOdd(properties)) return PLAIN_LOOK
  const isOn = (name: string): boolean =>
    [...tagsOf(properties, name)].some(({ val = '1' }) => !OFF.has(val.toLowerCase()))
  const align = [...tagsOf(properties, 'vertAlign')].at(-1)?.val
  return {
    isStruck: isOn('strike') || isOn('dstrike') || isOn('dblStrike'),
    script: align === 'superscript' || align === 'subscript' ? align : undefined,
  }
}

/** The looks of the runs of a text that show something; undefined stands for the font of the cell. */
export function looksOf(text: string): (TextLook | undefined)[] {
  return text.split(RUN).flatMap((run) => {
    const end = END_OF_FONT.exec(run)
    const shown = end === null ? run : run.slice(end.index + end[0].length)
    if (shown.replace(/<[^<>]*>/g, '').trim() === '') return []
    return [end === null ? undefined : lookOf(run.slice(0, end.index))]
  })
}

/** What is to be said of a text whose runs look like this, in a cell with this font. */
export function markOf(runs: readonly (TextLook | undefined)[], cell: TextLook): TextMark | undefined {
  const looks = runs.map((look) => look ?? cell)
  if (looks.some(({ isStruck }) => isStruck))
    return looks.every(({ isStruck }) => isStruck) ? 'struck out' : 'partly struck out'
  const scripts = new Set(looks.map(({ script }) => script))
  return scripts.size < 2 ? undefined : scripts.has('superscript') ? 'partly superscript' : 'partly subscript'
}
