import { Rewriting, type Traced } from '../bytes/index.js'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
/** Elements that begin and end lines. */
const BLOCKS = names(
  'html body p div li ul ol dl dt dd table thead tbody tfoot caption tr td th pre h1 h2 h3 h4 h5 h6 blockquote center address article aside ' +
    'section header footer main nav form fieldset figure figcaption hr details summary textarea',
)
const INLINE = names(
  'a abbr acronym b basefont bdi bdo big cite code col colgroup data del dfn em font i img input ins kbd label mark meta link q s samp small span ' +
    'strike strong sub sup time tt u var wbr button br base picture source progress',
)
/** Nothing of what they hold is shown. */
const HIDDEN = names('head style script title template svg select iframe noscript canvas audio video')
const VOID = names('br hr img input meta link wbr base basefont col source')

const MARKUP =
  /<(?:!--|!\[[^>]{0,200}\]>|![a-z][^>]{0,400}>|\?[^>]{0,400}>|(\/?)([a-z][\w:-]{0,60})((?:[^<>"']|"[^"<]{0,8000}"|'[^'<]{0,8000}'){0,8000})>)/iy
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,30}));/iy
const BLANKS = /[ \t\r\n\f]+/y
const TEXT = /[^<& \t\r\n\f]+/y
const NBSP = 0xa0
/** Of U+00A0 on, in their order. */
const LATIN = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ')
const NAMED: ReadonlyMap<string, number> = new Map([
  ...LATIN.map((name, at): [string, number] => [name, NBSP + at]),
  ...Object.entries({
    lt: 0x3c,
    gt: 0x3e,
    amp: 0x26,
    quot: 0x22,
    apos: 0x27,
    euro: 0x20ac,
    hellip: 0x2026,
    ndash: 0x2013,
  }),
  ...Object.entries({ mdash: 0x2014, lsquo: 0x2018, rsquo: 0x2019, ldquo: 0x201c, rdquo: 0x201d, bdquo: 0x201e }),
])
/** A client puts them where a word may be broken, and they were no part of it. */
const INVISIBLE: ReadonlySet<number> = new Set([0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff])

/**
 * The text that a page or a mail in HTML shows, in UTF-8: blocks and `<br>` end lines, blanks are one, entities are characters, and a blank that does not break is a blank.
 * @returns undefined where its form is not certain: elements of another kind, names of characters that are not known
 */
export function textOfHtml(of: Traced, view: string, charset = 'utf-8'): Traced | undefined {
  const letters = lettersOf(charset)
  const page = new Page(of)
  for (let at = 0; at < view.length;) {
    const end =
      view[at] === '<'
        ? markup(page, view, at)
        : view[at] === '&'
          ? entity(page, view, at)
          : (blanks(page, view, at) ?? text(page, view, at, letters))
    if (end === undefined) return undefined
    at = end
  }
  return page.end()
}

/** What is shown, line by line. */
class Page {
  private readonly rewriting: Rewriting
  private isLineStart = true
  private blankAt: number | undefined
  private readonly open: { name: string; isPre: boolean }[] = []

  constructor(of: Traced) {
    this.rewriting = new Rewriting(of)
  }

  get isPre(): boolean {
    return this.open.at(-1)?.isPre ?? false
  }

  enter(name: string, isPre: boolean): void {
    this.open.push({ name, isPre })
  }

  leave(name: string): void {
    const at = this.open.findLastIndex((one) => one.name === name)
    if (at >= 0) this.open.length = at
  }

  keep(start: number, end: number): void {
    this.begin()
    this.rewriting.keep(start, end)
  }

  put(text: string, at: number): void {
    this.begin()
    this.rewriting.put(text, at)
  }

  blank(at: number): void {
    this.blankAt ??= at
  }

  /** @param isForced also where nothing stands in the line */
  endLine(at: number, isForced = false): void {
    this.blankAt = undefined
    if (!this.isLineStart || isForced) this.rewriting.put('\n', at)
    this.isLineStart = true
  }

  end(): Traced {
    return this.rewriting.end()
  }

  private begin(): void {
    if (this.blankAt !== undefined && !this.isLineStart) this.rewriting.put(' ', this.blankAt)
    this.blankAt = undefined
    this.isLineStart = false
  }
}

/** @returns where what follows begins; undefined for what is no element of HTML */
function markup(page: Page, view: string, at: number): number | undefined {
  MARKUP.lastIndex = at
  const [whole, slash, given, attributes = ''] = MARKUP.exec(view) ?? []
  if (whole === undefined) {
    page.keep(at, at + 1)
    return at + 1
  }
  if (whole === '<!--') return behind(view, '-->', at)
  const end = at + whole.length
  if (given === undefined) return end
  const name = given.toLowerCase()
  if (HIDDEN.has(name)) return slash === '' && !attributes.endsWith('/') ? behindElement(view, name, end) : end
  const isBlock = BLOCKS.has(name)
  if (!isBlock && !INLINE.has(name) && !name.includes(':')) return undefined
  if (name === 'br') page.endLine(at, true)
  else if (isBlock) page.endLine(at)
  if (slash === '/') page.leave(name)
  else if (!VOID.has(name) && !attributes.endsWith('/')) {
    const space = /white-space\s{0,9}:\s{0,9}([a-z-]{1,20})/i.exec(attributes)?.[1]?.toLowerCase()
    if (space === 'pre-line') return undefined
    page.enter(
      name,
      space === undefined ? name === 'pre' || name === 'textarea' || page.isPre : /^(?:pre|break-spaces)/.test(space),
    )
  }
  return end
}

/** Where what a mark ends is over; undefined where nothing ends it, and nobody knows how much of the page it hides. */
function behind(view: string, mark: string, from: number): number | undefined {
  const at = view.indexOf(mark, from)
  return at < 0 ? undefined : at + mark.length
}

function behindElement(view: string, name: string, from: number): number | undefined {
  for (let at = view.indexOf('</', from); at >= 0; at = view.indexOf('</', at + 2))
    if (view.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return behind(view, '>', at)
  return undefined
}

function entity(page: Page, view: string, at: number): number | undefined {
  ENTITY.lastIndex = at
  const [whole, decimal, hex, name] = ENTITY.exec(view) ?? []
  if (whole === undefined) {
    page.keep(at, at + 1)
    return at + 1
  }
  const code =
    name === undefined ? Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10) : NAMED.get(name)
  if (code === undefined || code > 0x10_ff_ff || INVISIBLE.has(code)) return undefined
  page.put(code === NBSP ? ' ' : String.fromCodePoint(code), at)
  return at + whole.length
}

function blanks(page: Page, view: string, at: number): number | undefined {
  BLANKS.lastIndex = at
  const whole = BLANKS.exec(view)?.[0]
  if (whole === undefined) return undefined
  if (page.isPre) page.keep(at, at + whole.length)
  else page.blank(at)
  return at + whole.length
}

/** How a byte beyond ASCII is written; undefined for one that is a part of a letter. */
type Letters = ((byte: number) => string) | 'utf-8' | undefined

function lettersOf(charset: string): Letters {
  if (/^(?:utf-?8|us-ascii)$/i.test(charset)) return 'utf-8'
  if (!/^(?:iso-8859-|windows-125|latin1|koi8|macintosh)/i.test(charset)) return undefined
  try {
    const decoder = new TextDecoder(charset)
    return (byte) => decoder.decode(Buffer.of(byte))
  } catch {
    return undefined
  }
}

function text(page: Page, view: string, at: number, letters: Letters): number | undefined {
  TEXT.lastIndex = at
  const whole = TEXT.exec(view)?.[0] ?? ''
  const end = at + whole.length
  let from = at
  for (const { index, 0: found } of whole.matchAll(letters === 'utf-8' ? /\u00c2\u00a0/g : /[\u0080-\u00ff]/g)) {
    if (letters === undefined) return undefined
    const place = at + index
    if (place > from) page.keep(from, place)
    const letter = letters === 'utf-8' ? ' ' : letters(found.charCodeAt(0))
    page.put(letter === '\u00a0' ? ' ' : letter, place)
    from = place + found.length
  }
  if (end > from) page.keep(from, end)
  return end
}
