import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withReport } from '../../../src/cli/failure/index.js'
import { Fault } from '../../../src/errors.js'
import { toFault } from '../../../src/cli/show/index.js'
import { type Machine, freshMachine } from '../../support/cli.js'

const SECRET = 'kept-secret-5f1c9a'
const CARD = ['4111', '1111', '1111', '1111'].join('')

describe('the report of an unforeseen failure', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())

  it('is named by the message, is for its owner alone and holds neither secrets nor values of flags', async () => {
    const file = path.join(machine.folder, 'late.cjs')
    writeFileSync(
      file,
      `Object.defineProperty(URL, 'canParse', { value: () => { throw new TypeError('torn ${SECRET} {"password": "hidden-word"} ${CARD}') } })`,
    )
    const { code, stderr } = await machine.run(['auth', 'whoami', '--timeout', '17s'], {
      env: {
        NODE_OPTIONS: `--require ${file}`,
        HUBSWITCH_BASE_URL: 'https://service.example',
        HUBSWITCH_PARTNER_ID: '4711',
        HUBSWITCH_PARTNER_SECRET: SECRET,
      },
    })
    expect(code).toBe(1)
    const [named] = readdirSync(path.join(machine.folder, 'data/reports'))
    const report = path.join(machine.folder, 'data/reports', named ?? '')
    expect(stderr).toMatch(/^Error: Something went wrong inside hubswitch: torn \[secret\]/)
    expect(stderr).toContain(`A report without secrets is in ${report}.`)
    expect(statSync(report).mode & 0o777).toBe(0o600)
    const text = readFileSync(report, 'utf8')
    for (const hidden of [SECRET, 'hidden-word', CARD, '17s']) expect(text).not.toContain(hidden)
    expect(JSON.parse(text)).toMatchObject({
      report: 1,
      command: 'auth whoami',
      flags: ['--timeout'],
      node: process.version,
      errors: [{ name: 'TypeError', stack: expect.arrayContaining([expect.stringContaining('canParse')]) as unknown }],
    })
  })

  it('is written for what is thrown where nobody waits, too', async () => {
    const file = path.join(machine.folder, 'thrown.cjs')
    writeFileSync(
      file,
      "process.stdout.write = () => { setImmediate(() => { throw new RangeError('out of bounds') }); return true }",
    )
    const { code, stderr } = await machine.run(['explain'], { env: { NODE_OPTIONS: `--require ${file}` } })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Error: Something went wrong inside hubswitch: out of bounds\nA report without secrets is in /,
    )
    expect(stderr).not.toContain('    at ')
  })

  it('takes no room without bound', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'hubswitch-reports-'))
    const error = new TypeError('again')
    mkdirSync(path.join(dataDir, 'reports'))
    for (let day = 1; day <= 24; day++)
      writeFileSync(path.join(dataDir, 'reports', `2026-01-${String(day).padStart(2, '0')}T00-00-00Z-abc.json`), '{}')
    await withReport({ error, fault: toFault(error), command: 'run list', flags: [], dataDir, userAgent: undefined })
    expect(readdirSync(path.join(dataDir, 'reports'))).toHaveLength(20)
    rmSync(dataDir, { recursive: true })
  })

  it('is not written for a fault that has its words, and a folder that cannot be written hides nothing', async () => {
    const fault = new Fault('NOT_FOUND', 'gone')
    const failure = { command: 'run list', flags: [], userAgent: undefined }
    expect(await withReport({ ...failure, error: fault, fault, dataDir: '/dev/null/data' })).toBe(fault)
    const error = new TypeError('first')
    const unforeseen = toFault(error)
    expect(await withReport({ ...failure, error, fault: unforeseen, dataDir: '/dev/null/data' })).toBe(unforeseen)
  })
})
