import {
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

const HEADER = 'hotel_code,room_id,date,price\n'

describe('a file that a push writes', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  const rates = (price = '100.00'): string => service.put('rates.csv', `${HEADER}1000001,101,2040-01-01,${price}\n`)

  it('replaces no input, no mapping and no file of the user, whichever flag names it', async () => {
    const file = rates()
    const mapping = service.put('mapping.yaml', 'hotels: { "1000001": 1000001 }\n')
    const other = service.put('notes.csv', 'my notes\n')
    const link = path.join(service.folder, 'link.csv')
    linkSync(file, link)
    for (const to of [file, link, mapping, other, service.folder]) {
      for (const flag of to === other ? ['--save-plan'] : ['--save-plan', '--rejects']) {
        const { code, stdout, stderr } = await service.run(
          RatesPush,
          file,
          '--map',
          mapping,
          flag,
          to,
          ...(flag === '--rejects' ? ['--yes'] : []),
        )
        expect([code, service.requests.length, stderr], `${flag} ${to} ${stdout}`).toEqual([
          2,
          0,
          expect.stringContaining(flag),
        ])
      }
    }
    const both = path.join(service.folder, 'both')
    expect((await service.run(RatesPush, file, '--save-plan', both, '--rejects', both)).code).toBe(2)
    expect([
      readFileSync(file, 'utf8'),
      readFileSync(link, 'utf8'),
      readFileSync(mapping, 'utf8'),
      readFileSync(other, 'utf8'),
      existsSync(both),
    ]).toEqual([
      `${HEADER}1000001,101,2040-01-01,100.00\n`,
      `${HEADER}1000001,101,2040-01-01,100.00\n`,
      'hotels: { "1000001": 1000001 }\n',
      'my notes\n',
      false,
    ])
    expect(readdirSync(service.folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is never written through a symbolic link, to a file of its own kind neither', async () => {
    const plan = path.join(service.folder, 'plan')
    expect((await service.run(RatesPush, rates(), '--save-plan', plan)).code).toBe(0)
    const rejects = service.put('rejects.csv', '_line,_reason,hotel_code\n2,No.,1\n')
    const before = [plan, rejects].map((file) => readFileSync(file, 'utf8'))
    for (const [flag, to] of [
      ['--save-plan', plan],
      ['--save-plan', path.join(service.folder, 'nowhere')],
      ['--rejects', rejects],
      ['--rejects', path.join(service.folder, 'nowhere')],
    ] as const) {
      const link = path.join(service.folder, 'a-link')
      symlinkSync(to, link)
      const { code, stderr } = await service.run(RatesPush, rates('wrong'), flag, link, '--yes')
      expect([code, service.requests.length, stderr]).toEqual([2, 0, expect.stringContaining('is a symbolic link')])
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      rmSync(link)
    }
    expect([plan, rejects].map((file) => readFileSync(file, 'utf8'))).toEqual(before)
    expect(existsSync(path.join(service.folder, 'nowhere'))).toBe(false)
    expect(statSync(plan).mode & 0o777).toBe(0o600)
  })

  it('replaces an older plan, and an empty file', async () => {
    const plan = service.put('plan', '')
    expect((await service.run(RatesPush, rates(), '--save-plan', plan)).code).toBe(0)
    const first = readFileSync(plan, 'utf8')
    expect((await service.run(RatesPush, rates('110.00'), '--save-plan', plan)).code).toBe(0)
    expect(readFileSync(plan, 'utf8')).not.toBe(first)
  })

  it('holds no rejects of an earlier push once a push has refused nothing, nor when it sends a saved plan', async () => {
    const to = path.join(service.folder, 'rejects.csv')
    const plan = path.join(service.folder, 'plan')
    const refuse = async (): Promise<void> => {
      service.answer = () => refusal('INVALID_PRICE', 'No.')
      expect((await service.run(RatesPush, rates(), '--yes', '--rejects', to)).code).toBe(5)
      expect(existsSync(to)).toBe(true)
      service.answer = () => ACCEPTED
    }
    for (const args of [[rates()], ['--plan', plan]]) {
      await refuse()
      if (args[0] === '--plan') expect((await service.run(RatesPush, rates(), '--save-plan', plan)).code).toBe(0)
      const { code, stderr } = await service.run(RatesPush, ...args, '--yes', '--rejects', to)
      expect([code, existsSync(to), stderr]).toEqual([
        0,
        false,
        expect.stringContaining(`${to} held rows that an earlier push refused; it was removed.`),
      ])
    }
    // Rows of the user that merely have the name of rejects stay.
    writeFileSync(to, 'mine\n')
    expect([(await service.run(RatesPush, rates(), '--yes', '--rejects', to)).code, readFileSync(to, 'utf8')]).toEqual([
      0,
      'mine\n',
    ])
  })
})
