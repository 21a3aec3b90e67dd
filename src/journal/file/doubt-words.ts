import type { BookingGap } from './booking-gap.js'
import { journalFile } from './journal-file.js'

/** What in a journal that may be an older copy is still in doubt. */
export interface Doubts {
  /** Hotels whose acknowledged calendar may be older than the service's. */
  hotels: number
  /** When bookings were made that may be missing. */
  gap: BookingGap | undefined
}

/** What a copied journal or one without its mark leaves open, and what a person who restored it does. */
export function aloneWords(dataDir: string): string {
  return `${journalFile(dataDir)} is not the file that was left here, or had no usable journal.db-mark beside it, so it may be an older copy: pushes and bookings made after it may be missing. Where you know that it is the newest, "hubswitch run journal trust" says so; a data directory that is moved with mv stays trusted.`
}

/** The same with all that follows from it, for the one who is to look into it. */
export function doubtWords(dataDir: string, { hotels, gap }: Doubts): string {
  return [
    aloneWords(dataDir),
    ...(hotels === 0
      ? []
      : [
          `What it has of ${hotelsText(hotels)} may be older than what the service holds: --changes-only sends each of those nights again until the service has acknowledged it once more.`,
        ]),
    ...(gap === undefined
      ? []
      : [
          `Bookings made here ${timeText(gap)} may be missing from it: look up what may have been booked then before you book it again; "hubswitch run journal trust" says that nothing is missing.`,
        ]),
  ].join(' ')
}

/** In one line, for a push that has told all of it before. */
export function hotelsInDoubt(dataDir: string, hotels: number): string {
  return `${journalFile(dataDir)} may be an older copy: --changes-only sends the nights of ${hotelsText(hotels)} again until the service has acknowledged them ("hubswitch run journal check" tells more).`
}

/** The same for a booking. */
export function bookingsInDoubt(dataDir: string, gap: BookingGap): string {
  return `${journalFile(dataDir)} may be an older copy: a booking made here ${timeText(gap)} may be missing from it, and would be made again without a question. Look up what may have been booked then ("hubswitch run journal check" tells more).`
}

const hotelsText = (hotels: number): string => `${hotels.toLocaleString('en')} ${hotels === 1 ? 'hotel' : 'hotels'}`

const timeText = ({ since, until }: BookingGap): string =>
  since === undefined ? `until ${minute(until)}` : `between ${minute(since)} and ${minute(until)}`

const minute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
