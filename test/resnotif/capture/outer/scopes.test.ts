import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { Scopes } from '../../../../src/resnotif/capture/outer/scopes.js'
import { readMessage } from '../../../../src/resnotif/read/index.js'
import { namespaceOf } from '../../../../src/resnotif/xml/index.js'
import { ROOT } from '../../../support/cli.js'

const OTA = 'http://www.opentravel.org/OTA/2003/05'
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const BARE = SAMPLE.slice(SAMPLE.indexOf('<OTA_'))
const LOCATED = BARE.replace(' Version=', ` xsi:schemaLocation="${OTA} x.xsd" Version=`)
const PREFIXED = BARE.replace(` xmlns="${OTA}"`, '').replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ota:')
const UNNAMED = BARE.replace(` xmlns="${OTA}"`, '')

/** What is broken in the messages of a file, and the namespace of each. */
function judged(text: string): (string | undefined)[] {
  const { messages, unread } = readCapture(Buffer.from(text))
  expect(unread).toEqual([])
  return messages.map(({ decoded }) => {
    const { broken, notification } = readMessage(decoded.text)
    return broken?.message ?? (notification === undefined ? undefined : namespaceOf(notification))
  })
}

describe('a message in an element that declares its prefixes', () => {
  it.each([
    ['a location of its schema', `<Store ${XSI}>\n<Message id="1">${LOCATED}</Message>\n</Store>\n`, [OTA]],
    [
      'its own prefix',
      `<?xml version="1.0"?>\n<a:Root xmlns:a="urn:x" xmlns:ota="${OTA}"><a:M>${PREFIXED}</a:M></a:Root>`,
      [OTA],
    ],
    ['its own prefix, in quotes of the other kind', `<Root xmlns:ota='${OTA}'>${PREFIXED}</Root>`, [OTA]],
    ['several messages', `<Store xmlns:ota="${OTA}">\n<M>${PREFIXED}</M>\n<M>${PREFIXED}</M></Store>`, [OTA, OTA]],
    ['several elements', `<Store ${XSI}><M xmlns:ota="${OTA}">${PREFIXED}</M><M>${LOCATED}</M></Store>`, [OTA, OTA]],
    ['the inner one of two', `<A xmlns:ota="urn:x"><B xmlns:ota="${OTA}">${PREFIXED}</B></A>`, [OTA]],
    ['the namespace of all that has no prefix', `<Store xmlns="${OTA}"><M>${UNNAMED}</M></Store>`, [OTA]],
    [
      'a record of a log',
      `2026-11-23 INFO got <Store ${XSI}>\n<M>${LOCATED}</M>\n</Store>\n2026-11-23 INFO done\n`,
      [OTA],
    ],
    [
      'a prefix of its own besides',
      `<Store xmlns:xsi="urn:x"><M>${LOCATED.replace(' Version=', ` ${XSI} Version=`)}</M></Store>`,
      [OTA],
    ],
  ])('has them: %s', (_, text, namespaces) => {
    expect(judged(text)).toEqual(namespaces)
  })

  it('is taken out with those that it uses, at the places of the file', () => {
    const { messages } = readCapture(Buffer.from(`<Store xmlns:b="urn:b" ${XSI}>\n<M>${LOCATED}</M></Store>`))
    const text = messages[0]?.decoded.text ?? ''
    expect(text).toBe(LOCATED.replace('<OTA_HotelResNotifRQ', `<OTA_HotelResNotifRQ ${XSI}`))
    const column = text.indexOf('Version=') + 1
    expect(messages[0]?.placeOf({ line: 1, column })).toEqual({ line: 2, column: LOCATED.indexOf('Version=') + 4 })
  })

  it('has none that is not open around it', () => {
    const XSI_MISSES = 'the prefix xsi is not declared'
    expect(judged(`<Store><M ${XSI}></M><M>${LOCATED}</M></Store>`)).toEqual([XSI_MISSES])
    expect(judged(`<Store><M ${XSI}/><M>${LOCATED}</M></Store>`)).toEqual([XSI_MISSES])
    expect(judged(`<Store><!-- <M ${XSI}> --><M>${LOCATED}</M></Store>`)).toEqual([XSI_MISSES])
    expect(judged(`<M ${XSI}>${BARE.slice(0, 0)}<N></N>\n<Store><M>${LOCATED}</M></Store>`)).toEqual([XSI_MISSES])
    expect(judged(`<Store xmlns:xsi=""><M>${LOCATED}</M></Store>`)).toEqual([XSI_MISSES])
  })

  it('has none of another record', () => {
    const log = `2026-11-23 INFO <Store ${XSI}>\n2026-11-23 INFO got <M>${LOCATED}</M>\n2026-11-23 INFO </Store>\n`
    expect(judged(log)).toEqual(['the prefix xsi is not declared'])
  })

  it('has no namespace of the program that stored it', () => {
    expect(judged(`<Store xmlns="urn:store"><M>${UNNAMED}</M></Store>`)).toEqual([undefined])
  })
})

it('many messages are asked for in time that grows as the file does', () => {
  const record = '<M xmlns:a="urn:a"><b/></M>'
  const view = `<Store xmlns:s="urn:s">${record.repeat(50_000)}</Store>`
  const scopes = new Scopes(view)
  for (let at = view.indexOf('<b/>'); at >= 0; at = view.indexOf('<b/>', at + 1))
    expect(scopes.around(at, at + 4)).toHaveLength(2)
})
