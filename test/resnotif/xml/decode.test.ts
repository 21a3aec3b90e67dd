import { describe, expect, it } from 'vitest'
import { decodeXml, lintDecoded } from '../../../src/resnotif/index.js'

const TEXT = '<a>Żółć 😀 ç</a>\r\n'
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

describe('bytes become text by what they say of themselves, and the same bytes again', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['UTF-8', Buffer.from(TEXT), 'utf-8', TEXT],
    ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], TEXT), 'utf-8', TEXT],
    [
      'UTF-16 little-endian with a mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TEXT, 'utf16le')]),
      'utf-16le',
      TEXT,
    ],
    [
      'UTF-16 big-endian with a mark',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(TEXT, 'utf16le').swap16()]),
      'utf-16be',
      TEXT,
    ],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le', TEXT],
    [
      'ISO-8859-1 as declared',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>', [0xe7, 0xfc], '</a>'),
      'windows-1252',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>çü</a>',
    ],
    [
      'windows-1252 as declared',
      bytes('<?xml version="1.0" encoding="windows-1252"?><a>', [0x80, 0x93, 0x8a, 0x9f, 0xfc], '</a>'),
      'windows-1252',
      '<?xml version="1.0" encoding="windows-1252"?><a>€“ŠŸü</a>',
    ],
    [
      'ISO-8859-2 as declared',
      bytes('<?xml version="1.0" encoding=\'iso-8859-2\'?><a>', [0xb3, 0xf3, 0xe6], '</a>'),
      'iso-8859-2',
      '<?xml version="1.0" encoding=\'iso-8859-2\'?><a>łóć</a>',
    ],
  ])('%s', (_name, given, encoding, text) => {
    const decoded = decodeXml(given)
    expect({ encoding: decoded.encoding, text: decoded.text, fault: decoded.fault }).toEqual({
      encoding,
      text,
      fault: undefined,
    })
    expect(Buffer.from(decoded.encode(decoded.text) as Uint8Array).equals(given)).toBe(true)
  })

  it('the charset of a header counts before the declaration, a mark before both', () => {
    const latin = bytes('<?xml version="1.0" encoding="UTF-8"?><a>', [0xe7], '</a>')
    expect(decodeXml(latin, 'iso-8859-1').text).toContain('<a>ç</a>')
    expect(decodeXml(bytes([0xef, 0xbb, 0xbf], '<a>ç</a>'), 'iso-8859-1').text).toBe('<a>ç</a>')
  })

  it('every byte of a one-byte encoding comes back', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const given = bytes('<?xml version="1.0" encoding="windows-1252"?><a>', [...all])
    const decoded = decodeXml(given)
    expect(Buffer.from(decoded.encode(decoded.text) as Uint8Array).equals(given)).toBe(true)
    expect(decoded.encode('Ω')).toBeUndefined()
  })
})

describe('bytes that do not fit', () => {
  it('are named by place: 0xE9 is no UTF-8', () => {
    expect(decodeXml(bytes('<a>\r\n<b>caf', [0xe9], '</b></a>')).fault).toEqual({
      kind: 'undecodable',
      line: 2,
      column: 7,
      found: 'byte 0xE9',
      expected: 'text in UTF-8',
    })
    expect(decodeXml(bytes('<a>', [0xf0, 0x9f])).fault).toMatchObject({
      kind: 'undecodable',
      line: 1,
      column: 4,
      found: 'an incomplete character',
    })
  })

  it.each(['windows-1252', 'ISO-8859-1', 'ISO-8859-15', 'US-ASCII'])(
    'UTF-8 that calls itself %s is an error at its first character beyond ASCII',
    (name) => {
      const decoded = decodeXml(bytes(`<?xml version="1.0" encoding="${name}"?>\n<a>ü</a>`))
      expect(decoded.fault).toEqual({
        kind: 'undecodable',
        line: 2,
        column: 4,
        found: `a declaration of ${name} over bytes in UTF-8`,
        expected: 'the encoding that the bytes are in',
      })
      expect(lintDecoded(decoded)).toMatchObject({
        hasErrors: true,
        findings: [{ rule: 'encoding', line: 2, column: 4 }, {}],
      })
      expect(decodeXml(bytes(`<?xml version="1.0" encoding="${name}"?>\n<a>u</a>`)).fault).toBeUndefined()
    },
  )

  it('a second byte order mark is an error', () => {
    expect(lintDecoded(decodeXml(bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '<a/>'))).findings[0]).toMatchObject({
      rule: 'encoding',
      severity: 'error',
      found: 'a second byte order mark',
    })
  })

  it('an encoding that nobody knows is named', () => {
    expect(decodeXml(bytes('<?xml version="1.0" encoding="klingon-8"?><a/>')).fault).toMatchObject({
      kind: 'undecodable',
      found: 'encoding klingon-8',
    })
  })

  it.each(['UTF-16', 'utf-16', 'utf-16LE', 'UCS-2'])('%s over UTF-8 is an error: no parser takes it', (name) => {
    for (const mark of [[], [0xef, 0xbb, 0xbf]]) {
      const said = decodeXml(bytes(mark, `<?xml version="1.0" encoding="${name}"?><a>Müller</a>`))
      expect(said.fault).toMatchObject({ kind: 'contradiction', found: `a declaration of ${name} over bytes in UTF-8` })
      const { findings, hasErrors } = lintDecoded(said)
      expect(hasErrors).toBe(true)
      expect(findings[0]).toMatchObject({
        rule: 'encoding',
        severity: 'error',
        why: /says UTF-16, and the bytes are UTF-8/,
        remedy: /^Declare encoding="utf-8"/,
      })
    }
    // The header of HTTP stands above the declaration.
    const sent = decodeXml(bytes(`<?xml version="1.0" encoding="${name}"?><a/>`), 'utf-8')
    expect(lintDecoded(sent).findings[0]).toMatchObject({ rule: 'encoding', severity: 'warning' })
  })

  it('a declaration that contradicts the bytes is a warning, wrong bytes are an error', () => {
    const said = decodeXml(bytes([0xef, 0xbb, 0xbf], '<?xml version="1.0" encoding="iso-8859-1"?><a/>'))
    expect(said.fault).toMatchObject({
      kind: 'contradiction',
      found: 'a declaration of iso-8859-1 over bytes in UTF-8',
    })
    expect(lintDecoded(said).findings[0]).toMatchObject({ rule: 'encoding', severity: 'warning' })
    const wrong = lintDecoded(decodeXml(bytes('<a>', [0xff], '</a>')))
    expect(wrong.findings[0]).toMatchObject({ rule: 'encoding', severity: 'error', line: 1, column: 4 })
    expect(wrong.hasErrors).toBe(true)
  })
})
