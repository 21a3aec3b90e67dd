import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { readDialect } from '../../../../src/resnotif/dialect/index.js'
import { readMessageFacts } from '../../../../src/resnotif/facts/index.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { captureMessage } from '../../../../src/resnotif/read/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const BARE = MESSAGE.replace(/^<\?xml[^>]*\?>\s*/, '')
const HEADER =
  '<s:Header><w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><w:UsernameToken><w:Username>a</w:Username><w:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest">b</w:Password></w:UsernameToken></w:Security></s:Header>'
const envelope = (body: string, header = HEADER): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body><Send><xml>${body}</xml></Send></s:Body></s:Envelope>`
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const attached = (root: string): string =>
  [
    'POST /pms HTTP/1.1',
    'Content-Type: multipart/related; boundary=b; type="text/xml"',
    '',
    '--b',
    'Content-Type: text/xml',
    '',
    root,
    '--b',
    'Content-Type: application/xml',
    'Content-ID: <m@a>',
    '',
    MESSAGE,
    '--b--',
    '',
  ].join('\r\n')

const carrierOf = (file: string): string | undefined => {
  const { messages } = readCapture(Buffer.from(file))
  expect(messages).toHaveLength(1)
  return messages[0]?.carrier
}
const factsOf = (file: string): [string, string] => {
  const { envelope: version, security } = readMessageFacts(captureMessage(BARE, [], carrierOf(file)).message)
  return [version, security]
}

describe('the envelope around a message that is a text or an attachment', () => {
  it.each<[string, string, [string, string]]>([
    ['CDATA', envelope(`<![CDATA[${BARE}]]>`), ['soap11', 'digest']],
    ['entities', envelope(escaped(BARE)), ['soap11', 'digest']],
    ['without a header', envelope(escaped(BARE), ''), ['soap11', 'none']],
    [
      'in a line of a log',
      `2026-11-23 12:00:01,123 INFO sent ${envelope(escaped(BARE).replaceAll('\n', ''))}\n`,
      ['soap11', 'digest'],
    ],
    ['an attachment', attached(envelope('<a href="cid:m@a"/>')), ['soap11', 'digest']],
  ])('is told: %s', (_, file, expected) => {
    expect(factsOf(file)).toEqual(expected)
  })

  it('is none where it has ended above', () => {
    expect(carrierOf(`${envelope('<ok/>')}\n<log>${escaped(BARE)}</log>`)).toBeUndefined()
    expect(carrierOf(`<log>${escaped(BARE)}</log>`)).toBeUndefined()
  })

  it('is held against what a receiver takes', () => {
    const dialect = (name: string) =>
      readDialect(readFileSync(path.join(ROOT, `samples/dialects/${name}.yaml`), 'utf8'), name)
    const rules = (name: string): string[] =>
      lintMessage(BARE, { dialect: dialect(name), carrier: carrierOf(envelope(`<![CDATA[${BARE}]]>`)) ?? '' })
        .findings.map(({ rule }) => rule)
        .filter((rule) => rule.startsWith('dialect-'))
    expect(rules('soap11-wsse')).toEqual([])
    expect(rules('bare')).toEqual(['dialect-envelope', 'dialect-security'])
  })
})
