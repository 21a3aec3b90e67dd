import { OTA_NAMESPACE } from '../../xml/index.js'
import { Rewriting, type Traced } from '../bytes/index.js'
import { declarationIn } from './letters.js'
import { inUtf8 } from './single.js'
import { type Declaration, declaredIn, Scopes } from './scopes.js'

const ROOT = /^<[\w.:\u0080-\u00ff-]{1,120}/
const START_TAG = /^<(?:[^<>"']|"[^"<]{0,8000}"|'[^'<]{0,8000}'){0,8000}>/
/** An element without a prefix. */
const UNPREFIXED = /<[\w.-]{1,100}[\s>/]/

/** A text that messages stand in, asked for one after another. */
export class Surroundings {
  private readonly scopes: Scopes
  private readonly isDocument: boolean
  private encoding: string | undefined

  /** @param known of the text: whether it was characters before, and the encoding that a header names, which comes before that of a document */
  constructor(
    view: string,
    private readonly known: { isText: boolean; charset?: string | undefined },
  ) {
    this.scopes = new Scopes(view)
    this.isDocument = !known.isText && /^\s{0,200}</.test(view.slice(0, 210))
  }

  /** A text of the document, in UTF-8: its letters are those of the document, whatever is declared inside of it. @param before what stands before it, behind the last one that was asked for */
  textIn(text: Traced, before: string): Traced {
    return this.isDocument ? inUtf8(text, this.known.charset ?? this.encodingBehind(before)) : text
  }

  private encodingBehind(before: string): string | undefined {
    const declaration = declarationIn(before)
    if (declaration !== undefined) this.encoding = declaration.encoding
    return this.encoding
  }

  /** An element of the document as a message of its own: with its letters in UTF-8, unless a header tells what they are, and with what is declared around it and used in it. */
  elementIn(text: Traced, of: { start: number; end: number; before: string }): { text: Traced; isText: boolean } {
    const view = text.bytes.toString('latin1')
    const root = ROOT.exec(view.slice(0, 200))?.[0]
    // What declares itself is a document of its own.
    if (root === undefined) return { text, isText: false }
    const own = declaredIn(START_TAG.exec(view)?.[0] ?? '')
    const isUsed = ({ prefix, value }: Declaration): boolean =>
      !own.has(prefix) &&
      (prefix === '' ? value === OTA_NAMESPACE && UNPREFIXED.test(view) : uses(view, prefix) && value !== '')
    const missing = this.scopes.around(of.start, of.end).filter(isUsed)
    const plain =
      this.isDocument && this.known.charset === undefined ? inUtf8(text, this.encodingBehind(of.before)) : text
    const isText = plain !== text
    if (missing.length === 0) return { text: plain, isText }
    const rewriting = new Rewriting(plain)
    rewriting.keep(0, root.length)
    for (const { attribute } of missing) rewriting.put(Buffer.from(attribute, 'latin1'), root.length)
    rewriting.keep(root.length, plain.bytes.length)
    return { text: rewriting.end(), isText }
  }
}

/** Whether a prefix stands in a message: before the name of an element or attribute, or of a type in a value. */
const uses = (view: string, prefix: string): boolean => {
  const name = `${prefix}:`
  for (let at = view.indexOf(name); at >= 0; at = view.indexOf(name, at + 1))
    if (!/[\w.:-]/.test(view[at - 1] ?? '')) return true
  return false
}
