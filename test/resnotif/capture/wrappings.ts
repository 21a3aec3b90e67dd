import { deflateSync, gzipSync } from 'node:zlib'

/** What a tool or a program makes of a message, and the line of it where a byte of the message stands. */
export interface Wrapped {
  content: Buffer
  /** @param at of a message of ASCII */
  lineOf(at: number): number
}

/** A text that knows where it put the bytes of a message. */
class Page {
  private text = ''
  private line = 1
  private readonly lines: number[] = []

  /** What is no byte of the message. */
  say(text: string): this {
    this.text += text
    this.line += text.split('\n').length - 1
    return this
  }

  /** Bytes that stand as they are. */
  show(text: string): this {
    for (const character of text) {
      this.lines.push(this.line)
      this.say(character)
    }
    return this
  }

  /** Bytes that stand in one line, written in another way. */
  write(text: string, bytes: number): this {
    for (let at = 0; at < bytes; at++) this.lines.push(this.line)
    return this.say(text)
  }

  /** @param before bytes of a head that were written like those of the message */
  end(before = 0): Wrapped {
    const { lines } = this
    return { content: Buffer.from(this.text, 'latin1'), lineOf: (at) => lines[at + before] ?? 0 }
  }
}

export const STAMP = '2026-11-23 12:00:00,123 DEBUG [http-1] a.b.C - '
const HEAD = 'POST /pms HTTP/1.1\r\nHost: pms\r\nContent-Type: text/xml\r\n'
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 23\r\n\r\n<OTA_HotelResNotifRS/>\n'
const headOf = (text: string): string => `${HEAD}Content-Length: ${text.length}\r\n\r\n`
const rowsOf = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, at * size + size))
const pairsOf = (row: string): string[] =>
  [...Buffer.from(row, 'latin1')].map((byte) => byte.toString(16).padStart(2, '0'))
const lettersOf = (row: string): string => row.replaceAll(/[^ -~]/g, '.')
const hex = (offset: number, width: number): string => offset.toString(16).padStart(width, '0')

/** Rows of sixteen bytes, from offset 0 on. */
function dump(page: Page, bytes: string, row: (offset: number, pairs: string[], letters: string) => string): Page {
  for (const [at, one] of rowsOf(bytes, 16).entries())
    page.write(`${row(at * 16, pairsOf(one), lettersOf(one))}\n`, one.length)
  return page
}

const fours = (pairs: string[]): string => (pairs.join('').match(/.{1,4}/g) ?? []).join(' ')
const halves = (pairs: string[], between: string): string =>
  [pairs.slice(0, 8).join(' '), pairs.slice(8).join(' ')].join(between)

/** A packet of IP. */
function packet(seq: number, data: string, port: number): string {
  const head = Buffer.alloc(40)
  head.writeUInt8(0x45, 0)
  head.writeUInt16BE(40 + data.length, 2)
  head.writeUInt8(6, 9)
  Buffer.from([10, 0, 0, 2, 10, 0, 0, 1]).copy(head, 12)
  head.writeUInt16BE(port, 20)
  head.writeUInt16BE(8_000, 22)
  head.writeUInt32BE(seq, 24)
  head.writeUInt8(0x50, 32)
  head.writeUInt8(0x18, 33)
  return head.toString('latin1') + data
}

/** Of one message, a connection of its own. */
const portOf = (message: string): number => 50_000 + (message.length % 10_000)

const packetLine = (seq: number, size: number, port: number): string =>
  `17:58:14.844239 IP 10.0.0.2.${port} > 10.0.0.1.8000: Flags [P.], seq ${seq}:${seq + size}, ack 1, win 63, length ${size}: HTTP\n`

/** Packets in digits: only their second row and those behind it hold bytes of the connection. */
function digitPackets(message: string, hasText: boolean): Wrapped {
  const page = new Page()
  let seq = 1
  for (const data of rowsOf(headOf(message) + message, 1_448)) {
    page.say(packetLine(seq, data.length, portOf(message)))
    for (const [at, row] of rowsOf(packet(seq, data, portOf(message)), 16).entries()) {
      const pairs = fours(pairsOf(row))
      const own = Math.max(0, Math.min(row.length, at * 16 + row.length - 40))
      page.write(`\t0x${hex(at * 16, 4)}:  ${hasText ? `${pairs.padEnd(39)}  ${lettersOf(row)}` : pairs}\n`, own)
    }
    seq += data.length
  }
  return page.end(headOf(message).length)
}

const curlBlock = (arrow: string, kind: string, size: number): string =>
  `${arrow} ${kind}, ${size} bytes (0x${size.toString(16)})\n`

function curlTrace(message: string): Wrapped {
  const page = new Page().say('== Info:   Trying 10.0.0.1:80...\n')
  const row = (offset: number, pairs: string[], letters: string): string =>
    `${hex(offset, 4)}: ${`${pairs.join(' ')} `.padEnd(48)}${letters}`
  page.say(curlBlock('=>', 'Send header', headOf(message).length))
  dump(page, headOf(message), row)
  for (const part of rowsOf(message, 2_048)) {
    page.say(curlBlock('=>', 'Send data', part.length))
    dump(page, part, row)
  }
  page
    .say(curlBlock('<=', 'Recv header', 17))
    .say(
      `0000: ${pairsOf('HTTP/1.1 200 OK\r\n').slice(0, 16).join(' ')} HTTP/1.1 200 OK.\n0010: 0a                                              .\n`,
    )
  return page.end(headOf(message).length)
}

/** Rows of up to 64 letters, which end where a line does. */
function letterRows(page: Page, bytes: string): void {
  for (let at = 0; at < bytes.length;) {
    const line = bytes.indexOf('\r\n', at)
    const isEnded = line >= 0 && line - at <= 64
    const end = isEnded ? line : Math.min(bytes.length, at + 64)
    page.say(`${hex(at, 4)}: `).write(`${lettersOf(bytes.slice(at, end))}\n`, end - at + (isEnded ? 2 : 0))
    at = isEnded ? end + 2 : end
  }
}

function curlLetters(message: string): Wrapped {
  const page = new Page()
  page.say(curlBlock('=>', 'Send header', headOf(message).length))
  letterRows(page, headOf(message))
  page.say(curlBlock('=>', 'Send data', message.length))
  letterRows(page, message)
  page
    .say('== Info: upload completely sent off\n')
    .say(curlBlock('<=', 'Recv header', 17))
    .say('0000: HTTP/1.1 200 OK\n')
  return page.end(headOf(message).length)
}

const socatBlock = (arrow: string, from: number, size: number): string =>
  `${arrow} 2026/11/23 17:59:35.000431661  length=${size} from=${from} to=${from + size - 1}\n`

function socat(message: string, put: (page: Page, data: string) => void): Wrapped {
  const page = new Page()
  let from = 0
  for (const data of rowsOf(headOf(message) + message, 1_500)) {
    put(page.say(socatBlock('>', from, data.length)), data)
    from += data.length
  }
  const before = headOf(message).length
  const wrapped = page.end(before)
  put(page.say(socatBlock('<', 0, ANSWER.length)), ANSWER)
  return { content: page.end().content, lineOf: (at) => wrapped.lineOf(at) }
}

function tcpdumpText(message: string): Wrapped {
  const page = new Page()
  let seq = 1
  for (const data of rowsOf(headOf(message) + message, 1_448)) {
    page.say(packetLine(seq, data.length, portOf(message))).say('E..|.9@.@.,@...........@.<.l.:.....?.q..')
    for (const part of data.split(/(\r\n)/)) {
      if (part === '\r\n') page.write('\n', 2)
      else page.show(part)
    }
    page.say('\n')
    seq += data.length
  }
  return page.end(headOf(message).length)
}

/** Where a mark stands that is written as it is in any text. */
const marked = (content: string, mark: string): Wrapped => ({
  content: Buffer.from(content, 'latin1'),
  lineOf: () => content.slice(0, content.indexOf(mark)).split('\n').length,
})

const packed = (coding: string, body: Buffer): Wrapped => {
  const head = `${HEAD}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`
  return {
    content: Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')]),
    lineOf: () => head.split('\n').length,
  }
}

const chunked = (message: string, words = ''): Wrapped => {
  const page = new Page().say(`${words}${HEAD}Transfer-Encoding: chunked\r\n\r\n`)
  for (const part of rowsOf(message, 700))
    page
      .say(`${part.length.toString(16)}\r\n`)
      .show(part)
      .say('\r\n')
  return page.say('0\r\n\r\n').end()
}

function multipart(message: string): Wrapped {
  const before = '--b1\r\nContent-Type: text/xml\r\n\r\n'
  const behind = '\r\n--b1\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b1--\r\n'
  const length = before.length + message.length + behind.length
  const head = `POST /pms HTTP/1.1\r\nContent-Type: multipart/related; boundary=b1\r\nContent-Length: ${length}\r\n\r\n`
  return new Page()
    .say(head + before)
    .show(message)
    .say(behind)
    .end()
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const envelope = (inner: string): string =>
  `${STAMP}in <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><d><x>${inner}</x></d></s:Body></s:Envelope>\n`

/** Every way to write a message down, of which several may stand in one file. @param mark a text that stands once in the message, and is nowhere written otherwise */
export const WRAPPINGS: Readonly<Record<string, (message: string, mark: string) => Wrapped>> = {
  'a record of a log': (message) => new Page().say(`${STAMP}in `).show(message).say('\n').end(),
  'lines of a log': (message, mark) =>
    marked(
      message
        .split('\n')
        .map((line) => `${STAMP}${line}\n`)
        .join(''),
      mark,
    ),
  'lines of a container': (message, mark) =>
    marked(
      message
        .split('\n')
        .map((line) => `2026-11-23T12:00:00.123456789Z stdout F ${line}\n`)
        .join(''),
      mark,
    ),
  'parts of lines of a container': (message, mark) =>
    marked(
      message
        .split('\n')
        .flatMap((line) => {
          const parts = rowsOf(line, 300)
          return parts.map(
            (part, at) => `2026-11-23T12:00:00.1Z stdout ${at === parts.length - 1 ? 'F' : 'P'} ${part}\n`,
          )
        })
        .join(''),
      mark,
    ),
  JSON: (message, mark) => marked(`${JSON.stringify({ level: 'info', body: message })}\n`, mark),
  'a program’s quotes': (message, mark) => marked(`${STAMP}body=${JSON.stringify(message)} from=hub\n`, mark),
  'JSON, a document for so many bytes': (message, mark) =>
    marked(
      message
        .split(/(?<=\n)/)
        .flatMap((line) => rowsOf(line, 1_000))
        .map((log) => `${JSON.stringify({ log, stream: 'stdout' })}\n`)
        .join(''),
      mark,
    ),
  'escaped text in a record': (message, mark) => marked(`${STAMP}in ${escaped(message)}\n`, mark),
  'escaped text': (message, mark) => marked(envelope(escaped(message)), mark),
  CDATA: (message, mark) => marked(envelope(`<![CDATA[${message}]]>`), mark),
  HTTP: (message) => new Page().say(headOf(message)).show(message).say('\n').end(),
  'HTTP and its answer': (message) => new Page().say(headOf(message)).show(message).say(ANSWER).end(),
  'HTTP in chunks': (message) => chunked(message),
  'HTTP in chunks, behind words': (message) => chunked(message, '2027/01/01 10:00:00 '),
  'HTTP with gzip': (message) => packed('gzip', gzipSync(message)),
  'HTTP with deflate': (message) => packed('deflate', deflateSync(message)),
  'HTTP in parts': multipart,
  'curl -v': (message) =>
    new Page()
      .say(
        `* Connected to pms\n> GET /last HTTP/1.1\r\n> Host: pms\r\n> \r\n< HTTP/1.1 200 OK\r\n< Content-Length: ${message.length}\r\n< \r\n{ [${message.length} bytes data]\n`,
      )
      .show(message)
      .say('\n* Connection #0 to host pms left intact\n')
      .end(),
  'curl --trace': curlTrace,
  'curl --trace-ascii': curlLetters,
  'socat -v': (message) =>
    socat(message, (page, data) => {
      for (const part of data.split(/(\r)/)) {
        if (part === '\r') page.write('\\r', 1)
        else page.show(part)
      }
    }),
  'socat -x': (message) =>
    socat(message, (page, data) =>
      page.write(
        `${pairsOf(data)
          .map((pair) => ` ${pair}`)
          .join('')}\n`,
        data.length,
      ),
    ),
  'tcpdump -A': tcpdumpText,
  'tcpdump -X': (message) => digitPackets(message, true),
  'tcpdump -x': (message) => digitPackets(message, false),
  'ngrep -W byline': (message) =>
    new Page()
      .say(`T 10.0.0.2:5000 -> 10.0.0.1:80 [AP] #4\n${headOf(message).replaceAll('\r', '.')}`)
      .show(message)
      .say('\n##\n')
      .end(),
  xxd: (message) =>
    dump(new Page(), message, (at, pairs, text) => `${hex(at, 8)}: ${fours(pairs).padEnd(39)}  ${text}`).end(),
  'hexdump -C': (message) =>
    dump(new Page(), message, (at, pairs, text) => `${hex(at, 8)}  ${halves(pairs, '  ').padEnd(48)}  |${text}|`)
      .say(`${hex(message.length, 8)}\n`)
      .end(),
  'od -t x1': (message) =>
    dump(new Page(), message, (at, pairs) => `${at.toString(8).padStart(7, '0')} ${pairs.join(' ')}`)
      .say(`${message.length.toString(8).padStart(7, '0')}\n`)
      .end(),
  Wireshark: (message) =>
    dump(
      new Page(),
      headOf(message) + message,
      (at, pairs, text) => `${hex(at, 4)}   ${pairs.join(' ').padEnd(47)}   ${text}`,
    ).end(headOf(message).length),
  'System.Net': (message) =>
    dump(
      new Page().say('System.Net Verbose: 0 : [1234] Data from ConnectStream#1::Write\n'),
      headOf(message) + message,
      (at, pairs, text) =>
        `System.Net Verbose: 0 : [1234] ${hex(at, 8).toUpperCase()} : ${halves(pairs, '-').toUpperCase().padEnd(47)} : ${text}`,
    ).end(headOf(message).length),
}
