import { Fault } from '../../../errors.js'
import { concealMessage, createSchemaWords } from '../../conceal/index.js'
import { COMPOSITE, readMessage } from '../../read/index.js'
import { readXml } from '../../xml/index.js'

export interface SchemaFinding {
  line: number
  message: string
}

export interface SchemaReport {
  isValid: boolean
  findings: SchemaFinding[]
  /** Findings on composite references, which no release of the schema admits. They do not count against `isValid`. */
  setAside: SchemaFinding[]
  /** Says what was set aside; undefined where nothing was. */
  note?: string
}

/**
 * Checks a notification against a schema, in process: no network, no external entities, no other files. Inside an envelope only the notification
 * itself is checked. Every release gives references the pattern `[0-9]{1,8}`, so the composite ones of this service never fit; exactly these
 * findings are set aside.
 *
 * @param schema text of one schema file that stands alone.
 * @throws Fault `INVALID_INPUT` when the schema cannot be used, or the text is not a notification in well-formed XML.
 * Wire defaults, "The reservation notification".
 */
export async function checkSchema(text: string, schema: string): Promise<SchemaReport> {
  const message = readMessage(text)
  if (message.broken !== undefined) throw unusable('The message', message.broken)
  if (message.notification === undefined) throw new Fault('INVALID_INPUT', 'The text contains no OTA_HotelResNotifRQ.')
  const { broken } = readXml(schema)
  if (broken !== undefined) throw unusable('The schema', broken)

  // Four megabytes of WebAssembly, for this check alone.
  const { ParseOption, XmlDocument, XmlElement, XmlLibError, XsdValidator } = await import('libxml2-wasm')
  const option = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES
  const open: { dispose(): void }[] = []
  const keep = <D extends { dispose(): void }>(one: D): D => {
    open.unshift(one)
    return one
  }
  try {
    const validator = keep(loadSchema())
    const document = keep(XmlDocument.fromString(withoutEncoding(text.replace(/^\ufeff/, '')), { option }))
    const element = document.get("//*[local-name()='OTA_HotelResNotifRQ']")
    if (!(element instanceof XmlElement)) throw new Fault('INVALID_INPUT', 'The text contains no OTA_HotelResNotifRQ.')
    return concealed(report(findingsOf(() => validator.validate(element))))
  } finally {
    for (const one of open) one.dispose()
  }

  function loadSchema(): InstanceType<typeof XsdValidator> {
    try {
      const document = keep(XmlDocument.fromString(schema.replace(/^\ufeff/, ''), { option }))
      return XsdValidator.fromDoc(document)
    } catch (error) {
      if (!(error instanceof XmlLibError)) throw error
      throw new Fault('INVALID_INPUT', 'The schema cannot be used.', {
        findings: error.details.map(({ line, message: reason }) => ({ line, reason: tidy(reason) })),
        next: 'Use a schema that stands in one file: includes and imports are not followed.',
        cause: error,
      })
    }
  }

  /** The processor quotes the message, which may hold card numbers and passwords. */
  function concealed(found: SchemaReport): SchemaReport {
    if (found.findings.length + found.setAside.length === 0) return found
    const wordsOf = createSchemaWords(text, concealMessage(text))
    const conceal = (all: SchemaFinding[]): SchemaFinding[] =>
      all.map(({ line, message: said }) => ({ line, message: wordsOf(said) }))
    return { ...found, findings: conceal(found.findings), setAside: conceal(found.setAside) }
  }

  function findingsOf(check: () => void): SchemaFinding[] {
    try {
      check()
      return []
    } catch (error) {
      if (!(error instanceof XmlLibError)) throw error
      return error.details.map(({ line, message: reason }) => ({ line, message: tidy(reason) }))
    }
  }
}

/** Names stand behind their namespace in braces; so do the values of a set, and numbers of a pattern, which are to stay. */
const tidy = (reason: string): string => reason.trim().replaceAll(/\{(?!\d)[^{}\s']*\}(?=[\p{L}_*])/gu, '')

/** A text in memory has no encoding any more, whatever its declaration says. */
const withoutEncoding = (xml: string): string =>
  xml.replace(/^<\?xml\s[^>]{0,300}/, (declaration) =>
    declaration.replace(/\sencoding\s{0,9}=\s{0,9}(?:"[^"]*"|'[^']*')/, ''),
  )

function unusable(what: string, { line, column, message }: { line: number; column: number; message: string }): Fault {
  return new Fault('INVALID_INPUT', `${what} is not well-formed XML.`, {
    findings: [{ line, reason: `column ${column}: ${message}` }],
  })
}

/** The pattern finding on a reference that is composite; any other wrong reference stays a finding. */
function isComposite({ message }: SchemaFinding): boolean {
  const [, attribute, value] =
    /attribute '(ResGuestRPH|RPH)': \[facet 'pattern'\] The value '([^']*)' is not accepted/.exec(message) ?? []
  return attribute !== undefined && COMPOSITE.test(value ?? '')
}

function report(all: SchemaFinding[]): SchemaReport {
  const setAside = all.filter(isComposite)
  const findings = all.filter((finding) => !isComposite(finding))
  const note =
    setAside.length === 0
      ? undefined
      : `Set aside: ${setAside.length} ${setAside.length === 1 ? 'finding' : 'findings'} on composite references. Every release of the schema wants ResGuestRPH to be one to eight digits; this service sends <IndexNumber>-<RoomTypeCode>-<RatePlanCode>.`
  return { isValid: findings.length === 0, findings, setAside, note }
}
