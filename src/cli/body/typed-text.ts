import * as z from '../../zod/index.js'
import { lookupOf } from '../../contract/index.js'
import { coreOf } from './field-schema.js'

/** A value in the type of its field, or why the text cannot be one. */
export type TypedText = { ok: true; value: unknown } | { ok: false; reason: string; remedy: string }

export interface TypedTextOptions {
  /** From a file or JSON, which programs write: takes `1e3` as well, and the point of a decimal number is a decimal point. */
  hasExponents?: boolean
}

const EXACT_DIGITS = 15
const NUMBER_LENGTH_MAX = 400
/** No number with marks of thousands has more characters. */
const MARKED_LENGTH_MAX = 30
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const WITH_EXPONENT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
/** One to three digits, a point and three more: a point of thousands or of decimals. */
const THREE_DECIMALS = /^-?[1-9]\d{0,2}\.\d{3}$/
const DIGITS = /^-?\d+$/

const no = (reason: string, remedy: string): TypedText => ({ ok: false, reason, remedy })

/** The inner schemas among which a field chooses: those of a union, else the one. */
function optionsOf(schema: z.ZodType): z.ZodType[] {
  const core = coreOf(schema)
  return core instanceof z.ZodUnion ? (core.options as z.ZodType[]).flatMap(optionsOf) : [core]
}

/** Whether a field is a list or an object, which no plain text can stand for. */
export function isNested(schema: z.ZodType | undefined): boolean {
  return (
    schema !== undefined &&
    optionsOf(schema).every(
      (one) => one instanceof z.ZodArray || one instanceof z.ZodObject || one instanceof z.ZodRecord,
    )
  )
}

/** Whether any text is a value of the field. */
export function isText(schema: z.ZodType | undefined): boolean {
  if (schema === undefined || lookupOf(schema) !== undefined) return false
  const [first] = optionsOf(schema)
  return first instanceof z.ZodString || first instanceof z.ZodStringFormat || first instanceof z.ZodEnum
}

/**
 * Reads a text as the type that the contract gives its field: text stays as it is written, numbers and booleans are read only where the
 * field is one. Where a field takes text or a number, the type named first in the contract counts.
 * @param schema undefined where the contract does not know the field: then it is text
 */
export function readTyped(schema: z.ZodType | undefined, text: string, options: TypedTextOptions = {}): TypedText {
  if (schema === undefined || isText(schema)) return { ok: true, value: text }
  if (isNested(schema))
    return no('is text, and this field is a list or an object', 'Give it as JSON with --field, or in a file')
  const kinds = optionsOf(schema)
  const takesText = kinds.some((one) => one instanceof z.ZodString || one instanceof z.ZodStringFormat)
  if (kinds.some((one) => one instanceof z.ZodNumber)) return readNumberOf(schema, text, takesText, options)
  if (kinds.some((one) => one instanceof z.ZodBoolean)) return readBoolean(text)
  return { ok: true, value: text }
}

function readBoolean(text: string): TypedText {
  return text === 'true' || text === 'false'
    ? { ok: true, value: text === 'true' }
    : no('must be true or false', 'Write true or false')
}

function readNumberOf(schema: z.ZodType, text: string, takesText: boolean, options: TypedTextOptions): TypedText {
  const numbers = optionsOf(schema).filter((one) => one instanceof z.ZodNumber)
  if (text.includes('.') && readNumber(text, options).ok) {
    // What is no whole number in any reading is the schema's matter.
    if (numbers.every((one) => one.isInt) && (takesText || Number.isInteger(Number(text)) || THREE_DECIMALS.test(text)))
      return takesText ? { ok: true, value: text } : no('is a whole number written with a point', wholeRemedy(text))
    const isCoordinate = numbers.some(({ minValue }) => minValue !== null && minValue > -Infinity && minValue < 0)
    if (options.hasExponents !== true && !isCoordinate && THREE_DECIMALS.test(text))
      return no('can be read in two ways', `Write ${text.replace('.', '')} or ${text}0, whichever is meant`)
  }
  const read = readNumber(text, options)
  if (read.ok) return read
  // A name stands for the id of a lookup list, and digits that a double cannot hold stay text where the field takes text.
  if (lookupOf(schema) !== undefined && !/^[+-]?[\d.,]*$/.test(text)) return { ok: true, value: text }
  return takesText && !hasLeadingZero(text) ? { ok: true, value: text } : read
}

/** `12.000` is 12000 or 12, `12.0` is 12; `12.5` is none. */
function wholeRemedy(text: string): string {
  const value = Number(text)
  if (!Number.isInteger(value))
    return THREE_DECIMALS.test(text)
      ? `Write ${text.replace('.', '')} if that is meant: the field takes whole numbers`
      : 'Write a whole number, such as 12'
  return THREE_DECIMALS.test(text) ? `Write ${text.replace('.', '')} or ${value}, whichever is meant` : `Write ${value}`
}

const hasLeadingZero = (text: string): boolean => /^[+-]?0\d/.test(text)

/** Reads a number as people write it in the interface: plain digits, a point before decimals. Never rounds. */
export function readNumber(text: string, { hasExponents = false }: TypedTextOptions = {}): TypedText {
  if (text.length > NUMBER_LENGTH_MAX || !(hasExponents ? WITH_EXPONENT : PLAIN).test(text))
    return no('must be a number', numberRemedy(text))
  const value = Number(text)
  const [mantissa = ''] = text.toLowerCase().split('e')
  const significant = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  const isExact = DIGITS.test(text)
    ? Number.isSafeInteger(value)
    : Number.isFinite(value) && significant.length <= EXACT_DIGITS
  return isExact ? { ok: true, value } : no('has more digits than a number here can hold', 'Check the number')
}

function numberRemedy(text: string): string {
  if (text.trim() === '') return 'Give a number, or leave the field out'
  if (hasLeadingZero(text) && !/^[+-]?0[\d]*\D/.test(text))
    return `Write it without the leading zero: ${text.replace(/^[+-]?0+(?=\d)/, '').slice(0, 20)}`
  const [first, second] = plainReadings(text.trim())
  if (first === undefined) return 'Write it in digits, such as 12 or 118.50'
  if (second !== undefined) return `Write ${first} or ${second}, whichever is meant`
  return `Write it without marks of thousands, and the decimals after a point: ${first}`
}

/** The numbers that digits with commas, points, blanks and apostrophes can be read as, written plainly: `1,234` is 1234 or 1.234. */
function plainReadings(text: string): string[] {
  if (text.length > MARKED_LENGTH_MAX || !/^-?\d[\d.,'’ \u00a0\u202f]*\d$/.test(text)) return []
  const readings = ['.', ','].flatMap((decimal) => {
    const parts = text.split(decimal)
    const [whole = '', fraction] = parts
    if (parts.length > 2 || (fraction !== undefined && !/^\d+$/.test(fraction))) return []
    const isGrouped = /^-?[1-9]\d{0,2}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(whole)
    const digits = isGrouped ? whole.replace(/[.,'’ \u00a0\u202f]/g, '') : whole
    return /^-?(?:0|[1-9]\d*)$/.test(digits) ? [fraction === undefined ? digits : `${digits}.${fraction}`] : []
  })
  return [...new Set(readings)]
}
