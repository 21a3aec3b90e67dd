import { isAscii } from '../../redaction/index.js'
import { secretKind } from './names.js'

/** A secret in prose, JSON, a form, an address or a header. */
interface FoundSecret {
  start: number
  end: number
  kind: 'password' | 'card'
  /** Where its name begins, where an id may look like that: a token or a number with a short word before it. */
  idFrom?: number
}

const VALUE =
  /(?<name>(?:(?<![a-z])(?:pin|otp|pw|psw|mdp|token)(?:[ _-]?code)?|(?<!\p{L}[ _-]|\p{L})pass|(?:user|usr|login|wsse)[ _-]?pass|cvc2?|cvv2?|cvn2?|(?:api|app|secret|private|access|shared|signing|client)[ _-]?key|(?:access|refresh|auth|bearer|session|security|api|oauth)[ _-]?token|secret(?:[ _-]?answer)?|pass[ _-]?(?:word|wort|wd|phrase|code|key)|kennwort|contrase(?:ñ|n\u0303?)a|clave|senha|wachtwoord|heslo|has[łl]o|lozinka|salasana|l(?:ö|o\u0308?)senord|adgangskode|passord|parola|jelsz(?:ó|o\u0301?)|(?:ş|s\u0327?)ifre|пароль|密[码碼]|パスワード|geheimnis|zugangscode|access[ _-]?code|code[ _-](?:d['’ ])?acc[eè]s|j?session[ _-]?id|pwd|duty[ _-]?code|security[ _-]?code|series[ _-]?code|card[ _-]?number|magnetic[ _-]?stripe)\d{0,2}(?:\s\([^()]{1,30}\))?\\?["']?\s{0,9}(?::=|=>|->|[:=])\s{0,9})(?<value>\\?"[^"]{0,200}"?|'[^']{0,200}'?|(?:[^\s,;&<>{}"']|[,;](?=[^\s"'{},;&<>\\=:]{1,40}(?:[\s<]|$))){1,200})/giu
/** `password is …` and `password …`, where what follows looks like one. */
const SAID =
  /(?<![\p{L}])(?<name>(?:password|passwort|kennwort|passphrase|passcode|pwd|api[ _-]?key|client[ _-]?secret)(?:\s\p{L}{1,12}){0,4}\s{1,3}["'„“”«]?)(?<value>[^\s"'„“”«»<>]{6,100})/giu
const HEADER =
  /(?<name>(?<![a-z])(?:proxy[ _-]?)?authorization\\?["']?\s{0,9}[:=]\s{0,9}\\?["']?)(?<value>(?:(?:digest|hmac|aws4[\w-]{1,30})\s[^<>\r\n]{1,600}|(?:(?:basic|bearer|negotiate|ntlm|token|apikey)\s{1,4})?[^\s"'<>,;\\]{1,4000}))/giu
const COOKIE =
  /(?<name>(?<!\p{L})(?:set-)?cookie2?\\?["']?\s{0,9}[:=]\s{0,9}\\?["']?)(?<value>[\w.-]{1,60}=[^<>"'\r\n]{1,1000})/giu
const SCHEME = /(?<name>(?<![\p{L}\p{Nd}])(?:basic|bearer|negotiate|ntlm)\s{1,4})(?<value>[\w+/=.~-]{8,4000})/giu
const JWT = /(?<name>)(?<value>(?<![\w.-])eyJ[\w-]{8,4000}(?:\.[\w-]{0,4000}){0,4})/gu
/** A colon and a number behind the host are a port, whatever stands behind them. */
const ADDRESS = /(?<name>\/\/)(?<value>[^\s"'<>/?#@]{1,200}|[^\s"'<>/?#@:]{0,100}:(?!\d{1,5}[/?#])[^\s"'<>]{1,200})@/giu

/**
 * What each pattern finds holds one of these, where the text is ASCII: beyond that a letter has more spellings than two. The patterns take 4 ms to begin with, and
 * hardly a text of a message has one of these words.
 */
const WORDS_OF_VALUE =
  /pin|otp|pw|psw|mdp|token|pass|cv[cvn]|key|secret|kennwort|contrasena|clave|senha|wachtwoord|heslo|haslo|lozinka|salasana|losenord|adgangskode|parola|jelszo|sifre|geheimnis|code|session|card|magnetic/i
const mayHold = (text: string, words: RegExp): boolean => words.test(text) || !isAscii(text)

/** Short words that ids begin with as well; a word for a password makes none of them. */
const WORDS_OF_IDS = /^(?:pin|otp|pw|psw|mdp|token|cv[cvn]|security|series|duty|session)/i

const WORDY = /^[\p{L}.,;:!?()'-]+$/u

const FIELD = /^content-disposition:[ \t]{0,9}form-data\b(?<parameters>(?:[^\r\n]|\r?\n[ \t]){0,1000})/gim
const FIELD_NAME = /;\s{0,9}name\*?\s{0,9}=\s{0,9}(?:"(?<quoted>(?:[^"\\]|\\.){0,200})"|(?<bare>[^\s;"]{1,200}))/i

/** Headers of one part, characters. */
const PART_HEADERS_MAX = 4_000

/** Fields of a form of several parts whose names are those of secrets; each goes on to the next boundary, or to the end. */
export function findFields(text: string): FoundSecret[] {
  const found: FoundSecret[] = []
  if (!/form-data/i.test(text)) return found
  let floor = 0
  for (const { 0: head, index, groups: { parameters = '' } = {} } of text.matchAll(FIELD)) {
    if (index < floor) continue
    const { quoted, bare = '' } = FIELD_NAME.exec(parameters)?.groups ?? {}
    const kind = secretKind(unescaped(quoted ?? bare))
    const rest = index + head.length
    const blank = /\r?\n\r?\n/.exec(text.slice(rest, rest + PART_HEADERS_MAX))
    if (kind === undefined || blank === null) continue
    const start = rest + blank.index + blank[0].length
    const before = text.slice(Math.max(0, index - PART_HEADERS_MAX), index)
    const boundary = /^--[^\r\n]{1,200}/.exec(before.slice(before.lastIndexOf('\n--') + 1))?.[0] ?? '--'
    // Of a field without a value, the line end before the boundary is the one behind the headers.
    const next = text.indexOf(`\n${boundary}`, start - 1)
    floor = next < 0 ? text.length : next
    if (floor > start) found.push({ start, end: floor, kind: kind === 'card' ? 'card' : 'password' })
  }
  return found
}

const unescaped = (name: string): string => {
  try {
    return decodeURIComponent(name.replace(/^[\w-]{1,20}'[^']{0,20}'/, ''))
  } catch {
    return name
  }
}

/** Secrets that a text says to be some, by their names, as headers, fields of a form or in addresses. Every part of the patterns is bounded. */
export function findSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = []
  const look = (pattern: RegExp, isSecret: (value: string, name: string) => boolean = () => true): void => {
    for (const { index, groups: { name = '', value = '' } = {} } of text.matchAll(pattern)) {
      const start = index + name.length
      // Of a quotation mark that JSON escapes, where the text ends before it.
      if (/^\\{1,16}$/.test(value) || !isSecret(value, name)) continue
      const [open = ''] = /^\\?["']/.exec(value) ?? []
      const isClosed = open !== '' && value.length > open.length && value.endsWith(open)
      const end =
        start +
        value.length -
        (isClosed
          ? open.length
          : open === ''
            ? (/[.)\]]$/.exec(value)?.[0].length ?? 0) * Number(pattern !== ADDRESS)
            : 0)
      if (end > start + open.length)
        found.push({
          start: start + open.length,
          end,
          ...(pattern === JWT || (pattern === VALUE && WORDS_OF_IDS.test(name)) ? { idFrom: index } : {}),
          kind:
            /number|stripe|c[vs]|code/i.test(name) && secretKind(name.replaceAll(/[^\p{L}\p{Nd}]/gu, ' ')) === 'card'
              ? 'card'
              : 'password',
        })
    }
  }
  if (/[:=]|->/.test(text)) {
    if (mayHold(text, WORDS_OF_VALUE)) look(VALUE)
    if (mayHold(text, /authorization/i)) look(HEADER)
    if (mayHold(text, /cookie/i)) look(COOKIE)
  }
  if (/pass|kennw|pwd|key|secret/i.test(text))
    look(SAID, (value) => !WORDY.test(value) && /\p{L}|[^\p{L}\p{Nd}]/u.test(value) && !/[:=]$/.test(value))
  if (/basic|bearer|negotiate|ntlm/i.test(text))
    look(SCHEME, (value, name) => (/basic/i.test(name) ? isPair(value) : value.length >= 16 && /\d/.test(value)))
  if (text.includes('eyJ')) look(JWT)
  if (text.includes('//')) look(ADDRESS)
  return [...found, ...findFields(text)]
}

/** A name and a password in base64. */
const isPair = (value: string): boolean =>
  /^[ -~\x80-\xff]{0,300}:[ -~\x80-\xff]{0,300}$/.test(Buffer.from(value.slice(0, 800), 'base64').toString('latin1'))

/** The text with each of them replaced, but for those of ids. */
export function replaceSecrets(
  text: string,
  hide: (value: string, kind: FoundSecret['kind']) => string,
  isOfId?: (found: FoundSecret) => boolean,
): string {
  const found = findSecrets(text)
    .filter((one) => isOfId?.(one) !== true)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  if (found.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { start, end, kind } of found) {
    if (start < from) continue
    parts.push(text.slice(from, start), hide(text.slice(start, end), kind))
    from = end
  }
  return parts.join('') + text.slice(from)
}
