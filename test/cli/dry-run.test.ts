import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ChangesPreview, sendRun } from '../../src/push/index.js'
import { kindOf } from '../../src/files/index.js'
import { shownCalendar } from '../../src/cli/push/change-picture.js'
import { planAnswer } from '../../src/cli/report/plan-view.js'
import { estimateOf } from '../../src/cli/report/plan-time.js'
import { resolveSettings } from '../../src/config/index.js'
import { Grid, plan, row, withMemoryJournal } from '../push/support.js'

/** 2027-01-01, a Friday. */
const FRIDAY = 20_819
const TERMINAL = { stdout: true, progress: false, mayAsk: false, width: 80 }
const night = (line: number, hotel: string, at: number, fields: Parameters<typeof row>[1]['fields']) =>
  row(line, { hotel, room: '101', plan: '501', from: FRIDAY + at, fields })

describe('a dry run', () => {
  it('shows what changes night by night in the first hotel that changes, and how long it takes', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-dry-'))
    try {
      await withMemoryJournal(async (journal) => {
        const before = ['7', '8'].flatMap((hotel) => [
          night(2, hotel, 0, { price: '100', closed: false }),
          night(3, hotel, 1, { price: '100', closed: false }),
          night(4, hotel, 2, { price: '100', closed: false }),
          night(5, hotel, 3, { price: '100', closed: true }),
          night(6, hotel, 4, { price: '100.00', min_stay: 2 }),
          night(7, hotel, 5, { price: '100', min_stay: 2 }),
        ])
        const { runId } = await plan(journal, before)
        await sendRun({ journal, runId: runId as number, send: new Grid().send, concurrency: 1 })
        const now = [
          ...before.filter(({ hotel }) => hotel === '7'),
          // Dearer, cheaper, closes, opens, the same price written otherwise, a longer stay, and a night that nothing was known of.
          night(8, '8', 0, { price: '150' }),
          night(9, '8', 1, { price: '90' }),
          night(10, '8', 2, { closed: true }),
          night(11, '8', 3, { closed: false }),
          night(12, '8', 4, { price: '100' }),
          night(13, '8', 5, { min_stay: 3 }),
          night(14, '8', 6, { price: '80' }),
        ]
        const preview = new ChangesPreview()
        const planned = await plan(journal, now, { entriesPerRequest: 1 }, { persist: false, onHotel: preview.look })
        const shown = {
          plan: planned,
          rejects: { write: () => Promise.resolve(undefined) } as never,
          preview: preview.hotel,
        }
        const settings = resolveSettings({
          flags: { baseUrl: 'https://service.example', writesPerMinute: 2 },
          env: {},
          configDir: folder,
          dataDir: folder,
        })
        const time = estimateOf(planned, { settings, service: 'https://service.example', kind: kindOf('rates') })
        const { view, data } = await planAnswer(shown, {
          isDry: true,
          time,
          calendar: shownCalendar(shown, undefined, TERMINAL),
        })
        const lines = stripVTControlCharacters(view.kind === 'text' ? view.text : '').split('\n')
        expect(lines.slice(lines.findIndex((line) => line.startsWith('To send')))).toEqual([
          `To send    13 nights as 11 ranges in 11 requests (${planned.bytes < 1000 ? `${planned.bytes} B` : `${(planned.bytes / 1000).toFixed(1)} kB`})`,
          // Seven requests of hotel 8: six waits of half a minute.
          'Time       about 3 min at the pace of 2 writes a minute for each hotel, as configured',
          'Changes    1 night not known before, price up on 1 night, price down on 1 night, 1 night opened, 1 night closed',
          'Moves most 100 → 150, hotel 8, room 101, plan 501, 2027-01-01',
          '           100 → 90, hotel 8, room 101, plan 501, 2027-01-02',
          '  7  6 nights, 4 ranges, 4 requests, 2027-01-01 to 2027-01-06',
          '  8  7 nights, 7 ranges, 7 requests, 2027-01-01 to 2027-01-07',
          'Calendar   hotel 8, a mark a night',
          '           2027-01',
          '              04',
          '101 · 501  ▲▼×○=~+',
          '           × closes   ○ opens   ▲ dearer   ▼ cheaper   ~ other values',
          '           + not known before   = unchanged',
          '           --calendar HOTEL shows another of the 2 hotels',
          'Nothing was sent. Run the same command without --dry-run to send it.',
        ])
        expect(data).toMatchObject({
          plan: { time: { seconds: 180, bound: 'hotel', source: 'configured', hotel: '8', writesPerMinute: 2 } },
        })
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('shows the hotel that is asked for, changed or not; where nothing changes anywhere, the first', async () => {
    await withMemoryJournal(async (journal) => {
      const rows = ['7', '8'].map((hotel) => night(2, hotel, 0, { price: '100' }))
      const marks = async (wanted?: string) => {
        const preview = new ChangesPreview(wanted)
        await plan(journal, rows, {}, { persist: false, onHotel: preview.look })
        return preview.hotel === undefined
          ? undefined
          : [preview.hotel.hotel, ...preview.hotel.series.flatMap(({ nights }) => nights.map(({ mark }) => mark))]
      }
      expect([await marks(), await marks('8'), await marks('9')]).toEqual([['7', 'new'], ['8', 'new'], undefined])
      const { runId } = await plan(journal, rows)
      await sendRun({ journal, runId: runId as number, send: new Grid().send, concurrency: 1 })
      expect([await marks(), await marks('8')]).toEqual([
        ['7', 'same'],
        ['8', 'same'],
      ])
    })
  })
})
