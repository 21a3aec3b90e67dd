import { printable } from '../../printable.js'
import { steadyMs } from '../../clock.js'
import { shownText } from './output.js'
import type { Terminal } from './terminal.js'

/** Progress of a long command on standard error: a spinner on a terminal, nothing in a pipe. */
export interface Progress {
  /** Asks for the text only where it is shown. */
  show(text: () => string): void
  end(): void
}

const SILENT: Progress = { show: () => undefined, end: () => undefined }
const REFRESH_MS = 100
/** The spinner and a blank before the text, and the last column, in which some terminals break the line. */
const BESIDE = 3

/** What fits one line: a line that wraps would be drawn anew below itself. */
export function oneLine(text: string, columns = 80): string {
  const room = Math.max(1, columns - BESIDE)
  return text.length > room ? `${text.slice(0, room - 1)}…` : text
}

export async function startProgress(terminal: Terminal, quiet: boolean, text: string): Promise<Progress> {
  if (!terminal.progress || quiet) return SILENT
  const { default: ora } = await import('ora')
  const spinner = ora({ text, stream: process.stderr, discardStdin: false }).start()
  let shownAt = 0
  return {
    show(next) {
      const now = steadyMs()
      if (now - shownAt < REFRESH_MS) return
      shownAt = now
      spinner.text = oneLine(shownText(printable(next())), process.stderr.columns)
    },
    end: () => void spinner.stop(),
  }
}
