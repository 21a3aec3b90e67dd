/** Names that HTML has for the characters U+00A0 to U+00FF, in their order. A reader takes them without the semicolon too. */
const LATIN = `
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
  Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave
  eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`

/** More of the names of the HTML standard: signs of ASCII, letters of Latin Extended-A, marks of text, and second names. */
const OTHERS = `
  excl:21 QUOT:22 quot:22 num:23 dollar:24 percnt:25 AMP:26 amp:26 apos:27 lpar:28 rpar:29 ast:2a midast:2a plus:2b comma:2c period:2e sol:2f colon:3a semi:3b LT:3c lt:3c equals:3d GT:3e gt:3e quest:3f commat:40 lbrack:5b
  lsqb:5b bsol:5c rbrack:5d rsqb:5d Hat:5e UnderBar:5f lowbar:5f grave:60 lbrace:7b lcub:7b verbar:7c vert:7c rbrace:7d rcub:7d Amacr:100 amacr:101 Abreve:102 abreve:103 Aogon:104 aogon:105 Cacute:106 cacute:107 Ccirc:108
  ccirc:109 Cdot:10a cdot:10b Ccaron:10c ccaron:10d Dcaron:10e dcaron:10f Dstrok:110 dstrok:111 Emacr:112 emacr:113 Edot:116 edot:117 Eogon:118 eogon:119 Ecaron:11a ecaron:11b Gcirc:11c gcirc:11d Gbreve:11e gbreve:11f
  Gdot:120 gdot:121 Gcedil:122 Hcirc:124 hcirc:125 Hstrok:126 hstrok:127 Itilde:128 itilde:129 Imacr:12a imacr:12b Iogon:12e iogon:12f Idot:130 imath:131 inodot:131 IJlig:132 ijlig:133 Jcirc:134 jcirc:135 Kcedil:136
  kcedil:137 kgreen:138 Lacute:139 lacute:13a Lcedil:13b lcedil:13c Lcaron:13d lcaron:13e Lmidot:13f lmidot:140 Lstrok:141 lstrok:142 Nacute:143 nacute:144 Ncedil:145 ncedil:146 Ncaron:147 ncaron:148 napos:149 ENG:14a
  eng:14b Omacr:14c omacr:14d Odblac:150 odblac:151 OElig:152 oelig:153 Racute:154 racute:155 Rcedil:156 rcedil:157 Rcaron:158 rcaron:159 Sacute:15a sacute:15b Scirc:15c scirc:15d Scedil:15e scedil:15f Scaron:160
  scaron:161 Tcedil:162 tcedil:163 Tcaron:164 tcaron:165 Tstrok:166 tstrok:167 Utilde:168 utilde:169 Umacr:16a umacr:16b Ubreve:16c ubreve:16d Uring:16e uring:16f Udblac:170 udblac:171 Uogon:172 uogon:173 Wcirc:174
  wcirc:175 Ycirc:176 ycirc:177 Yuml:178 Zacute:179 zacute:17a Zdot:17b zdot:17c Zcaron:17d zcaron:17e fnof:192 circ:2c6 tilde:2dc ensp:2002 emsp:2003 thinsp:2009 zwnj:200c zwj:200d dash:2010 hyphen:2010 ndash:2013
  mdash:2014 lsquo:2018 rsquo:2019 rsquor:2019 lsquor:201a sbquo:201a ldquo:201c rdquo:201d rdquor:201d bdquo:201e ldquor:201e dagger:2020 Dagger:2021 ddagger:2021 bull:2022 bullet:2022 hellip:2026 mldr:2026 permil:2030
  lsaquo:2039 rsaquo:203a euro:20ac TRADE:2122 trade:2122 minus:2212
  lrm:200e rlm:200f ZeroWidthSpace:200b NoBreak:2060 af:2061 ApplyFunction:2061 it:2062 InvisibleTimes:2062 ic:2063 InvisibleComma:2063 NegativeThinSpace:200b
  Dot:a8 die:a8 COPY:a9 REG:ae circledR:ae strns:af pm:b1 Cedilla:b8 half:bd angst:c5 div:f7`

const listed = (text: string): string[] => text.trim().split(/\s+/)
const LATIN_CODES: ReadonlyMap<string, number> = new Map(listed(LATIN).map((name, at) => [name, 0xa0 + at]))
const CODES: ReadonlyMap<string, number> = new Map([
  ...LATIN_CODES,
  ...listed(OTHERS).map((pair): [string, number] => [
    pair.slice(0, pair.indexOf(':')),
    Number.parseInt(pair.slice(pair.indexOf(':') + 1), 16),
  ]),
])
const LATIN_LENGTHS = [...new Set([...LATIN_CODES.keys()].map(({ length }) => length))].sort((a, b) => b - a)
const NAME = /^[A-Za-z][A-Za-z\d]{1,7}(?=;)/

/** The character that a name stands for; capitals count where HTML tells them apart. */
export const codeOfEntity = (name: string): number | undefined => CODES.get(name) ?? CODES.get(name.toLowerCase())

/** The character that stands behind an ampersand by its name, and how long the name is with its semicolon. Looks at no more than nine characters. */
export function entityNamedAt(text: string): { code: number; length: number } | undefined {
  const [name] = NAME.exec(text) ?? []
  const code = name === undefined ? undefined : codeOfEntity(name)
  if (name !== undefined && code !== undefined) return { code, length: name.length + 1 }
  for (const length of LATIN_LENGTHS) {
    const loose = LATIN_CODES.get(text.slice(0, length))
    if (loose !== undefined) return { code: loose, length }
  }
  return undefined
}
