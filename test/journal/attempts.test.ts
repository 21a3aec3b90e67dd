import path from 'node:path'
import { expect, it } from 'vitest'
import { openJournal } from '../../src/journal/index.js'
import { journalOptions } from '../../src/journal/file/journal-file.js'
import { MIGRATIONS } from '../../src/journal/file/schema.js'
import { openDatabase } from '../../src/sql/index.js'
import { temporaryDirectory } from '../support/sandbox.js'

it('attempts of an older release keep their booking, and one whose answer was not kept counts as answered', () => {
  const folder = temporaryDirectory()
  const before = MIGRATIONS.findIndex((script) => script.includes('ADD COLUMN bookings'))
  const old = openDatabase(path.join(folder.dir, 'journal.db'), { migrations: MIGRATIONS.slice(0, before) })
  for (const [channel, state, id] of [
    ['CB-1', 'pending', '900001'],
    ['CB-2', 'unknown', null],
    ['CB-3', 'absent', null],
  ] as const) {
    old.run(
      "INSERT INTO attempt (service, profile, channel_id, fingerprint, summary, state, booking_id, created_at) VALUES ('s', 'p', ?, ?, 'x', ?, ?, 1)",
      channel,
      channel,
      state,
      id,
    )
  }
  old.close()
  const journal = openJournal(folder.dir)
  const target = { service: 's', profile: 'p' }
  expect(
    journal.attempts.list(target, 9).map(({ channelId, state, bookings }) => [channelId, state, bookings]),
  ).toEqual([
    ['CB-3', 'absent', {}],
    ['CB-2', 'answered', {}],
    ['CB-1', 'pending', { '900001': 'pending' }],
  ])
  journal.attempts.settleBooking(target, '900001', 'confirmed', 2)
  expect(journal.attempts.list(target, 9).at(-1)).toMatchObject({
    state: 'confirmed',
    bookings: { '900001': 'confirmed' },
  })
  journal.close()
  folder.remove()
})

it.each([
  'http://LOCALHOST:80/',
  'HTTP://localhost',
  'http://localhost:80//',
  'http://localhost?',
  'http://localhost/#',
  'http://localhost/?#',
])(
  'attempts that an older release kept under %s are found under its one spelling, and the calendar as well',
  (typed) => {
    const folder = temporaryDirectory()
    const old = openDatabase(path.join(folder.dir, 'journal.db'), journalOptions)
    old.run(
      "INSERT INTO attempt (service, profile, channel_id, fingerprint, summary, state, created_at) VALUES (?, 'p', 'CB-1', 'f', 'x', 'unknown', 1)",
      typed,
    )
    old.run(
      "INSERT INTO target (service, profile) VALUES (?, 'p'), (?, 'q'), ('http://localhost', 'q'), ('embedded-sandbox', 'p')",
      typed,
      typed,
    )
    old.close()
    for (let times = 0; times < 2; times += 1) {
      const journal = openJournal(folder.dir)
      expect(journal.attempts.list({ service: 'http://localhost', profile: 'p' }, 9)).toHaveLength(1)
      expect([
        journal.runs.targetsOf('http://localhost').length,
        journal.runs.targetsOf('embedded-sandbox').length,
      ]).toEqual([2, 1])
      journal.close()
    }
    folder.remove()
  },
)
