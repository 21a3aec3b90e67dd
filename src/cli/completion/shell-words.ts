import type { ShellName } from './scripts.js'

/** A command line up to the cursor. */
export interface TypedLine {
  /** The words before the one at the cursor, as the program would get them. */
  words: string[]
  /** The word at the cursor, as the program would get it. */
  current: string
  /** The same as it was typed, quotes and escapes included. */
  raw: string
  /** The quote that is open at the cursor. */
  quote: '"' | "'" | ''
}

/** Splits a line of bash or PowerShell up to the cursor. Nothing is expanded. */
export function readLine(line: string, shell: 'bash' | 'powershell'): TypedLine {
  const escape = shell === 'bash' ? '\\' : '`'
  const words: string[] = []
  let [current, raw, quote]: [string, string, TypedLine['quote']] = ['', '', '']
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (quote === '' && /\s/.test(letter)) {
      if (raw !== '') words.push(current)
      ;[current, raw] = ['', '']
      continue
    }
    raw += letter
    if (letter === escape && quote !== "'") {
      at += 1
      raw += line.charAt(at)
      current += line.charAt(at)
    } else if (quote === '' && (letter === '"' || letter === "'")) quote = letter
    else if (quote !== letter) current += letter
    else if (shell === 'powershell' && line.charAt(at + 1) === letter) {
      // A doubled quote stands for itself.
      at += 1
      raw += letter
      current += letter
    } else quote = ''
  }
  return { words, current, raw, quote }
}

/** One word of fish or zsh without its quotes and escapes. */
export function plainWord(raw: string): string {
  return readLine(
    raw.replaceAll(/\s/g, (blank) => `\\${blank}`),
    'bash',
  ).current
}

const PLAIN = /^[\p{L}\p{N}_%+,./:@^=-]+$/u

/** A value as it is inserted into the line, so that the shell takes it as it is whatever it holds. */
export function insertedWord(value: string, shell: ShellName, quote: TypedLine['quote'] = ''): string {
  // zsh and fish quote what they insert themselves.
  if (shell === 'zsh' || shell === 'fish') return value
  if (shell === 'powershell')
    return PLAIN.test(value) && !/^[@,]/.test(value) ? value : `'${value.replaceAll(/['‘’‚‛]/g, '$&$&')}'`
  if (quote === "'") return value.replaceAll("'", String.raw`'\''`)
  if (quote === '"') return value.replaceAll(/["$`\\]/g, String.raw`\$&`).replaceAll('!', String.raw`"\!"`)
  return value.replaceAll(/[^\p{L}\p{N}_%+,./:@^=-]/gu, String.raw`\$&`)
}

/** How much of the typed word bash keeps before what is inserted: it begins a word of its own behind `=` and `:`. */
export function keptByBash(raw: string, breaks: string): string {
  let end = 0
  for (let at = 0; at < raw.length; at++) {
    if (raw.charAt(at) === '\\') at += 1
    else if (breaks.includes(raw.charAt(at))) end = at + 1
  }
  return raw.slice(0, end)
}
