import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type AttachedPack, CAPTURE_LIMITS, readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const message = (mail: number): string => MESSAGE.replace('Charles', `Charles${mail}`)
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll(/.{76}/g, '$&\n')
const quoted = (text: string): string => text.replaceAll('=', '=3D').replaceAll(/(.{1,70}[^=\n]{3})(?=.)/g, '$1=\n')
const attached = (name: string, bytes: Buffer): string =>
  `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b1"\n\n--b1\nContent-Type: text/plain\n\nSee below.\n--b1\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${base64(bytes)}\n--b1--\n`

const MAILS: Record<string, (text: string) => string> = {
  plain: (text) => `Subject: x\n\nHello,\n\n${text}\n`,
  base64: (text) => `Content-Transfer-Encoding: base64\n\n${base64(Buffer.from(text))}\n`,
  'quoted-printable': (text) => `Content-Transfer-Encoding: quoted-printable\n\nHello,\n${quoted(text)}\n`,
  HTML: (text) =>
    `MIME-Version: 1.0\nContent-Type: text/html\n\n<html><body><pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre></body></html>\n`,
  attachment: (text) => attached('m.xml', Buffer.from(text)),
  packed: (text) => attached('m.xml.gz', gzipSync(text)),
  none: () => 'Subject: x\n\nFrom here on all is well.\n',
}
const kinds = Object.keys(MAILS)
const mailbox = (...mails: readonly string[]): string =>
  mails
    .map(
      (kind, at) =>
        `From hub@pms.example Sat Nov 28 16:13:12 2026\nFrom: a@b.example\n${MAILS[kind]?.(message(at)) ?? ''}\n`,
    )
    .join('')

function read(content: string): string[] {
  const packs: AttachedPack[] = []
  const { messages, unread } = readCapture(Buffer.from(content), CAPTURE_LIMITS, undefined, packs)
  expect(unread).toEqual([])
  const inPacks = packs.flatMap(({ bytes }) => readCapture(bytes).messages)
  return [...messages, ...inPacks].map(({ decoded }) => /Charles\d/.exec(decoded.text)?.[0] ?? '').sort()
}

describe('a mailbox of several mails', () => {
  it.each(kinds.flatMap((one) => kinds.map((other) => [one, other] as const)))(
    'is read mail by mail: %s, then %s',
    (one, other) => {
      const content = mailbox(one, other, one)
      const wanted = [one, other, one].flatMap((kind, at) => (kind === 'none' ? [] : [`Charles${at}`]))
      expect(read(content)).toEqual(wanted)
      expect(read(content.replaceAll('\n', '\r\n'))).toEqual(wanted)
    },
  )

  it('tells lines of the whole file', () => {
    const content = mailbox('none', 'plain', 'attachment')
    const [found] = readCapture(Buffer.from(content)).messages
    const line = (found?.decoded.text.split('\n').findIndex((one) => one.includes('Charles1')) ?? -1) + 1
    expect(content.split('\n')[(found?.placeOf({ line, column: 1 }).line ?? 0) - 1]).toContain('Charles1')
  })
})
