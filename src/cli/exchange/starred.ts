import { Fault, type Finding } from '../../errors.js'
import {
  type LineColumn,
  type Message,
  type StarredPlace,
  starredPlaces,
  starredSecrets,
} from '../../resnotif/index.js'

export interface StarsOptions {
  /** The file of the message; none where the message is made of a reservation, whose lines are others. */
  file?: string | undefined
  /** What has the stars, `The message`. */
  subject?: string
  isForced: boolean
  /** Where a place of the message stands in the file, if it is a part of that. */
  placeOf?: ((place: LineColumn) => LineColumn) | undefined
  /** The envelope, where the message is a string in it. */
  around?: Message | undefined
  next: string
  /** Takes the word on stars in a comment, which whoever wrote it may have put there. */
  told: (line: string) => void
}

/**
 * A message that was made of what is shown on a screen has stars in it, which a PMS would take for a telephone number, a name or a password.
 * @throws Fault INVALID_INPUT for stars in a name, a telephone number, an address or in place of a password, unless it is forced
 */
export function refuseStars(
  message: Message,
  { file, subject, isForced, placeOf, around, next, told }: StarsOptions,
): void {
  const found = starredPlaces(message).map((one) => ({ ...one, place: { ...one.place, ...placeOf?.(one.place) } }))
  const secrets = [
    ...starredSecrets(message).map((one) => ({ ...one, place: { ...one.place, ...placeOf?.(one.place) } })),
    ...(around === undefined ? [] : starredSecrets(around)),
  ]
  const contacts = found.filter(({ kind }) => kind === 'contact')
  const texts = found.filter(({ kind }) => kind === 'text')
  const isOfReservation = subject !== undefined
  const has = (places: readonly StarredPlace[]): string =>
    `${subject ?? 'The message'} has stars in ${placesText(places, isOfReservation)}`
  for (const [places, what] of [
    [contacts, 'a number'],
    [secrets, 'a password or key'],
  ] as const)
    if (places.length > 0 && !isForced)
      throw new Fault('INVALID_INPUT', `${has(places)}, where ${what} was hidden.`, {
        findings: places.slice(0, 20).map(({ place, node }): Finding => ({
          ...(file === undefined ? {} : { file }),
          ...(isOfReservation ? {} : { line: place.line }),
          field: node,
          reason: `${isOfReservation ? '' : `column ${place.column}: `}has stars where ${what} was hidden`,
        })),
        next,
      })
  if (contacts.length > 0)
    told(`${has(contacts)}, where a number was hidden. The PMS would take them for what is meant.`)
  if (secrets.length > 0) told(`${has(secrets)}, where a password or key was hidden. The PMS gets the stars.`)
  if (texts.length > 0) told(`${has(texts)}, as a card number that was hidden has them: the PMS gets the stars.`)
}

const placesText = (places: readonly StarredPlace[], isOfReservation: boolean): string => {
  const named = [
    ...new Set(places.map(({ place, node }) => (isOfReservation ? node : `${node} in line ${place.line}`))),
  ]
  return named.length > 3 ? `${named.slice(0, 3).join(', ')} and ${named.length - 3} more` : named.join(', ')
}
