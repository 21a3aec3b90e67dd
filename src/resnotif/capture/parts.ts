import type { DecodedXml } from '../xml/index.js'
import type { Traced } from './bytes/index.js'
import type { ShortLength, ToldAbove } from './heads/index.js'
import type { LineColumn } from './places.js'
import type { UnsureEscapes } from './words/index.js'

/** A message that a capture holds. */
export interface CapturedPart {
  bytes: Buffer
  decoded: DecodedXml
  /** What it was taken out of, from the outside: `HTTP request POST /pms`, `chunks`, `gzip`. Empty for one that is a file of its own. */
  wrapping: readonly string[]
  /** Where it begins in the file. */
  place: LineColumn
  /** Where a place of the message stands in the file. Of what is packed there, where the pack begins. */
  placeOf(place: LineColumn): LineColumn
  /** False where places lead to the beginning of a pack only. */
  isExact: boolean
  /** The message is the whole file, and may be written back. */
  isWhole: boolean
  /** Letters of it seem to stand as dots: the capture shows none beyond ASCII. */
  isDotted?: boolean
  /** So many characters have a line that ends in the middle of a text, and no line has more: a terminal perhaps wrapped it. */
  wrappedAt?: number
  /** Its texts have backslashes of which nothing tells whether they were sent, and how they are read. */
  escapes?: UnsureEscapes
  /** Nothing but blank lines stands before its XML declaration in the file: a tool may have put them there, and a reader refuses a message that was sent so. */
  isBehindBlanks?: boolean
  /** The encoding that the log around it was read in, which names none and is no UTF-8. */
  guessed?: string
  /** Its own declaration names UTF-8 all the same. */
  saysOther?: boolean
  /** The program that saved it wrote it in UTF-16, which it does not declare. */
  isWidened?: boolean
  /** The head of the request or answer that it was the body of says less. Its place is that of the header. */
  shortLength?: ShortLength & LineColumn
  /** What that head says for a length and no head can say: no number, several, or none at all. */
  wrongLength?: { said: string } & LineColumn
  /** What that head says the body is packed in, where it stands plain and as long as it was sent. */
  saysPacked?: { packing: string } & LineColumn
  /** SOAPAction of the request that it was the body of; null where that has headers and none is one. */
  soapAction?: string | null
  /** Where that says so. */
  soapActionPlace?: LineColumn
  /** The Envelope that carries it as a text or in an attachment, as far as it stands above that text. */
  carrier?: string
}

/** A part of a capture that is no message. */
export interface OtherPart extends LineColumn {
  what: string
}

/** What was found in one file. */
export interface Capture {
  messages: CapturedPart[]
  /** What should be a message, and cannot be read. */
  unread: OtherPart[]
  /** Parts that are something else, such as answers. */
  others: OtherPart[]
  /** How many others there are beyond those that are listed. */
  moreOthers: number
  /** Why the file was not looked into, where nothing shows that it holds a message: told as unread here, and no fault of a file that lies beside others. */
  passedOver?: string
  /** What the file is, where it holds no notification and none was meant; a document of XML is a message all the same. */
  holdsNone?: string
}

/** What is known of a part from what it was taken out of. */
export interface Context extends Partial<ToldAbove> {
  wrapping: readonly string[]
  depth: number
  /** The text was characters before: an encoding that it names says nothing. */
  isText: boolean
  /** Lines of others stand around it: the bytes of its letters are those of the program that wrote them all. */
  isLogged?: boolean
  /** What is no letter of ASCII stands as a dot. */
  isDotted?: boolean | undefined
  /** Nothing tells whether escapes in its texts are letters of it; how they are read. */
  escapes?: UnsureEscapes | undefined
  /** The encoding that its bytes were read in, which nothing names. */
  guessed?: string | undefined
  /** Why bytes before or behind it may be missing. */
  cut?: string | undefined
  /** The capture holds all of it, as the sizes beside it say: what it lacks was not sent. */
  isComplete?: boolean
  /** Nothing closes its element. */
  isCut?: boolean
  /** The body whose first and last byte are known, and all between them as they were sent: what stands in it beside a message was sent with it. */
  framed?: Traced | undefined
  type?: string | undefined
  /** The name of the file that it is, of an attachment. */
  file?: string | undefined
  charset?: string | undefined
  soapAction?: string | null | undefined
  carrier?: string | undefined
}

/** What is known of a part whose bytes are those of another, written in another way. */
export const rewritten = (context: Context, from: Traced, to: Traced): Context => ({
  ...context,
  framed: context.framed === from ? to : undefined,
})

/** Findings of a message with their places in the file that it was captured in, those of the nodes that they list as well. */
export function placeFindings<F extends LineColumn & { nodes?: LineColumn[] | undefined }>(
  { isWhole, placeOf }: Pick<CapturedPart, 'isWhole' | 'placeOf'>,
  findings: readonly F[],
): F[] {
  if (isWhole) return [...findings]
  return findings.map((finding) => ({
    ...finding,
    ...placeOf(finding),
    ...(finding.nodes === undefined ? {} : { nodes: finding.nodes.map((node) => ({ ...node, ...placeOf(node) })) }),
  }))
}
