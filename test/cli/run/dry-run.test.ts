import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunLockRelease from '../../../src/commands/run/lock/release.js'
import RunStop from '../../../src/commands/run/stop.js'
import { listRunLocks, openJournal, withRunLock } from '../../../src/journal/index.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

describe('a dry run beside a push at work', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  it('says which run would be stopped and whose lock be taken, and leaves both', async () => {
    const file = service.put('a.csv', 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,90.00\n')
    await service.run(RatesPush, file, '--yes', '--json')
    const dataDir = service.env['HUBSWITCH_DATA_DIR'] as string
    const journal = openJournal(dataDir)
    const scope = { service: service.url, kind: 'rates' as const }
    try {
      await withRunLock(journal, scope, `process ${process.pid}, a push`, async () => {
        const lock = await service.run(RunLockRelease, 'rates', '--force', '--dry-run', '--json')
        expect([lock.code, lock.json()]).toMatchObject([0, { dryRun: true, would: { released: true, wasHeld: true } }])
        const words = await service.run(RunLockRelease, 'rates', '--force', '--dry-run')
        expect(words.stdout).toContain('Dry run: nothing was changed. The lock would be taken from process')
        expect(listRunLocks(dataDir)).toMatchObject([{ isHeld: true }])
        const stop = await service.run(RunStop, '1', '--dry-run', '--json')
        expect([stop.code, stop.json()]).toMatchObject([0, { run: 1, stopped: false }])
      })
    } finally {
      journal.close()
    }
  })
})
