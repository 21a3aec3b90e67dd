import { existsSync } from 'node:fs'
import path from 'node:path'

/** No system takes a longer path, and many secrets are. */
const PATH_MAX = 1_024

/** Steps of a path that are there wherever it leads. */
const BEGINNINGS: ReadonlySet<string> = new Set(['', '.', '..', '~'])

/**
 * Whether a text that ought to be the path of a file is plainly one: something is there, or at least the folder that it begins with. Anything else may be
 * what the file was to hold: a secret, JSON, a token, a URL; base64 has separators too.
 */
export function isPlainlyPath(text: string): boolean {
  if (text === '' || text.length > PATH_MAX || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return false
  if (existsSync(text)) return true
  if (/^\s*[[{"']/.test(text) || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return false
  const { root } = path.parse(text)
  const steps = text.slice(root.length).split(path.sep === '\\' ? /[/\\]/ : '/')
  // Where it begins is no folder that it names: "./" before a secret makes no path of it.
  const at = steps.findIndex((step) => !BEGINNINGS.has(step))
  return at >= 0 && at < steps.length - 1 && existsSync(root + steps.slice(0, at + 1).join(path.sep))
}

/** Whether a value that was refused may be shown: a variable may hold a secret by mistake, and messages are kept in logs. */
export function isPlainlyHarmless(text: string): boolean {
  return /^(?:\.{1,2}\/|~\/)?[a-z\d]{1,12}$/i.test(text) || isPlainlyPath(text)
}
