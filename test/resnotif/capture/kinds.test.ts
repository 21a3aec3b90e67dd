import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../src/resnotif/capture/index.js'
import { nameOf } from '../../../src/resnotif/capture/kinds.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()

it.each([
  ['<a:Answer xmlns:a="x"><ok/></a:Answer>', 'hex dump with Answer'],
  ['<ok a="1"/>', 'hex dump with ok'],
  ['HTTP/1.1 200 OK\r\n\r\n<Answer>cut off</Answer', 'hex dump with Answer'],
  // Bytes of each word turned round.
  ['?<mx levsroi=n1".0"<?ATH_toleeRNstofiQRx lmsn=h"tt', 'hex dump'],
  ['12 < mx and so on', 'hex dump'],
])('a part without a notification is named by its first element, if that is one: %j', (view, name) => {
  expect(nameOf(view, 'hex dump')).toBe(name)
})

describe('what follows the only message of a file', () => {
  it.each([
    ['zeros that fill a block up', `\n${'\0'.repeat(400)}`],
    ['sqlcmd', '\r\n\r\n(1 rows affected)\r\n'],
    ['SQL*Plus', '\n\n1 row selected.\n'],
    ['the client of MySQL', '\n1 row in set (0.00 sec)\n\n'],
    ['psql', '\n(1 row)\n'],
  ])('belongs to the capture, and is no text behind the root: %s', (_, behind) => {
    const { messages, unread } = readCapture(Buffer.from(`${MESSAGE}${behind}`))
    expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[MESSAGE], []])
  })
})

describe('a dump of HTTP that was saved in UTF-8', () => {
  const latin = MESSAGE.replace('Babbage', 'Bäbbage').replace('UTF-8', 'ISO-8859-1')
  const dump = (length: number, type = 'text/xml'): string =>
    `POST /pms HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${latin}\r\n`

  it('holds a message in the encoding that it names, where its length is that of it in this encoding', () => {
    for (const type of ['text/xml', 'text/xml; charset=iso-8859-1']) {
      const { messages, unread } = readCapture(Buffer.from(dump(latin.length, type)))
      expect([messages.map(({ decoded }) => [decoded.text.trim(), decoded.fault]), unread]).toEqual([
        [[latin, undefined]],
        [],
      ])
      expect(messages[0]?.shortLength).toBeUndefined()
    }
  })

  it('is not taken for one where it was sent so', () => {
    const { messages } = readCapture(Buffer.from(dump(Buffer.byteLength(latin))))
    expect(messages.map(({ decoded }) => decoded.fault === undefined)).toEqual([false])
  })
})
