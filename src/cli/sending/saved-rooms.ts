import { Fault } from '../../errors.js'
import type { Journal } from '../../journal/index.js'
import { unknownRooms, unknownRoomWords } from '../../push/index.js'
import type { RoomAsker } from './room-facts.js'

export interface SavedRooms {
  journal: Journal
  runId: number
  /** The saved plan, as it was named; absent for a run that is resumed. */
  file?: string
  asker: RoomAsker
}

/**
 * Compares the hotels and rooms that are still to be sent of a saved plan, or of a run that is resumed, with those that the service lists now.
 * @throws Fault INVALID_INPUT naming each room that it does not list
 */
export async function refuseUnknownRooms({ journal, runId, file: given, asker }: SavedRooms): Promise<void> {
  const file = given ?? `run ${runId}`
  const whose = given === undefined ? `What is left of run ${runId}` : 'The plan'
  const unsent = given === undefined ? 'nothing more was sent' : 'nothing was sent'
  const next =
    given === undefined
      ? 'Correct the files and push them again, or push them with --allow-unknown-rooms.'
      : 'Correct the files and plan them again, or add --allow-unknown-rooms.'
  const inRun = <W extends { remedy: string }>(words: W): W =>
    given === undefined
      ? { ...words, remedy: words.remedy.replace('add --allow', 'push the files again with --allow') }
      : words
  const { guards } = (journal.getRun(runId)?.command ?? {}) as { guards?: { mayUnknownRooms?: boolean } }
  if (guards?.mayUnknownRooms === true) return
  const wanted = roomsIn(journal, runId)
  if (wanted.size === 0) return
  const facts = await asker.roomsOf(wanted)
  journal.runs.wentUnchecked(runId, asker.unchecked)
  const unknown = unknownRooms(wanted, facts)
  const absent = [...asker.absentHotels].map(([hotel, words]) => ({
    file,
    field: 'hotel_code',
    value: hotel,
    ...inRun(words),
  }))
  if (absent.length > 0) {
    throw new Fault(
      'INVALID_INPUT',
      `${whose} names ${absent.length === 1 ? 'a hotel' : `${absent.length} hotels`} that the service does not have; ${unsent}.`,
      {
        findings: absent,
        next,
        facts: { unknownHotels: absent.length },
      },
    )
  }
  const findings = [...unknown].flatMap(([hotel, rooms]) =>
    [...rooms].map((room) => ({
      file,
      field: 'room_id',
      value: room,
      ...inRun(unknownRoomWords(hotel, room, facts.get(hotel) ?? [])),
    })),
  )
  if (findings.length === 0) return
  throw new Fault(
    'INVALID_INPUT',
    `${whose} names ${findings.length === 1 ? 'a room' : `${findings.length} rooms`} that the service does not list; ${unsent}.`,
    {
      findings,
      next,
      facts: { unknownRooms: findings.length },
    },
  )
}

function roomsIn(journal: Journal, runId: number): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  for (const { seq, hotel, fromEntry, untilEntry } of journal.pieces.of(runId, ['left', 'unanswered', 'in-refused'])) {
    const rooms = wanted.get(hotel) ?? new Set<string>()
    wanted.set(hotel, rooms)
    for (const { room } of journal.batches.cells(runId, seq).part(fromEntry, untilEntry).series)
      if (room !== '') rooms.add(room)
  }
  return wanted
}
