import { fileTitle, inputFault, type ReadContext } from '../reading/index.js'
import { showText } from '../values/index.js'

/** Values that the last one of a file is held against. */
const OTHERS_MAX = 2000
/** Fewer values make no pattern. */
const FORMS_MIN = 2
const LENGTHS_MIN = 3
const VALUE_CHARACTERS = 60
const LINE_CHARACTERS = 400
const NAMED_VALUE = /^[\s-]*(?<![\w-])([\w-]{1,60}): +([^\s"'{}[\]][^"'{}[\]#]*)$/
/** Three digits behind a mark may be thousands. */
const THOUSANDS = 3

interface Form {
  /** Digits behind the last mark; 0 for none. */
  decimals: number
  whole: number
  hasMark: boolean
  tail: string
}

/**
 * What is known of the last value of a file that ends within a line: it may have been cut off while it was written or sent.
 * @param others values of the same column or name, in any order
 * @throws Fault INVALID_INPUT where it looks like the beginning of a value
 */
export function checkLastValue(
  { value, line, others }: { value: string; line: number; others: readonly string[] },
  { name: file, onNotice }: ReadContext,
): void {
  const last = value.trim()
  const like = whyCut(
    last,
    others.slice(-OTHERS_MAX).map((other) => other.trim()),
  )
  if (like !== undefined) {
    const whole =
      file === '-'
        ? 'end it with a line end'
        : `end it with a line end: echo >> ${/^[\w./-]+$/.test(file) ? file : JSON.stringify(file)}`
    throw inputFault({
      file,
      line,
      value: showText(last),
      reason: `${fileTitle(file)} may be cut off: its last line has no line end, and its last value, "${showText(last)}", ${like}`,
      remedy: `Fetch or export it again; if the last line is whole, ${whole}.`,
    })
  }
  if (last !== '')
    onNotice?.({
      file,
      line,
      what: 'cut-off',
      text: `the file ends without a line end; check that "${showText(last)}", its last value, is whole.`,
    })
}

/** Tells of the mark that DOS ended files with, which is no part of the last value. */
export function tellEndMark({ name: file, onNotice }: ReadContext): void {
  onNotice?.({ file, what: 'inferred', text: 'the end-of-file mark of DOS (0x1A) at its end is passed over.' })
}

/** The same for a text whose last line is the value of a name, such as the `price: 95` of a YAML file. */
export function checkLastLine(text: string, context: ReadContext): void {
  const lines = text.trimEnd().split('\n')
  const [, name, value] = NAMED_VALUE.exec(lines.at(-1)?.slice(0, LINE_CHARACTERS) ?? '') ?? []
  if (name === undefined || value === undefined) return
  const others = lines.slice(-OTHERS_MAX, -1).flatMap((line) => {
    const [, otherName, other] = NAMED_VALUE.exec(line.slice(0, LINE_CHARACTERS)) ?? []
    return otherName === name && other !== undefined ? [other] : []
  })
  checkLastValue({ value, line: lines.length, others }, context)
}

/** How the value differs from all others, as the beginning of one would; undefined where it does not. */
function whyCut(last: string, others: readonly string[]): string | undefined {
  const filled = others.filter((other) => other !== '')
  const forms = filled.map(formOf).filter((form) => form !== undefined)
  // One of the others may be the name of the column.
  if (last === '')
    return forms.length >= FORMS_MIN && forms.length >= others.length - 1
      ? 'is blank where all others are filled'
      : undefined
  const form = formOf(last)
  const [first] = forms
  if (form === undefined || first === undefined || forms.length < FORMS_MIN) return undefined
  if (form.tail !== first.tail && first.tail.startsWith(form.tail) && forms.every(({ tail }) => tail === first.tail))
    return `lacks the "${showText(first.tail.trim())}" of all others`
  const fewest = Math.min(...forms.map(({ decimals }) => decimals))
  const mayBeWhole = fewest >= THOUSANDS && !form.hasMark
  if (form.decimals < fewest && !mayBeWhole)
    return `has fewer decimals than all others, such as "${showText(filled.at(-1) ?? '')}"`
  if (form.hasMark && form.decimals === 0) return 'ends with a decimal mark'
  const shortest = Math.min(...forms.map(({ whole }) => whole))
  if (forms.length >= LENGTHS_MIN && form.whole < shortest && !form.hasMark)
    return `is shorter than all others, such as "${showText(filled.at(-1) ?? '')}"`
  return undefined
}

/** Undefined for what is no number. */
function formOf(text: string): Form | undefined {
  const [, number, tail = ''] =
    /^[^\d]{0,6}(\d[\d.,'’ ]*?)(\s?[^\d.,'’\s][^\d]{0,5})?$/u.exec(text.slice(0, VALUE_CHARACTERS)) ?? []
  if (number === undefined) return undefined
  const [, whole = '', mark = '', decimals = ''] = /^(.*?)(?:([.,])(\d*))?$/u.exec(number.trim()) ?? []
  return { decimals: decimals.length, whole: whole.replace(/\D/g, '').length, hasMark: mark !== '', tail }
}
