import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../../src/errors.js'
import { readDialect } from '../../../src/resnotif/dialect/index.js'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'
import { readMessage, wrapMessage } from '../../../src/resnotif/read/index.js'
import { ROOT } from '../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const sample = (name: string): string => readFileSync(path.join(ROOT, 'samples/dialects', `${name}.yaml`), 'utf8')
const found = (text: string, dialect: string, soapAction?: string | null): string[] =>
  lintMessage(text, {
    dialect: readDialect(dialect, 'd.yaml'),
    ...(soapAction === undefined ? {} : { soapAction }),
  }).findings.map(({ rule, line }) => `${rule}:${line}`)
const findingsOf = (text: string): Fault['findings'] => {
  try {
    readDialect(text, 'd.yaml')
  } catch (error) {
    return (error as Fault).findings
  }
  throw new Error('was taken')
}

describe('a dialect', () => {
  it('of the samples is read, with times in seconds', () => {
    expect(readDialect(sample('bare'), 'x').retry).toEqual({ after: [60, 300, 900, 3_600], window: 86_400 })
    expect(readDialect(sample('soap11-wsse'), 'x')).toMatchObject({
      soap: { version: '1.1', action: 'OTA_HotelResNotifRQ', security: 'required', password: 'digest' },
      echoToken: { required: true, maxLength: 36 },
    })
    expect(readDialect('name: X', 'x')).toMatchObject({ soap: { version: 'any' }, required: [], rules: {} })
  })

  it.each(['0101', '0o17', '1e3', '1.10', '12345678901234567890'])('has the text %s as it is written', (text) => {
    expect(readDialect(`name: ${text}\nsoap: {action: ${text}}\n`, 'x')).toMatchObject({
      name: text,
      soap: { action: text },
    })
    expect(readDialect('name: X\nechoToken: {maxLength: 36}', 'x').echoToken.maxLength).toBe(36)
    expect(findingsOf('name: X\nsoap: {version: 1.10}')).toHaveLength(1)
  })

  it.each(['1.1', '"1.1"', "'1.1'", '1.2'])('may say version %s with quotes or without', (version) => {
    const read = readDialect(`name: X\nsoap:\n  version: ${version}\n`, 'x')
    expect(read.soap.version).toBe(version.replaceAll(/["']/g, ''))
  })

  it('may say a thing once and mean it again', () => {
    const { required } = readDialect(
      'name: X\nrequired:\n  - {path: A/@B, why: &w It books it.}\n  - {path: A/@C, why: *w}\n',
      'x',
    )
    expect(required.map(({ why }) => why)).toEqual(['It books it.', 'It books it.'])
  })

  it('takes quotes round a SOAPAction for those of the header', () => {
    expect(readDialect(`name: X\nsoap: {action: '"urn:x"'}\n`, 'x').soap.action).toBe('urn:x')
    expect(readDialect(`name: X\nsoap: {action: '""'}\n`, 'x').soap.action).toBe('')
  })

  it('has statuses of the schemas, or letters of a company', () => {
    expect(readDialect('name: X\nstatuses: [Commit, Request denied, XX]\n', 'x').statuses).toHaveLength(3)
    expect(findingsOf('name: X\nstatuses:\n  - Commit\n  - Modfy\n  - commit\n')).toMatchObject([
      { line: 4, field: 'statuses[1]', reason: 'must be a ResStatus of the schemas: did you mean "Modify"?' },
      { line: 5, field: 'statuses[2]', reason: 'must be a ResStatus of the schemas: did you mean "Commit"?' },
    ])
  })

  it('is refused where no message could be right, or a path stands twice', () => {
    const text = `name: X
soap: {version: none, security: required}
required:
  - A/@B
  - A/@C
  - path: A/@B
forbidden:
  - A/@D
  - A/@C
`
    expect(findingsOf(text)).toMatchObject([
      { line: 2, field: 'soap.security' },
      { line: 6, field: 'required[2]', reason: 'lists A/@B a second time' },
      { line: 9, field: 'forbidden[1]', reason: 'forbids A/@C, which is required as well: no message can do both' },
    ])
  })

  it('names the key that is meant in an entry, or the path that it lacks', () => {
    expect(findingsOf('name: X\nrequired:\n  - A/@B\n  - {pth: A/@C}\n')).toMatchObject([
      { line: 4, field: 'required[1].pth', remedy: 'Did you mean "path"?' },
    ])
    expect(findingsOf('name: X\nforbidden: [{path: A/@C, wyh: It is}]\nnmae: Y')).toMatchObject([
      { field: 'nmae' },
      { field: 'forbidden[0].wyh', remedy: 'Did you mean "why"?' },
    ])
    expect(findingsOf('name: X\nrequired: [{why: It is}]')).toMatchObject([
      { field: 'required[0]', reason: 'has no path' },
    ])
  })

  it('may tell waits or the end of them alone', () => {
    expect(readDialect('name: X\nretry: {after: [5m]}', 'x').retry).toEqual({ after: [300] })
    expect(readDialect('name: X\nretry: {window: 1d}', 'x').retry).toEqual({ window: 86_400 })
    expect(findingsOf('name: X\nretry: {after: [5m], window: 1m}')).toHaveLength(1)
  })

  it('forbids no header that it names the password of', () => {
    expect(findingsOf('name: X\nsoap: {security: forbidden, password: digest}')).toMatchObject([
      { line: 2, field: 'soap.password' },
    ])
    expect(readDialect('name: X\nsoap: {security: forbidden, password: any}', 'x').soap.security).toBe('forbidden')
  })

  it('is one document, and no bomb of aliases', () => {
    expect(findingsOf('name: X\n---\nname: Y\n')).toMatchObject([
      { reason: expect.stringContaining('second document') },
    ])
    const bomb = `name: X\nx: [${'&a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'}, &b [${'*a, '.repeat(60)}], ${'*b, '.repeat(60)}]\n`
    expect(findingsOf(bomb)).toMatchObject([{ reason: expect.stringContaining('aliases') }])
  })

  it('has no version that is another number', () => {
    expect(findingsOf('name: X\nsoap:\n  version: 1.3\n')).toMatchObject([{ line: 3, field: 'soap.version' }])
  })

  it('that says anything wrong is refused whole, with line and nearest name', () => {
    expect(
      findingsOf(
        'name: X\nsoap:\n  versoin: none\nrules: {surname-mising: error}\nretry: {after: [5 min], window: 1d}\n',
      ),
    ).toMatchObject([
      { line: 3, field: 'soap.versoin', remedy: 'Did you mean "version"?' },
      { line: 4, field: 'rules.surname-mising', remedy: 'Did you mean "surname-missing"?' },
      { line: 5, field: 'retry.after[0]' },
    ])
    for (const text of [
      'soap: {}',
      '- name: X',
      'name: X\nname: Y',
      'name: [',
      'name: X\nrules: {xml-broken: off}',
      'name: X\nrequired: [a//b]',
      'name: X\nretry: {after: [5m, 10m], window: 60s}',
      'name: X\nrequired: ["@x"]',
      `name: ${'['.repeat(500)}`,
    ])
      expect(findingsOf(text), text).not.toEqual([])
  })

  it.each(['xml-broken', 'encoding', 'dialect-status'])('cannot turn %s off, and says so', (rule) => {
    expect(findingsOf(`name: X\nrules: {${rule}: off}`)).toMatchObject([
      { line: 2, field: `rules.${rule}`, reason: 'cannot be turned off or given another weight' },
    ])
    expect(findingsOf('name: X\nrules: {constructor: off}')).toMatchObject([{ reason: 'is not a known field' }])
  })

  it.each([
    ['Email', 'Customer/Email', false],
    ['Email> </Email', 'Customer/Email', false],
    ['Email xmlns:x="urn:x"></Email', 'Customer/Email', false],
    ['Email EmailType="" ', 'Customer/Email', false],
    ['Email EmailType="1" ', 'Customer/Email', true],
    ['Email><x:A xmlns:x="urn:x"/></Email', 'Customer/Email', false],
    ['Email>a@b.example</Email', 'Customer/Email', true],
    ['Email><![CDATA[a@b.example]]></Email', 'Customer/Email', true],
    ['Email><Part>a</Part></Email', 'Customer/Email', true],
    ['Email EmailType="" ', 'Customer/Email/@EmailType', false],
    ['Email EmailType="1" ', 'Customer/Email/@EmailType', true],
  ])('takes <%s> for %s: %s', (email, wanted, isThere) => {
    const written = `<${email}${email.includes('</') ? '' : '/'}>`
    const text = MESSAGE.replaceAll(/<Email>[^<]*<\/Email>/g, '').replaceAll('</PersonName>', `</PersonName>${written}`)
    const required = found(text, `name: X\nrequired: [${wanted}]\nrules: {element-order: off}`)
    expect(required.some((one) => one.startsWith('dialect-required'))).toBe(!isThere)
    // What is forbidden may not be there at all.
    const forbidden = found(text, `name: X\nforbidden: [${wanted}]\nrules: {element-order: off}`)
    expect(forbidden.some((one) => one.startsWith('dialect-forbidden'))).toBe(true)
  })

  it('may weigh totals that cannot be checked', () => {
    const total = (amount: string): string => `<Total AmountAfterTax="${amount}" CurrencyCode="EUR"/>`
    const open = MESSAGE.replace('<ResGuests>', '<Services><Service ServiceInventoryCode="COT"/></Services><ResGuests>')
      .replaceAll(/<RoomRate ([^>]*)\/>/g, `<RoomRate $1>${total('100.00')}</RoomRate>`)
      .replace('<ResGlobalInfo>', `<ResGlobalInfo>${total('900.00')}`)
    const weighed = (rules: string): [number, number] => {
      const { findings, notes } = lintMessage(open, { dialect: readDialect(`name: X\nrules: {${rules}}`, 'd.yaml') })
      return [findings.length, notes.length]
    }
    expect([
      weighed(''),
      weighed('total-unchecked: error'),
      weighed('total-unchecked: off'),
      weighed('total-mismatch: off'),
    ]).toEqual([
      [0, 1],
      [1, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('adds what the receiver wants, where the message lacks it', () => {
    expect(found(MESSAGE, sample('bare'))).toEqual([])
    expect(found(MESSAGE, sample('strict'))).toEqual(['dialect-required:12'])
    expect(found(MESSAGE, sample('soap11-wsse'))).toEqual(['dialect-envelope:2', 'dialect-security:2'])
    const signed = (passwordType: 'digest' | 'text'): string =>
      wrapMessage(readMessage(MESSAGE), {
        envelope: 'soap11',
        security: { username: 'u', password: 'p', passwordType },
      }).text
    expect(found(signed('digest'), sample('soap11-wsse'), '"OTA_HotelResNotifRQ"')).toEqual([])
    expect(found(signed('digest'), sample('soap11-wsse'), '""')).toEqual(['dialect-soap-action:1'])
    expect(found(signed('text'), sample('soap11-wsse'))).toEqual([expect.stringMatching(/^dialect-security:/)])
    expect(found(signed('text'), sample('bare')).map((one) => one.split(':')[0])).toEqual([
      'dialect-envelope',
      'dialect-security',
    ])
  })

  it('a request whose headers have no SOAPAction is none for a receiver that wants one', () => {
    const wrapped = (envelope: 'soap11' | 'soap12'): string => wrapMessage(readMessage(MESSAGE), { envelope }).text
    const wanting = (version: string): string => `name: X\nsoap: {version: ${version}, action: "urn:notify"}`
    for (const [envelope, version] of [
      ['soap11', '"1.1"'],
      ['soap12', '"1.2"'],
      ['soap11', 'any'],
      ['soap12', 'any'],
    ] as const) {
      expect(found(wrapped(envelope), wanting(version), null), version).toEqual(['dialect-soap-action:1'])
      expect(found(wrapped(envelope), wanting(version)), version).toEqual([])
      expect(found(wrapped(envelope), wanting(version), 'urn:notify'), version).toEqual([])
    }
    // Empty is what some receivers want, and is not the same as none.
    const empty = 'name: X\nsoap: {version: "1.1", action: ""}'
    expect(found(wrapped('soap11'), empty, '""')).toEqual([])
    expect(found(wrapped('soap11'), empty, null)).toEqual(['dialect-soap-action:1'])
    expect(found(MESSAGE, wanting('none'), null)).toEqual(['dialect-soap-action:2'])
    expect(found(MESSAGE, wanting('any'), null)).toEqual([])
  })

  it('holds paths against every element that they begin with', () => {
    const two = MESSAGE.replace(
      '</RoomStay>',
      '<Total AmountAfterTax="1" CurrencyCode="EUR"/></RoomStay><RoomStay><Total AmountAfterTax=" "/></RoomStay>',
    )
    const rules = (text: string, dialect: string): string[] =>
      found(text, dialect).filter((rule) => rule.startsWith('dialect-'))
    expect(rules(two, 'name: X\nrequired: [RoomStay/Total/@AmountAfterTax]')).toHaveLength(1)
    expect(rules(two, 'name: X\nforbidden: [RoomStay/Total/@AmountAfterTax]')).toHaveLength(2)
    expect(rules(two, 'name: X\nforbidden: [RoomStay/Total]')).toHaveLength(2)
    expect(rules(MESSAGE, 'name: X\nrequired: [Discount/@Percent]')).toEqual(['dialect-required:2'])
    expect(rules(MESSAGE, 'name: X\nforbidden: [Discount]\nstatuses: [Book]\nechoToken: {maxLength: 3}')).toEqual([
      'dialect-echo-token:2',
      'dialect-status:2',
    ])
  })

  it('says of a header that is forbidden that there is to be none', () => {
    const { text } = wrapMessage(readMessage(MESSAGE), {
      envelope: 'soap11',
      security: { username: 'u', password: 'p', passwordType: 'text' },
    })
    const dialect = readDialect('name: X\nsoap: {security: forbidden}', 'x')
    expect(lintMessage(text, { dialect }).findings.filter(({ rule }) => rule === 'dialect-security')).toMatchObject([
      { expected: 'none', why: 'X takes no WS-Security header.', remedy: 'Leave the Security header out.' },
    ])
  })

  it('takes the place of the length that the schemas have for EchoToken', () => {
    const withToken = (token: string): string => MESSAGE.replace(/EchoToken="[^"]*"/, `EchoToken="${token}"`)
    const echo = (text: string, dialect: string): string[] =>
      found(text, dialect).filter((rule) => rule.includes('echo-token'))
    expect(echo(withToken('é'.repeat(128)), 'name: X')).toEqual([])
    expect(echo(withToken('é'.repeat(129)), 'name: X')).toEqual(['echo-token-length:2'])
    expect(echo(withToken(''), 'name: X')).toEqual(['echo-token-length:2'])
    expect(echo(withToken('e'.repeat(129)), 'name: X\nechoToken: {maxLength: 128}')).toEqual(['dialect-echo-token:2'])
    const { findings, hasErrors } = lintMessage(withToken('e'.repeat(129)))
    expect([findings.map(({ severity }) => severity), hasErrors]).toEqual([['warning'], false])
  })

  it('weighs rules of lint', () => {
    const wrong = MESSAGE.replace('<Surname>Lovelace</Surname>', '')
    const severity = (dialect: string): string[] =>
      lintMessage(wrong, { dialect: readDialect(dialect, 'x') })
        .findings.filter(({ rule }) => rule === 'surname-missing')
        .map((one) => one.severity)
    const plain = lintMessage(wrong).findings.filter(({ rule }) => rule === 'surname-missing')
    expect(plain).not.toEqual([])
    expect(new Set(severity('name: X\nrules: {surname-missing: info}'))).toEqual(new Set(['info']))
    expect(severity('name: X\nrules: {surname-missing: off}')).toEqual([])
  })
})
