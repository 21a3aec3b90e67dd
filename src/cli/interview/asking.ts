import type { KeptRooms } from '../../journal/index.js'
import { Fault } from '../../errors.js'
import { askChecked, askChoice, type Choice, type Terminal } from '../terminal/index.js'

/** A room as the service names it. */
export interface KnownRoom {
  id: string
  name?: string | undefined
  code?: string | undefined
  currency?: string | undefined
}

/** What the service says, or said lately, that helps to understand a file. */
export interface ServiceFacts {
  /** Properties that this machine has to do with, by their ids. */
  properties(): readonly string[]
  /** The rooms of a property; 'absent' where the service does not have it, undefined where it cannot be asked. */
  roomsOf(hotel: string): Promise<readonly KnownRoom[] | 'absent' | undefined>
  /** The rate plans of a property with what they are called; empty where none is known. */
  plansOf(hotel: string): Promise<readonly { id: string; name: string }[]>
}

/** Questions to a person about a file. */
export interface Asking {
  choose(message: string, choices: readonly Choice[], initial?: string): Promise<string>
  /** The same where nothing speaks for one of them: the cursor stands on stopping, so that nobody agrees by the way. */
  settle(message: string, choices: readonly Choice[], initial?: string): Promise<string>
  type(message: string, options?: { initial?: string; check?: (text: string) => string | undefined }): Promise<string>
}

const STOP = ''

/** Asks on a terminal. `signal` ends a question. */
export function askingOn(terminal: Terminal, otherwise: string, signal?: AbortSignal): Asking {
  // Each question listens for its end and never stops: a signal of its own goes with it.
  const own = () => (signal === undefined ? undefined : AbortSignal.any([signal]))
  const choose: Asking['choose'] = (message, choices, initial) =>
    askChoice(terminal, message, choices, { initial, otherwise, signal: own() })
  return {
    choose,
    async settle(message, choices, initial = STOP) {
      const answer = await choose(message, [...choices, { value: STOP, label: 'I do not know: stop here' }], initial)
      if (answer !== STOP) return answer
      throw new Fault('INTERRUPTED', 'Stopped. Nothing was sent, and no mapping file was written.', {
        next: 'Find out what it is, and run the same command again.',
      })
    },
    type: (message, options = {}) => askChecked(terminal, message, { ...options, otherwise, signal: own() }),
  }
}

/** Rooms as the journal keeps them. */
export function roomsKept(kept: KeptRooms | undefined): KnownRoom[] | undefined {
  return kept?.rooms.map(({ room, ...others }) => ({ id: room, ...others }))
}
