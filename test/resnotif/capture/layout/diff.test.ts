import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Capture, readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const NEW = MESSAGE.replaceAll('Babbage', 'Byron').replace('EchoToken="', 'EchoToken="x')
const read = (text: string): Capture => readCapture(Buffer.from(text))
const textsOf = ({ messages, unread }: Capture): string[] => [
  ...messages.map(({ decoded }) => decoded.text.trim()),
  ...unread.map(({ what }) => `unread: ${what}`),
]

const HEAD = 'diff --git a/r.xml b/r.xml\nindex d8e3061..af2f620 100644\n--- a/r.xml\n+++ b/r.xml\n'
const OLD_LINES = MESSAGE.split('\n')
const NEW_LINES = NEW.split('\n')
/** Lines of both files as a diff writes them. */
const rowsOf = (from: number, to: number): string =>
  OLD_LINES.slice(from, to)
    .map((line, at) => (line === NEW_LINES[from + at] ? ` ${line}\n` : `-${line}\n+${NEW_LINES[from + at]}\n`))
    .join('')
const WHOLE = `${HEAD}@@ -1,${OLD_LINES.length} +1,${OLD_LINES.length} @@\n${rowsOf(0, OLD_LINES.length)}`

describe('a unified diff', () => {
  it('is read as the new file', () => {
    for (const around of ['', 'commit 30a15abc\nAuthor: a <a@b.example>\n\n    add\n\n']) {
      const capture = read(`${around}${WHOLE}\\ No newline at end of file\n`)
      expect(textsOf(capture)).toEqual([NEW])
      const line = NEW_LINES.findIndex((one) => one.includes('Byron')) + 1
      const text = `${around}${WHOLE}`.split('\n')
      expect(capture.messages[0]?.placeOf({ line, column: 3 })).toEqual({
        line: text.findIndex((one) => one.includes('Byron')) + 1,
        column: 4,
      })
    }
  })

  it('of a log holds what was added to it', () => {
    const log = `2026-11-23 12:00:00 up\n2026-11-23 12:00:01 got ${MESSAGE}\n2026-11-23 12:00:02 end`.split('\n')
    const added = log.map((line) => `+${line}\n`).join('')
    expect(textsOf(read(`--- /dev/null\n+++ x.log\n@@ -0,0 +1,${log.length} @@\n${added}`))).toEqual([MESSAGE])
  })

  it('of a file that was taken away holds no message', () => {
    const removed = OLD_LINES.map((line) => `-${line}\n`).join('')
    expect(textsOf(read(`--- r.xml\n+++ /dev/null\n@@ -1,${OLD_LINES.length} +0,0 @@\n${removed}`))).toEqual([])
  })

  it('that leaves lines out holds a message that is not judged', () => {
    const far = OLD_LINES.length - 10
    const parts = `@@ -1,8 +1,8 @@\n${rowsOf(0, 8)}@@ -${far + 1},10 +${far + 1},10 @@\n${rowsOf(far, OLD_LINES.length)}`
    const { messages, unread } = read(`${HEAD}${parts}`)
    expect([messages, unread.length > 0]).toEqual([[], true])
  })

  it('of a merge is told as unread', () => {
    const lines = NEW_LINES.map((line) => `  ${line}\n`).join('')
    const { messages, unread } = read(`diff --cc r.xml\n@@@ -1,9 -1,9 +1,9 @@@\n${lines}`)
    expect([messages, unread]).toMatchObject([[], [{ what: expect.stringContaining('several parents') as string }]])
  })
})

it('a text with the mark of a hunk in it stays as it is', () => {
  const text = MESSAGE.replace('Late arrival', 'Late\n@@ -1,3 +1,3 @@\n- one\n+ two\n')
  expect(textsOf(read(text))).toEqual([text])
})
