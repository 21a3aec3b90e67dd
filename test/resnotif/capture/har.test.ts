import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../src/resnotif/capture/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()

describe('a form in a HAR file', () => {
  it.each([undefined, 2])('is one message where its fields stand beside its text, as browsers write it', (indent) => {
    const entry = (value: string): object => ({
      request: {
        method: 'POST',
        url: 'https://pms.example/ota',
        headers: [],
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          text: `user=1&xml=${encodeURIComponent(MESSAGE)}`,
          params: [
            { name: 'user', value: '1' },
            { name: 'xml', value },
          ],
        },
      },
      response: { status: 200, headers: [], content: { size: 0, mimeType: 'text/plain' } },
    })
    for (const value of [MESSAGE, encodeURIComponent(MESSAGE)]) {
      const har = { log: { version: '1.2', entries: [entry(value), entry(value)] } }
      const { messages, unread } = readCapture(Buffer.from(JSON.stringify(har, undefined, indent)))
      expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[MESSAGE, MESSAGE], []])
    }
  })
})
