import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const LETTERS = MESSAGE.replace('Babbage', 'Bäbbage 王')
const packed = (text: string | Buffer): string => Buffer.from(text as string).toString('base64')

function read(document: unknown): { texts: string[]; unread: unknown[]; others: unknown[] } {
  const { messages, unread, others } = readCapture(Buffer.from(JSON.stringify(document, undefined, 1)))
  return { texts: messages.map(({ decoded }) => decoded.text), unread, others }
}

it('a body that WireMock writes as text and in base64 is one message', () => {
  for (const text of [MESSAGE, LETTERS]) {
    const request = { url: '/pms', body: text, bodyAsBase64: packed(text) }
    expect(read({ requests: [{ request }] })).toEqual({ texts: [text], unread: [], others: [] })
    expect(read([{ request }, { request }]).texts).toEqual([text, text])
  }
})

it('its bytes count where the text is another reading of them, and both where they are of two messages', () => {
  const latin = LETTERS.replace(' 王', '').replace('UTF-8', 'ISO-8859-1')
  const body = latin.replaceAll('ä', '\ufffd')
  expect(read({ body, bodyAsBase64: packed(Buffer.from(latin, 'latin1')) }).texts).toEqual([latin])
  expect(read({ body, bodyAsBase64: packed(Buffer.from(latin, 'latin1')) }).unread).toEqual([])
  expect(read({ body: MESSAGE, answerAsBase64: packed(LETTERS) }).texts).toEqual([MESSAGE, LETTERS])
  expect(read({ body: MESSAGE, bodyAsBase64: 'none' }).texts).toEqual([MESSAGE])
})
