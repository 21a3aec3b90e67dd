import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkJournal, openJournal, openJournalToRead, setJournalAside } from '../../src/journal/index.js'
import { temporaryDirectory } from '../push/support.js'

const TARGET = { profile: 'p', service: 'https://one.example' }

/** Every further use of the journal, as a push or a booking is one. */
function use(folder: string): void {
  const journal = openJournal(folder)
  journal.runs.create({ target: TARGET, kind: 'rates', files: [{ name: 'a.csv' }], command: {}, wire: {} })
  journal.attempts.begin(TARGET, { channelId: String(Math.random()), fingerprint: 'f', summary: 's', createdAt: 1 })
  journal.close()
}

function lastMoment(folder: string): number {
  const journal = openJournal(folder)
  const { since } = journal.gaps.wouldBe(0)
  journal.close()
  return since as number
}

function wasCopied(folder: string): boolean {
  const told = checkJournal(folder).alone !== undefined
  const journal = openJournal(folder)
  expect(told).toBe(journal.wasCopied || journal.gaps.find() !== undefined)
  journal.close()
  return journal.wasCopied
}

describe.skipIf(process.platform === 'win32')('a data directory', () => {
  let places: ReturnType<typeof temporaryDirectory>
  let data: string
  let kept: string
  beforeEach(() => {
    places = temporaryDirectory()
    data = join(places.path, 'data')
    kept = join(places.path, 'kept')
    use(data)
  })
  afterEach(() => places.remove())
  const keep = (): void => cpSync(data, kept, { recursive: true, preserveTimestamps: true })

  it.each<[string, () => void]>([
    [
      'tar, into an empty place',
      () => {
        execFileSync('tar', ['-C', places.path, '-czf', `${kept}.tgz`, 'data'])
        use(data)
        rmSync(data, { recursive: true })
        execFileSync('tar', ['-C', places.path, '-xzpf', `${kept}.tgz`])
      },
    ],
    [
      'tar, over what is there',
      () => {
        execFileSync('tar', ['-C', places.path, '-czf', `${kept}.tgz`, 'data'])
        use(data)
        execFileSync('tar', ['-C', places.path, '-xzpf', `${kept}.tgz`])
      },
    ],
    [
      'cp -a, into an empty place',
      () => {
        execFileSync('cp', ['-a', data, kept])
        use(data)
        rmSync(data, { recursive: true })
        execFileSync('cp', ['-a', kept, data])
      },
    ],
    [
      'cp -a, over the files that are there',
      () => {
        execFileSync('cp', ['-a', data, kept])
        use(data)
        execFileSync('cp', ['-a', `${kept}/.`, data])
      },
    ],
    [
      'a copy that is moved to its place',
      () => {
        keep()
        use(data)
        rmSync(data, { recursive: true })
        renameSync(kept, data)
      },
    ],
    [
      'a copy with the mark of the newest',
      () => {
        keep()
        for (const name of readdirSync(data)) copyFileSync(join(data, name), join(kept, name))
        rmSync(data, { recursive: true })
        renameSync(kept, data)
      },
    ],
  ])('restored with %s may be an older copy, until it has been told', (_how, restore) => {
    restore()
    expect(wasCopied(data)).toBe(true)
    expect(wasCopied(data)).toBe(false)
  })

  it('may lack bookings from the last moment it knows of until it was restored, whatever is opened or written since', () => {
    const clock = (folder: string): unknown => {
      const { doubts } = checkJournal(folder)
      return doubts === undefined ? undefined : [doubts.bookingsSince, doubts.bookingsUntil]
    }
    keep()
    use(data)
    const last = JSON.parse(JSON.stringify(new Date(lastMoment(kept)))) as string
    rmSync(data, { recursive: true })
    renameSync(kept, data)
    expect(clock(data)).toEqual([last, expect.any(String)])
    use(data)
    const [, noted] = clock(data) as string[]
    for (let i = 0; i < 3; i += 1) use(data)
    expect(clock(data)).toEqual([last, noted])
    // Restored once more, from a copy that is newer than the first: all of the time since the first is in doubt.
    cpSync(data, kept, { recursive: true, preserveTimestamps: true })
    rmSync(data, { recursive: true })
    renameSync(kept, data)
    use(data)
    const [since, until] = clock(data) as string[]
    expect([since, (until as string) > (noted as string)]).toEqual([last, true])
    openJournal(data, { isNewest: true }).close()
    expect(clock(data)).toBeUndefined()
  })

  it('of which a copy was made while a command wrote to it is told as well', () => {
    const journal = openJournal(data)
    journal.runs.create({ target: TARGET, kind: 'rates', files: [{ name: 'a.csv' }], command: {}, wire: {} })
    keep()
    journal.close()
    rmSync(data, { recursive: true })
    renameSync(kept, data)
    expect(wasCopied(data)).toBe(true)
  })

  it.each<[string, () => void]>([
    [
      'was moved',
      () => {
        renameSync(data, kept)
        renameSync(kept, data)
      },
    ],
    [
      'has other rights',
      () => {
        for (const name of readdirSync(data))
          if (statSync(join(data, name)).isFile()) chmodSync(join(data, name), 0o400)
        for (const name of readdirSync(data))
          if (statSync(join(data, name)).isFile()) chmodSync(join(data, name), 0o600)
      },
    ],
    [
      'was read by a backup, which puts back times of reading',
      () => {
        for (const name of readdirSync(data)) {
          const { atime, mtime } = statSync(join(data, name))
          if (!statSync(join(data, name)).isFile()) continue
          readFileSync(join(data, name))
          utimesSync(join(data, name), atime, mtime)
        }
      },
    ],
    [
      'lay there while a process was killed',
      () => {
        openJournal(data).runs.create({
          target: TARGET,
          kind: 'rates',
          files: [{ name: 'b.csv' }],
          command: {},
          wire: {},
        })
      },
    ],
    [
      'was used often',
      () => {
        for (let i = 0; i < 5; i += 1) use(data)
      },
    ],
  ])('that %s stays trusted', (_how, work) => {
    work()
    expect(wasCopied(data)).toBe(false)
  })

  it('that somebody vouches for is believed from then on, also where it was doubted before', () => {
    keep()
    rmSync(data, { recursive: true })
    renameSync(kept, data)
    const journal = openJournal(data, { isNewest: true })
    expect([journal.unproven.count(), journal.gaps.find()]).toEqual([0, undefined])
    journal.close()
    expect(wasCopied(data)).toBe(false)
  })

  it('that is read from a copy, because it may not be written, is trusted as far as it is itself', () => {
    const look = (): boolean => {
      const journal = openJournalToRead(data, () => undefined, Number.MAX_SAFE_INTEGER)
      journal.close()
      return journal.wasCopied
    }
    expect(look()).toBe(false)
    keep()
    rmSync(data, { recursive: true })
    renameSync(kept, data)
    expect(look()).toBe(true)
    expect(look()).toBe(true)
  })

  it('whose journal was set aside has none of its traces', () => {
    const aside = setJournalAside(data, new Date())
    expect(readdirSync(data).filter((name) => name.startsWith('journal.db'))).toEqual([])
    expect(existsSync(join(aside, 'journal.db'))).toBe(true)
    use(data)
    expect(wasCopied(data)).toBe(false)
  })

  it('whose journal was set aside, and is moved back after another was used, has an older one', () => {
    const aside = setJournalAside(data, new Date())
    use(data)
    for (const name of readdirSync(data))
      if (name.startsWith('journal.db')) rmSync(join(data, name), { recursive: true })
    for (const name of readdirSync(aside)) renameSync(join(aside, name), join(data, name))
    expect(wasCopied(data)).toBe(true)
  })

  it('keeps one file that tells of its commits, however often it is used', () => {
    for (let i = 0; i < 3; i += 1) use(data)
    expect(readdirSync(data).filter((name) => name.includes('-seen-'))).toHaveLength(1)
  })
})
