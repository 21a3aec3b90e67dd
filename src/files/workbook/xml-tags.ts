const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
)

/**
 * The attributes of every start tag of this name, in order, by their names without prefixes. For the small parts of a
 * workbook that only list things. Takes time in proportion to the text, whatever the text is.
 */
export function* tagsOf(xml: string, name: string): Generator<Readonly<Record<string, string>>> {
  const tag = new RegExp(`<(?:[\\w.-]{1,40}:)?${name}((?:\\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)/?>`, 'g')
  for (const [, attributes = ''] of withoutComments(xml).matchAll(tag)) yield attributesOf(attributes)
}

/** Attributes of a start tag by their names without prefixes. */
export function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(
    /(?<![\w.:-])(?:[\w.-]{1,40}:)?([\w.-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ))
    attributes[name] = decodeEntities(double ?? single ?? '')
  return attributes
}

function withoutComments(xml: string): string {
  let rest = ''
  let at = 0
  for (;;) {
    const start = xml.indexOf('<!--', at)
    const end = start < 0 ? -1 : xml.indexOf('-->', start)
    if (end < 0) return at === 0 ? xml : rest + xml.slice(at)
    rest += xml.slice(at, start)
    at = end + 3
  }
}

/** Text with its character references resolved. References that XML does not define by itself stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
