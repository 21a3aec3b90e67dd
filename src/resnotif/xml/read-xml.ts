import { SaxesParser } from 'saxes'
import { findBareAmpersand } from './ampersand.js'
import { XML_LIMITS } from './limits.js'
import { lineFeedOf } from './lines.js'
import type { Place, XmlAttribute, XmlNode } from './node.js'
import { findUnbound } from './prefixes.js'

const DOCTYPE = '<!DOCTYPE'

export type XmlBreakKind = 'broken' | 'doctype' | 'entity' | 'control-character' | 'too-large' | 'too-deep'

/** Where and why reading ended before the end. */
export interface XmlBreak extends Place {
  kind: XmlBreakKind
  message: string
  /** The text ends inside of an element: whoever wrote or captured it stopped there. */
  isCut?: true
}

interface XmlText {
  root?: XmlNode
  /** Absent for XML that is well formed to its end. */
  broken?: XmlBreak
}

const BARE_AMPERSAND = 'an & that is not written as &amp;'
/** Characters that are shown on either side of a fault. */
const EXCERPT = 20
/** An entity that the end of a text cuts. */
const ENTITY_CUT = /^&[#\w]{0,10}$/

/** Ends a parse from inside its handlers. */
class Stop extends Error {
  constructor(
    readonly kind: XmlBreakKind,
    readonly reason: string,
    readonly offset: number,
    readonly isCut = false,
  ) {
    super(reason)
  }
}

/**
 * Reads XML with the place of every start tag and attribute value. Never throws: what stands before a break is returned with the break.
 * Prefixes that nothing declares are a break where `checksPrefixes` asks for it; an answer is read without. Of an element's own text `textPerNode` characters are kept.
 * DOCTYPE is refused, so are all entities but the five of XML; nothing outside the text is ever loaded. Memory, depth and time are bounded.
 */
export function readXml(
  text: string,
  {
    checksPrefixes = false,
    textPerNode = XML_LIMITS.textPerNode,
  }: { checksPrefixes?: boolean; textPerNode?: number } = {},
): XmlText {
  if (text.length > XML_LIMITS.characters) {
    return {
      broken: {
        kind: 'too-large',
        message: `more than ${XML_LIMITS.characters} characters`,
        line: 1,
        column: 1,
        offset: 0,
      },
    }
  }
  const reading = new Reading(text, textPerNode)
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('error', (error) => reading.stopAt(error.message, parser.position))
  parser.on('doctype', (inside) => reading.stopAtDoctype(parser.position - inside.length - 1))
  parser.on('opentagstart', (tag) => reading.openNode(tag.name, parser.position))
  parser.on('attribute', (attribute) => reading.addAttribute(attribute.name, attribute.value, parser.position))
  parser.on('opentag', () => reading.endStartTag(parser.position))
  parser.on('closetag', () => reading.closeNode())
  parser.on('text', (more) => reading.addText(more))
  parser.on('cdata', (more) => reading.addText(more))
  try {
    parser.write(text)
    reading.isAtEnd = true
    parser.close()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    const { kind, reason: message, isCut } = error
    const broken: XmlBreak = { ...reading.placeAt(error.offset), kind, message, ...(isCut ? { isCut } : {}) }
    return { root: reading.root, broken }
  }
  const unbound = reading.root === undefined || !checksPrefixes ? undefined : findUnbound(reading.root, text)
  return unbound === undefined
    ? { root: reading.root }
    : { root: reading.root, broken: { ...reading.placeAt(unbound.offset), kind: 'broken', message: unbound.reason } }
}

/** A break in words, with what stands around it. @param shown the text without its secrets, as long as it is */
export function tellBreak({ message, offset }: Pick<XmlBreak, 'message' | 'offset'>, shown: string): string {
  return message === BARE_AMPERSAND
    ? `${message}: ${JSON.stringify(shown.slice(Math.max(0, offset - EXCERPT), offset + EXCERPT))}`
    : message
}

class Reading {
  root: XmlNode | undefined
  /** All of the text was read. */
  isAtEnd = false
  private at: XmlNode | undefined
  private depth = 0
  private nodes = 0
  private attributes = 0
  private readonly cursor: Place & { lineStart: number } = { line: 1, column: 1, offset: 0, lineStart: 0 }
  private readonly lineFeed: number

  constructor(
    private readonly text: string,
    private readonly textPerNode: number,
  ) {
    this.lineFeed = lineFeedOf(text).charCodeAt(0)
  }

  stop(kind: XmlBreakKind, reason: string, offset: number): never {
    throw new Stop(kind, reason, offset)
  }

  /** @param behind where what stands in the declaration begins, or a few signs behind that: the parser counts its line ends as one each */
  stopAtDoctype(behind: number): never {
    return this.stop('doctype', 'a document type declaration', Math.max(0, this.text.lastIndexOf(DOCTYPE, behind)))
  }

  stopAt(message: string, offset: number): never {
    const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    // A bare & is read as an entity that goes on and on, so the parser complains far behind it.
    const bare = findBareAmpersand(this.text, Math.min(offset, this.text.length))
    const isCut = this.isAtEnd && (this.at !== undefined || this.endsInFirstTag())
    if (bare !== undefined && !(isCut && ENTITY_CUT.test(this.text.slice(bare, bare + 20))))
      return this.stop('broken', BARE_AMPERSAND, bare)
    if (isCut) return this.stopAtEnd()
    if (this.root !== undefined && this.at === undefined && reason.startsWith('unmatched closing tag'))
      return this.stop('broken', `${reason}. Nothing opens it: the beginning of the text is missing`, offset - 1)
    const before = this.text[Math.max(0, offset - 1)]
    if (reason === 'disallowed character' && (before === '<' || before === '&'))
      return this.stop('broken', `a ${before} that is not written as ${before === '<' ? '&lt;' : '&amp;'}`, offset - 1)
    // The parser tells errors apart by text alone.
    if (reason === 'disallowed character' || reason === 'malformed character entity')
      return this.stop('control-character', 'a character that XML forbids', Math.max(0, offset - 1))
    if (reason === 'undefined entity')
      return this.stop('entity', 'an entity that XML itself does not define', this.text.lastIndexOf('&', offset - 1))
    return this.stop('broken', reason, Math.max(0, Math.min(offset, this.text.length) - 1))
  }

  private endsInFirstTag(): boolean {
    const tag = this.text.lastIndexOf('<')
    return this.root === undefined && /^<[A-Za-z_]/.test(this.text.slice(tag, tag + 2))
  }

  private stopAtEnd(): never {
    const open = this.at === undefined ? 'its first tag' : this.at.name
    const reason = `the text ends inside the message: ${open} has no end`
    throw new Stop('broken', reason, Math.max(0, this.text.length - 1), true)
  }

  openNode(name: string, position: number): void {
    const offset = this.text.lastIndexOf('<', position - 1)
    if (++this.depth > XML_LIMITS.depth)
      this.stop('too-deep', `elements nested more than ${XML_LIMITS.depth} deep`, offset)
    if (++this.nodes > XML_LIMITS.nodes)
      this.stop('too-large', `more than ${XML_LIMITS.nodes} elements and attributes`, offset)
    const colon = name.indexOf(':')
    const node: XmlNode = {
      name: name.slice(colon + 1),
      prefix: colon < 0 ? '' : name.slice(0, colon),
      parent: this.at,
      children: [],
      attributes: [],
      text: '',
      place: this.placeAt(offset),
      startTagEnd: undefined,
    }
    if (this.at === undefined) this.root ??= node
    else this.at.children.push(node)
    this.at = node
  }

  addAttribute(name: string, value: string, position: number): void {
    if (++this.nodes > XML_LIMITS.nodes)
      this.stop('too-large', `more than ${XML_LIMITS.nodes} elements and attributes`, position)
    if (++this.attributes > XML_LIMITS.attributes)
      this.stop('too-large', `more than ${XML_LIMITS.attributes} attributes`, position)
    if ((this.at?.attributes.length ?? 0) >= XML_LIMITS.attributesPerElement)
      this.stop(
        'too-large',
        `an element with more than ${XML_LIMITS.attributesPerElement} attributes`,
        this.at?.place.offset ?? position,
      )
    const end = position - 1
    const quote = this.text[end] as string
    // A raw value never holds its own quote.
    const start = this.text.lastIndexOf(quote, end - 1) + 1
    const attribute: XmlAttribute = { name, value, place: this.placeAt(start), end }
    this.at?.attributes.push(attribute)
  }

  endStartTag(position: number): void {
    if (this.at !== undefined) this.at.startTagEnd = position
  }

  closeNode(): void {
    this.depth--
    this.at = this.at?.parent
  }

  addText(more: string): void {
    if (this.at === undefined) return
    const room = this.textPerNode - this.at.text.length
    if (room > 0) this.at.text += more.slice(0, room)
    if (more.length > room) this.at.leftOut = (this.at.leftOut ?? 0) + more.length - Math.max(0, room)
  }

  /** Places are asked for in order, so the text is walked once; an earlier one starts over. */
  placeAt(offset: number): Place {
    const { cursor, text, lineFeed } = this
    if (offset < cursor.lineStart) Object.assign(cursor, { line: 1, offset: 0, lineStart: 0 })
    for (let i = Math.max(cursor.offset, cursor.lineStart); i < offset; i++) {
      if (text.charCodeAt(i) === lineFeed) {
        cursor.line++
        cursor.lineStart = i + 1
      }
    }
    cursor.offset = Math.max(cursor.lineStart, offset)
    return { line: cursor.line, column: offset - cursor.lineStart + 1, offset }
  }
}
