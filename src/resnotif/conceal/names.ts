import { isAscii } from '../../redaction/index.js'
import { decodeEntities, findCards, isIssued } from '../cards/index.js'

/** What an element, an attribute or a parameter of this name holds. */
export type SecretKind = 'password' | 'card' | 'stripe'

const NAME_MAX = 48
const REMEMBERED_MAX = 2_000

/** The same answers, each name looked at once: a message has few names, many times over. */
function remembered<T>(look: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const answer = known.get(name)
    if (answer !== undefined || known.has(name)) return answer as T
    if (known.size >= REMEMBERED_MAX) known.clear()
    const found = look(name)
    if (name.length <= NAME_MAX) known.set(name, found)
    return found
  }
}

/** Small letters without marks and strokes. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ı', 'i')
/** What a password is called elsewhere, and other words for a code that lets somebody in. */
const WORDS_ABROAD = (
  'contraseña contrasenya senha palavrapasse parola wachtwoord heslo hasło geslo lozinka zaporka salasana ' +
  'lösenord adgangskode kodeord passord lykilord jelszó şifre parool slaptažodis пароль парола лозинка ' +
  'κωδικός 密码 密碼 口令 パスワード 暗証番号 비밀번호 סיסמה geheimnis zugangscode zugangskennung accesscode codeacces ' +
  'codedacces secretanswer dutycode'
).split(' ')
/** Names with a word for a password in them, unless they tell something about it. */
const PASSWORD = new RegExp(
  `pass(?:word|wd|wort|phrase|code|key)|kennwort|motdepasse|passwd|pwd|${WORDS_ABROAD.map(plain).join('|')}`,
  'u',
)
const ABOUT =
  /(?:type|policy|length|hint|reset|changed|date|format|encoding|rule|status|error|algorithm|attempts|required|expired|expires|expiry|expiration|missing|wrong|valid)$/
/** Keys, tokens and the like, whatever stands before them; EchoToken and UsernameToken are none. */
const KEY =
  /(?:secret|(?:api|auth|authentication|authorization|access|refresh|bearer|session|security|user|client|csrf|xsrf|login|oauth|jwt|id|service)tokens?|(?:api|app|application|secret|private|access|shared|signing|encryption|master|license|subscription|auth|client)keys?|credentials?|(?:^|http|php|j|asp|user|web)sess(?:ion)?id|encryptedvalue|jwt|bearer|cookie)(?:value|text|plain|plaintext|hash|digest|encrypted|base64)?$/
const AUTHORIZATION = /^(?:http|proxy|basic|x|soap)*auth(?:orization)?(?:header|value)?$/
/** Short words count alone, or behind whose they are: a ski pass is no secret. */
const WHOLE =
  /^(?:token|otp|tan|pin|(?:user|usr|login|wsse|ws|soap|http|basic|auth|db|api|client|account|service|system|pms|ota|proxy)?(?:pass|pw|psw|pswd|mdp|clave))$/
const PIN = /^(?:pin|otp)(?:code|number|no|value|text)?$/
const CARD =
  /(?:(?:card|cc|karten)(?:number|num|no|nr|nummer)|primaryaccountnumber|seriescode|(?:^|payment|credit|debit|bank)cardcode|(?:cvc|cvv|cvn|csc|cav|cvd)2?(?:code|number|no|value)?|cid(?:code|number|value)|cardid(?:entification)?code|(?:card|karten)(?:verification|pruef|prüf)(?:code|value|number|nummer)|^verification(?:code|value|number)|securitycode)(?:value|text|plain|plaintext)?$/

/** Tracks of a magnetic stripe, whatever stands before or behind; of these nothing is shown. */
const STRIPE =
  /(?:track|trck|trk)(?:[123](?!\d)|one|two|three|data|equivalent)|(?:first|second|third|raw|card|encrypted|magnetic)track|mag(?:net|netic)?str(?:ipe|eifen)|stripedata|swiped?(?:data|track|card)|msrdata/
const ABOUT_STRIPE = /(?:present|reader|indicator|capable|capability|mode|supported|read|name)$/

const kindOfLocal = remembered(kindOf)

/** Whatever its prefix, capitals, dashes, points and underscores. */
export function secretKind(name: string): SecretKind | undefined {
  const local = name.slice(name.lastIndexOf(':') + 1)
  return local.length > NAME_MAX ? undefined : kindOfLocal(local)
}

/** One of these stands in whatever the patterns above find in ASCII. Those take 3 ms to begin with, and hardly a name of a message has one. */
const PARTS =
  /pass|kennwort|motdepasse|pwd|contrasen|senha|parola|wachtwoord|heslo|haslo|geslo|lozinka|zaporka|salasana|losenord|adgangskode|kodeord|lykilord|jelszo|sifre|parool|slaptazodis|geheimnis|zugang|(?:duty|access|series|security)code|coded?acces|secret|token|keys?|credential|sess|encrypted|jwt|bearer|cookie|auth|otp|^tan|pin|pw|psw|mdp|clave|card|ccn|karten|primaryaccount|cv[cvnd]|csc|cav|cid|verification|pan$|tra?ck|trk|stripe|streifen|swipe|msr/

/** Of a part, and no secret: nearly every message has one. */
const OPEN_NAMES: ReadonlySet<string> = new Set(['EchoToken', 'UsernameToken'])

function kindOf(local: string): SecretKind | undefined {
  if (OPEN_NAMES.has(local)) return undefined
  if (isAscii(local) && !PARTS.test(local.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase())) return undefined
  const words = local
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== '')
  const whole = plain(words.join(''))
  const flat = whole.replace(/\d{1,3}$/, '')
  const last = words.slice(-2)
  if (STRIPE.test(whole) && !ABOUT.test(whole) && !ABOUT_STRIPE.test(whole)) return 'stripe'
  if (PASSWORD.test(flat) && !ABOUT.test(flat)) return 'password'
  if (KEY.test(flat) || AUTHORIZATION.test(flat) || WHOLE.test(flat)) return 'password'
  if (PIN.test(last.join('')) || PIN.test(last.at(-1) ?? '')) return 'password'
  return CARD.test(flat) || last.at(-1) === 'pan' ? 'card' : undefined
}

/** Attributes and elements that name what stands beside them, as in `<param name="password">` or `<key>password</key><value>`. */
const NAMING: ReadonlySet<string> = new Set(
  (
    'name key id n k param paramname parameter parametername field fieldname property propertyname label ' +
    'attribute attributename header type code kind'
  ).split(' '),
)
/** Attributes of a secret element that are none themselves. */
const OPEN: ReadonlySet<string> = new Set([
  ...NAMING,
  ...'valuetype encodingtype role actor mustunderstand lang usage space schemalocation source'.split(' '),
])

const localOf = (name: string): string =>
  name
    .slice(name.lastIndexOf(':') + 1)
    .toLowerCase()
    .replaceAll(/[._-]/g, '')
export const isNaming = remembered((name: string): boolean => NAMING.has(localOf(name)))
export const isOpen = remembered((name: string): boolean => /^xmlns\b/i.test(name) || OPEN.has(localOf(name)))

/** What is named by a value of such an attribute or element. */
export const kindNamedBy = (value: string): SecretKind | undefined =>
  /^\s{0,9}[\p{L}\p{M}\p{Nd} ._:-]{2,48}\s{0,9}$/u.test(value)
    ? secretKind(value.trim().replace(/[\s:]{1,9}$/, ''))
    : undefined

/** Elements whose attribute ID names a reservation, or who sends the message. */
const OWNERS_OF_ID: ReadonlySet<string> = new Set(['UniqueID', 'RequestorID'])
/** Attributes, and elements, that name a reservation, a property or a message, wherever they stand. */
const IDS: ReadonlySet<string> = new Set(
  'ResID_Value EchoToken TransactionIdentifier SequenceNmbr HotelCode ConfirmationNumber RecordID'.split(' '),
)
const ID_ELEMENTS: ReadonlySet<string> = new Set([...IDS, 'UniqueID', 'MessageID', 'RelatesTo'])
/** What stands within these is of a card or of a person, and names no reservation. */
const APART: ReadonlySet<string> = new Set(
  'PaymentCard CreditCard PaymentForm BankAcct Guarantee GuaranteeAccepted Profile Customer CustLoyalty Memberships'.split(
    ' ',
  ),
)
/** What an id may be made of. */
const ID_WORD = /^[\p{L}\p{Nd}._:/#-]{1,128}$/u
const ID_TEXT = /^[^\s<>"'\\]{1,1000}$/u

/** Whether an attribute of an element, or its text where none is named, is by contract the id of a reservation, a property or a message. Names are without prefix. */
export const isIdentifier = (element: string, attribute?: string): boolean =>
  attribute === undefined
    ? ID_ELEMENTS.has(element)
    : IDS.has(attribute) || (attribute === 'ID' && OWNERS_OF_ID.has(element))
/** Whether an element is, or holds, what a message says of a reservation. */
export const isOfMessage = (element: string): boolean => /^(?:OTA_HotelRes|HotelReservation)/.test(element)
export const isApart = (element: string): boolean => APART.has(element)

/** An id as it reads; undefined where it is a text of some words, or too long for one. */
export function textOfId(value: string): string | undefined {
  const plain = decodeEntities(value.trim())
  return ID_TEXT.test(plain) ? plain : undefined
}

/**
 * Digits of an id that look like a card's number by length and check digit.
 * @param isInMessage whether it stands in a message about a reservation. Elsewhere, groups of digits that begin as an issuer's are left out: they are written as a card is printed
 */
export function digitsOfId(value: string, isInMessage = false): string[] {
  const plain = decodeEntities(value.trim())
  return ID_WORD.test(plain)
    ? findCards(plain)
        .filter(({ start, end, digits }) => isInMessage || end - start === digits.length || !isIssued(digits))
        .map(({ digits }) => digits)
    : []
}
