// Writes the files that the benchmark reads: what hotels keep, with seasons, dearer weekends and single nights out of line.
import { closeSync, openSync, writeSync } from 'node:fs'

const HEADER =
  'hotel_code,room_id,rate_plan_id,date,price,currency,min_stay,max_stay,closed,closed_to_arrival,closed_to_departure\n'
const FIRST = Date.UTC(2027, 0, 1)
const DAYS = Array.from({ length: 365 }, (_, at) => new Date(FIRST + at * 86_400_000).toISOString().slice(0, 10))
const WEEKEND = Array.from({ length: 365 }, (_, at) => [5, 6].includes(new Date(FIRST + at * 86_400_000).getUTCDay()))
const ROOMS = 10
const PLANS = 2

function randomFrom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x8000_0000
  }
}

/** Rows of one room and plan after the other; two of a hundred nights differ from their season. */
export function* groupedRows(rows, seed = 1) {
  const random = randomFrom(seed)
  let left = rows
  for (let hotel = 1_000_001; ; hotel += 1) {
    for (let room = 101; room < 101 + ROOMS; room += 1) {
      for (let plan = 501; plan < 501 + PLANS; plan += 1) {
        const base = 60 + Math.floor(random() * 140)
        for (let at = 0; at < 365; at += 1) {
          if (left === 0) return
          left -= 1
          const season = at < 90 ? 0.8 : at < 150 ? 1 : at < 240 ? 1.4 : at < 330 ? 1 : 0.8
          const noise = random() < 0.02 ? Math.floor(random() * 50) : 0
          const price = Math.round(base * season * (WEEKEND[at] ? 1.2 : 1)) + noise
          yield `${hotel},${room},${plan},${DAYS[at]},${price}.00,EUR,${at >= 150 && at < 240 ? 3 : 1},28,false,${WEEKEND[at] ? 'true' : 'false'},false\n`
        }
      }
    }
  }
}

/** All rooms of all hotels night by night, each at a price of its own: nothing merges, and no hotel is ever finished. */
export function* rowsByDate(rows, seed = 2) {
  const random = randomFrom(seed)
  const perNight = Math.ceil(rows / 365)
  let left = rows
  for (const day of DAYS) {
    for (let at = 0; at < perNight && left > 0; at += 1, left -= 1) {
      const hotel = 1_000_001 + Math.floor(at / (ROOMS * PLANS))
      const room = 101 + (Math.floor(at / PLANS) % ROOMS)
      yield `${hotel},${room},${501 + (at % PLANS)},${day},${(50 + random() * 200).toFixed(2)},EUR,1,28,false,false,false\n`
    }
  }
}

/** Sets of values that are as different as they are many: a price of its own for each of a few lengths of stay. 0: hardly any comes again. */
function* drawnSets(sets, random) {
  for (;;) {
    const at = Math.floor(random() * (sets === 0 ? 2_000_000_000 : sets))
    const price = (50 + (at % 25_000) / 100).toFixed(2)
    const rest = Math.floor(at / 25_000)
    yield `${price},EUR,${1 + (rest % 7)},${28 + (Math.floor(rest / 7) % 60)},false,${rest % 420 < 210},${Math.floor(rest / 420) % 2 === 1}`
  }
}

const PER_ROOM = 365
const ORDERS = {
  /** All rooms of all hotels night by night: no hotel is finished before the end. */
  'by-date': (at, rows) => {
    const perNight = Math.ceil(rows / PER_ROOM)
    return { room: at % perNight, night: Math.floor(at / perNight) }
  },
  /** Room by room, twenty to a hotel. */
  'by-room': (at) => ({ room: Math.floor(at / PER_ROOM), night: at % PER_ROOM }),
  /** The same, each room a hotel of its own, and so a request of its own. */
  'one-room-hotels': (at) => ({ room: ROOMS * PLANS * Math.floor(at / PER_ROOM), night: at % PER_ROOM }),
}

/** Rows in one of these orders whose values are drawn from so many different sets. */
export function* ofKind(order, rows, sets, seed = 3) {
  const values = drawnSets(sets, randomFrom(seed))
  const placeOf = ORDERS[order]
  for (let at = 0; at < rows; at += 1) {
    const { room, night } = placeOf(at, rows)
    const hotel = 1_000_001 + Math.floor(room / (ROOMS * PLANS))
    yield `${hotel},${101 + (Math.floor(room / PLANS) % ROOMS)},${501 + (room % PLANS)},${DAYS[night]},${values.next().value}\n`
  }
}

export function writeRows(file, rows) {
  const descriptor = openSync(file, 'w')
  writeSync(descriptor, HEADER)
  let text = ''
  for (const row of rows) {
    text += row
    if (text.length > 1 << 20) {
      writeSync(descriptor, text)
      text = ''
    }
  }
  writeSync(descriptor, text)
  closeSync(descriptor)
}
