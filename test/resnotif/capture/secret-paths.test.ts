import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CAPTURE_LIMITS, readCapture } from '../../../src/resnotif/index.js'
import { ROOT } from '../../support/cli.js'

const XML = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const http = (target: string): string =>
  `POST ${target} HTTP/1.1\r\nHost: pms.example\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(XML)}\r\n\r\n${XML}`
const har = (target: string): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        {
          request: {
            method: 'POST',
            url: target.startsWith('http') ? target : `https://pms.example${target}`,
            headers: [],
            postData: { mimeType: 'text/xml', text: XML },
          },
          response: { status: 200, content: {} },
        },
      ],
    },
  })
const HEX = '0123456789abcdef'.repeat(4)
const MIXED = 'aZ3kQ9xL2mN8pR4tV6wY1bC5dF7gH0jK'

describe('the name of a captured request', () => {
  for (const [kind, write] of [
    ['HTTP', http],
    ['HAR', har],
  ] as const) {
    const nameOf = (target: string): string => {
      const [message] = readCapture(Buffer.from(write(target)), CAPTURE_LIMITS).messages
      return message?.wrapping.join(' > ') ?? ''
    }
    it.each<[string, string, string]>([
      ['a token behind its name', '/in/token/abc123secret/notify', 'abc123secret'],
      ['a token by its looks', `/hooks/${MIXED}/in`, MIXED],
      ['one that goes beyond what is shown', `/${'way/'.repeat(16)}${HEX}`, HEX.slice(0, 8)],
      ['a key as a parameter of the path', '/in;apikey=s3cr3tvalue/notify', 's3cr3tvalue'],
      ['a key in the query', '/in?apikey=s3cr3tvalue', 's3cr3tvalue'],
      ['a user with a password', 'http://hotel:pa55word@pms.example/in', 'pa55word'],
    ])(`has stars for ${kind}: %s`, (_, target, secret) => {
      const name = nameOf(target)
      expect(name).toContain('request POST')
      expect(name).not.toContain(secret)
    })

    it(`stays as it is where there is no secret in its path: ${kind}`, () => {
      expect(nameOf('/api/v2/hotels/1000001/notif?x=1')).toMatch(/request POST \/api\/v2\/hotels\/1000001\/notif$/)
    })
  }
})
