import { decodeEntities, Rewriting, type Traced } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

/** A text of a document of Word, or what ends a line of it. What was deleted and is kept has an element of its own. */
const PART = /<w:t(?:\s[^<>]{0,200})?>([^<]*)<\/w:t>|<w:(?:br|cr)(?:\s[^<>]{0,200})?\/>|<\/w:p>|<w:tab\/>/g
const BODY = '<w:body'
const BODY_END = '</w:body>'

/** Whether a text holds a document of Word. */
export const hasParagraphs = (view: string): boolean => view.includes(BODY)

/** The paragraphs of a document of Word around a place, each as a line: what is pasted there has an element for each line, or for each word. */
export function paragraphsAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const start = view.lastIndexOf(BODY, at)
  if (start < floor) return undefined
  const close = view.indexOf(BODY_END, at)
  const end = close < 0 ? view.length : close
  const rewriting = new Rewriting(of)
  for (const match of view.slice(start, end).matchAll(PART)) {
    const [whole, text] = match
    const from = start + match.index
    if (text === undefined) rewriting.put(whole === '<w:tab/>' ? '\t' : '\n', from)
    else {
      const behind = from + whole.length - '</w:t>'.length
      rewriting.keep(behind - text.length, behind)
    }
  }
  return { name: 'Word document', text: decodeEntities(rewriting.end()), start, end }
}
