import { textPartsOf } from '../capture/index.js'

const START = /;[ \t]{0,9}start=(?:"([^"]{0,300})"|([^;\s"]{1,300}))/i

/**
 * The message of an answer with attachments (multipart/related, as MTOM and SOAP with attachments have it): its root part. The body itself where it is none, or
 * where it cannot be taken apart. Of a part that nothing ends, reading says that it breaks off.
 */
export function rootPartOf(body: string, contentType: string | undefined): string {
  if (contentType === undefined || !/^\s*multipart\/related\b/i.test(contentType)) return body
  const [, quoted, plain] = START.exec(contentType.slice(0, 2_000)) ?? []
  const start = quoted ?? plain
  const parts = textPartsOf(body, contentType)
  const named = start === undefined ? undefined : parts.find(({ headers }) => headers.get('content-id') === start)
  return (named ?? parts[0])?.text ?? body
}
