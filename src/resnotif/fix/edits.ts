import type { XmlAttribute } from '../xml/index.js'

/** A stretch of the text and what is to stand there. */
export interface Edit {
  start: number
  end: number
  replacement: string
}

/** The text with all edits made; they do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let from = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, edit.start), edit.replacement)
    from = edit.end
  }
  return parts.join('') + text.slice(from)
}

/** Another value for an attribute. */
export function replacement({ place, end }: XmlAttribute, to: string, text: string): Edit {
  return { start: place.offset, end, replacement: escape(to, text[end] as string) }
}

/** A new attribute, right behind another one. */
export function insertion(name: string, to: string, behind: XmlAttribute): Edit {
  return { start: behind.end + 1, end: behind.end + 1, replacement: ` ${name}="${escape(to, '"')}"` }
}

function escape(value: string, quote: string): string {
  const safe = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return quote === '"' ? safe.replaceAll('"', '&quot;') : safe.replaceAll("'", '&apos;')
}
