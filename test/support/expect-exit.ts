import { expect } from 'vitest'
import type { Ran } from './cli.js'
import type { CommandLine } from './command-lines.js'

/** Lines whose answer is rightly an empty list. Any other line that prints nothing has not found what its document promises. */
const EMPTY: readonly { line: RegExp; why: string }[] = [
  { line: /^hubswitch map check /, why: 'no findings' },
  { line: /^hubswitch run lock list/, why: 'no run holds a lock' },
  { line: /^hubswitch (rates|inventory) push .* --quiet\b/, why: 'nothing has failed' },
  { line: / >>? /, why: 'what it prints goes to a file' },
]

/** A line ends with the exit code that its document announces, and has something to show. */
export function expectExit({ command, exit, place }: CommandLine, { code, stdout, stderr }: Ran): void {
  const told = `${place}: ${command}\n${stdout}${stderr}`
  expect(code, told).toBe(exit)
  if (!command.includes('hubswitch') || EMPTY.some(({ line }) => line.test(command))) return
  expect(stdout + stderr.replaceAll(/^Embedded sandbox.*$/gm, '').trim(), `${told}\nprints nothing`).not.toBe('')
}
