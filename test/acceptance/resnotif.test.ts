import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-resnotif-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const ENV = {
  HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'),
  HUBSWITCH_DATA_DIR: path.join(folder, 'data'),
  NO_COLOR: '1',
}
const PASSWORD = 'pms-password-7'
const sample = (name: string): string => path.join(ROOT, 'samples', name)
const [right, wrong] = ['notification.xml', 'notification-wrong.xml'].map((name) =>
  readFileSync(sample(name), 'utf8'),
) as [string, string]
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  runWarm(['resnotif', ...args], { ...ENV, ...env })
const write = (name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

describe('resnotif preview', () => {
  const preview = [
    'preview',
    sample('reservation.yaml'),
    '--channel-booking-id',
    'HS-20270701-1',
    '--time-stamp',
    '2027-06-01T09:00:00Z',
  ]

  it('makes the sample message of the sample reservation, with no profile, journal or service', async () => {
    const { code, stdout, stderr } = await run(preview, { HUBSWITCH_PROFILE: 'no-such-profile' })
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: right, stderr: '' })
    expect(() => statSync(ENV.HUBSWITCH_DATA_DIR)).toThrow()
  })

  it.each(['yesterday', '2027-02-30T09:00:00Z', '2027-06-01'])(
    'refuses a TimeStamp that is none: %s',
    async (given) => {
      const { code, stdout, stderr } = await run([...preview.slice(0, 4), '--time-stamp', given])
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain(`--time-stamp "${given}" is not a day and a time.`)
    },
  )

  it('shows one row for each guest, and the booker where asked', async () => {
    const rows = (await run([...preview, '--output', 'csv', '--booker-node'])).stdout.trim().split(/\r?\n/)
    expect(rows).toEqual([
      'product,unit,guest,IndexNumber,ResGuestRPH,GroupEventCode',
      ',,Ada Lovelace,,,',
      '101-501,1,Ada Lovelace,1,1-101-501,1',
      '101-501,2,Charles Babbage,1,1-101-501,2',
      '102-501,1,Grace Hopper,1,1-102-501,1',
      '102-501,1,Alan Turing,1,1-102-501,1',
    ])
    expect((await run([...preview, '--output', 'table'])).stdout).toMatch(
      /^product\s+unit\s+guest\s+IndexNumber\s+ResGuestRPH\s+GroupEventCode\n101-501\s+1\s+Ada Lovelace/,
    )
    const { nodes, message } = (
      await run([
        ...preview,
        '--json',
        '--status',
        'Cancel',
        '--room-stays',
        'room',
        '--rate-plan-id',
        '--version',
        '1.0',
      ])
    ).json<{ nodes: { groupEventCode: number }[]; message: string }>()
    expect(nodes.map(({ groupEventCode }) => groupEventCode)).toEqual([1, 2, 1, 1])
    expect(message.match(/<RoomStay /g)).toHaveLength(3)
    for (const part of ['ResStatus="Cancel"', 'RatePlanID="501"', 'Version="1.0"']) expect(message).toContain(part)
  })

  it('rows and data hold no card number that stands in a name or comment; the message itself is whole', async () => {
    const file = write(
      'carded.yaml',
      readFileSync(sample('reservation.yaml'), 'utf8').replaceAll('Lovelace', '4111 1111 1111 1111') +
        (/^comment:/m.test(readFileSync(sample('reservation.yaml'), 'utf8'))
          ? ''
          : '\ncomment: paid with 5555555555554444\n'),
    )
    const given = ['preview', file, '--channel-booking-id', 'HS-1']
    for (const asked of [['--json'], ['--output', 'csv', '--booker-node'], ['--output', 'yaml']]) {
      const { stdout, stderr } = await run([...given, ...asked])
      expect(`${stdout}${stderr}`).not.toMatch(/4111 1111 1111 1111|5555555555554444/)
      expect(stdout).toContain('**** **** **** 1111')
      expect(stderr).toMatch(/starred out here; --save writes it whole/)
    }
    expect((await run(given)).stdout).toContain('4111 1111 1111 1111')
  })

  it('takes the password of a security header from the environment, and hides it in a digest unless told', async () => {
    const env = { HUBSWITCH_PMS_CREDENTIALS: JSON.stringify({ username: 'hotel', password: PASSWORD }) }
    expect(await run([...preview, '--security', 'username-token'], env)).toMatchObject({ code: 2 })
    const digest = await run(
      [...preview, '--envelope', 'soap12', '--security', 'username-token', '--username', 'front-desk'],
      env,
    )
    expect(digest.stdout).toContain('<wsse:Username>front-desk</wsse:Username>')
    expect(digest.stdout).toContain('#PasswordDigest')
    expect(digest.stdout + digest.stderr).not.toContain(PASSWORD)
    expect(
      (await run([...preview, '--envelope', 'soap12', '--security', 'username-token', '--password-type', 'text'], env))
        .stdout,
    ).toContain(PASSWORD)
    expect(await run([...preview, '--envelope', 'soap12', '--security', 'username-token'])).toMatchObject({ code: 4 })
  })

  it('is whole in a pipe although a word of it is a secret, and what has the sign of a secret in it is not sent', async () => {
    const env = { HUBSWITCH_PMS_CREDENTIALS: JSON.stringify({ username: 'hotel', password: 'Lovelace' }) }
    expect(await run(preview, env)).toMatchObject({ code: 0, stdout: right })
    const starred = write('starred.xml', right.replace('Lovelace', '[secret]'))
    const { code, stderr } = await run(['send', starred, '--to', 'http://127.0.0.1:9/pms'])
    expect([code, stderr]).toEqual([
      6,
      expect.stringMatching(/The message has \[secret\] in line \d+[^]*Nothing was sent\./),
    ])
  })

  it('takes no password from a file that is not UTF-8', async () => {
    const file = write('latin.json', '')
    writeFileSync(file, Buffer.from('{"username":"hotel","password":"p\xe4sswort-99"}', 'latin1'))
    const { code, stderr } = await run([...preview, '--envelope', 'soap12', '--security', 'username-token'], {
      HUBSWITCH_PMS_CREDENTIALS_FILE: file,
    })
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/HUBSWITCH_PMS_CREDENTIALS_FILE names .*, which is not UTF-8 text\./),
    ])
  })

  it('names the field that cannot be sent', async () => {
    const file = write(
      'bad.yaml',
      readFileSync(sample('reservation.yaml'), 'utf8').replace('Charles', '"Char\\u0007les"'),
    )
    const { code, stderr } = await run(['preview', file, '--channel-booking-id', 'X'])
    expect(code).toBe(6)
    expect(stderr).toMatch(/rooms\[0\]\.guests.* U\+0007 at position 5/)
  })
})

describe('resnotif lint', () => {
  it('tells what kept totals from being checked, and leaves the file clean', async () => {
    const cot = '<Services><Service ServiceInventoryCode="COT"/></Services><ResGuests>'
    const total = '<Total AmountAfterTax="100.00" CurrencyCode="EUR"/>'
    const open = right
      .replace('<ResGuests>', cot)
      .replaceAll(/<RoomRate ([^>]*)\/>/g, `<RoomRate $1>${total}</RoomRate>`)
      .replace('<ResGlobalInfo>', `<ResGlobalInfo>${total.replace('100', '900')}`)
    const file = write('open.xml', open)
    const line = open.split('\n').findIndex((one) => one.includes('COT')) + 1
    const told = await run(['lint', file])
    expect([told.code, told.stdout.trim().split('\t')[3]]).toEqual([0, 'clean'])
    expect(told.stderr).toMatch(
      /open\.xml: line \d+: totals were not checked: 900\.00 cannot be held against its parts/,
    )
    expect(told.stderr).toContain(`because Service in line ${line} has no price.`)
    const { files } = (await run(['lint', file, '--json'])).json<{
      files: { isClean: boolean; findings: unknown[]; notes: { rule: string; nodes: { line: number }[] }[] }[]
    }>()
    expect(files).toMatchObject([
      { isClean: true, findings: [], notes: [{ rule: 'total-unchecked', nodes: [{ line }] }] },
    ])
  })

  it('names a clean file as clean, a wrong one with rule and place, and exits 8', async () => {
    const { code, stdout } = await run([
      'lint',
      sample('notification.xml'),
      sample('notification-wrong.xml'),
      '--columns',
      'file,line,severity,rule,found,expected',
    ])
    expect(code).toBe(8)
    expect(stdout.split('\n')).toEqual([
      `${sample('notification.xml')}\t\tclean\t\t\t`,
      `${sample('notification-wrong.xml')}\t69\terror\tcounter-across-products\t3, 3\t1, 1`,
      '',
    ])
    const one = await run(['lint', sample('notification.xml'), '--json'])
    expect({ code: one.code, data: one.json() }).toMatchObject({
      code: 0,
      data: { errors: 0, warnings: 0, files: [{ isClean: true, findings: [], reservations: 1 }] },
    })
  })

  it('exits 0 with warnings alone', async () => {
    const { code, stdout } = await run([
      'lint',
      write('warned.xml', right.replace('<UniqueID Type="14" ID="HS-20270701-1"/>', '')),
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('warning\tunique-id-missing')
  })

  it('reports what is no message, and names a file that is not there', async () => {
    const files: [string, string | Uint8Array, string][] = [
      ['cut.xml', right.slice(0, 2200), 'xml-broken'],
      ['doctype.xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'xml-doctype'],
      ['nest.xml', '<a>'.repeat(1_200_000), 'xml-too-deep'],
      ['latin.xml', Buffer.from(right.replace('Grace', 'Gr\u00e2ce'), 'latin1'), 'encoding'],
      ['empty.xml', '', 'not-a-notification'],
      ['notes.txt', 'no message of any kind', 'not-a-notification'],
    ]
    for (const [name, content, rule] of files) {
      const { code, stdout } = await run(['lint', write(name, content), '--columns', 'rule'])
      expect([name, code]).toEqual([name, 8])
      expect(stdout.split('\n')).toContain(rule)
    }
    expect(await run(['lint', path.join(folder, 'absent.xml')])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('absent.xml'),
    })
    expect(await run(['lint', folder])).toMatchObject({ code: 8 })
    expect(await run(['lint'])).toMatchObject({ code: 2 })
  })

  it('checks against a schema, sets composite references aside and counts them', async () => {
    const schema = (surnameMax: number): string =>
      write(
        `small-${surnameMax}.xsd`,
        `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.opentravel.org/OTA/2003/05" xmlns="http://www.opentravel.org/OTA/2003/05" elementFormDefault="qualified"><xs:element name="OTA_HotelResNotifRQ"><xs:complexType><xs:sequence><xs:any processContents="lax" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element><xs:element name="ResGuest"><xs:complexType><xs:sequence><xs:any processContents="skip" minOccurs="0"/></xs:sequence><xs:attribute name="ResGuestRPH"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="[0-9]{1,8}"/></xs:restriction></xs:simpleType></xs:attribute><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element><xs:element name="Surname"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="${surnameMax}"/></xs:restriction></xs:simpleType></xs:element></xs:schema>`,
      )
    const fits = await run(['lint', sample('notification.xml'), '--xsd', schema(8), '--json'])
    expect({ code: fits.code, stderr: fits.stderr, data: fits.json() }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Set aside: 4 findings on composite references/),
      data: { files: [{ isClean: true, setAside: { count: 4 } }] },
    })
    // "Lovelace" has eight letters; this schema skips what is inside a ResGuest, so only the booker's counts.
    const long = await run(['lint', sample('notification.xml'), '--xsd', schema(7), '--columns', 'rule,line'])
    expect({ code: long.code, stdout: long.stdout }).toEqual({ code: 8, stdout: 'schema\t108\n' })
    const preview = ['preview', sample('reservation.yaml'), '--channel-booking-id', 'X', '--xsd']
    expect((await run([...preview, schema(8)])).code).toBe(0)
    expect(await run([...preview, schema(7)])).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/does not fit the schema: 1 finding/),
    })
    expect(await run(['lint', sample('notification.xml'), '--xsd', sample('reservation.yaml')])).toMatchObject({
      code: 6,
    })
  })

  it('lists its rules', async () => {
    const rules = (await run(['lint', '--rules', '--json'])).json<{ rule: string; severity: string; why: string }[]>()
    expect(rules.length).toBeGreaterThan(40)
    for (const { rule, severity, why } of rules)
      expect([rule, severity, why.length > 10]).toEqual([rule, expect.stringMatching(/^(error|warning|info)$/), true])
  })
})

describe('resnotif explain and fix', () => {
  it('tells the story, codes as they are and as they should be', async () => {
    const { code, stdout } = await run(['explain', sample('notification-wrong.xml')])
    expect(code).toBe(0)
    expect(stdout).toContain('Room 102 with plan 501: 1 unit booked, codes 3, 3, should be 1, 1.')
    expect(stdout).toContain('One counter ran through the whole reservation.')
    expect(
      (await run(['explain', sample('notification-wrong.xml'), '--columns', 'guest,GroupEventCode,expectedCode']))
        .stdout,
    ).toContain('Grace Hopper\t3\t1\n')
  })

  it('writes the corrected message and nothing else to standard output', async () => {
    const { code, stdout, stderr } = await run(['fix', sample('notification-wrong.xml')])
    expect({ code, stdout }).toEqual({ code: 0, stdout: right })
    expect(stderr).toMatch(/69:82 .* 3 → 1\n.*83:82 .* 3 → 1\n2 changes\./s)
  })

  it('keeps mark, encoding and line ends byte for byte', async () => {
    const make = (text: string): Buffer =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(text.replace('UTF-8', 'UTF-16').replaceAll('\n', '\r\n'), 'utf16le'),
      ])
    const file = write('wide.xml', make(wrong))
    expect(await run(['fix', file, '--in-place'])).toMatchObject({ code: 0, stdout: '' })
    expect(readFileSync(file).equals(make(right))).toBe(true)
    const latin = (text: string): Buffer =>
      Buffer.from(text.replace('UTF-8', 'ISO-8859-1').replace('Grace', 'Gr\u00e2ce'), 'latin1')
    const saved = path.join(folder, 'saved.xml')
    await run(['fix', write('latin1.xml', latin(wrong)), '--save', saved])
    expect(readFileSync(saved).equals(latin(right))).toBe(true)
    expect(statSync(saved).mode & 0o777).toBe(0o600)
    // A body keeps its declaration, whatever other name its encoding has.
    const body = latin(wrong)
    const head = `POST /pms HTTP/1.1\r\nContent-Type: text/xml; charset=ISO-8859-1\r\nContent-Length: ${body.length}\r\n\r\n`
    await run(['fix', write('latin1.http', Buffer.concat([Buffer.from(head), body])), '--save', saved, '--yes'])
    expect(readFileSync(saved).toString('latin1').trim()).toBe(latin(right).toString('latin1').trim())
    const wide = make(wrong)
    const dump = `POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${wide.length}\r\n\r\n`
    await run(['fix', write('wide.http', Buffer.concat([Buffer.from(dump), wide])), '--save', saved, '--yes'])
    expect(readFileSync(saved).equals(make(right.trimEnd()).subarray(2))).toBe(true)
  })

  it('says what it cannot correct, and exits 8', async () => {
    const { code, stderr, stdout } = await run([
      'fix',
      write('dates.xml', wrong.replace('<TimeSpan Start="2027-07-01"', '<TimeSpan Start="2027-07-09"')),
    ])
    expect(code).toBe(8)
    expect(stdout).toContain('2027-07-09')
    expect(stderr).toMatch(/2 changes[\s\S]*Not corrected[\s\S]*date-order/)
    expect(await run(['fix', '-', '--in-place'])).toMatchObject({ code: 2 })
  })
})

describe('resnotif send to resnotif listen', () => {
  it(
    'what arrives is shown, what is wrong does not leave, and who is refused learns why',
    { timeout: 120_000 },
    async () => {
      const { startPmsListener } = await import('../../src/cli/resnotif/pms-listener.js')
      const { createPms } = await import('../../src/resnotif/index.js')
      const seen: string[] = []
      const pms = await startPmsListener({
        host: '127.0.0.1',
        port: 0,
        pms: createPms({ persona: 'strict' }),
        credentials: { username: 'hotel', password: PASSWORD },
        onMessage: ({ outcome }) => seen.push(outcome),
      })
      const env = {
        HUBSWITCH_PMS_CREDENTIALS_FILE: write('pms.json', JSON.stringify({ username: 'hotel', password: PASSWORD })),
      }
      const send = (file: string, ...more: string[]): Promise<Ran> => run(['send', file, '--to', pms.url, ...more], env)
      try {
        const taken = await send(sample('notification.xml'), '--auth', 'basic', '--json')
        expect({ code: taken.code, data: taken.json() }).toMatchObject({
          code: 0,
          data: {
            state: 'delivered',
            status: 200,
            isAlreadyDelivered: false,
            reservationIds: ['HS-20270701-1'],
            problems: [],
          },
        })
        const again = await send(
          sample('notification.xml'),
          '--auth',
          'username-token',
          '--envelope',
          'soap11',
          '--debug',
        )
        expect(again).toMatchObject({
          code: 13,
          stderr: expect.stringMatching(
            /exists already \(code 127\)[\s\S]*If you sent this message before.*--retransmission/,
          ),
        })
        const repeated = await send(
          sample('notification.xml'),
          '--auth',
          'username-token',
          '--envelope',
          'soap11',
          '--retransmission',
        )
        expect({ code: repeated.code, stdout: repeated.stdout }).toEqual({
          code: 0,
          stdout: 'The PMS has this reservation already.\n',
        })
        const held = await send(sample('notification-wrong.xml'), '--auth', 'basic', '--json')
        expect({ code: held.code, data: held.json() }).toMatchObject({
          code: 8,
          data: { error: { code: 'FINDINGS', findings: [{ line: 69 }] } },
        })
        expect(seen).toEqual(['taken', 'known already', 'known already'])
        const forced = await send(sample('notification-wrong.xml'), '--auth', 'basic', '--force')
        expect(forced).toMatchObject({
          code: 13,
          stderr: expect.stringMatching(/a value is not valid \(code 320\): counter-across-products at line 69/),
        })
        const stranger = await run(['send', sample('notification.xml'), '--to', pms.url, '--json'])
        expect({ code: stranger.code, data: stranger.json() }).toMatchObject({
          code: 13,
          data: {
            error: {
              code: 'PMS_REFUSED',
              facts: { status: 401, problems: [{ code: '497' }], signIn: ['Basic'] },
              next: expect.stringMatching(/--auth basic.*HUBSWITCH_PMS_CREDENTIALS.*accepts: Basic/),
            },
          },
        })
        for (const { stdout, stderr } of [taken, again, held, forced]) expect(stdout + stderr).not.toContain(PASSWORD)
        expect(await run(['send', sample('notification.xml'), '--to', pms.url, '--auth', 'basic'])).toMatchObject({
          code: 4,
        })
      } finally {
        await pms.close()
      }
      expect(await send(sample('notification.xml'))).toMatchObject({ code: 10 })
      expect(await run(['send', sample('notification.xml'), '--to', 'http://pms.example/'])).toMatchObject({ code: 2 })
    },
  )

  it(
    'what the PMS is to do is never guessed: --status names it where the message does not',
    { timeout: 60_000 },
    async () => {
      const { startPmsListener } = await import('../../src/cli/resnotif/pms-listener.js')
      const { createPms } = await import('../../src/resnotif/index.js')
      const seen: string[] = []
      const pms = await startPmsListener({
        host: '127.0.0.1',
        port: 0,
        pms: createPms({ persona: 'strict' }),
        onMessage: ({ outcome, resStatus }) => seen.push(`${outcome} ${String(resStatus)}`),
      })
      const bare = write('bare.xml', right.replace(' ResStatus="Commit"', ''))
      const plain = write(
        'plain.xml',
        right
          .replace(' ResStatus="Commit"', '')
          .replaceAll(/RPH="1-[^"]*"/g, 'RPH="1"')
          .replaceAll(/<ResGuest ResGuestRPH="1" /g, '<ResGuest ')
          .replaceAll(/<ResGuestRPH RPH="1"\/>/g, ''),
      )
      const send = (file: string, ...more: string[]): Promise<Ran> => run(['send', file, '--to', pms.url, ...more])
      try {
        expect(await send(bare)).toMatchObject({
          code: 8,
          stderr: expect.stringMatching(/status-missing[\s\S]*--status/),
        })
        expect(await send(bare, '--force')).toMatchObject({
          code: 6,
          stderr: expect.stringMatching(/has no ResStatus[\s\S]*--status Commit, Modify or Cancel/),
        })
        expect(await send(plain)).toMatchObject({ code: 6, stderr: expect.stringContaining('has no ResStatus') })
        expect(await send(sample('notification.xml'), '--status', 'Cancel')).toMatchObject({
          code: 2,
          stderr: expect.stringMatching(/says ResStatus Commit, and --status Cancel/),
        })
        expect(seen).toEqual([])
        expect(await send(bare, '--status', 'Cancel')).toMatchObject({ code: 0 })
        expect(await send(sample('notification.xml'), '--status', 'Commit')).toMatchObject({ code: 13 })
        expect(seen).toEqual(['taken Cancel', 'known already Commit'])
        const fixed = await run(['fix', bare])
        expect(fixed).toMatchObject({ code: 8, stderr: expect.stringContaining('status-missing') })
        expect(fixed.stdout).not.toContain('ResStatus')
      } finally {
        await pms.close()
      }
    },
  )

  it('a connection that is cut is exit 12, with what to do', { timeout: 60_000 }, async () => {
    const { startPmsListener } = await import('../../src/cli/resnotif/pms-listener.js')
    const { createPms } = await import('../../src/resnotif/index.js')
    const pms = await startPmsListener({
      host: '127.0.0.1',
      port: 0,
      pms: createPms({ persona: 'flaky' }),
      onMessage: () => undefined,
    })
    const send = (...more: string[]): Promise<Ran> =>
      run(['send', sample('notification.xml'), '--to', pms.url, '--json', ...more])
    try {
      const failed = await send()
      expect({ code: failed.code, data: failed.json() }).toMatchObject({
        code: 12,
        data: {
          error: {
            code: 'OUTCOME_UNKNOWN',
            message: expect.stringMatching(/HTTP 500.*moment of weakness/),
            facts: { status: 500, fate: 'unknown', isRetryable: true },
          },
        },
      })
      const cut = await send()
      expect({ code: cut.code, data: cut.json() }).toMatchObject({
        code: 12,
        data: {
          error: { code: 'OUTCOME_UNKNOWN', next: expect.stringMatching(/Send it again with --retransmission/) },
        },
      })
      expect((await send('--retransmission')).json()).toMatchObject({ isAlreadyDelivered: true })
    } finally {
      await pms.close()
    }
  })
})
