import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const quoted = (text: string): string =>
  text
    .replaceAll('=', '=3D')
    .split('\n')
    .map((line) => line.replaceAll(/(.{70})(?=.)/g, '$1=\n').replaceAll(/=(\d?)=\n/g, '=\n=$1'))
    .join('\n')
const HEAD = 'Content-Type: text/xml; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n'
const textsOf = (content: string): { texts: string[]; unread: string[] } => {
  const { messages, unread } = readCapture(Buffer.from(content))
  return { texts: messages.map(({ decoded }) => decoded.text.trim()), unread: unread.map(({ what }) => what) }
}

it.each([
  ['a line of a log', `10:00 INFO mail\n${HEAD}${quoted(MESSAGE)}\n`],
  ['lines of a log, with others behind', `10:00 INFO a\n10:00 INFO mail\n${HEAD}${quoted(MESSAGE)}\n10:01 INFO id=x\n`],
  [
    'the head of a mail of several parts',
    `-- note\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=_B"\n\n--=_B\n${HEAD}${quoted(MESSAGE)}\n--=_B--\nq=3D"x"\n`,
  ],
])('a part in quoted-printable is read below %s', (_, content) => {
  expect(textsOf(content)).toEqual({ texts: [MESSAGE], unread: [] })
})

it('messages that stand around such a part are read as they stand', () => {
  const plain = MESSAGE.replace(/<\?xml.*?\?>\s*/, '').replace('<POS>', '<!-- a=3D --><POS>')
  const content = `10:00 INFO ${plain}\n10:00 INFO mail\n${HEAD}${quoted(MESSAGE)}\n10:01 INFO ${plain}\n`
  expect(textsOf(content)).toEqual({ texts: [plain, MESSAGE, plain], unread: [] })
})

it('a head that says quoted-printable above a text that was decoded changes nothing of it', () => {
  const text = MESSAGE.replace('<POS>', '<!-- a=3Db --><POS>')
  expect(textsOf(`10:00 INFO mail\n${HEAD}${text}\n`)).toEqual({ texts: [text], unread: [] })
})

it('without such a head it is told as quoted-printable, and not as wrapped', () => {
  const { texts, unread } = textsOf(`10:00 INFO mail\n${quoted(MESSAGE)}\n`)
  expect(texts).toEqual([])
  expect(unread).toEqual([expect.stringContaining('quoted-printable')])
})
