import { ownTable } from '../../foreign-text.js'
import { valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'

/** Values of elements as facts have them: without the blanks around them, and left out where they are empty. */

export const told = (text: string | undefined): string | undefined => {
  const plain = text === undefined ? undefined : withoutBlanks(text)
  return plain === undefined || plain === '' ? undefined : plain
}

export const optional = <K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { [key in K]?: V }

export const value = (node: XmlNode | undefined, name: string): string | undefined => told(valueOf(node, name))

/** OpenTravel list CHG, as far as a public list of Charge Type Codes (OTA 2014B) confirms it. */
const CHARGES = ownTable<string>({
  '1': 'a day',
  '2': 'an hour',
  '10': 'a minute',
  '12': 'per stay',
  '17': 'a week',
  '19': 'a night',
  '20': 'per person per stay',
  '21': 'per person per night',
})

/** How often something is charged, by a code of OpenTravel list CHG; any other is told as it stands. */
export const perWords = (code: string | undefined, name = 'charge type'): string | undefined =>
  code === undefined ? undefined : Object.hasOwn(CHARGES, code) ? CHARGES[code] : `${name} ${code.slice(0, 40)}`

/** How often a fee or a tax is charged, and for what: its ChargeFrequency and its ChargeUnit. */
export function chargedPer(node: XmlNode | undefined): string | undefined {
  const words = [perWords(value(node, 'ChargeFrequency')), perWords(value(node, 'ChargeUnit'), 'charge unit')].filter(
    (one) => one !== undefined,
  )
  return [...new Set(words)].join(', ') || undefined
}

/** When something is due: `3 days before arrival`, of `OffsetUnitMultiplier="3" OffsetTimeUnit="Day" OffsetDropTime="BeforeArrival"`. */
export function offsetWords(deadline: XmlNode | undefined): string | undefined {
  const [many, unit, drop] = ['OffsetUnitMultiplier', 'OffsetTimeUnit', 'OffsetDropTime'].map((name) =>
    value(deadline, name),
  )
  const words = [many, unit === undefined ? undefined : `${unit.toLowerCase()}${many === '1' ? '' : 's'}`]
  const when = drop?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return [...words, when].filter((one) => one !== undefined).join(' ') || undefined
}
