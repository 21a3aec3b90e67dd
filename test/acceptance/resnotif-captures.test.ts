import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-captures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
const ENV = {
  HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'),
  HUBSWITCH_DATA_DIR: path.join(folder, 'data'),
  NO_COLOR: '1',
}
const run = (...args: string[]): Promise<Ran> => runWarm(['resnotif', ...args], ENV)
const sample = (name: string): string => path.join(ROOT, 'samples', name)
const [right, wrong] = ['notification.xml', 'notification-wrong.xml'].map((name) =>
  readFileSync(sample(name), 'utf8').trimEnd(),
) as [string, string]
const write = (name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}
const request = (body: string): string =>
  `POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\nSOAPAction: "other"\r\n\r\n${body}`
/** The line of the wrong counter, which stands in line 69 of the message. */
const AT = 69

describe('lint of a capture', () => {
  it('names the line of the file, in every wrapping', async () => {
    const files = {
      [write('dump.txt', request(wrong))]: AT + 4,
      [write('in.log', `up\n2026-11-23 10:00:00 got ${wrong}\n2026-11-23 10:00:01 done\n`)]: AT + 1,
      [write('in.json', JSON.stringify({ body: wrong }, undefined, 1))]: 2,
      [write('packed.xml.gz', gzipSync(wrong))]: AT,
    }
    const { code, stdout } = await run('lint', ...Object.keys(files), '--columns', 'file,rule,line')
    expect(code).toBe(8)
    expect(stdout.trim().split('\n')).toEqual(
      Object.entries(files).map(([file, line]) => `${file}\tcounter-across-products\t${line}`),
    )
  })

  it('goes through folders, tells what is no notification, and counts what cannot be read', async () => {
    write('many/a.xml', right)
    write('many/deep/b.txt', `${request(right)}\r\nHTTP/1.1 200 OK\r\n\r\n<OTA_HotelResNotifRS/>`)
    write(
      'many/c.bin',
      Buffer.concat([
        Buffer.from(`POST / HTTP/1.1\r\nContent-Encoding: gzip\r\n\r\n`),
        gzipSync(right).subarray(0, 200),
      ]),
    )
    const { code, stdout, stderr } = await run('lint', path.join(folder, 'many'), '--json')
    const { files } = JSON.parse(stdout) as {
      files: {
        file: string
        findings: { rule: string; line: number; found: string }[]
        messages: object[]
        others: object[]
      }[]
    }
    expect(code).toBe(8)
    expect(
      files.map(({ file, findings, messages, others }) => [
        path.basename(file),
        findings.map(({ rule, line }) => [rule, line]),
        messages.length,
        others.length,
      ]),
    ).toEqual([
      ['a.xml', [], 1, 0],
      ['c.bin', [['unread', 4]], 0, 0],
      ['b.txt', [], 1, 1],
    ])
    expect(stderr).toMatch(
      /b\.txt: 1 part holds no notification: HTTP response 200 with OTA_HotelResNotifRS in line \d+\./,
    )
    const none = await run(
      'lint',
      write('answer.txt', 'HTTP/1.1 200 OK\r\n\r\n<OTA_HotelResNotifRS/>'),
      '--columns',
      'rule,found',
    )
    expect([none.code, none.stdout]).toEqual([8, 'not-a-notification\tHTTP response 200 with OTA_HotelResNotifRS\n'])
  })

  it('of a folder or a list is not stopped by what is no capture', async () => {
    write('mixed/a.xml', right)
    write('mixed/README.md', '# What the hub sent')
    write('mixed/p.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]))
    const mixed = path.join(folder, 'mixed')
    const all = await run('lint', mixed, '--columns', 'file,severity')
    expect([all.code, all.stdout]).toEqual([0, `${path.join(mixed, 'a.xml')}\tclean\n`])
    expect(all.stderr).toContain('2 files hold no notification: ')
    const data = (await run('lint', mixed, '--json')).json<{ files: { file: string; isClean: boolean }[] }>()
    expect(data.files.map(({ file, isClean }) => [path.basename(file), isClean])).toEqual([
      ['README.md', false],
      ['a.xml', true],
      ['p.png', false],
    ])
    const told = await run('explain', mixed)
    expect([told.code, told.stdout.split('\n')[0]]).toEqual([
      0,
      'Reservation HS-20270701-1: 2 products, 3 units with guests. IndexNumber 1.',
    ])
    expect(told.stderr).toContain('2 files hold no notification: ')
    // Named by itself, it is told to be none, and not to be broken.
    const named = await run('lint', path.join(mixed, 'README.md'), '--columns', 'rule,found')
    expect([named.code, named.stdout]).toEqual([8, 'not-a-notification\ttext\n'])
    // A message that cannot be decoded is one of them.
    write('mixed/latin.xml', Buffer.from(right.replace('Grace', 'Gr\u00e2ce'), 'latin1'))
    const latin = await run('explain', mixed)
    expect([latin.code, latin.stdout.split('\n')[0]]).toEqual([3, told.stdout.split('\n')[0]])
    expect(latin.stderr).toContain('is not text in the encoding that it names: byte 0xE2')
    const torn = write('torn.gz', gzipSync(right).subarray(0, 200))
    const list = await run(
      'lint',
      sample('notification.xml'),
      torn,
      sample('notification-wrong.xml'),
      '--columns',
      'rule',
    )
    expect([list.code, list.stdout]).toEqual([8, '\nunread\ncounter-across-products\n'])
    expect(await run('lint', torn, '--columns', 'rule')).toMatchObject({ code: 8, stdout: 'unread\n' })
  })

  it('calls a document type what it is, wherever the message stands', async () => {
    const typed = right.replace('\n', '\n<!DOCTYPE OTA_HotelResNotifRQ SYSTEM "http://evil.example/x.dtd">\n')
    for (const [name, content] of [
      ['typed.xml', typed],
      ['typed.http', request(typed)],
      ['typed.log', `2026-11-23 10:00:00 got ${typed}\n`],
      ['typed.json', JSON.stringify({ body: typed })],
    ] as const) {
      const { code, stdout } = await run('lint', write(name, content), '--columns', 'rule')
      expect([name, code, stdout]).toEqual([name, 8, 'xml-doctype\n'])
    }
  })

  it('holds codes against a table, a mapping file and the service', async () => {
    const other = write('codes.xml', right.replaceAll('"102"', '"1O2"').replaceAll('1-102-', '1-1O2-'))
    const lint = async (...flags: string[]): Promise<[number | null, string]> => {
      const { code, stdout } = await run('lint', other, ...flags, '--columns', 'rule,line,found,expected')
      return [code, stdout]
    }
    const expected = [8, 'code-unknown\t15\t1O2\t102 is the nearest\n']
    expect(await lint('--codes', sample('pms-codes.csv'))).toEqual(expected)
    expect(await lint('--codes', sample('mapping.yaml'))).toEqual(expected)
    expect(await lint('--property', '1000001')).toMatchObject([5, ''])
    await runWarm(['property', 'apply', sample('houses/guest-house.yaml'), '--yes'], ENV)
    expect(await lint('--property', '1000001')).toEqual(expected)
    expect(await lint('--codes', sample('pms-codes.csv'), '--property', '1000001')).toMatchObject([2, ''])
    const own = write('own.xml', right.replaceAll('"102"', '"SEA"').replaceAll('1-102-', '1-SEA-'))
    expect((await run('lint', own, '--codes', sample('pms-codes.csv'), '--columns', 'expected')).stdout).toBe(
      '102, which stands for SEA\n',
    )
    const bad = await run('lint', other, '--codes', write('bad.csv', 'kind,hub,pms\nroom,101,A\nbed,1,B\n'))
    expect([bad.code, bad.stderr]).toEqual([6, expect.stringMatching(/bad\.csv:3 .*has the kind "bed"/)])
  })

  it('holds it against a dialect, SOAPAction of a capture as well, and refuses a wrong one whole', async () => {
    const dump = write('action.txt', request(right))
    const { code, stdout } = await run(
      'lint',
      dump,
      '--dialect',
      sample('dialects/soap11-wsse.yaml'),
      '--columns',
      'rule,line,found',
    )
    // SOAPAction stands in the head, before the message.
    expect([code, stdout.split('\n')]).toEqual([
      8,
      [
        'dialect-soap-action\t3\t"other"',
        'dialect-envelope\t6\tno envelope',
        'dialect-security\t6\tno WS-Security header',
        '',
      ],
    ])
    expect((await run('lint', sample('notification.xml'), '--dialect', sample('dialects/bare.yaml'))).code).toBe(0)
    // A log that has the headers in a form of its own, or none of them.
    const logged = write(
      'action.log',
      `12:00:00 INFO Headers: {SOAPAction=["other"]}\n12:00:00 INFO Payload: ${right}\n`,
    )
    const wanting = write('action.yaml', 'name: X\nsoap: {version: none, action: "urn:notify"}\n')
    for (const [file, note] of [
      [logged, /line 3: SOAPAction was not checked: .*wants "urn:notify"\.$/m],
      [write('alone.xml', right), /^$/],
    ] as const) {
      const { code: exit, stderr } = await run('lint', file, '--dialect', wanting)
      expect([file, exit, stderr]).toEqual([file, 0, expect.stringMatching(note)])
    }
    const refused = await run('lint', dump, '--dialect', write('d.yaml', 'name: X\nsoap: {versoin: none}\n'))
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('Did you mean "version"?')])
  })

  it('watches a folder or checks files, not both', async () => {
    const both = await run('lint', sample('notification-wrong.xml'), '--watch', folder)
    expect([both.code, both.stdout]).toEqual([2, ''])
    expect(both.stderr).toContain('was named beside it')
  })

  it('watches a folder, and goes on after a file that cannot be read', async () => {
    const inbox = path.join(folder, 'inbox')
    mkdirSync(inbox)
    copyFileSync(sample('notification.xml'), path.join(inbox, 'a.xml'))
    const watched = run('lint', '--watch', inbox, '--count', '3', '--json')
    writeFileSync(path.join(inbox, 'b.xml'), wrong)
    writeFileSync(path.join(inbox, 'c.zip'), 'PK\u0003\u0004 torn')
    const { code, stdout } = await watched
    const seen = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; errors: number })
    expect(code).toBe(8)
    expect(seen.map(({ file, errors }) => [path.basename(file), errors]).toSorted()).toEqual([
      ['a.xml', 0],
      ['b.xml', 1],
      ['c.zip', 1],
    ])
    expect(await run('lint', '--watch', sample('notification.xml'))).toMatchObject({ code: 6 })
  })
})

describe('fix of a capture', () => {
  it('writes the bare message, and never into the capture', async () => {
    const text = `2026-11-23 10:00 ${wrong.replace('UTF-8', 'UTF-16')}\n`
    const log = write('fix.log', text)
    const refused = await run('fix', log, '--in-place')
    expect([refused.code, refused.stderr]).toEqual([
      6,
      expect.stringMatching(/fix\.log is not a message but holds one[^]*--save corrected\.xml/),
    ])
    const saved = path.join(folder, 'fixed.xml')
    const { code, stderr } = await run('fix', log, '--save', saved)
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${AT}:82 .*3 → 1\\n[^]*what is written is the bare message`)),
    ])
    expect(readFileSync(saved, 'utf8')).toBe(right)
    expect(readFileSync(log, 'utf8')).toBe(text)
  })

  it('of several asks which', async () => {
    const both = write('both.xml', `${right}\n${wrong}\n`)
    const refused = await run('fix', both)
    expect([refused.code, refused.stderr]).toEqual([
      6,
      expect.stringMatching(/holds 2 messages[^]*:119 .*message 2[^]*--message 1/),
    ])
    expect((await run('fix', both, '--message', '2')).stdout).toBe(right)
    expect(await run('fix', both, '--message', '3')).toMatchObject({ code: 6 })
  })
})

describe('explain of a capture', () => {
  it('tells each message with its place, as words and as data', async () => {
    const both = write('two.xml', `${right}\n${readFileSync(sample('notification-modify.xml'), 'utf8')}`)
    const { code, stdout } = await run('explain', both)
    expect(code).toBe(0)
    expect(stdout).toMatch(/two\.xml:1:1 {2}message 1 of 2\n[^]*two\.xml:119:1 {2}message 2 of 2\n/)
    expect(stdout).toMatch(/Alan Turing {2}line 201 /)
    const { messages } = (await run('explain', both, '--message', '2', '--json')).json<{
      messages: {
        line: number
        facts: { status: string; reservations: { stays: { nights: number }[]; guests: { line: number }[] }[] }
      }[]
    }>()
    expect(messages).toMatchObject([
      { line: 119, facts: { status: 'Modify', reservations: [{ stays: [{ nights: 4 }] }] } },
    ])
    const torn = await run(
      'explain',
      write('torn.txt', `${request(right)}\r\nPOST / HTTP/1.1\r\nContent-Encoding: gzip\r\n\r\n\u001f\u008b`),
    )
    expect([torn.code, torn.stderr]).toEqual([3, expect.stringContaining('cannot be read: gzip that is damaged')])
    expect(await run('explain', write('none.txt', 'HTTP/1.1 200 OK\r\n\r\n<OTA_HotelResNotifRS/>'))).toMatchObject({
      code: 6,
    })
  })

  it('tells what a message changes, in order of what a hotel asks', async () => {
    const { code, stdout } = await run(
      'explain',
      sample('notification-modify.xml'),
      '--diff',
      sample('notification.xml'),
    )
    expect([code, stdout.split('\n')[3]]).toEqual([
      0,
      'Charles Babbage moves: room 101 with plan 501, unit 2 → room 102 with plan 501, unit 1.',
    ])
    expect((await run('explain', sample('notification.xml'), '--diff', sample('notification.xml'))).stdout).toMatch(
      /^Nothing changes: beside order and indentation the messages say the same\.\n$/,
    )
  })

  it('compares with the message about the same reservation, or with the one that is chosen', async () => {
    const modify = sample('notification-modify.xml')
    const id = /UniqueID Type="14" ID="([^"]*)"/.exec(right)?.[1] ?? ''
    const foreign = right.replaceAll(id, 'OTHER-1')
    const diff = (name: string, content: string, ...flags: string[]): Promise<Ran> =>
      run('explain', modify, '--diff', write(name, content), ...flags)
    const changed = expect.stringContaining('Charles Babbage moves') as string
    const two = await diff('two.log', `one ${foreign}\ntwo ${right}\n`)
    expect(two).toMatchObject({ code: 0, stdout: changed })
    expect(two.stderr).toContain('message 2 of 2 is compared with')
    const torn = await diff('torn.log', `one ${foreign.slice(0, 900)}\n2027-01-01 10:00:00 two ${right}\n`)
    expect(torn).toMatchObject({ code: 3, stdout: changed })
    const lost = await diff('lost.log', `one ${right.slice(0, 900)}\n2027-01-01 10:00:00 two ${foreign}\n`)
    expect([lost.code, lost.stderr]).toEqual([6, expect.stringContaining(`none that can be read is about`)])
    const twice = `one ${right}\ntwo ${right}\n`
    expect((await diff('twice.log', twice)).stderr).toContain('--other-message N')
    expect(await diff('twice.log', twice, '--other-message', '2')).toMatchObject({ code: 0, stdout: changed })
  })

  it('tells every other value with its lines in both files, and the page has the same', async () => {
    const changed = right
      .replace('<TimeSpan', '<Total AmountAfterTax="900.00" CurrencyCode="EUR"/><TimeSpan')
      .replace('<Email>', '<Address><CityName>Wien</CityName></Address><Email>')
    const log = write('sent.log', `one\ntwo\n${request(changed)}`)
    const html = path.join(folder, 'changes.html')
    const { code, stdout } = await run('explain', log, '--diff', sample('notification.xml'), '--html', html)
    const line =
      readFileSync(log, 'utf8')
        .split('\n')
        .findIndex((one) => one.includes('Wien')) + 1
    expect([code, stdout.trimEnd().split('\n')]).toEqual([
      0,
      [
        'Total of the stay is new: 900.00 EUR.',
        `Address of the booker, CityName is new: Wien (HotelReservation/ResGlobalInfo/Profiles/ProfileInfo/Profile/Customer/Address/CityName, line ${line}).`,
      ],
    ])
    const page = readFileSync(html, 'utf8')
    expect(page).toContain('CityName is new: Wien')
    expect(page).toMatch(/Booker: Ada Lovelace, ada@guests.example, Wien\.[^]*Comments: Late arrival\./)
    const { changes, own } = (await run('explain', sample('notification.xml'), '--diff', log, '--json')).json<{
      changes: object[]
      own: string[]
    }>()
    expect(own).toEqual([])
    expect(changes[1]).toMatchObject({ about: 'contact', before: 'Wien', lineBefore: line })
  })

  it('says first on the page that the message is cut', async () => {
    const html = path.join(folder, 'half.html')
    const half = write('half.xml', right.slice(0, Math.floor(right.length / 2)))
    expect(await run('explain', half, '--html', html)).toMatchObject({ code: 3 })
    expect(readFileSync(html, 'utf8')).toMatch(
      /<section>\n<p class="error">The message is cut at line \d+, column \d+: /,
    )
  })

  it('writes a page that loads nothing, runs nothing of the message, and shows no card', async () => {
    const hostile = wrong
      .replace('<GivenName>Grace', '<GivenName>&lt;script>alert(1)&lt;/script>')
      .replace('Late arrival', 'card 4111 1111 1111 1111')
    const html = path.join(folder, 'page.html')
    expect(await run('explain', write('hostile.xml', hostile), '--html', html)).toMatchObject({ code: 0 })
    const page = readFileSync(html, 'utf8')
    expect(page).not.toMatch(/<script|4111 1111|https?:\/\/(?!www\.opentravel)/)
    expect(page).toContain('&#60;script')
    expect(page.match(/<td class="wrong">3 <b>1<\/b><\/td>/g)).toHaveLength(2)
    expect(page).toContain('<td>4 adults</td>')
    // Guests of one line are told apart.
    const line = write('line.xml', wrong.replaceAll(/>\s+</g, '><'))
    await run('explain', line, '--html', html)
    expect(readFileSync(html, 'utf8').match(/<td class="(?:right|wrong)">[^-]*?<\/td>/g)).toEqual(
      ['right">1', 'right">2', 'wrong">3 <b>1</b>', 'wrong">3 <b>1</b>'].map((cell) => `<td class="${cell}</td>`),
    )
    expect(page).toContain("default-src 'none'")
  })
})
