import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import CalendarShow from '../../../src/commands/calendar/show.js'
import RatesPush from '../../../src/commands/rates/push.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

describe("the program's own files", () => {
  let service: Recorder
  let rates: string
  beforeEach(async () => {
    service = await startRecorder()
    rates = service.put('r.csv', 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n')
    mkdirSync(path.join(service.folder, 'config'), { mode: 0o700 })
  })
  afterEach(() => service.remove())
  const config = (name: string): string => path.join(service.folder, 'config', name)
  const push = (...words: string[]) => service.run(RatesPush, rates, '--yes', '--allow-unknown-rooms', ...words)

  it.each(['--save-plan', '--rejects', '--summary', '--log-file'])('are no place for %s', async (flag) => {
    for (const [to, words] of [
      [config('config.yaml'), 'is the configuration file'],
      [config('secrets.json'), 'is the file with the secrets'],
      [path.join(service.folder, 'data', 'journal.db'), 'is in the data directory'],
    ] as const) {
      const format = flag === '--summary' ? ['--summary-format', 'text'] : []
      const ran = await push(flag, to, ...format)
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(`${flag} ${to} ${words}`)])
      expect(ran.stderr).toContain('Nothing was sent.')
      expect(() => readFileSync(to)).toThrow('ENOENT')
    }
    expect(service.writes).toEqual([])
  })

  it('are found behind links of both sorts, and by other commands', async () => {
    writeFileSync(config('secrets.json'), '', { mode: 0o600 })
    symlinkSync('config', path.join(service.folder, 'linked'))
    linkSync(config('secrets.json'), path.join(service.folder, 'plan.jsonl'))
    for (const to of ['linked/secrets.json', 'plan.jsonl']) {
      const ran = await push('--save-plan', path.join(service.folder, to))
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('is the file with the secrets')])
    }
    const page = await service.run(CalendarShow, '1000001', '--html', config('config.yaml'))
    expect([page.code, page.stderr]).toEqual([2, expect.stringContaining('is the configuration file')])
    expect(readFileSync(config('secrets.json'), 'utf8')).toBe('')
  })

  it('leave the rest of the configuration folder to its owner', async () => {
    const ran = await push('--summary', config('push.txt'))
    expect([ran.code, readFileSync(config('push.txt'), 'utf8')]).toEqual([0, expect.stringContaining('Done.')])
  })

  it.skipIf(process.platform === 'win32')(
    'a file in place of the locks, and a pipe as a mapping, are named',
    async () => {
      const pipe = path.join(service.folder, 'map.yaml')
      execFileSync('mkfifo', [pipe])
      const mapped = await push('--map', pipe)
      expect([mapped.code, mapped.stderr]).toEqual([
        6,
        expect.stringMatching(
          /The mapping file .*map\.yaml is a named pipe, not a file\.[^]*Name a plain file, or .*<\(command\)/,
        ),
      ])
      const locks = path.join(service.folder, 'data', 'locks')
      rmSync(locks, { recursive: true, force: true })
      writeFileSync(locks, '')
      const locked = await push()
      expect(locked.stderr).toMatch(/locks is a file, not a folder\.[^]*Move it away: the folder is made anew\./)
      expect(locked.code).toBe(1)
      expect(service.writes).toEqual([])
    },
  )
})
