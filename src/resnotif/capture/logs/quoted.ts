import { goesOn, phraseIn } from '../words/index.js'

/** A tag where it stands. */
export interface PlacedTag {
  at: number
  end: number
  name: string
  /** How its first character is written. */
  spelling: string
  kind: 'start' | 'end' | 'empty'
  hasAttributes: boolean
}

/** Tags that belong together: nothing but blanks, the text of an element and what begins each line stands between them. */
export interface Chain {
  /** A sentence quotes them: they are no piece of a message. */
  isQuoted: boolean
}

/** Tags of one line that belong together. */
interface Run {
  start: number
  end: number
  tags: number
  open: string[]
  /** Names of end tags that close nothing in the line. */
  closed: string[]
  /** Elements that begin and end in the line, one beside the other. */
  whole: number
  /** There are neither attributes nor texts. */
  isBare: boolean
}

/** Characters of what a sentence quotes. */
const QUOTE_MAX = 500
/** Tags that an element has which is quoted without a word: more are perhaps all that is left of a message. */
const ELEMENT_TAGS = 3
/** Characters of more than one element. */
const LIST_MAX = 200
/** How far from lines one is looked for that begins as the log does. */
const AROUND_MAX = 32_000
const LINES_AROUND = 200
const GAP_MAX = 4_000
/** Lines between two tags that belong together: a comment has lines of its own. */
const LINES_MAX = 4
const HEAD_MAX = 2_000

/** Blanks in any spelling; some tools show line ends as dots. */
const BLANK =
  /^(?:[ \t\r+.]|\\{1,8}(?:[nrt]|x0[9ad]|u000[9ad]|01[125])|\[\\[rn]\]|#01[125]|%0[9ad]|%20|&(?:amp;){0,3}#(?:10|13|9|x[ad9]);)*$/i
const WORD_BEFORE = /[A-Za-z\u0080-\uffff)][:=]?[ \t]{1,3}["'`([]?$/
/** Bytes of a dump: the text beside them is no sentence. */
const DIGITS = /(?:\b[\da-f]{2,4}[ \t]{1,2}){8}/i
const ESCAPED_BREAK = /\\{1,8}[nrt][ \t]*$/
const WORDS_BEHIND = /^[,;:.)\]"'`]{0,3}[ \t]{1,9}[A-Za-z\u0080-\uffff]/
/** A word or a few of a sentence, and no name of a writer or a level. */
const PHRASE = /^[A-Za-z][\w \t:=,-]*["'([]?$/

/**
 * Tells what sentences quote from what is left of a message. A sentence quotes one tag, one small element, a path of tags, or a few elements with words on both sides.
 * Lines that begin alike and go on with a tag each are of a message, unless all of them begin with words that other lines of the log do not have, and none closes what
 * another one opens.
 */
export class Chains {
  private chain: OpenChain | undefined
  private last: PlacedTag | undefined
  private head = ''
  /** Words stand between tags of the last line. */
  private isSentence = false

  constructor(
    private readonly view: string,
    private readonly from: number,
  ) {}

  /** Tags in their order. The answer holds when the next one is asked for, or the end. */
  add(tag: PlacedTag): Chain {
    const { last, view } = this
    const gap = view.slice(last?.end ?? this.from, tag.at)
    const join = last === undefined || this.chain === undefined ? 'none' : this.joinOf(last, gap, tag)
    if (join === 'none') this.end()
    const isText = join === 'run' && !BLANK.test(gap)
    const isNewLine = !isText && (last === undefined || gap.includes('\n'))
    if (isNewLine) this.head = headOf(view, tag.at)
    this.isSentence = !isNewLine && (this.isSentence || join === 'none')
    this.chain ??= new OpenChain()
    this.chain.add(view, tag, { isNewRun: join !== 'run', isText })
    this.last = tag
    return this.chain
  }

  end(): void {
    this.chain?.end(this.view, this.head)
    this.chain = undefined
  }

  private joinOf(last: PlacedTag, gap: string, tag: PlacedTag): 'run' | 'chain' | 'none' {
    if (gap.length > GAP_MAX) return 'none'
    const isElement = last.kind === 'start' && tag.kind === 'end' && last.name === tag.name
    const isText = isElement && last.spelling === tag.spelling && !(gap.includes('\n') && isSpoken(gap))
    if (isText || BLANK.test(gap)) return 'run'
    const [tail = '', ...lines] = gap.split('\n')
    if (lines.length === 0 || lines.length > LINES_MAX || WORDS_BEHIND.test(tail) || this.isSentence) return 'none'
    const head = lines.at(-1) ?? ''
    return BLANK.test(head) || goesOn(this.head, head) ? 'chain' : 'none'
  }
}

/** What stands before a tag in its line. */
function headOf(view: string, at: number): string {
  const before = view.slice(Math.max(0, at - HEAD_MAX), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

class OpenChain implements Chain {
  isQuoted = false
  private run: Run | undefined
  private lines = 0
  private start = 0
  private areSingle = true
  /** What stands in the first line alone is as a sentence quotes it. */
  private isFirstQuoted = false
  private pairs = 0
  private readonly open: string[] = []

  add(view: string, tag: PlacedTag, { isNewRun, isText }: { isNewRun: boolean; isText: boolean }): void {
    if (isNewRun) this.endRun(view)
    if (this.run === undefined) {
      this.lines++
      if (this.lines === 1) this.start = tag.at
      this.run = { start: tag.at, end: tag.end, tags: 0, open: [], closed: [], whole: 0, isBare: true }
    }
    const { run } = this
    run.tags++
    run.end = tag.end
    if (tag.hasAttributes || isText) run.isBare = false
    if (tag.kind === 'start') run.open.push(tag.name)
    else if (tag.kind === 'end') {
      if (run.open.at(-1) === tag.name) run.open.pop()
      else run.closed.push(tag.name)
    }
    if (tag.kind !== 'start' && run.open.length === 0 && run.closed.length === 0) run.whole++
  }

  /** @param head what began its last line */
  end(view: string, head: string): void {
    const run = this.endRun(view)
    if (run === undefined) return
    this.isQuoted =
      this.lines === 1
        ? isQuotation(view, run)
        : this.areSingle &&
          this.pairs === 0 &&
          (isPhrased(view, { head, start: this.start, end: run.end }) ||
            (this.lines === 2 && this.isFirstQuoted && isQuotation(view, run)))
  }

  private endRun(view: string): Run | undefined {
    const { run } = this
    if (run === undefined) return undefined
    this.areSingle &&= isSingle(run) || isPath(run)
    if (this.lines === 1) this.isFirstQuoted = isQuotation(view, run)
    for (const name of run.closed) {
      const opened = this.open.lastIndexOf(name)
      if (opened >= 0) {
        this.pairs++
        this.open.length = opened
      }
    }
    if (this.open.length < LIST_MAX) this.open.push(...run.open.slice(0, LIST_MAX))
    this.run = undefined
    return run
  }
}

const isWhole = ({ open, closed }: Run): boolean => open.length === 0 && closed.length === 0

/** One tag, or one element. */
const isSingle = (run: Run): boolean =>
  run.end - run.start <= QUOTE_MAX && (run.tags === 1 || (run.whole === 1 && isWhole(run)))

/** Tags of elements that begin, or that end, one inside the other. */
const isPath = (run: Run): boolean => run.isBare && run.whole === 0

function isQuotation(view: string, run: Run): boolean {
  const before = view.slice(Math.max(0, run.start - 100), run.start)
  if (run.end - run.start > QUOTE_MAX || DIGITS.test(before.slice(before.lastIndexOf('\n') + 1))) return false
  const isAfterWord = isSpoken(before)
  const isBeforeWord = isLedOn(view, run.end)
  if (isSingle(run)) return run.tags <= ELEMENT_TAGS || isAfterWord || isBeforeWord
  if (isPath(run)) return isAfterWord
  return isWhole(run) && run.end - run.start <= LIST_MAX && isAfterWord && isBeforeWord
}

const isSpoken = (before: string): boolean => WORD_BEFORE.test(before) && !ESCAPED_BREAK.test(before)
const isLedOn = (view: string, end: number): boolean => WORDS_BEHIND.test(view.slice(end, end + 20))

/** Whether lines begin with words of a sentence, behind all that a line of the log before them or behind them begins with. */
function isPhrased(view: string, { head, start, end }: { head: string; start: number; end: number }): boolean {
  const before = view.slice(Math.max(0, start - AROUND_MAX), start).split('\n')
  const behind = view.slice(end, end + AROUND_MAX).split('\n')
  return [before.slice(-LINES_AROUND, -1).toReversed(), behind.slice(1, LINES_AROUND)].some((lines) => {
    const phrase = lines.map((line) => phraseIn(head, line)).find((one) => one !== undefined)
    return phrase !== undefined && /[a-z]/.test(phrase) && PHRASE.test(phrase)
  })
}
