/** Beginnings of packed files, of PDF and of pictures, as they look when they are read as text. */
const MAGIC = ['PK\u0003\u0004', '%PDF-', 'PNG\r\n\u001a', "7z\ufffd\ufffd'\u001c", 'Rar!\u001a']
const GZIP = ['\u008b', '\ufffd', '\u2039'].map((second) => `\u001f${second}\u0008`)
/** So many control characters within so few others are no slip of a typist. */
const [MANY, NEAR] = [6, 256]

/** Whether a text is, in part, not text at all. */
export function isBinary(text: string): boolean {
  if ([...MAGIC, ...GZIP].some((one) => text.includes(one))) return true
  const last: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 31 || (code > 8 && code < 14) || code === 27) continue
    if (last.push(at) >= MANY && at - (last.shift() as number) < NEAR) return true
  }
  return false
}

/** A message with attachments without those that are no text. */
export function withoutBinaryParts(text: string): { text: string; count: number } {
  const [, boundary] = /^(?:\r?\n){0,3}--([^\s"]{1,200})\r?\n/.exec(text) ?? []
  if (boundary === undefined) return { text, count: 0 }
  let count = 0
  const parts = text.split(`\n--${boundary}`).map((part) => {
    if (!isBinary(part)) return part
    count++
    const head = /^[\s\S]*?\r?\n\r?\n/.exec(part.slice(0, 10_000))?.[0] ?? '\n'
    return `${isBinary(head) ? '\n' : head}(not kept)\r`
  })
  return { text: parts.join(`\n--${boundary}`), count }
}
