import { codeOfEntity } from '../../redaction/index.js'

/** A character as it is spelled at a place of a text: plain, or as an entity, a percent code or a JSON escape. */
export interface Spelled {
  /** Its code point. */
  code: number
  length: number
}

const ENTITY = /&(?:amp;){0,2}(?:#0{0,8}(\d{1,7})|#x0{0,8}([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/iy
const PERCENT = /%(?:25){0,2}(?:c2%(?:25){0,2}(a0)|([\da-f]{2}))/iy
const ESCAPE = /\\{1,2}u([\da-f]{4})/iy

/** Reads one character; looks no further than its spelling may be long. */
export function spelledAt(text: string, at: number): Spelled {
  const code = text.codePointAt(at) ?? Number.NaN
  const found = code === 38 ? matchAt(ENTITY, text, at) : code === 37 ? matchAt(PERCENT, text, at) : code === 92 ? matchAt(ESCAPE, text, at) : undefined
  if (found === undefined) return { code, length: code > 0xffff ? 2 : 1 }
  const [whole, first, second, name] = found
  const value = name !== undefined ? codeOfEntity(name) : code === 38 && first !== undefined ? Number(first) : Number.parseInt(first ?? second ?? '', 16)
  return value === undefined ? { code, length: 1 } : { code: value, length: whole.length }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

const IN_TEXT = /&(?:#0{0,8}\d{1,7}|#x0{0,8}[\da-f]{1,6}|[a-z][a-z\d]{1,7});/gi

/** Characters instead of the entities that stand for them. */
export function decodeEntities(text: string): string {
  return text.replace(IN_TEXT, (whole) => {
    const { code, length } = spelledAt(whole, 0)
    return length === whole.length && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
