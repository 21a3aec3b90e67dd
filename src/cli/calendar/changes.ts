import { align, formatNight } from '../../calendar/index.js'
import type { Journal, RunRecord } from '../../journal/index.js'
import { isEqualValue } from '../../push/index.js'
import type { NightChange } from './page.js'

/** The nights of a hotel that a run changed, with what was known of them before; nights that it only repeated are left out. */
export function changesOf(journal: Journal, run: RunRecord, hotel: string): NightChange[] {
  const changes = new Map<string, NightChange>()
  for (const { room, plan, before, laid } of journal.before.of(run.id, hotel)) {
    align(laid, before, (from, until, set, was = {}) => {
      if (set === undefined || Object.entries(set).every(([name, value]) => isEqualValue(was[name], value))) return
      for (let night = from; night < until; night += 1) {
        const change: NightChange = { night: formatNight(night), room: room === '' ? 'all' : room, plan, before: was }
        const key = `${change.night} ${room} ${plan}`
        if (!changes.has(key)) changes.set(key, change)
      }
    })
  }
  return [...changes.values()]
}
