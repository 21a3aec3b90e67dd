import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editText, LostEdit } from '../../../src/cli/forward/editing/edit.js'
import { withEdit } from '../../../src/cli/forward/editing/edited.js'
import { leftStars, ownStars } from '../../../src/cli/exchange/index.js'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import { ExchangeStore, forwardedFolder } from '../../../src/cli/forward/store.js'
import { NOT_READ_YET } from '../../../src/cli/forward/under-way.js'
import ResnotifListenList from '../../../src/commands/resnotif/listen/list.js'
import ResnotifListenShow from '../../../src/commands/resnotif/listen/show.js'
import ResnotifReplay from '../../../src/commands/resnotif/replay.js'
import { Fault } from '../../../src/errors.js'
import { MASK } from '../../../src/redaction/index.js'
import { type Scripted, startScripted, text } from '../../client/scripted-server.js'
import { ROOT, type Ran } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const TAKEN = '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>'
const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-replay-'))
const env = { HUBSWITCH_CONFIG_DIR: path.join(base, 'config'), HUBSWITCH_DATA_DIR: path.join(base, 'data') }
let pms: Scripted
beforeEach(async () => {
  pms = await startScripted(() => text(200, TAKEN))
})
afterEach(async () => {
  await pms.close()
  rmSync(env.HUBSWITCH_DATA_DIR, { recursive: true, force: true })
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function keep(over: Partial<Exchange> = {}, request: Partial<Exchange['request']> = {}): Promise<number> {
  const store = await ExchangeStore.open(forwardedFolder(env.HUBSWITCH_DATA_DIR), { keep: 10, bytesMax: 1_000_000 })
  return store.add({
    time: '2027-05-01T12:00:00.000Z',
    path: '/hub',
    to: `${pms.url}/pms`,
    hadQuery: false,
    hotel: '1000001',
    bookingId: 'HS-20270701-1',
    resStatus: 'Commit',
    request: { bytes: MESSAGE.length, headers: { soapaction: '"urn:of-hub"' }, body: MESSAGE, hidden: 0, ...request },
    answer: { status: 200, headers: { 'content-type': 'text/xml' }, body: TAKEN, bytes: TAKEN.length },
    state: 'delivered',
    summary: 'The PMS took the reservation.',
    findings: [],
    errors: 0,
    warnings: 0,
    ms: 7,
    isAbandoned: false,
    ...over,
  })
}
const replay = (...args: string[]): Promise<Ran> => runClass(ResnotifReplay, args, env)

describe('resnotif listen list and show', () => {
  it('list what was passed on, all or in one state', async () => {
    await keep()
    await keep({
      state: 'unknown',
      answer: undefined as never,
      failure: { status: 504, reason: 'late', arrived: 'maybe' },
    })
    const all = await runClass(ResnotifListenList, ['--columns', 'id,bookingId,state,status,hotel'], env)
    expect(all.stdout).toBe('1\tHS-20270701-1\tdelivered\t200\t1000001\n2\tHS-20270701-1\tunknown\t504\t1000001\n')
    const open = await runClass(ResnotifListenList, ['--state', 'unknown', '--json'], env)
    expect(open.json()).toMatchObject([{ id: 2, isKept: true, bytes: MESSAGE.length }])
    expect(open.stdout).not.toContain('OTA_HotelResNotifRQ')
  })

  it('show both messages, and say where there is none', async () => {
    const id = await keep()
    const shown = await runClass(ResnotifListenShow, [String(id)], env)
    for (const part of ['The PMS took the reservation.', '<GivenName>Ada</GivenName>', '< HTTP 200', TAKEN])
      expect(shown.stdout).toContain(part)
    expect(await runClass(ResnotifListenShow, ['77'], env)).toMatchObject({ code: 5 })
    expect(await runClass(ResnotifListenShow, ['1/../../x'], env)).toMatchObject({ code: 2 })
  })
})

describe('resnotif replay', () => {
  it('refuses one of which nothing was kept because its listener was killed, in words', async () => {
    const ended = 'all 2000123 bytes of it had come, but the listener ended before they were read and kept'
    const request = { bytes: 2_000_123, headers: {}, hidden: 0, body: undefined as never, notKept: NOT_READ_YET }
    const [pid, until] = [spawnSync('true').pid, '2099-01-01T00:00:00.000Z']
    const open = { state: 'unknown', answer: undefined as never } as const
    await keep({ ...open, underWay: { pid, until } }, request)
    await keep({ beingRead: { pid, until } }, request)
    await keep({ ...open, underWay: { pid: process.pid, until } }, request)
    const told = []
    for (const id of ['1', '2', '3']) {
      const ran = await replay(id)
      told.push([ran.code, ran.stderr.replaceAll(/\s+/g, ' ')])
      expect((await replay(id, '--edit')).code).toBe(ran.code)
    }
    expect(told).toEqual([
      [
        6,
        expect.stringMatching(
          `1 was kept: ${ended}.*Look at the PMS whether it has it; if not, have the hub`,
        ) as string,
      ],
      [6, expect.stringMatching(`2 was kept: ${ended}.*Have the hub send it again. Nothing was sent.`) as string],
      [6, expect.stringMatching(/3 was kept: it is large, and is still being read.*Wait until it is read/) as string],
    ])
    expect(pms.requests).toEqual([])
    const shown = await runClass(ResnotifListenShow, ['1'], env)
    expect(shown.stdout).toContain(`Nothing of the message is kept: ${ended}.`)
  })

  it('sends it again to where it went, as it was', async () => {
    const ran = await replay(String(await keep()), '--envelope', 'soap11')
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    expect(pms.requests[0]).toMatchObject({ path: '/pms', headers: { soapaction: '"urn:of-hub"' } })
    const plain = await replay('1', '--json')
    expect(plain.json()).toMatchObject({ state: 'delivered' })
    expect(pms.requests[1]?.body).toBe(MESSAGE)
    await replay('1', '--retransmission')
    expect(pms.requests[2]?.body).toContain('RetransmissionIndicator="true"')
  })

  it('has the headers that it came with, but those of its sender and what was starred out', async () => {
    const soap12 = MESSAGE.replace(/^<\?xml[^>]*>\s*/, '')
    const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${soap12}</s:Body></s:Envelope>`
    const headers = {
      'content-type': 'application/soap+xml; charset=utf-8; action="urn:of-hub"',
      'x-hotel': '4711',
      'x-api-key': MASK,
      authorization: MASK,
      'user-agent': 'hub/1',
      'content-encoding': 'gzip',
    }
    await keep({}, { body, headers })
    await keep({}, { headers: { 'content-type': 'text/xml; charset=iso-8859-1', soapaction: '"urn:of-hub"' } })
    expect((await replay('1')).code).toBe(0)
    expect(pms.requests[0]?.headers).toMatchObject({ 'content-type': headers['content-type'], 'x-hotel': '4711' })
    expect(Object.keys(pms.requests[0]?.headers ?? {})).not.toContain('x-api-key')
    expect(pms.requests[0]?.headers).not.toHaveProperty('content-encoding')
    expect(pms.requests[0]?.headers['user-agent']).not.toBe('hub/1')
    await replay('2')
    expect(pms.requests[1]?.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"urn:of-hub"',
    })
    // What is asked for wins.
    await replay('2', '--envelope', 'soap12', '--soap-action', 'urn:mine', '--http-header', 'X-Hotel: 1')
    expect(pms.requests[2]?.headers).toMatchObject({
      'content-type': 'application/soap+xml; charset=utf-8; action="urn:mine"',
      'x-hotel': '1',
    })
    expect(pms.requests[2]?.headers).not.toHaveProperty('soapaction')
  })

  it.each<[string, Partial<Exchange>]>([
    ['the listener ended before', { underWay: { pid: 2 ** 30, until: '2027-05-01T12:00:00.000Z' } }],
    ['the PMS cut the connection', { failure: { status: 502, reason: 'cut', arrived: 'maybe' } }],
  ])('one whose answer is not known goes again, with the warning that the PMS may have it: %s', async (_, over) => {
    await keep({ ...over, answer: undefined as never, state: 'unknown' })
    const ran = await replay('1')
    expect(ran.code).toBe(0)
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the PMS may have it already. With --retransmission the PMS is told so',
    )
    expect(pms.requests[0]?.body).toBe(MESSAGE)
    expect((await replay('1', '--retransmission')).stderr).toContain('may have it already.')
  })

  it('names the line of what lint finds', async () => {
    const body = MESSAGE.replace('GroupEventCode="2"', 'GroupEventCode="7"')
    await keep({}, { body })
    const ran = await replay('1')
    const line = body.split('\n').findIndex((one) => one.includes('GroupEventCode="7"')) + 1
    expect([ran.code, pms.requests]).toEqual([8, []])
    expect(ran.stderr).toMatch(new RegExp(`line ${line}\\s+counter-`))
  })

  it('says what of it was not kept', async () => {
    await keep({}, { hidden: 2, unread: 1 })
    await keep({}, { body: undefined as never, notKept: 'it is packed, encrypted or no text' })
    expect((await replay('1')).stderr).toContain('2 secrets and 1 part that cannot be looked into')
    expect((await replay('2')).stderr).toContain('it is packed, encrypted or no text')
    expect(pms.requests).toHaveLength(0)
  })

  describe('an edit', () => {
    const SECRET = '<Password>**********</Password><Key>***</Key>'
    const held = MESSAGE.replace('<POS>', `${SECRET}<POS>`).replace('Late arrival', 'Category **** by the lake')
    const edited = async (text: string, ...flags: string[]): Promise<Ran> => {
      const file = path.join(base, 'edited.xml')
      writeFileSync(file, text)
      return replay('1', '--from', file, '--force', ...flags)
    }
    const unforced = async (text: string): Promise<Ran> => {
      const file = path.join(base, 'edited.xml')
      writeFileSync(file, text)
      return replay('1', '--from', file)
    }

    it('is not sent as long as stars are left in place of a secret, each of which is named', async () => {
      await keep({}, { body: held, hidden: 2, ownStars: ['****'] })
      for (const [text, named] of [
        [held.replace('Lovelace', 'Byron'), ['Password in line', 'Key in line']],
        [held.replace('**********', 'changed-by-hand'), ['Key in line']],
      ] as const) {
        const ran = await unforced(text)
        expect([ran.code, pms.requests.length]).toEqual([6, 0])
        const words = ran.stderr.replaceAll(/\s+/g, ' ')
        for (const name of named) expect(words).toContain(name)
        expect(words).not.toContain('Comment')
        if (named.length === 1) expect(words).not.toContain('Password in line')
      }
      const forced = await edited(held)
      expect(forced.stderr.replaceAll(/\s+/g, ' ')).toContain('The PMS gets the stars.')
    })

    it('is sent where each was put back, with the stars that the message came with', async () => {
      await keep({}, { body: MESSAGE.replace('Late arrival', 'Category **** by the lake') })
      const ran = await unforced(MESSAGE.replace('Late arrival', 'Category **** by the water'))
      expect(ran.code).toBe(0)
      expect(pms.requests[0]?.body).toContain('Category **** by the water')
    })

    it('knows the stars that a message came with', () => {
      const came = '<a Category="****"><b>***</b><c>secret</c></a>'
      const kept = '<a Category="****"><b>***</b><c>******</c></a>'
      expect(ownStars(came, kept)).toEqual(['****', '***'])
      expect(leftStars(kept, ownStars(came, kept))).toMatchObject({ count: 1, findings: [{ field: 'c', line: 1 }] })
      expect(leftStars(came, ownStars(came, kept)).count).toBe(0)
      // However short the secret was.
      expect(leftStars('<a>pin:**</a>', ownStars('<a>pin:12</a>', '<a>pin:**</a>')).count).toBe(1)
      expect(leftStars('<a>*** </a>\n'.repeat(50_000), []).findings).toHaveLength(20)
      expect(ownStars('<a>pin***1234</a>', '<a>*********</a>')).toEqual([])
    })
  })

  it('asks for the address where a key stood in its path, which is not kept', async () => {
    await keep({ to: `${pms.url}/key/***/pms` })
    expect((await replay('1')).stderr).toMatch(/had a key or token in its path[^]*Name the address with --to\./)
    expect((await replay('1', '--to', `${pms.url}/key/s3cr3t-471/pms`)).code).toBe(0)
    expect(pms.requests.map((one) => one.path)).toEqual(['/key/s3cr3t-471/pms'])
  })

  it('goes elsewhere with --to, and shows without sending with --dry-run', async () => {
    await keep({ to: 'http://127.0.0.1:9/', hadQuery: true })
    expect((await replay('1')).stderr).toContain('Name the address with --to.')
    expect((await replay('1', '--to', `${pms.url}/other`)).code).toBe(0)
    expect((await replay('1', '--to', `${pms.url}/other`, '--dry-run')).stdout).toContain('nothing was sent')
    expect(pms.requests.map((one) => one.path)).toEqual(['/other'])
  })

  it.each([
    ['a secret that was not kept', {}, { hidden: 1 }, ['1'], 6, 'with --edit'],
    ['a message that was not kept', {}, { body: undefined as never }, ['1'], 6, 'Have the hub send it again'],
    ['a sign for a secret', {}, { body: MESSAGE.replace('Ada', MASK) }, ['1'], 6, 'in place of a secret'],
    [
      'a message with errors',
      {},
      { body: MESSAGE.replace('GroupEventCode="2"', 'GroupEventCode="7"') },
      ['1'],
      8,
      'nothing was sent',
    ],
    ['an editor in a pipe', {}, {}, ['1', '--edit'], 2, 'needs a terminal'],
    [
      'another machine in a pipe',
      { to: 'https://pms.example/x' },
      {},
      ['1'],
      2,
      'Post message 1 again to pms.example?',
    ],
    ['a number that is none', {}, {}, ['9'], 5, 'There is no forwarded message 9.'],
  ])('refuses %s', async (_, over, request, args, code, words) => {
    await keep(over, request)
    const ran = await replay(...args)
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code, stderr: expect.stringContaining(words) as string })
    expect(pms.requests).toHaveLength(0)
  })
})

describe('the editor', () => {
  const terminal = { mayAsk: true } as Parameters<typeof editText>[1]
  const editor = (script: string): NodeJS.ProcessEnv => {
    const file = path.join(base, 'editor.sh')
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
    return { ...process.env, VISUAL: undefined, EDITOR: file }
  }

  it('gets a file that only its owner can open, and that is gone afterwards', async () => {
    const log = path.join(base, 'seen')
    const edited = await editText(
      '<a>Ada</a>',
      terminal,
      editor(`stat -c %a "$1" > ${log}; echo "$1" >> ${log}; sed -i s/Ada/Grace/ "$1"`),
    )
    expect(edited).toBe('<a>Grace</a>')
    const [mode, file = ''] = readFileSync(log, 'utf8').trim().split('\n')
    expect(mode).toBe('600')
    expect(existsSync(path.dirname(file))).toBe(false)
    expect(statSync(base).isDirectory()).toBe(true)
  })

  it.each(['INT', 'QUIT'])('is the one that a signal of the terminal is meant for: %s', async (signal) => {
    const log = path.join(base, 'named')
    const script = `echo "$1" > ${log}; kill -${signal} ${process.pid}; sleep 0.2`
    expect(await editText('a', terminal, editor(`${script}; printf b > "$1"`))).toBe('b')
    await expect(editText('a', terminal, editor(`${script}; kill -${signal} $$`))).rejects.toMatchObject({
      code: 'INTERRUPTED',
    })
    expect(existsSync(path.dirname(readFileSync(log, 'utf8').trim()))).toBe(false)
  })

  it('may have arguments of its own; one that fails or empties the file sends nothing', async () => {
    const withArgument = { ...process.env, VISUAL: 'sed -i s/a/b/', EDITOR: 'false' }
    expect(await editText('a', terminal, withArgument)).toBe('b')
    await expect(editText('a', terminal, editor('exit 3'))).rejects.toMatchObject({
      code: 'INTERRUPTED',
      message: expect.stringContaining('ended with 3') as string,
    })
    await expect(editText('a', terminal, editor('cat "$1" > /dev/null'))).rejects.toMatchObject({ code: 'INTERRUPTED' })
    expect(await editText('a', terminal, editor('printf a > "$1"'))).toBe('a')
    await expect(editText('a', terminal, editor(String.raw`printf 'M\374ller' > "$1"`))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('neither UTF-8 nor the one that it declares') as string,
      text: 'Müller',
    })
    await expect(editText('a', terminal, editor(': > "$1"'))).rejects.toMatchObject({ code: 'INTERRUPTED' })
    for (const script of ['rm "$1"', 'rm "$1"; mkdir "$1"'])
      await expect(editText('a', terminal, editor(script))).rejects.toMatchObject({
        code: 'INTERRUPTED',
        message: 'The editor left no file with the message, so nothing was sent.',
      })
    await expect(editText('a', terminal, editor('kill -9 $$'))).rejects.toMatchObject({
      message: expect.stringContaining('ended') as string,
    })
    await expect(editText('a', terminal, { ...process.env, VISUAL: 'no-such-editor-here -x' })).rejects.toMatchObject({
      code: 'USAGE',
      message: 'The editor "no-such-editor-here -x" is not on this machine, or cannot be run.',
    })
    await expect(editText('a', { ...terminal, mayAsk: false })).rejects.toMatchObject({ code: 'USAGE' })
  })
})

describe('an edit in another encoding', () => {
  const terminal = { mayAsk: true } as Parameters<typeof editText>[1]
  const edited = (bytes: Uint8Array): Promise<string> => {
    const file = path.join(base, 'saved')
    writeFileSync(file, bytes)
    return editText('<a/>', terminal, { ...process.env, VISUAL: '', EDITOR: `cp ${file}` })
  }
  const UMLAUT = '<a>M\u00fcller \u20ac</a>'
  const wide = Buffer.from(UMLAUT, 'utf16le')

  it.each<[string, Uint8Array, string]>([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${UMLAUT}`), UMLAUT],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), wide]), UMLAUT],
    ['UTF-16, the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()]), UMLAUT],
    ['UTF-16 without a mark', Buffer.from('<a>Ada</a>', 'utf16le'), '<a>Ada</a>'],
    [
      'the one that it declares',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>M\u00fcller</a>', 'latin1'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>M\u00fcller</a>',
    ],
    [
      'UTF-8 below the declaration of another',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>M\u00fcller</a>'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>M\u00fcller</a>',
    ],
  ])('is read: %s', async (_, bytes, text) => {
    // The file is an argument of the editor: "cp saved message.xml".
    expect(await edited(bytes)).toBe(text)
  })

  it('is kept where it cannot be told which it is, and goes on from there', async () => {
    const saved = MESSAGE.replace('Ada', 'J\u00fcrgen')
    const lost = await edited(Buffer.from(saved, 'latin1')).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(LostEdit)
    expect((lost as LostEdit).text).toBe(saved)
    expect((lost as LostEdit).next).toContain('Nothing was sent. The edit was read as windows-1252')
    const { facts, next } = await withEdit(lost as LostEdit, saved, { dataDir: env.HUBSWITCH_DATA_DIR, command: 'x' })
    expect(next).toContain(`go on with it: x ${String(facts['edited'])}`)
    expect(readFileSync(String(facts['edited']), 'utf8')).toBe(saved)
  })

  it('is kept where the editor fails after it was saved', async () => {
    const failing = path.join(base, 'failing.sh')
    writeFileSync(failing, '#!/bin/sh\nprintf "<a>b</a>" > "$1"; exit 3\n', { mode: 0o755 })
    await expect(editText('<a/>', terminal, { ...process.env, VISUAL: failing })).rejects.toMatchObject({
      code: 'INTERRUPTED',
      text: '<a>b</a>',
    })
  })

  it('--from names what is wrong with a file that cannot be told', async () => {
    const id = await keep({}, {})
    const file = path.join(base, 'latin.xml')
    writeFileSync(file, Buffer.from(MESSAGE.replace('Ada', 'J\u00fcrgen'), 'latin1'))
    const ran = await replay(String(id), '--from', file)
    expect([ran.code, ran.stderr]).toEqual([6, expect.stringContaining('iconv -f windows-1252') as string])
    expect(pms.requests).toHaveLength(0)
  })
})

describe('an edit that is not taken', () => {
  const CARD = '4111111111111111'
  const fault = new Fault('FINDINGS', 'The message has 1 error; nothing was sent.', { next: 'Correct it.' })
  const dataDir = env.HUBSWITCH_DATA_DIR

  it('is kept for its owner alone, without cards, and the command that goes on with it is told', async () => {
    const edited = MESSAGE.replace('Late arrival', `card ${CARD}`)
    const { code, next, facts } = await withEdit(fault, edited, {
      dataDir,
      command: 'hubswitch resnotif replay 1 --edit --from',
    })
    const file = String(facts['edited'])
    expect([code, next]).toEqual([
      'FINDINGS',
      `Correct it. Your edit is kept in ${file}, with stars for the cards and passwords in it; go on with it: hubswitch resnotif replay 1 --edit --from ${file}`,
    ])
    expect(readFileSync(file, 'utf8')).toBe(edited.replace(CARD, '************1111'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('goes on with --from, and is let go of once it is taken', async () => {
    const id = await keep({}, { hidden: 1 })
    const { facts } = await withEdit(fault, MESSAGE.replace('Ada', 'Grace'), { dataDir, command: 'x' })
    const file = String(facts['edited'])
    expect(await replay(String(id), '--from', file)).toMatchObject({ code: 0 })
    expect(pms.requests[0]?.body).toContain('Grace')
    expect(existsSync(file)).toBe(false)
    expect(await replay(String(id), '--from', file)).toMatchObject({ code: 6 })
  })

  it('a folder that cannot be written is told', async () => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path.join(dataDir, 'edited'), '')
    expect((await withEdit(fault, MESSAGE, { dataDir, command: 'x' })).next).toMatch(/could not be kept/)
  })
})
