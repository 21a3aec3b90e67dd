import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const pdml = (field: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?>\n<pdml version="0">\n<packet>\n<proto name="udp">\n${field}</proto>\n</packet>\n</pdml>\n`,
  )

it('a datagram in the PDML of tshark is read, and the PDML is no message', () => {
  const digits = Buffer.from(SAMPLE).toString('hex')
  const { messages, unread } = readCapture(pdml(`<field name="udp.payload" show="3c" value="${digits}"/>\n`))
  expect([messages.map(({ decoded }) => decoded.text), unread]).toEqual([[SAMPLE], []])
  const card = pdml('<field name="frame" show="x" value="4111111111111111"/>\n')
  expect(readCapture(card)).toMatchObject({ messages: [], unread: [] })
})
