import { codeOfEntity } from '../../redaction/index.js'

/** A character as it is spelled at a place of a text: plain, or as an entity, a percent code or a JSON escape. */
interface Spelled {
  /** Its code point. */
  code: number
  length: number
}

const ENTITY = /&(?:amp;){0,2}(?:#0{0,8}(\d{1,7})|#x0{0,8}([\da-f]{1,6})|([a-z][a-z\d]{1,23}));/iy
/** Bytes of UTF-8 stand for one character. */
const PERCENT =
  /%(?:25){0,2}((?:c[2-9a-f]|d[\da-f])%(?:25){0,2}[89ab][\da-f]|e[\da-f](?:%(?:25){0,2}[89ab][\da-f]){2}|f[0-4](?:%(?:25){0,2}[89ab][\da-f]){3}|[\da-f]{2}|u[\da-f]{4})/iy
const ESCAPE = /\\{1,2}u([\da-f]{4})/iy

/** Reads one character; looks no further than its spelling may be long. */
export function spelledAt(text: string, at: number): Spelled {
  const code = text.codePointAt(at) ?? Number.NaN
  const found =
    code === 38
      ? matchAt(ENTITY, text, at)
      : code === 37
        ? matchAt(PERCENT, text, at)
        : code === 92
          ? matchAt(ESCAPE, text, at)
          : undefined
  if (found === undefined) return { code, length: code > 0xffff ? 2 : 1 }
  const [whole, first, second, name] = found
  if (code === 37) return { code: codeOfBytes(first ?? ''), length: whole.length }
  const value =
    name !== undefined
      ? codeOfEntity(name)
      : code === 38 && first !== undefined
        ? Number(first)
        : Number.parseInt(first ?? second ?? '', 16)
  return value === undefined ? { code, length: 1 } : { code: value, length: whole.length }
}

/** `e2%80%8b`, `34` or `u200b`. */
function codeOfBytes(spelled: string): number {
  if (/^u/i.test(spelled)) return Number.parseInt(spelled.slice(1), 16)
  const bytes = spelled.replaceAll(/%(?:25){0,2}/g, '')
  return (
    (bytes.length === 2 ? undefined : Buffer.from(bytes, 'hex').toString('utf8').codePointAt(0)) ??
    Number.parseInt(bytes, 16)
  )
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

const IN_TEXT = /&(?:#0{0,8}\d{1,7}|#x0{0,8}[\da-f]{1,6}|[a-z][a-z\d]{1,23});/gi

/** Characters instead of the entities that stand for them. */
export function decodeEntities(text: string): string {
  return text.replace(IN_TEXT, (whole) => {
    const { code, length } = spelledAt(whole, 0)
    return length === whole.length && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
