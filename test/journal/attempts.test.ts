import path from 'node:path'
import { expect, it } from 'vitest'
import { openJournal } from '../../src/journal/index.js'
import { MIGRATIONS } from '../../src/journal/schema.js'
import { openDatabase } from '../../src/sql/index.js'
import { temporaryDirectory } from '../support/sandbox.js'

it('attempts of an older release keep their booking, and one whose answer was not kept counts as answered', () => {
  const folder = temporaryDirectory()
  const before = MIGRATIONS.findIndex((script) => script.includes('ADD COLUMN bookings'))
  const old = openDatabase(path.join(folder.dir, 'journal.db'), { migrations: MIGRATIONS.slice(0, before) })
  for (const [channel, state, id] of [['CB-1', 'pending', '900001'], ['CB-2', 'unknown', null], ['CB-3', 'absent', null]] as const) {
    old.run("INSERT INTO attempt (service, profile, channel_id, fingerprint, summary, state, booking_id, created_at) VALUES ('s', 'p', ?, ?, 'x', ?, ?, 1)", channel, channel, state, id)
  }
  old.close()
  const journal = openJournal(folder.dir)
  const target = { service: 's', profile: 'p' }
  expect(journal.attempts.list(target, 9).map(({ channelId, state, bookings }) => [channelId, state, bookings])).toEqual([['CB-3', 'absent', {}], ['CB-2', 'answered', {}], ['CB-1', 'pending', { '900001': 'pending' }]])
  journal.attempts.settleBooking(target, '900001', 'confirmed', 2)
  expect(journal.attempts.list(target, 9).at(-1)).toMatchObject({ state: 'confirmed', bookings: { '900001': 'confirmed' } })
  journal.close()
  folder.remove()
})
