import { cancel, cancelFirst, modifyDates, modifyGuests, modifyRoom, repeat, succession } from './changes/index.js'
import { emoji, longNames, noEmail, scripts } from './guests/index.js'
import type { Scenario } from './shape/index.js'
import { children, families, oneNight, twoPrices, twoProducts, twoRooms } from './stays/index.js'

/** What a certification asks for, the plainest first. */
export const SCENARIOS: readonly Scenario[] = [
  oneNight,
  twoPrices,
  twoRooms,
  twoProducts,
  families,
  children,
  modifyDates,
  modifyRoom,
  modifyGuests,
  cancel,
  cancelFirst,
  repeat,
  succession,
  longNames,
  scripts,
  emoji,
  noEmail,
]

/** Whether a scenario books rooms of two products. */
export const needsTwoProducts = ({ steps }: Scenario): boolean =>
  steps.some(({ stay }) => stay.units.some(({ product }) => product === 1))
