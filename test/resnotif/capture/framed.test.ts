import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readCapture } from '../../../src/resnotif/capture/index.js'
import { readXml } from '../../../src/resnotif/xml/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const size = (text: string): number => Buffer.byteLength(text)
const post = (told: number, body: string, type = 'text/xml'): string =>
  `POST /ota HTTP/1.1\r\nHost: pms\r\nContent-Type: ${type}\r\nContent-Length: ${told}\r\n\r\n${body}`
const chunked = (body: string): string =>
  `POST /ota HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${size(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
const har = (text: string): string =>
  JSON.stringify({
    log: { entries: [{ request: { method: 'POST', url: 'http://pms/', postData: { mimeType: 'text/xml', text } } }] },
  })

it.each([
  ['a notice of PHP', `<br />\n<b>Notice</b>: x<br />\n${MESSAGE}`],
  ['a blank line', `\n${MESSAGE}`],
  ['a blank', ` ${MESSAGE}`],
  ['words', `ok${MESSAGE}`],
  ['words behind', `${MESSAGE}\nINFO ok\n`],
  ['a prompt behind', `${MESSAGE}\nroot@pms:~# `],
  ['an element behind', `${MESSAGE}\n<foo/>\n`],
  ['a second message', `${MESSAGE}\n${MESSAGE}`],
])('a body with something beside its message is judged as it was sent: %s', (_, body) => {
  const broken = readXml(body).broken
  expect(broken).toBeDefined()
  for (const content of [post(size(body), body), chunked(body), har(body)]) {
    const { messages, unread } = readCapture(Buffer.from(content))
    expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[body], []])
  }
})

it('lines outside of a body, or of one whose length is not known, are no part of its message', () => {
  for (const content of [
    `${post(size(MESSAGE), MESSAGE)}\nINFO ok\n`,
    post(size(MESSAGE), `${MESSAGE}\nINFO ok\n`).replace(/Content-Length.*\r\n/, ''),
    post(size(MESSAGE) + 12, `{"xml": ${JSON.stringify(MESSAGE)}}`, 'application/json'),
  ]) {
    const { messages, unread } = readCapture(Buffer.from(content))
    expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[MESSAGE], []])
  }
})

it('a Content-Length that is too large is told where the head kept its carriage returns', () => {
  const told = size(MESSAGE) + 60
  for (const [content, expected] of [
    [post(told, MESSAGE), { told, bytes: size(MESSAGE) }],
    [post(told, MESSAGE).replaceAll('\r\n', '\n'), undefined],
  ] as const) {
    const [message] = readCapture(Buffer.from(content)).messages
    if (expected === undefined) expect(message?.shortLength).toBeUndefined()
    else expect(message?.shortLength).toMatchObject(expected)
  }
})

it.each([
  ['a colour', '\u001b[31m'],
  ['a line that is wiped', '\n\u0001\r\u001b[K'],
  ['keys of a terminal', '\u001b='],
  ['letters in bold', 'a\ba'],
  ['an underlined letter', '_\bx'],
  ['a title', '\u001b]0;x\u0007'],
])('bytes of an attachment that chunks carry are none of a terminal: %s', (_, bytes) => {
  const related = `--B\r\nContent-Type: application/xop+xml\r\n\r\n${MESSAGE}\r\n--B\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary\r\n\r\n\u0001${bytes}\u0002\r\n${bytes}\r\n--B--\r\n`
  const head = 'POST /ota HTTP/1.1\r\nContent-Type: multipart/related; boundary="B"\r\n'
  const half = size(related) - 40 - size(bytes)
  for (const cut of [half, 300]) {
    const chunks = [related.slice(0, cut), related.slice(cut)].map((one) => `${size(one).toString(16)}\r\n${one}\r\n`)
    const request = `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`
    for (const content of [
      request,
      `\u001b[32mlog\u001b[0m\n${request}`,
      `${request}${post(size(MESSAGE), MESSAGE)}`,
    ]) {
      const { messages, unread } = readCapture(Buffer.from(content))
      const texts = messages.map(({ decoded }) => decoded.text)
      expect([[...new Set(texts)], unread]).toEqual([[MESSAGE], []])
    }
  }
})
