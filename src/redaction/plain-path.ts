import { existsSync } from 'node:fs'
import path from 'node:path'

/** No system takes a longer path, and many secrets are. */
const PATH_MAX = 1_024

/**
 * Whether a text that ought to be the path of a file is plainly one: something is there, or at least the folder that it begins with. Anything else may be
 * what the file was to hold: a secret, JSON, a token, a URL; base64 has separators too.
 */
export function isPlainlyPath(text: string): boolean {
  if (text === '' || text.length > PATH_MAX || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return false
  if (existsSync(text)) return true
  if (/^\s*[[{"']/.test(text) || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return false
  const { root } = path.parse(text)
  const [first, ...rest] = text.slice(root.length).split(path.sep === '\\' ? /[/\\]/ : '/')
  if (first === undefined || first === '') return false
  if (first === '.' || first === '..' || first === '~') return rest.length > 0
  return rest.length > 0 && existsSync(root + first)
}
