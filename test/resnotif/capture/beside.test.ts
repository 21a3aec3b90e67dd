import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../src/resnotif/capture/index.js'
import { lintDecoded } from '../../../src/resnotif/lint/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const BODY = MESSAGE.replace(/^<\?xml.*?\?>\s*/, '')
const enveloped = (text: string): string =>
  `<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><in>${text}</in></s:Body></s:Envelope>\n`
const FORMS = {
  'a message': MESSAGE,
  'an escaped one in an envelope': enveloped(
    BODY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  'one in CDATA': enveloped(`<![CDATA[${BODY}]]>`),
}
const request = (body: string): string =>
  `POST /ota HTTP/1.1\r\nHost: pms\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const rulesOf = (text: string): string[] => {
  const { messages, unread } = readCapture(Buffer.from(text))
  expect(unread).toEqual([])
  return messages.flatMap(({ decoded }) =>
    lintDecoded(decoded)
      .findings.filter(({ severity }) => severity === 'error')
      .map(({ rule }) => rule),
  )
}
const BESIDE: Readonly<Record<string, (text: string) => string>> = {
  'letters behind it': (text) => `${text.trimEnd()}junk\n`,
  'a tag behind it': (text) => `${text.trimEnd()}</x>\n`,
  'a second root': (text) => `${text.trimEnd()}<foo/>\n`,
  'letters before it': (text) => `junk${text}`,
}

describe.each(Object.entries(FORMS))('what stands beside %s', (_form, text) => {
  it.each(Object.entries(BESIDE))('in its file or its body is a fault: %s', (_name, spoil) => {
    expect(rulesOf(spoil(text))).toEqual(['xml-broken'])
    expect(rulesOf(request(spoil(text)))).toEqual(['xml-broken'])
  })

  it('is a second mark of the byte order, in a body and in a file', () => {
    expect(rulesOf(request(`\ufeff\ufeff${text}`))).toContain('encoding')
    if (text === MESSAGE) expect(rulesOf(`\ufeff\ufeff${text}`)).toEqual(['encoding'])
    expect(rulesOf(request(`\ufeff${text}`))).toEqual([])
    expect(rulesOf(`\ufeff${text}`)).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['a prompt', 'user@pms:~$ \n'],
    ['an answer', '<OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS>\n'],
    ['a document with its own declaration', '<?xml version="1.0"?>\n<foo/>\n'],
    ['an element in a line of its own', '<a:env xmlns:a="urn:a"><x>hello</x></a:env>\n'],
    ['one behind an empty line', '\n\n<audit id="1"/>\n'],
    ['a comment', '<!-- archived -->\n'],
    ['a line of the log', '2026-11-23 12:00:01 INFO done\n'],
  ])('in a capture is none: %s', (_name, behind) => {
    expect(rulesOf(`${text}${behind}`)).toEqual([])
  })

  it.each(['Received:', 'Request\n', 'body=', '2026-11-23 12:00:00 INFO got '])(
    'nor are words before it: %j',
    (before) => {
      expect(rulesOf(`${before}${text}`)).toEqual([])
    },
  )
})

it('the signs of a frame of MLLP are no part of a message, also where its end is not in the capture', () => {
  for (const content of [`\v${MESSAGE}`, `\v${MESSAGE}\x1c\r`, `${MESSAGE}\x1c\r`]) {
    const { messages, unread, others } = readCapture(Buffer.from(content))
    expect(unread.length + others.length).toBe(0)
    expect(messages.map(({ decoded }) => decoded.text.trim())).toEqual([MESSAGE.trim()])
  }
})

it('elements of a message behind its end are no document of their own', () => {
  expect(rulesOf(`${MESSAGE}<HotelReservations></HotelReservations>\n`)).toEqual(['xml-broken'])
})
