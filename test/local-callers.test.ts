import { describe, expect, it } from 'vitest'
import { refusalOfCaller } from '../src/local-callers.js'

const asked = (headers: Record<string, string>, method = 'POST', takesMessages = true): number | undefined =>
  refusalOfCaller({ method, headers, localAddress: '127.0.0.1' }, '127.0.0.1', {
    name: 'PMS',
    command: 'resnotif listen',
    takesMessages,
  })?.status
const HUB = { host: 'pms.example', 'content-type': 'text/xml; charset=utf-8' }

describe('a request under a name that is not the own one', () => {
  it.each([
    'text/xml',
    'application/xml;charset=utf-8',
    'application/soap+xml; charset=utf-8; action="x"',
    'multipart/related; boundary=x',
    'Text/XML ;x=y',
  ])('is taken where a program posts a message: %s', (type) => {
    expect(asked({ ...HUB, 'content-type': type })).toBeUndefined()
    expect(
      asked({ host: 'ab12.tunnel.example:443', 'content-type': type, 'x-forwarded-for': '192.0.2.1' }),
    ).toBeUndefined()
  })

  it.each<[string, Record<string, string>, string?]>([
    ['a page posts it, as its own', { ...HUB, origin: 'http://pms.example' }],
    ['a page that hides where it is', { ...HUB, origin: 'null' }],
    ['a page of an older browser', { ...HUB, referer: 'http://pms.example/' }],
    ['a browser', { ...HUB, 'sec-fetch-site': 'same-origin' }],
    ['a browser that names itself', { ...HUB, 'sec-ch-ua': '"Chromium"' }],
    ['a form', { ...HUB, 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form of plain text', { ...HUB, 'content-type': 'text/plain' }],
    ['a form with files', { ...HUB, 'content-type': 'multipart/form-data; boundary=x' }],
    ['nothing says what it is', { host: 'pms.example' }],
    ['another type that begins like XML', { ...HUB, 'content-type': 'text/xmlish' }],
    ['a reader', HUB, 'GET'],
    ['a name that is none', { ...HUB, host: 'pms.example/x' }],
  ])('is refused where %s', (_, headers, method) => {
    expect(asked(headers, method)).toBe(421)
  })

  it('is refused by what is read as well as written to', () => {
    expect(asked(HUB, 'POST', false)).toBe(421)
  })

  it('of a page under an own name is refused as before', () => {
    expect(asked({ ...HUB, host: 'localhost:7080', origin: 'http://attacker.example' })).toBe(403)
    expect(asked({ ...HUB, host: 'localhost:7080', origin: 'http://localhost:7080' })).toBeUndefined()
  })
})
