import type { CodeMaps, CodeSection, CodeTable } from '../reading/index.js'
import {
  Problem,
  type Read,
  readId,
  remembered,
  ShownProblem,
  showText,
  storedAndShown,
  type StoredAndShown,
} from '../values/index.js'
import { nearestName } from './columns.js'

const SHOWN_CODES = 8
const CODE_CHARACTERS = 80

/** Readers of the id columns of one file. */
export class IdReaders {
  readonly hotel: Read<string>
  readonly #rooms: ByHotel
  readonly #plans: ByHotel

  constructor({ hotels, rooms, plans }: CodeMaps = {}) {
    this.hotel = remembered(
      hotels === undefined ? (text) => readBareId(text, 'hotels') : (text) => readCode(text, hotels, 'hotels'),
    )
    this.#rooms = new ByHotel(rooms, 'rooms')
    this.#plans = new ByHotel(plans, 'plans')
  }

  room(hotel: string): Read<string> {
    return this.#rooms.of(hotel)
  }

  plan(hotel: string): Read<string> {
    return this.#plans.of(hotel)
  }
}

class ByHotel {
  readonly #general: Read<string>
  readonly #own = new Map<string, Read<string>>()

  constructor(section: CodeSection | undefined, name: 'rooms' | 'plans') {
    this.#general = remembered(
      section === undefined ? (text) => readBareId(text, name) : (text) => readCode(text, section.all, name),
    )
    for (const [hotel, table] of Object.entries(section?.byHotel ?? {})) {
      this.#own.set(
        hotel,
        remembered((text) => readCode(text, { ...section?.all, ...table }, name)),
      )
    }
  }

  of(hotel: string): Read<string> {
    return this.#own.size === 0 ? this.#general : (this.#own.get(hotel) ?? this.#general)
  }
}

/** An id; what is none may be an own code, which a mapping file can explain. */
function readBareId(text: string, section: string): string | Problem {
  const id = readId(text)
  if (!(id instanceof Problem) || !/\p{L}/u.test(text.slice(0, CODE_CHARACTERS)) || /^\d/.test(text)) return id
  return new Problem(
    id.reason,
    `Write the service's own number, or name it in a mapping file and add --map FILE.yaml: ${section}: {${JSON.stringify(showText(text.trim()))}: 7}, with its number.`,
  )
}

/** A number that is shown in another way: what is shown counts, unless both are codes of different ids. */
function readShownCode({ stored, shown }: StoredAndShown, table: CodeTable, section: string): string | Problem {
  const [own, seen] = [readCode(stored, table, section), readCode(shown, table, section)]
  if (!(seen instanceof Problem) && (own instanceof Problem || own === seen)) return seen
  // 101.00 is 101 for everybody; 1.10 may be the tenth room of the first floor.
  if (!(own instanceof Problem) && seen instanceof Problem && /^\d+$/.test(stored)) return own
  const reason = `holds ${showText(stored)} and is shown as "${showText(shown)}"${seen instanceof Problem ? `, which ${seen.reason}` : ', and these are two codes'}`
  return new ShownProblem(reason, 'Give the column the number format Text, and write the code that is meant.')
}

/** The id behind an own code. Nothing but the codes of the section is taken: digits may be a code of another system. */
function readCode(text: string, table: CodeTable, section: string): string | Problem {
  const both = storedAndShown(text)
  if (both !== undefined && Number(both.stored) === Number(both.shown)) return readShownCode(both, table, section)
  const code = text.trim()
  const id = Object.hasOwn(table, code) ? table[code] : undefined
  if (id !== undefined) return id
  const known = Object.keys(table)
  const near = nearestName(code, known)
  const hint =
    near === undefined
      ? known.length === 0
        ? `It has none for this hotel.`
        : `It has ${known.slice(0, SHOWN_CODES).map(showText).join(', ')}${known.length > SHOWN_CODES ? ', …' : ''}.`
      : `Did you mean ${showText(near)} (${table[near]})?`
  return new Problem(`is not among the ${section} of the mapping file`, `${hint} Add the code there, or correct it.`)
}
