import { Problem } from '../values/index.js'

/** What the platform does not know and `iconv-lite` does. */
const OTHERS: ReadonlySet<string> = new Set(
  'cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 cp865 cp869 maccenteuro maccroatian macgreek maciceland macromania macturkish macukraine viscii'.split(
    ' ',
  ),
)

/** Other names, without blanks, dashes and underscores, by what the platform calls them. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    cp932: 'shift_jis',
    cp936: 'gbk',
    cp949: 'euc-kr',
    cp950: 'big5',
    cp65001: 'utf-8',
    cp1200: 'utf-16le',
    cp1201: 'utf-16be',
    cp10000: 'macintosh',
    cp20866: 'koi8-r',
    cp21866: 'koi8-u',
    cp54936: 'gb18030',
    latin9: 'iso-8859-15',
    latin10: 'iso-8859-16',
    macroman: 'macintosh',
    gb2312: 'gbk',
    windows874: 'windows-874',
  }),
)

/** Encodings with more than one byte for some characters. */
const WIDE: ReadonlySet<string> = new Set(
  'utf-8 utf-16le utf-16be gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr'.split(' '),
)

/** Turns bytes into text, chunk by chunk; undefined where they stand for no character. Without a chunk the text ends. */
type Decode = (chunk?: Buffer) => string | undefined

/** An encoding by any of its usual names: `utf-8`, `latin1`, `cp1253`, `cp850`, `shift_jis`, `cp932`, `gb18030` and the like. */
export function encodingNamed(text: string): string | Problem {
  const name = text.trim().toLowerCase().slice(0, 40)
  const bare = name.replace(/[\s_-]/g, '')
  const page = /^(?:cp|ibm|oem|dos|windows|win|x?cp)?(\d{3,5})$/.exec(bare)?.[1]
  for (const candidate of [
    name,
    bare,
    ALIASES.get(bare),
    ...(page === undefined ? [] : [ALIASES.get(`cp${page}`), `cp${page}`, `windows-${page}`, `ibm${page}`]),
  ]) {
    if (candidate === undefined) continue
    const known = platformName(candidate) ?? (OTHERS.has(candidate) ? candidate : undefined)
    if (known !== undefined) return known
  }
  return new Problem(
    'is no encoding that is known',
    'Write for example utf-8, utf-16le, windows-1252, latin1, windows-1250, cp1253, cp850, macintosh, shift_jis, gb18030, big5 or euc-kr.',
  )
}

/** True for an encoding with one byte for each character. */
export function hasOneByte(encoding: string): boolean {
  return !WIDE.has(encoding)
}

/** What decodes an encoding that `encodingNamed` has given. */
export async function decoderOf(encoding: string): Promise<Decode> {
  if (!OTHERS.has(encoding)) {
    const decoder = new TextDecoder(encoding, { fatal: true })
    return (chunk) => {
      try {
        return decoder.decode(chunk, { stream: chunk !== undefined })
      } catch {
        return undefined
      }
    }
  }
  const { default: iconv } = await import('iconv-lite')
  const decoder = iconv.getDecoder(encoding)
  return (chunk) => {
    const text = chunk === undefined ? (decoder.end() ?? '') : decoder.write(chunk)
    return text.includes('\ufffd') ? undefined : text
  }
}

function platformName(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    return encoding === 'replacement' ? undefined : encoding
  } catch {
    return undefined
  }
}
