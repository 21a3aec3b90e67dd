import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 23\r\n\r\n<OTA_HotelResNotifRS/>\n'
const MARK = '<Surname>Hopper'

/** Numbers that are the same for a seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const LINE_ENDS: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r\n').replace('\r\n', '\n'),
]

function requestOf(body: string, sizes: number, pick: (below: number) => number): string {
  const head = 'POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\n'
  if (sizes === 0) return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  const chunks: string[] = []
  for (let at = 0; at < body.length;) {
    const size = 1 + pick(sizes)
    const chunk = body.slice(at, at + size)
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    at += size
  }
  return `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`
}

interface Packet {
  way: 'client' | 'server'
  seq: number
  data: string
  /** How much of it was recorded. */
  kept: number
}

function packetsOf(request: string, longest: number, pick: (below: number) => number): Packet[] {
  const packets: Packet[] = []
  for (let at = 0; at < request.length;) {
    const data = request.slice(at, at + 1 + pick(longest))
    packets.push({ way: 'client', seq: at + 1, data, kept: data.length })
    at += data.length
  }
  return packets
}

const answer = (): Packet => ({ way: 'server', seq: 1, data: ANSWER, kept: ANSWER.length })

const HOSTS = { client: 'hub.56004', server: 'pms.8000' }

/** What `tcpdump -A` makes of bytes. */
const lettersOf = (data: string): string =>
  data.replaceAll(/\r(?=\n|$)(?![^])|\r(?=\n)/g, '').replaceAll(/[^\n\t\x20-\x7e]/g, '.')

/** How tcpdump begins the line of a packet. */
const BEGINS: Readonly<Record<string, (number: number) => string>> = {
  '-A': () => '17:58:14.844239 IP ',
  '-t -A': () => 'IP ',
  '-# -A': (number) => `${String(number).padStart(5)}  17:58:14.844239 IP `,
  '-# -t -A': (number) => `${String(number).padStart(5)}  IP `,
  '-tt -A': () => '1795456694.844239 IP ',
  '-ttt -A': () => ' 00:00:00.000020 IP ',
  '-i any -A': () => '17:58:14.844239 lo    In  IP ',
  '-i any -t -A': () => 'lo    In  IP ',
  '-e -t -A': () => '00:00:00:00:00:00 > 00:00:00:00:00:00, ethertype IPv4 (0x0800), length 1514: ',
  '-v -t -A': () => 'IP (tos 0x0, ttl 64, id 1, offset 0, flags [DF], proto TCP (6), length 1500)\n    ',
}

const shown = (packets: readonly Packet[], option: string, isQuiet = false): string =>
  packets
    .map(({ way, seq, data, kept }, at) => {
      const hosts = way === 'client' ? `${HOSTS.client} > ${HOSTS.server}` : `${HOSTS.server} > ${HOSTS.client}`
      const told = isQuiet
        ? `tcp ${data.length}`
        : `Flags [P.], seq ${seq}:${seq + data.length}, ack 1, win 63, options [nop,nop,TS val 1 ecr 2], length ${data.length}: HTTP`
      return `${BEGINS[option]?.(at + 1) ?? ''}${hosts}: ${told}\nE..|.9@.@.,@...........@.<.l.:.....?.q.....\n..z.|...${lettersOf(data.slice(0, kept))}\n`
    })
    .join('')

const read = (content: string): Capture => readCapture(Buffer.from(content, 'latin1'))
const plain = (text: string): string => text.replaceAll('\r\n', '\n')

/** A message is read as it was sent, at its place, or told; never a piece of it alone. */
function expectReadOrTold({ messages, unread }: Capture, content: string, sent: readonly string[], name: string): void {
  for (const { decoded, placeOf } of messages) {
    expect(sent, name).toContain(plain(decoded.text))
    const lines = decoded.text.split('\n')
    const line = lines.findIndex((one) => one.includes(MARK))
    const place = placeOf({ line: line + 1, column: (lines[line] as string).indexOf(MARK) + 1 })
    expect(content.split('\n')[place.line - 1]?.slice(place.column - 1)[0], name).toBe('<')
  }
  if (unread.length === 0) expect(messages.length, name).toBe(sent.length)
}

describe('text of tcpdump', () => {
  it.each(Object.keys(BEGINS))('with %s is read, whatever its line ends, chunks and packets', (option) => {
    for (let seed = 0; seed < 24; seed++) {
      const pick = numbersOf(seed + option.length)
      const body = (LINE_ENDS[seed % 3] as (text: string) => string)(SAMPLE)
      const request = requestOf(body, [0, 700, 9, 40][seed % 4] as number, pick)
      const content = shown([...packetsOf(request, [40, 1_448, 30_000][pick(3)] as number, pick), answer()], option)
      const capture = read(content)
      expect(capture.unread, `seed ${seed}`).toEqual([])
      expect(
        capture.messages.map(({ decoded }) => plain(decoded.text)),
        `seed ${seed}`,
      ).toEqual([SAMPLE])
      expectReadOrTold(capture, content, [SAMPLE], `seed ${seed}`)
    }
  })

  it('of requests that follow each other in one connection is read', () => {
    for (let seed = 0; seed < 24; seed++) {
      const pick = numbersOf(seed)
      const bodies = [0, 1, 2].map((at) => SAMPLE.replace('Hopper', `Hopper${at}`))
      const requests = bodies.map((body) =>
        requestOf((LINE_ENDS[seed % 3] as (text: string) => string)(body), [0, 700][pick(2)] as number, pick),
      )
      const content = shown(packetsOf(requests.join(''), 1_448, pick), '-A')
      const capture = read(content)
      expect(capture.unread).toEqual([])
      expect(capture.messages.map(({ decoded }) => plain(decoded.text))).toEqual(bodies)
    }
  })

  it('that lacks a packet, the first, the last or the ends of all of them is told as unread', () => {
    for (let seed = 0; seed < 60; seed++) {
      const pick = numbersOf(seed)
      const body = (LINE_ENDS[seed % 3] as (text: string) => string)(SAMPLE)
      const all = packetsOf(requestOf(body, [0, 700, 90][pick(3)] as number, pick), 600, pick)
      // The bytes behind the last tag are no part of the message.
      const last = all.length - 1 - (all.at(-1)?.data.trim().length === 0 ? 1 : 0)
      const lost = [0, last, 1 + pick(all.length - 3)][seed % 3] as number
      const left = all.filter((_, at) => (lost === last ? at < lost : at !== lost))
      const other = packetsOf(requestOf(SAMPLE.replace('Hopper', 'Hopper2'), 0, pick), 1_448, pick)
      const second = shown(other, '-A').replaceAll('hub.56004', 'hub.56005')
      // Chunks below the rest of a head tell that nothing of the body is missing.
      const isBodyLeft = lost === 0 && left.some(({ data }) => data.includes('Transfer-Encoding: chunked'))
      for (const content of [
        ...(isBodyLeft ? [] : [shown(left, '-A') + second, shown(left, '-# -t -A') + second]),
        shown(
          all.map((one) => ({ ...one, kept: Math.min(20, one.kept) })),
          '-A',
        ) + second,
      ]) {
        const capture = read(content)
        expect(capture.unread.length, `seed ${seed}`).toBeGreaterThan(0)
        expect(
          capture.messages.map(({ decoded }) => decoded.text),
          `seed ${seed}`,
        ).toEqual([SAMPLE.replace('Hopper', 'Hopper2')])
      }
    }
  })

  it('without numbers of bytes is told as unread, with what helps', () => {
    for (const sizes of [0, 9]) {
      const pick = numbersOf(sizes)
      const { messages, unread } = read(shown(packetsOf(requestOf(SAMPLE, sizes, pick), 500, pick), '-A', true))
      expect(messages).toEqual([])
      expect(unread.map(({ what }) => what)).toEqual([expect.stringContaining('without -q, or with -X')])
    }
  })

  it('says where letters seem to stand as dots, and not of a dot that is one', () => {
    const bytes = (text: string): string => Buffer.from(text).toString('latin1')
    const dotted = requestOf(bytes(SAMPLE.replace('Hopper', 'N\u00fa\u00f1ez')), 0, numbersOf(1))
    expect(read(shown(packetsOf(dotted, 1_448, numbersOf(1)), '-A')).messages[0]?.isDotted).toBe(true)
    const own = requestOf(SAMPLE.replace('Hopper', 'St. Hopper'), 0, numbersOf(1))
    expect(read(shown(packetsOf(own, 1_448, numbersOf(1)), '-A')).messages[0]?.isDotted).toBeUndefined()
  })
})

describe('a dump of HTTP', () => {
  it('that ends before its length or its last chunk is told as unread, wherever it ends', () => {
    for (let seed = 0; seed < 40; seed++) {
      const pick = numbersOf(seed)
      const request = requestOf(
        (LINE_ENDS[seed % 3] as (text: string) => string)(SAMPLE),
        [0, 700][seed % 2] as number,
        pick,
      )
      const start = request.indexOf('<?xml')
      const cut = request.slice(0, start + 200 + pick(request.lastIndexOf('>') - start - 200))
      const { messages, unread } = read(cut)
      expect(messages, `seed ${seed}`).toEqual([])
      expect(unread, `seed ${seed}`).toHaveLength(1)
      expect(unread[0]?.what).toContain('the capture cut')
      expect(unread[0]?.line, `seed ${seed}`).toBeGreaterThan(3)
    }
  })

  it('that holds all its length promises is judged, a tag that is not closed as well', () => {
    const broken = SAMPLE.replace('</Comments>', '')
    for (const change of LINE_ENDS) {
      const { messages, unread } = read(requestOf(change(broken), 0, numbersOf(1)))
      expect([messages.length, unread]).toEqual([1, []])
    }
  })
})

/** What stands before each note: nothing, or what `--trace-time` and `--trace-ids` put there. */
const STAMPS = ['', '07:30:56.212418 ', '[0-0] ', '07:30:56.212418 [0-0] ']

describe.each(STAMPS)('the output of curl -v with "%s" before its notes', (stamp) => {
  const HEAD = [
    '*   Trying 10.0.0.1:80...\n',
    '* Connected to pms (10.0.0.1) port 80 (#0)\n',
    '> GET /pms HTTP/1.1\r\n',
    '> Host: pms\r\n',
    '> \r\n',
  ]
    .map((line) => `${stamp}${line}`)
    .join('')
  const METER = '\r100  4271  100  4271    0     0  1240k      0 --:--:-- --:--:-- --:--:-- 1390k\n'
  const NOTES = [
    `${stamp}* Closing connection 0\n`,
    `${stamp}{ [1448 bytes data]\n`,
    METER,
    `${stamp}* Connection #0 to host pms left intact\n`,
    `${METER.trimEnd()}${stamp}* Closing connection 0\n`,
  ]

  it('is read with its notes anywhere inside the body, or told as unread where no length tells them apart', () => {
    for (let seed = 0; seed < 80; seed++) {
      const pick = numbersOf(seed)
      const at = 300 + pick(SAMPLE.length - 600)
      const other = at + pick(SAMPLE.length - at - 200)
      const note = NOTES[seed % NOTES.length] as string
      const body = `${SAMPLE.slice(0, at)}${note}${SAMPLE.slice(at, other)}${seed % 3 === 0 ? NOTES[0] : ''}${SAMPLE.slice(other)}`
      const answerOf = (length: string): string => `${HEAD}${stamp}< HTTP/1.1 200 OK\r\n${length}${stamp}< \r\n${body}`
      const content = answerOf(`${stamp}< Content-Length: ${SAMPLE.length}\r\n`)
      const capture = read(content + (seed % 2 === 0 ? NOTES[3] : ''))
      expect([capture.unread, capture.messages.map(({ decoded }) => decoded.text)], `seed ${seed}`).toEqual([
        [],
        [SAMPLE],
      ])
      const untold = read(answerOf(''))
      expect([untold.messages, untold.unread.length], `seed ${seed}`).toEqual([[], 1])
    }
  })

  it('whose notes stand before the body and behind it is read without its length', () => {
    const content = `${HEAD}${stamp}< HTTP/1.1 200 OK\r\n${stamp}< \r\n${stamp}{ [4271 bytes data]\n${SAMPLE}${stamp}* Closing connection 0\n`
    const { messages, unread } = read(content)
    expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([[], [SAMPLE]])
  })
})

describe('packets of ngrep', () => {
  const head = 'T 10.0.0.2:5000 -> 10.0.0.1:80 [AP]\n'

  it('are read where one holds a message, and told as unread where lines were broken or several hold it', () => {
    const whole = read(`####\n${head}POST /pms HTTP/1.1.\nContent-Type: text/xml.\n.\n${SAMPLE}\n##\n`)
    expect([whole.unread, whole.messages.map(({ decoded }) => decoded.text)]).toEqual([[], [SAMPLE]])
    const broken = (SAMPLE.replaceAll('\n', '.').match(/[^]{1,75}/g) ?? []).map((line) => `  ${line}\n`).join('')
    const wrapped = read(`####\n${head}${broken}#\n`)
    expect([wrapped.messages, wrapped.unread]).toEqual([
      [],
      [expect.objectContaining({ what: expect.stringContaining('-W byline') as string })],
    ])
    const [one, two] = [SAMPLE.slice(0, 2_000), SAMPLE.slice(2_000)]
    const split = read(`${head}POST /pms HTTP/1.1.\n.\n${one}\n##\n${head}${two}\n#\n`)
    expect(split.messages).toEqual([])
    expect(split.unread.length).toBeGreaterThan(0)
  })
})

describe('a message in several packets of ngrep', () => {
  const APART = 'a message that no packet of ngrep holds whole'
  const back = 'T 10.0.0.1:80 -> 10.0.0.2:5000 [AP] #4\n'
  const rows = SAMPLE.split('\n')
  const chunks = [0, 30, 60, 90].map((at) => `${back}320.\n${rows.slice(at, at + 30).join('\n')}.\n\n\n`)
  const answer = `${back}HTTP/1.1 200 OK.\nTransfer-Encoding: chunked.\n.\n\n\n`

  it('is told once, where it begins, with why', () => {
    const content = `####\n${answer}${chunks.join('')}`
    const line = content.slice(0, content.indexOf('<?xml')).split('\n').length
    expect(read(content)).toMatchObject({
      messages: [],
      unread: [{ line, what: expect.stringContaining(APART) as string }],
    })
    // Its beginning may be in a packet that was not shown.
    expect(read(`####\n${answer}${chunks.slice(1).join('')}`)).toMatchObject({
      messages: [],
      unread: [{ what: expect.stringContaining(APART) as string }],
    })
  })

  it('hides none behind it', () => {
    const next = `${back}HTTP/1.1 200 OK.\nContent-Type: text/xml.\n.\n${SAMPLE}\n##\n`
    for (const content of [`${answer}${chunks.join('')}${next}`, `${answer}${chunks.join('')}${back}${SAMPLE}\n##\n`]) {
      const { messages, unread } = read(`####\n${content}`)
      expect([messages.map(({ decoded }) => decoded.text), unread.length]).toEqual([[SAMPLE], 1])
    }
    const twice = read(`####\n${answer}${chunks.join('')}${answer}${chunks.join('')}`)
    expect([twice.messages.length, twice.unread.length]).toEqual([0, 2])
  })
})

describe('digits', () => {
  const rows = (data: string, row: (offset: string, pairs: string[], text: string) => string, from = 0): string =>
    (data.match(/[^]{1,16}/g) ?? [])
      .map((text, at) =>
        row(
          (from + at * 16).toString(16).padStart(8, '0'),
          [...Buffer.from(text, 'latin1')].map((byte) => byte.toString(16).padStart(2, '0')),
          text.replaceAll(/[^ -~]/g, '.'),
        ),
      )
      .join('')
  const wireshark = (offset: string, pairs: string[], text: string): string =>
    `${offset.slice(4)}   ${pairs.join(' ').padEnd(47)}   ${text}\n`
  const dotnet = (offset: string, pairs: string[], text: string): string =>
    `System.Net Verbose: 0 : [1234] ${offset} : ${`${pairs.slice(0, 8).join(' ')}-${pairs.slice(8).join(' ')}`.toUpperCase().padEnd(47)} : ${text}\n`
  const request = requestOf(SAMPLE, 0, numbersOf(1))

  it.each([
    ['of Wireshark', wireshark],
    ['of System.Net', dotnet],
  ])('%s are read, and told as unread where rows are missing', (_, row) => {
    const content = rows(request, row)
    const { messages, unread } = read(content)
    expect([unread, messages.map(({ decoded }) => decoded.text)]).toEqual([[], [SAMPLE]])
    const lines = content.split('\n')
    for (const at of [40, 100, lines.length - 4]) {
      const capture = read(lines.filter((_line, own) => own !== at).join('\n'))
      expect([capture.messages, capture.unread.length > 0]).toEqual([[], true])
    }
  })
})
