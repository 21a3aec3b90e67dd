import { Fault, type Finding } from '../../errors.js'

/** A file that cannot be read as it stands. The message names the file, and the line where one is known. */
export function inputFault(finding: Finding & { file: string }, cause?: unknown): Fault {
  return inputFaults([finding], cause)
}

/** The same for several faults of one file; the first one makes the message. */
export function inputFaults(findings: [Finding & { file: string }, ...Finding[]], cause?: unknown): Fault {
  const [first] = findings
  const where = first.line === undefined ? fileTitle(first.file) : `${fileTitle(first.file)}:${first.line}`
  const more = findings.length === 1 ? '' : ` (and ${findings.length - 1} more)`
  const next = first.remedy === undefined ? {} : { next: `${first.remedy} Nothing was sent.` }
  return new Fault('INVALID_INPUT', `${where}: ${first.reason}${more}.`, {
    findings,
    ...next,
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The name of a file as a person reads it. */
export function fileTitle(name: string): string {
  return name === '-' ? 'standard input' : name
}
