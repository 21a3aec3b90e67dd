import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Where the pages are kept, from the root of the package: the same files that a reader of docs/ sees. */
const FOLDER = 'docs/help'

/** Names of the pages that stand beside the help of commands: `cron`, `glossary`. */
export function pageNames(root: string): string[] {
  return readdirSync(path.join(root, FOLDER))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
    .toSorted()
}

/** The page that `hubswitch help NAME` shows, as plain text; undefined where there is none of that name. */
export function helpPage(root: string, words: readonly string[]): string | undefined {
  const [name] = words
  if (name === undefined || words.length > 1 || !pageNames(root).includes(name)) return undefined
  return pageText(readFileSync(path.join(root, FOLDER, `${name}.md`), 'utf8'))
}

/** A page as it is read on a terminal: headings in capitals, command lines indented, none of the marks that a browser wants. */
export function pageText(markdown: string): string {
  let isCode = false
  const lines = markdown
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('```')) {
        isCode = !isCode
        return []
      }
      if (isCode) return [line === '' ? '' : `  ${line}`]
      const heading = /^#{2,3} (.*)$/.exec(line)?.[1]
      return [
        heading === undefined
          ? line
              .replace(/^# /, '')
              .replaceAll('`', '')
              .replaceAll(/\[([^\][]{1,80})\]\(([^)(]{1,80})\)/g, '$1')
          : heading.toUpperCase(),
      ]
    })
  return `${lines.join('\n')}\n`
}
