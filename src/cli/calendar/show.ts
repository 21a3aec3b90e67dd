import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import type { Journal, Target } from '../../journal/index.js'
import type { ServiceCommand } from '../command/index.js'
import { chosenNights } from '../flags/index.js'
import { writeHtmlPage } from '../page/index.js'
import { findRun } from '../sending/index.js'
import { count, list, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { changesOf } from './changes.js'
import { calendarPage } from './page.js'
import { calendarPicture } from './picture.js'
import { calendarColumns, type KnownNight, nightsOf } from './view.js'

export interface ShownCalendar {
  room?: string | undefined
  plan?: string | undefined
  from?: string | undefined
  to?: string | undefined
  nights?: number | undefined
  html?: string | undefined
  run?: string | undefined
}

/** What the service has acknowledged of a hotel, and what was sent to it without an acknowledgement: as rows, as a picture on a terminal, or as a page. */
export async function showCalendar(
  command: ServiceCommand<typeof Command>,
  hotel: string,
  flags: ShownCalendar,
): Promise<Answer> {
  const journal = command.journal()
  const target = command.target()
  const { room, plan, html } = flags
  const byRoom = room === undefined ? {} : { room }
  const first = (['rates', 'inventory'] as const).flatMap((kind) => [
    ...journal.acknowledged(target, kind, hotel),
    ...journal.unacknowledged(target, kind, hotel),
  ])
  const window = chosenNights(flags, first)
  const [ofRates, ofInventory] = [
    { ...byRoom, ...(plan === undefined ? {} : { plan }), ...window },
    { ...byRoom, ...window },
  ]
  const sent = {
    rates: journal.unacknowledged(target, 'rates', hotel, ofRates),
    inventory: journal.unacknowledged(target, 'inventory', hotel, ofInventory),
  }
  const nights = nightsOf(
    journal.acknowledged(target, 'rates', hotel, ofRates),
    journal.acknowledged(target, 'inventory', hotel, ofInventory),
    sent,
  )
  if (html !== undefined) return writePage(command, hotel, html, nights, flags.run)
  const nothing = `Nothing is on record for hotel ${hotel} on these nights. Push rates or inventory first.`
  // In a pipe an empty list prints nothing at all.
  if (nights.length === 0 && !command.terminal.stdout) command.notice(nothing)
  const answer = list(nights, nights, calendarColumns(nights), nothing)
  // The journal is closed when it is drawn.
  const names = roomNames(journal, target, hotel)
  if (answer.view.kind === 'list') answer.view.picture = (terminal) => calendarPicture(nights, terminal, names)
  return answer
}

/** Names that an answer gave within the last day; a page is made without asking the service. */
function roomNames(journal: Journal, target: Target, hotel: string): Map<string, string> {
  const id = journal.runs.targetId(target, { create: false })
  const rooms = id === undefined ? [] : (journal.rooms.of(id, hotel)?.rooms ?? [])
  return new Map(rooms.flatMap(({ room, name }) => (name === undefined ? [] : [[room, name] as const])))
}

async function writePage(
  command: ServiceCommand<typeof Command>,
  hotel: string,
  file: string,
  nights: readonly KnownNight[],
  given: string | undefined,
): Promise<Answer> {
  if (nights.length === 0)
    throw new Fault('NOT_FOUND', `Nothing is on record for hotel ${hotel} on these nights, so no page was written.`, {
      next: 'Push rates or inventory first.',
    })
  const journal = command.journal()
  const target = command.target()
  const chosen =
    given === undefined
      ? journal.newestRun(target, 'mark', hotel)
      : findRun({ journal, target, given, isLast: false, purpose: 'show', notice: () => undefined })
  const onPage = new Set(nights.map(({ night, room, plan }) => `${night} ${room} ${plan}`))
  const run =
    chosen === undefined
      ? undefined
      : {
          id: chosen.id,
          changes: changesOf(journal, chosen, hotel).filter(({ night, room, plan }) =>
            onPage.has(`${night} ${room} ${plan}`),
          ),
        }
  const page = calendarPage({
    hotel,
    service: target.service,
    nights,
    run,
    names: roomNames(journal, target, hotel),
    madeAt: new Date().toISOString().slice(0, 16).replace('T', ' '),
  })
  await writeHtmlPage(file, page)
  const written = {
    file,
    hotel,
    nights: nights.length,
    ...(run === undefined ? {} : { run: run.id, changed: run.changes.length }),
  }
  return text(
    written,
    `${file}: ${count(nights.length, 'night')} of hotel ${hotel}${run === undefined ? '' : `, ${count(run.changes.length, 'change')} of run ${run.id} marked`}. Open it in a browser.`,
  )
}
