import { unknownRooms, unknownRoomWords } from '../../bulk/index.js'
import { Fault } from '../../errors.js'
import type { Journal } from '../../journal/index.js'
import type { RoomAsker } from '../room-facts.js'

export interface SavedRooms {
  journal: Journal
  runId: number
  /** The saved plan, as it was named. */
  file: string
  asker: RoomAsker
}

/**
 * Compares the hotels and rooms of a saved plan with those that the service lists: the plan was made without asking.
 * @throws Fault INVALID_INPUT naming each room that it does not list
 */
export async function refuseUnknownRooms({ journal, runId, file, asker }: SavedRooms): Promise<void> {
  const { guards } = (journal.getRun(runId)?.command ?? {}) as { guards?: { mayUnknownRooms?: boolean } }
  if (guards?.mayUnknownRooms === true) return
  const wanted = roomsIn(journal, runId)
  if (wanted.size === 0) return
  const facts = await asker.roomsOf(wanted)
  const unknown = unknownRooms(wanted, facts)
  const absent = [...asker.absentHotels].map(([hotel, words]) => ({ file, field: 'hotel_code', value: hotel, ...words }))
  if (absent.length > 0) {
    throw new Fault('INVALID_INPUT', `The plan names ${absent.length === 1 ? 'a hotel' : `${absent.length} hotels`} that the service does not have; nothing was sent.`, {
      findings: absent, next: 'Correct the files and plan them again, or add --allow-unknown-rooms.', facts: { unknownHotels: absent.length },
    })
  }
  const findings = [...unknown].flatMap(([hotel, rooms]) => [...rooms].map((room) => ({ file, field: 'room_id', value: room, ...unknownRoomWords(hotel, room, facts.get(hotel) ?? []) })))
  if (findings.length === 0) return
  throw new Fault('INVALID_INPUT', `The plan names ${findings.length === 1 ? 'a room' : `${findings.length} rooms`} that the service does not list; nothing was sent.`, {
    findings, next: 'Correct the files and plan them again, or add --allow-unknown-rooms.', facts: { unknownRooms: findings.length },
  })
}

function roomsIn(journal: Journal, runId: number): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  for (const { seq, hotel } of journal.batches.list(runId)) {
    const rooms = wanted.get(hotel) ?? new Set<string>()
    wanted.set(hotel, rooms)
    for (const { room } of journal.batches.cells(runId, seq).series) if (room !== '') rooms.add(room)
  }
  return wanted
}
