import { textPartsOf } from '../capture/index.js'

const START = /;[ \t]{0,9}start=(?:"([^"]{0,300})"|([^;\s"]{1,300}))/i

/**
 * The message of an answer, from its beginning on; of one with attachments (multipart/related, as MTOM and SOAP with attachments have it): its root part. The body itself where it is none, or
 * where it cannot be taken apart. Of a part that nothing ends, reading says that it breaks off.
 */
export const rootPartOf = (body: string, contentType: string | undefined): string =>
  leadOf(rootOf(body, contentType)).text

/** What stands before the beginning of a message. */
interface Lead {
  /** The message from its beginning on. */
  text: string
  /** Lines that are over before it begins. */
  lines: number
  /** What of it a strict reader of XML stops at, in words; undefined where nothing is wrong. */
  note: string | undefined
}

/** Many a PMS writes blank lines first, and some a byte order mark behind them. That leaves no doubt of what they answered. */
export function leadOf(body: string): Lead {
  const [lead = ''] = /^[\s\ufeff]+/.exec(body) ?? []
  const text = body.slice(lead.length)
  const stray = lead.includes('\ufeff') ? 'a byte order mark where none may stand' : 'blanks before <?xml'
  const isWrong = text.startsWith('<') && (lead.includes('\ufeff') || (lead !== '' && /^<\?xml\s/.test(text)))
  return {
    text: text.startsWith('<') ? text : body,
    lines: text.startsWith('<') ? lead.split('\n').length - 1 : 0,
    note: isWrong ? `The answer begins with ${stray}: strict readers of XML stop there.` : undefined,
  }
}

/** The same, with what stands before its beginning. */
export function rootOf(body: string, contentType: string | undefined): string {
  const root = partOf(body, contentType)
  return textInJson(root) ?? root
}

/** An answer that a service of JSON has made a string of: `"<OTA_HotelResNotifRS …>\n"`. Nothing else is taken out of JSON, as nobody says what it means there. */
function textInJson(body: string): string | undefined {
  const text = body.replace(/^\ufeff/, '').trim()
  if (!text.startsWith('"') || !text.endsWith('"')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' && value.trimStart().startsWith('<') ? value : undefined
  } catch {
    return undefined
  }
}

function partOf(body: string, contentType: string | undefined): string {
  if (contentType === undefined || !/^\s*multipart\/related\b/i.test(contentType)) return body
  const [, quoted, plain] = START.exec(contentType.slice(0, 2_000)) ?? []
  const start = quoted ?? plain
  const parts = textPartsOf(body, contentType)
  const named = start === undefined ? undefined : parts.find(({ headers }) => headers.get('content-id') === start)
  return (named ?? parts[0])?.text ?? body
}
