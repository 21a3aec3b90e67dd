/** Longest line of a part's head that is read. */
const LINE_MAX = 1_000

/**
 * The message of an answer with attachments (multipart/related, as MTOM and SOAP with attachments have it): its root part. The body itself where it is none, or
 * where it cannot be taken apart.
 */
export function rootPartOf(body: string, contentType: string | undefined): string {
  if (contentType === undefined || !/^\s*multipart\/related\b/i.test(contentType)) return body
  const boundary = parameterOf(contentType, 'boundary')
  if (boundary === undefined || boundary === '') return body
  const parts = partsOf(body, `--${boundary}`)
  const start = parameterOf(contentType, 'start')
  const root = start === undefined ? parts[0] : (parts.find(({ id }) => id === start) ?? parts[0])
  return root === undefined ? body : root.text
}

interface Part {
  id: string | undefined
  text: string
}

/** A part that nothing ends is there as far as it goes: reading it says that it breaks off. */
function partsOf(body: string, mark: string): Part[] {
  const lines = `\n${body}`
  const parts: Part[] = []
  let at = lines.indexOf(`\n${mark}`)
  while (at >= 0) {
    const head = lines.indexOf('\n', at + 1)
    const isEnd = lines.startsWith('--', at + 1 + mark.length)
    if (head < 0 || isEnd) break
    const next = lines.indexOf(`\n${mark}`, head)
    parts.push(partOf(lines.slice(head + 1, next < 0 ? lines.length : next)))
    at = next
  }
  return parts
}

function partOf(text: string): Part {
  const empty = /(?:^|\n)\r?\n/.exec(text)
  if (empty === null) return { id: undefined, text }
  const head = text.slice(0, empty.index).split('\n')
  const of = (name: string): string | undefined =>
    head
      .map((line) => line.slice(0, LINE_MAX))
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const content = text.slice(empty.index + empty[0].length)
  return { id: of('content-id'), text: decoded(content, of('content-transfer-encoding')?.toLowerCase()) }
}

function decoded(content: string, coding: string | undefined): string {
  if (coding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (coding !== 'quoted-printable') return content
  const bytes = Buffer.from(content.replaceAll(/=\r?\n/g, ''), 'utf8').toString('latin1')
  const plain = bytes.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(plain, 'latin1').toString('utf8')
}

/** A parameter of a Content-Type, with or without quotes. */
function parameterOf(contentType: string, name: string): string | undefined {
  const found = new RegExp(`;[ \\t]{0,9}${name}=(?:"([^"]{0,300})"|([^;\\s"]{1,300}))`, 'i').exec(contentType)
  return found?.[1] ?? found?.[2]
}
