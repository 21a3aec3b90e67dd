/**
 * What the PMS must answer. `taken`: Success, with nothing left undone. `same`: Success again, or that it has the reservation, and no other reservation id than the first time.
 * `settled`: yes or no, where the interface leaves open which; not an error of its own, and not silence.
 */
export type Expected = 'taken' | 'same' | 'settled'

export interface Person {
  firstName: string
  lastName: string
  age?: number
}

/** What is booked, apart from whose ids the receiver knows. */
export interface Stay {
  /** Days behind the first arrival of the run. Default 0. */
  later?: number
  /** Price of each night, of one unit of the first product; the second product costs as much. */
  nights: readonly string[]
  /** Units: of the first or the second product of the run, and who sleeps in each. */
  units: readonly { product: 0 | 1; guests: readonly Person[] }[]
  /** Default: the first guest, with an e-mail address and a telephone number. */
  booker?: { email?: string; phone?: string }
  comment?: string
}

export interface Step {
  title: string
  sends: 'Commit' | 'Modify' | 'Cancel'
  stay: Stay
  /** The same message as the step before, marked as sent before. */
  isRepetition?: true
  expected: Expected
}

export interface Scenario {
  /** As it is typed. */
  name: string
  title: string
  steps: readonly Step[]
  /** The steps follow each other at once, whatever the pace is. */
  isQuick?: true
}

export const ADA: Person = { firstName: 'Ada', lastName: 'Lovelace' }

/** A unit of the first or the second product, and who sleeps in it. */
export const room = (product: 0 | 1, ...guests: readonly Person[]): Stay['units'][number] => ({ product, guests })

export const book = (stay: Stay): Step => ({ title: 'Book', sends: 'Commit', stay, expected: 'taken' })

export const change = (title: string, sends: 'Modify' | 'Cancel', stay: Stay): Step => ({
  title,
  sends,
  stay,
  expected: 'taken',
})
