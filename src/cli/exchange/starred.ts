import { Fault, type Finding } from '../../errors.js'
import { type LineColumn, type Message, type StarredPlace, starredPlaces } from '../../resnotif/index.js'

export interface StarsOptions {
  /** The file of the message; none where the message is made of a reservation, whose lines are others. */
  file?: string | undefined
  /** What has the stars, `The message`. */
  subject?: string
  isForced: boolean
  /** Where a place of the message stands in the file, if it is a part of that. */
  placeOf?: ((place: LineColumn) => LineColumn) | undefined
  next: string
  /** Takes the word on stars in a comment, which whoever wrote it may have put there. */
  told: (line: string) => void
}

/**
 * A message that was made of what is shown on a screen has stars in it, which a PMS would take for a telephone number or a name.
 * @throws Fault INVALID_INPUT for stars in a name, a telephone number or an address, unless it is forced
 */
export function refuseStars(message: Message, { file, subject, isForced, placeOf, next, told }: StarsOptions): void {
  const found = starredPlaces(message).map((one) => ({ ...one, place: { ...one.place, ...placeOf?.(one.place) } }))
  const contacts = found.filter(({ kind }) => kind === 'contact')
  const texts = found.filter(({ kind }) => kind === 'text')
  const isOfReservation = subject !== undefined
  const has = (places: readonly StarredPlace[]): string =>
    `${subject ?? 'The message'} has stars in ${placesText(places, isOfReservation)}`
  if (contacts.length > 0 && !isForced)
    throw new Fault('INVALID_INPUT', `${has(contacts)}, where a number was hidden.`, {
      findings: contacts.slice(0, 20).map(({ place, node }): Finding => ({
        ...(file === undefined ? {} : { file }),
        ...(isOfReservation ? {} : { line: place.line }),
        field: node,
        reason: `${isOfReservation ? '' : `column ${place.column}: `}has stars where a number was hidden`,
      })),
      next,
    })
  if (contacts.length > 0)
    told(`${has(contacts)}, where a number was hidden. The PMS would take them for what is meant.`)
  if (texts.length > 0) told(`${has(texts)}, as a card number that was hidden has them: the PMS gets the stars.`)
}

const placesText = (places: readonly StarredPlace[], isOfReservation: boolean): string => {
  const named = [
    ...new Set(places.map(({ place, node }) => (isOfReservation ? node : `${node} in line ${place.line}`))),
  ]
  return named.length > 3 ? `${named.slice(0, 3).join(', ')} and ${named.length - 3} more` : named.join(', ')
}
