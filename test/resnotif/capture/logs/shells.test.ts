import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tellDoubts } from '../../../../src/cli/capture/index.js'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const QUOTED = MESSAGE.replace('Late arrival', String.raw`Late 'arrival' at C:\new, a|b`)
const textsOf = (text: string): string[] =>
  readCapture(Buffer.from(text)).messages.map(({ decoded }) => decoded.text.trim())

describe('a message in a trace of a shell', () => {
  it('is read with its apostrophes, also in the middle of what was traced', () => {
    const traced = (text: string): string => text.replaceAll("'", String.raw`'\''`)
    const log = `12:00:00 INFO it's here\n12:00:01 DEBUG got ${QUOTED}\n12:00:02 INFO done`
    expect(textsOf(`++ cat a.log\n+ x='${traced(log)}'\n+ echo done\n`)).toEqual([QUOTED])
    expect(textsOf(`+ curl -d '${traced(QUOTED)}' http://pms\n`)).toEqual([QUOTED])
  })

  it('is read as it stands where no shell wrote it', () => {
    const own = MESSAGE.replace('Late arrival', String.raw`Late '\'' arrival`)
    expect(textsOf(`12:00:01 DEBUG it's ${own}\n`)).toEqual([own])
  })
})

describe('a table of psql in AsciiDoc', () => {
  const table = (text: string): string =>
    `[options="header",cols=">l,<l",frame="none"]\n|====\n^l|id ^l|body\n|1 |<x/>\n|2 |${text.replaceAll('|', String.raw`\|`)}\n\n|====\n\n....\n(2 rows)\n....\n`

  it('is read without the backslashes before its bars', () => {
    expect(textsOf(table(QUOTED))).toEqual([QUOTED])
    expect(textsOf(table(MESSAGE))).toEqual([MESSAGE])
  })
})

describe('a diff', () => {
  it('is told to be read on its new side only', () => {
    const rows = MESSAGE.split('\n').map((line) =>
      line.includes('Babbage') ? `-${line}\n+${line.replace('Babbage', 'Byron')}` : ` ${line}`,
    )
    const count = rows.length
    const { messages } = readCapture(
      Buffer.from(`--- a.xml\n+++ b.xml\n@@ -1,${count} +1,${count} @@\n${rows.join('\n')}\n`),
    )
    expect(tellDoubts('a.diff', messages)).toEqual([expect.stringMatching(/line 4, only the new side .* was read/)])
  })
})
