import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodingNamed } from '../../src/files/bytes/text-encodings.js'
import { lintMessage } from '../../src/resnotif/index.js'
import { describeErrorCode, describeErrorType } from '../../src/resnotif/answer/error-codes.js'
import { ROOT } from '../support/cli.js'

describe('names from outside that every object has', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    '%s is no known code, encoding or element',
    async (name) => {
      expect([describeErrorCode(name), describeErrorType(name)]).toEqual([undefined, undefined])
      expect(encodingNamed(name)).toMatchObject({ reason: expect.stringContaining('is no encoding') as string })
      const message = await readFile(path.join(ROOT, 'samples/notification.xml'), 'utf8')
      const odd = message.replace('</RoomStays>', `</RoomStays><${name} ${name}="x"/>`)
      expect(odd).not.toBe(message)
      expect(lintMessage(odd).findings.filter(({ rule }) => rule === 'element-order')).toEqual([])
    },
  )
})
