import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tellDoubts } from '../../../../src/cli/capture/index.js'
import { lintDecoded, readCapture } from '../../../../src/resnotif/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').replaceAll('\n', '\r\n')

/** Rules of lint that a file breaks, and what is noted of it. */
function told(file: Buffer): { rules: string[]; notes: string[] } {
  const { messages } = readCapture(file)
  return {
    rules: messages.flatMap(({ decoded }) => lintDecoded(decoded).findings.map(({ rule }) => rule)),
    notes: tellDoubts('out.xml', messages),
  }
}

describe('a file that PowerShell wrote in UTF-16', () => {
  it('is noted, and its message is not blamed for what it declares', () => {
    for (const declared of ['UTF-8', 'ISO-8859-1'])
      expect(told(Buffer.from(`\ufeff${MESSAGE.replace('UTF-8', declared)}`, 'utf16le'))).toEqual({
        rules: [],
        notes: [expect.stringContaining('PowerShell')],
      })
  })

  it('is told apart from a message that declares UTF-16, and from one without a mark', () => {
    const declared = MESSAGE.replace('UTF-8', 'UTF-16')
    expect(told(Buffer.from(`\ufeff${declared}`, 'utf16le'))).toEqual({ rules: [], notes: [] })
    expect(told(Buffer.from(MESSAGE, 'utf16le'))).toEqual({ rules: ['encoding'], notes: [] })
    expect(told(Buffer.from(declared))).toEqual({ rules: ['encoding'], notes: [] })
  })
})
