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

describe('plain lines behind the only message of a file', () => {
  it.each([
    ['a status', '\nINFO ok\n'],
    ['a prompt', '\n\nroot@pms:~# '],
    ['a prompt and a command', '\nroot@pms:~# cat <x >y\n'],
    ['a title', '\n--- end of request\n'],
    ['a word', '\ndone'],
    ['an element that a log names', '\nINFO answered <Success/> after 12 ms\n'],
    ['a prompt right behind it', 'ada@pms:~$ \n'],
    ['a prompt of PowerShell', 'PS C:\\temp>'],
    ['the sign of a missing line end', '%\nada@pms ~ % '],
    ['another document', '\nINFO answer:\n<Answer><ok/></Answer>\n'],
  ])('are told as no part of it, and it is judged: %s', (_, behind) => {
    for (const message of [
      MESSAGE,
      `<s:Envelope xmlns:s="x"><s:Body>${MESSAGE.slice(MESSAGE.indexOf('<O'))}</s:Body></s:Envelope>`,
    ]) {
      const { messages, unread, others } = readCapture(Buffer.from(`${message}${behind}`))
      expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[message], []])
      expect(others).toMatchObject([{ what: expect.stringContaining('text in lines behind the message') as string }])
    }
  })

  it.each([
    ['glued to the end tag', ' INFO ok\n'],
    ['an end tag without a beginning', '\nok</Body>\n'],
    ['a root that nothing closes', '\nINFO ok\n<Other>'],
  ])('are an error where they are no lines of others: %s', (_, behind) => {
    expect(readCapture(Buffer.from(`${MESSAGE}${behind}`)).messages).toMatchObject([{ isWhole: true }])
  })

  it('hide no fault of the message', () => {
    const broken = MESSAGE.replace('</Customer>', '</Custom>')
    expect(readCapture(Buffer.from(`${broken}\nINFO ok\n`)).messages).toMatchObject([{ isWhole: true }])
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

describe('a document that is evidently no notification', () => {
  const noneOf = (text: string): [number, string | undefined] => {
    const { messages, unread, holdsNone } = readCapture(Buffer.from(text))
    return [messages.length + unread.length, holdsNone]
  }

  it.each([
    [
      'HTML 4.01',
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/loose.dtd">\n<HTML\n><P>a<BR>',
    ],
    [
      'XHTML',
      '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">\n<html><p>a</p></html>',
    ],
    ['HTML 5', '<!doctype html>\n<title>a</title><p>a<br>b'],
    ['no DOCTYPE', '<html><body>a&nbsp;b<br></body></html>'],
  ])('is told as a page of HTML: %s', (_, text) => {
    expect(noneOf(text)).toEqual([0, 'a page of HTML'])
  })

  it('is told by its root where it has a DOCTYPE', () => {
    const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/svg10.dtd">'
    expect(noneOf(`<?xml version="1.0"?>\n${type}\n<svg width="1"/>`)).toEqual([0, 'a document of XML with svg'])
    // What defines entities is judged where it is named, and passed over beside others.
    expect(noneOf('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toEqual([1, 'a document of XML with a'])
  })

  it.each(['<OTA_HotelResNotifRQ/>', '<a:OTA_HotelResRQ xmlns:a="b"/>', '<HotelReservations/>'])(
    'is none whose root was meant for a PMS: %s',
    (text) => {
      expect(noneOf(`<?xml version="1.0"?>\n<!DOCTYPE x SYSTEM "y.dtd">\n${text}`)).toEqual([1, undefined])
    },
  )

  it.each([
    ['a page of a README', '<p align="center">\n<img src="logo.png">\n</p>\n\n# Our PMS & more\n'],
    ['directives of Apache', '<VirtualHost *:80>\n  ServerName pms.example\n</VirtualHost>\n'],
    [
      'a component',
      '<template>\n  <div v-if="a && b" @click="x">{{ y }}</div>\n</template>\n<script>\nlet a = 1 < 2\n</script>\n',
    ],
    ['JSX', '<div>{a && b}</div>\n'],
    ['PHP', "<?php\necho '<html>';\n"],
    ['a mail', '<a@b.example> wrote:\n> Hello\n'],
    ['a chat', '<john> hi & hello\n<mary> yo\n'],
    ['events without a root', '<log4j:event logger="x"><log4j:message>up</log4j:message></log4j:event>\n'.repeat(2)],
    ['a trace that goes on', '<E2ETraceEvent xmlns="urn:x"><System/></E2ETraceEvent><E2ETraceEvent xmlns="urn:x"><Sys'],
    ['a log that is open', '<log>\n<record><message>up</message></record>\n'],
    ['Latin-1 that declares nothing', '<a>M\u00fcller</a>\n'],
    ['an envelope of others', '<s:Envelope xmlns:s="urn:s"><s:Body><Order><a></Order></s:Body></s:Envelope>'],
    ['a request for something else', '<OTA_HotelAvailRQ><a></OTA_HotelAvailRQ>'],
  ])('is told as text where it only begins as a document does: %s', (_, text) => {
    expect(readCapture(Buffer.from(text, 'latin1'))).toMatchObject({
      unread: [],
      others: [],
      holdsNone: 'text that begins as XML does',
    })
    const declared = readCapture(Buffer.from(`<?xml version="1.0"?>\n${text}`, 'latin1'))
    expect(declared).toMatchObject({ messages: [{ isWhole: true }], holdsNone: 'XML that is not well formed' })
  })

  it.each([
    ['its name', '<OTA_HotelResNotifRQ xmlns="x"><POS></OTA_HotelResNotifRQ>'],
    ['its name, cut', '<OTA_HotelResNot'],
    ['the name of another of its kind', '<OTA_HotelResRQ><a></OTA_HotelResRQ>'],
    ['an envelope that ends before it', '<s:Envelope xmlns:s="urn:s"><s:Header><wsse:Security'],
    ['elements of one', '<HotelReservations><HotelReservation></HotelReservations>'],
  ])('is a message that is broken where it shows %s', (_, text) => {
    expect(noneOf(text)).toEqual([1, undefined])
  })

  it('is none that shows a piece of one', () => {
    const half = MESSAGE.slice(0, 1_500).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    expect(noneOf(`<?xml version="1.0"?>\n<!DOCTYPE html>\n<html><pre>${half}</pre></html>`)[0]).toBe(1)
  })
})
