import { decodeQuotedPrintable, wholeOf } from '../bytes/index.js'
import { boundaryOf, partsOf } from './mime.js'

/** A part of a body of several, as it was before it was coded for the way. */
export interface TextPart {
  headers: ReadonlyMap<string, string>
  text: string
}

/** The parts of a body that is text already, by the boundary of its Content-Type; none where it names none. A part that nothing ends is there as far as it goes. */
export function textPartsOf(body: string, contentType: string): TextPart[] {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return []
  return partsOf(body, boundary).map(({ headers, start, end }) => ({
    headers,
    get text() {
      return decoded(body.slice(start, end), headers.get('content-transfer-encoding')?.trim().toLowerCase())
    },
  }))
}

function decoded(content: string, coding: string | undefined): string {
  if (coding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  return coding === 'quoted-printable'
    ? decodeQuotedPrintable(wholeOf(Buffer.from(content, 'utf8'))).bytes.toString('utf8')
    : content
}
