/** What a text or a value of an attribute may not hold, whatever it is spelled as. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

/** An element to be written, in a document of UTF-8. Those that write one have checked its texts; what XML cannot carry is never written. */
export class XmlBuilder {
  readonly #name: string
  readonly #parent: XmlBuilder | undefined
  /** The prefix that it declares, and for what. */
  readonly #declared: readonly [prefix: string, namespace: string] | undefined
  readonly #attributes: [name: string, value: string][] = []
  readonly #children: (XmlBuilder | string)[] = []

  private constructor(name = '', parent?: XmlBuilder, namespace?: string) {
    this.#name = name
    this.#parent = parent
    const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
    const known = parent === undefined ? undefined : parent.#namespaceOf(prefix)
    if (namespace !== undefined && known !== namespace) this.#declared = [prefix, namespace]
  }

  /** A document without its root element. */
  static document(): XmlBuilder {
    return new XmlBuilder()
  }

  /** Adds a child; one without a prefix is in the namespace of its parent. */
  ele(name: string): XmlBuilder
  /** Adds a child in a namespace, which is declared where it is not known yet. */
  ele(namespace: string, name: string, attributes?: Readonly<Record<string, string>>): XmlBuilder
  ele(first: string, name?: string, attributes: Readonly<Record<string, string>> = {}): XmlBuilder {
    const child = name === undefined ? new XmlBuilder(first, this) : new XmlBuilder(name, this, first)
    for (const [key, value] of Object.entries(attributes)) child.att(key, value)
    this.#children.push(child)
    return child
  }

  /** Adds an attribute. */
  att(name: string, value: string): this {
    this.#attributes.push([name, checked(value)])
    return this
  }

  /** Adds a text. */
  txt(text: string): this {
    this.#children.push(checked(text))
    return this
  }

  /** The parent. */
  up(): XmlBuilder {
    return this.#parent ?? this
  }

  /** The document as text. */
  end({ prettyPrint = false }: { prettyPrint?: boolean } = {}): string {
    const head = '<?xml version="1.0" encoding="UTF-8"?>'
    return [head, ...this.#children.map((child) => written(child, prettyPrint, 0))].join(prettyPrint ? '\n' : '')
  }

  #namespaceOf(prefix: string): string | undefined {
    if (this.#declared?.[0] === prefix) return this.#declared[1]
    return this.#parent === undefined ? undefined : this.#parent.#namespaceOf(prefix)
  }

  /** This element as text, its lines as deep as it stands. */
  write(isPretty: boolean, depth: number): string {
    const name = this.#name
    const open = `<${name}${this.#head()}`
    const isText = this.#children.every((child) => typeof child === 'string')
    if (this.#children.length === 0 || (isPretty && this.#children.every((child) => child === ''))) return `${open}/>`
    if (!isPretty || isText)
      return `${open}>${this.#children.map((child) => written(child, isPretty, 0)).join('')}</${name}>`
    const [own, inner] = ['  '.repeat(depth), '  '.repeat(depth + 1)]
    const lines = this.#children.map((child) => `${inner}${written(child, isPretty, depth + 1)}\n`)
    return `${open}>\n${lines.join('')}${own}</${name}>`
  }

  #head(): string {
    const [prefix = '', namespace] = this.#declared ?? []
    const attributes = this.#attributes.map(([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`)
    return (
      (namespace === undefined ? '' : ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escaped(namespace)}"`) +
      attributes.join('')
    )
  }
}

const written = (child: XmlBuilder | string, isPretty: boolean, depth: number): string =>
  typeof child === 'string' ? escaped(child) : child.write(isPretty, depth)

/** Each ampersand, whatever stands behind it: `&amp;` that a guest has typed is read as he typed it, and `&co;` is no reference that nobody knows. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function checked(text: string): string {
  if (FORBIDDEN.test(text)) throw new Error('A text holds characters that XML cannot carry.')
  return text
}
