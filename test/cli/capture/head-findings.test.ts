import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { headFindings, tellDoubts } from '../../../src/cli/capture/index.js'
import { readCapture } from '../../../src/resnotif/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'))
const messagesOf = (...lines: string[]) =>
  readCapture(Buffer.from(`POST /ota HTTP/1.1\n${lines.join('\n')}\n\n${MESSAGE.toString()}`)).messages

describe('the head of a request', () => {
  it.each([
    ['abc', 'abc', 'one number: the bytes of the message below'],
    ['12', '12', expect.stringMatching(/^\d+ or more: /)],
  ])('has a finding for Content-Length: %s', (value, found, expected) => {
    expect(messagesOf('Host: a', `Content-Length: ${value}`).flatMap(headFindings)).toEqual([
      expect.objectContaining({ rule: 'content-length', severity: 'warning', line: 3, column: 1, found, expected }),
    ])
  })

  it('that calls a plain body packed leaves a doubt', () => {
    const told = tellDoubts('a.txt', messagesOf('Content-Encoding: gzip', `Content-Length: ${MESSAGE.length}`))
    expect(told).toEqual([expect.stringMatching(/^a\.txt: Content-Encoding in line 2 says gzip, .* a PMS refuses it/)])
    expect(tellDoubts('a.txt', messagesOf('Content-Encoding: gzip', 'Content-Length: 700'))).toEqual([])
  })
})
