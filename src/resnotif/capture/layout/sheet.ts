import { concat, cutOut, decodeEntities, Rewriting, type Traced } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** A text of a cell, which may have several where its letters differ, and how Excel writes characters that XML cannot hold. */
const TEXT = /<t(?:\s[^<>]{0,100})?>([^<]*)<\/t>/g
const CHARACTER = /_x([\dA-Fa-f]{4})_/g
const CELL_MAX = 400_000

/** Whether a text is a part of a workbook of Excel. */
export const isSheet = (view: string): boolean => view.slice(0, 4_000).includes(SHEET)

/** The text of a cell of a workbook around a place. */
export function sheetAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const before = view.slice(Math.max(floor, at - CELL_MAX), at)
  const opened = Math.max(before.lastIndexOf('<si>'), before.lastIndexOf('<is>'))
  const close = view.slice(at, at + CELL_MAX).search(/<\/(?:si|is)>/)
  if (opened < 0 || close < 0) return undefined
  const [start, end] = [at - before.length + opened, at + close]
  const texts = [...view.slice(start, end).matchAll(TEXT)].map(({ index, 0: whole, 1: text = '' }) => {
    const to = start + index + whole.length - '</t>'.length
    return cutOut(of, to - text.length, to)
  })
  return { name: 'table', text: withCharacters(decodeEntities(concat(texts))), start, end }
}

function withCharacters(of: Traced): Traced {
  const view = of.bytes.toString('latin1')
  const rewriting = new Rewriting(of)
  let from = 0
  for (const { index, 0: whole, 1: code = '' } of view.matchAll(CHARACTER)) {
    rewriting.keep(from, index)
    rewriting.put(String.fromCharCode(Number.parseInt(code, 16)), index)
    from = index + whole.length
  }
  rewriting.keep(from, view.length)
  return rewriting.end()
}
