/** A command line that a document shows. */
export interface CommandLine {
  /** What a person types, without the comment. */
  command: string
  /** Exit code that its comment announces (`# exit 8: …`), else 0. */
  exit: number
  /** Where it stands, for messages. */
  place: string
}

/**
 * The command lines of a document: those of its fenced blocks marked `sh`, block by block.
 * @throws Error for a block without the mark that shows a command, since no test would run it
 */
export function blocksOf(name: string, markdown: string): CommandLine[][] {
  const blocks: CommandLine[][] = []
  let info: string | undefined
  let block: CommandLine[] = []
  markdown.split('\n').forEach((line, at) => {
    const place = `${name}:${at + 1}`
    const fence = /^```(\S*)/.exec(line)
    if (fence !== null) {
      if (info === 'sh') blocks.push(block)
      info = info === undefined ? (fence[1] ?? '') : undefined
      block = []
    } else if (info === 'sh' && /^[^#\s]/.test(line)) {
      block.push(commandLine(line, place))
    } else if (info !== undefined && info !== 'sh' && /^\s*(\$ )?(hubswitch|npm|npx|node) /.test(line)) {
      throw new Error(`${place}: a command in a block that is not marked sh: ${line}`)
    }
  })
  return blocks
}

/** Splits a line into what is typed and its comment. */
export function commandLine(line: string, place: string): CommandLine {
  const start = commentStart(line)
  const comment = start === -1 ? '' : line.slice(start + 1)
  return {
    command: (start === -1 ? line : line.slice(0, start)).trim(),
    exit: Number(/^\s*exit (\d+)\b/.exec(comment)?.[1] ?? 0),
    place,
  }
}

/** Where `#` begins a comment as in a shell: outside quotes, after white space. */
function commentStart(line: string): number {
  let quote = ''
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '#' && (at === 0 || /\s/.test(line.charAt(at - 1)))) return at
  }
  return -1
}

/** The words of a line that needs no shell; undefined where only a shell can read it (redirections, pipes, substitutions, globs). */
export function plainWords(command: string): string[] | undefined {
  const words: string[] = []
  const pattern = /\s*((?:[^\s"'\\|<>$*?;&`(){}[\]~!]|"[^"$`\\!]*"|'[^']*')+)(?=\s|$)/y
  while (pattern.lastIndex < command.length) {
    const found = pattern.exec(command)
    if (found === null) return undefined
    words.push(
      (found[1] as string).replaceAll(
        /"([^"]*)"|'([^']*)'/g,
        (_, double?: string, single?: string) => double ?? single ?? '',
      ),
    )
  }
  return words
}
