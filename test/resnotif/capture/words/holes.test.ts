import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LINE = MESSAGE.replaceAll(/>\s+</g, '><')
const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const read = (content: string): Capture => readCapture(Buffer.from(content))
const prefixed = (text: string): string => `${text.replaceAll(/^/gm, STAMP)}\n`
const own = (text: string): string => `${STAMP}in ${text}\n${STAMP}done\n`
const HOLED = [{ what: expect.stringContaining('a part was left out') as string }]

const MARKS = [
  '...',
  ' ... ',
  '…',
  '[...]',
  '...[truncated 1200 chars]...',
  '... (truncated) ...',
  '... 1200 characters omitted ...',
  '… 1200 more bytes …',
  '<... 1200 more bytes ...>',
  '[1200 bytes cut]',
  '[snip]',
  '<snip>',
  '[... 30 lines suppressed ...]',
  '(30 lines omitted)',
  '[skipping 30 lines]',
  '~~~ 1200 bytes skipped ~~~',
  '...skipping...',
  '...skipping 30 lines...',
]

describe('a message of which the middle was left out', () => {
  it.each([...MARKS, '--'])('is told as unread: lines around %s', (mark) => {
    const rows = MESSAGE.split('\n')
    const guest = rows.findLastIndex((row) => row.includes('<ResGuest '))
    for (const [from, to] of [
      [20, 50],
      [40, 70],
      [56, 57],
      [guest, guest + 13],
    ] as const) {
      const text = [...rows.slice(0, from), mark, ...rows.slice(to)].join('\n')
      expect(read(own(text))).toMatchObject({ messages: [], unread: HOLED })
      expect(read(prefixed(text))).toMatchObject({ messages: [], unread: HOLED })
      expect(read(text)).toMatchObject({ messages: [], unread: HOLED })
      expect(read(`${text}\n${own(MESSAGE)}`)).toMatchObject({ messages: [{}], unread: HOLED })
    }
  })

  it.each(MARKS)('is told as unread: one line around %s', (mark) => {
    for (const from of [1_200, 1_490, 1_500, 1_510, 1_620])
      expect(read(own(`${LINE.slice(0, from)}${mark}${LINE.slice(-1_000)}`))).toMatchObject({
        messages: [],
        unread: HOLED,
      })
    const guests = LINE.indexOf('</ResGuests>')
    const text = `${LINE.slice(0, LINE.lastIndexOf('<ResGuest ', guests))}${mark}${LINE.slice(guests)}`
    expect(read(own(text))).toMatchObject({ messages: [], unread: HOLED })
  })
})

describe('a percent encoded message of which the middle was left out', () => {
  /** Where the hole begins in the message, where it ends, and how many characters of the encoding it takes along. */
  const HOLES: readonly [string, string, number, number][] = [
    ['</Profiles>', 'AgeQualifyingCode="10"', -2, 0],
    ['  <ResGuestRPHs>', '<ResGuestRPH ', 1, 1],
    ['<PersonName>', 'GivenName>', 0, -1],
    ['<Profiles>', 'Customer>', 2, 0],
    ['<ResGuest ', 'PrimaryIndicator', -1, 0],
    ['<TimeSpan Start="20', '-07-01" End', 0, 0],
    ['</Comment>', '</RoomStay>', 1, 2],
  ]
  it.each(HOLES)('behind %j up to %j', (begin, end, more, fewer) => {
    for (const encode of [
      encodeURIComponent,
      (text: string) => encodeURIComponent(text).replaceAll('%20', '+'),
      (text: string) => encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    ])
      for (const text of [MESSAGE, LINE]) {
        const from = text.indexOf(begin.trim()) + begin.trim().length
        const to = text.indexOf(end, from)
        if (to < 0) continue
        const [head, tail] = [encode(text.slice(0, from)), encode(text.slice(to))]
        for (const mark of ['...', '…', '[...]', '(truncated)', '...[truncated 1200 chars]...']) {
          const torn = more < 0 ? `${head}${encode(' ').slice(0, -more)}` : head.slice(0, head.length - more)
          const value = `${torn}${mark}${fewer < 0 ? tail.slice(-fewer) : tail.slice(fewer)}`
          for (const file of [`${STAMP}xml=${value}\n${STAMP}done\n`, `a=1&xml=${value}&b=2\n`]) {
            const { messages, unread } = read(file)
            // Of what was read beyond the hole nothing is judged, and nothing is passed over.
            expect([mark, value, messages.length, unread.length > 0]).toEqual([mark, value, 0, true])
          }
        }
      }
  })
})

describe('marks of a message itself', () => {
  it.each(MARKS.filter((mark) => !mark.includes('<')))('leave it as it is: %s', (mark) => {
    for (const text of [
      MESSAGE.replace('Late arrival', `Late ${mark} arrival`),
      MESSAGE.replace('Late arrival', mark),
      MESSAGE.replace('<POS>', `<!-- ${mark} --><POS>`),
      LINE.replace('Late arrival', `Late ${mark}`),
    ]) {
      expect(read(own(text))).toMatchObject({ messages: [{ decoded: { text } }], unread: [] })
      expect(read(prefixed(text))).toMatchObject({ messages: [{}], unread: [] })
    }
  })

  it.each(MARKS.filter((mark) => !mark.includes('<')))('excuse no fault that it has elsewhere: %s', (mark) => {
    const marked = MESSAGE.replace('Late arrival', `Late ${mark} arrival`)
    for (const text of [
      marked.replace('</Surname>', '</Surnam>'),
      marked.replace('</ResGuests>', ''),
      marked.replace('Count="4"', 'Count=4'),
      marked.replace('Lovelace', 'A & B'),
    ])
      expect(read(own(text))).toMatchObject({ messages: [{ decoded: { text } }], unread: [] })
  })

  it('are of the sender where the head of HTTP says that all is there', () => {
    const body = MESSAGE.replace(/<RoomStay [^]*<\/RoomStays>/, '...')
    const head = `POST /a HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    expect(read(`${head}${body}`)).toMatchObject({ messages: [{}], unread: [] })
  })
})

const NOTICES = [
  '12 log lines dropped (rate limit)',
  'Suppressed 3 messages from pms.service',
  'imuxsock lost 9 messages from pid 4711 due to rate-limiting',
  'imjournal: 84 messages lost due to rate-limiting (20000 allowed within 600 seconds)',
  'begin to drop messages due to rate-limiting',
  'last message repeated 2 times',
  'dropped 7 log records: the queue is full',
  '-- 5 lines suppressed --',
  '3 events were discarded',
  'some entries not logged',
]

describe('a line in which a log says that it dropped others', () => {
  const rows = MESSAGE.split('\n')

  it.each(NOTICES)('leaves no whole message around it: %s', (notice) => {
    for (let from = 4; from < rows.length - 12; from += 5)
      for (const count of [1, 2, 7]) {
        const text = [...rows.slice(0, from), notice, ...rows.slice(from + count)].join('\n')
        for (const content of [prefixed(text), own(text)])
          expect(read(content), `${from} ${count}`).toMatchObject({ messages: [], unread: HOLED })
      }
  })

  it('is one of the log on whichever output of a container it stands', () => {
    const line = (text: string, output = 'stdout'): string => `2026-11-23T12:00:01.000000001Z ${output} F ${text}\n`
    for (const [output, from] of ['stdout', 'stderr'].flatMap((one) => [30, 45, 60].map((at) => [one, at] as const))) {
      const before = rows.slice(0, from).map((row) => line(row))
      const behind = rows.slice(from + 6).map((row) => line(row))
      const content = [...before, line(NOTICES[0] as string, output), ...behind].join('')
      expect(read(content)).toMatchObject({ messages: [], unread: HOLED })
      const whole = rows.map((row) => line(row)).join('')
      expect(read(`${whole}${line(NOTICES[0] as string, output)}${whole}`)).toMatchObject({
        messages: [{}, {}],
        unread: [],
      })
      expect(read(`${whole}${line('3 guests have no name', output)}`)).toMatchObject({ messages: [{}], unread: [] })
    }
  })

  it.each(NOTICES)('is a text of the message where it stands for one: %s', (notice) => {
    for (const text of [`\n${notice}\n`, `\n${notice}`, `Late arrival\n${notice}\nand more`])
      for (const content of [own, prefixed].map((put) => put(MESSAGE.replace('Late arrival', text))))
        expect(read(content)).toMatchObject({ messages: [{}], unread: [] })
    const broken = MESSAGE.replace('Late arrival', `\n${notice}\n`).replace('</Surname>', '</Surnam>')
    expect(read(own(broken))).toMatchObject({ messages: [{ decoded: { text: broken } }], unread: [] })
  })
})

describe('a message whose hole begins in an entity', () => {
  const SPACED = [' ... ', ' … ', ' [...] ', ' ...[638 chars]... ', ' [1200 characters omitted] ', '\\u2026']
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const enveloped = (text: string): string => `<Envelope><Body><Process><xml>${text}</xml></Process></Body></Envelope>`

  it.each([...SPACED, ...MARKS.filter((mark) => !mark.includes('<') && !mark.includes('~'))])(
    'is told as unread: %s',
    (mark) => {
      const text = escaped(LINE)
      for (const name of ['<RoomStay ', '<Profiles>', '<Surname>', '</Comments>'])
        for (let torn = 1; torn < 4; torn++) {
          const from = text.indexOf(escaped(name)) + torn
          const to = text.lastIndexOf('&lt;/Customer') + 6
          expect(read(own(enveloped(`${text.slice(0, from)}${mark}${text.slice(to)}`)))).toMatchObject({
            messages: [],
            unread: HOLED,
          })
        }
    },
  )

  it.each(SPACED.slice(0, -1))('is none where nothing is missing: %s', (mark) => {
    for (const words of [`Q&A${mark}late`, `L&G${mark}late`]) {
      const text = MESSAGE.replace('Late arrival', words)
      expect(read(own(text))).toMatchObject({ messages: [{ decoded: { text } }], unread: [] })
    }
  })
})

it.each([...MARKS.filter((mark) => !mark.includes('<')), '\\u2026', ' [638 chars omitted] '])(
  'the head of a message that is closed by the tag of another element is none: %s',
  (mark) => {
    const from = LINE.indexOf('EchoToken="') + 15
    for (const [tag, kept] of [
      ['<RequestorID', 6],
      ['<UniqueID', 20],
      ['<RatePlan ', 26],
    ] as const) {
      const to = LINE.indexOf('/>', LINE.indexOf(tag)) - kept
      const cut = `${LINE.slice(0, from)}${mark}${LINE.slice(to + kept - 5)}`
      const { messages, unread } = read(own(cut))
      expect([messages, unread[0]]).toEqual([[], expect.objectContaining(HOLED[0] as object)])
    }
  },
)
