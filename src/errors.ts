/**
 * What can go wrong: every code once, with the exit code a script sees and the step a person takes next.
 * A fault is named where it is known; printing happens in one place (cli/show/print-fault.ts).
 */

/** Exit codes of every command. They never change meaning. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  partial: 3,
  authentication: 4,
  refused: 5,
  invalidInput: 6,
  guardRail: 7,
  findings: 8,
  deadline: 9,
  unreachable: 10,
  locked: 11,
  outcomeUnknown: 12,
  pmsRefused: 13,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

const TABLE = {
  UNEXPECTED: { exit: EXIT.unexpected, next: 'Run the command again with --debug and read the trace.' },
  DATA_DIRECTORY: {
    exit: EXIT.unexpected,
    next: 'Make the data directory writable, or name another in HUBSWITCH_DATA_DIR.',
  },
  USAGE: { exit: EXIT.usage, next: 'Run the command with --help.' },
  PARTIAL: { exit: EXIT.partial, next: 'Correct the rejected rows and push them again.' },
  NO_CREDENTIALS: {
    exit: EXIT.authentication,
    next: 'Run "hubswitch auth login", or set HUBSWITCH_PARTNER_ID and HUBSWITCH_PARTNER_SECRET.',
  },
  NO_CHANNEL_CREDENTIALS: {
    exit: EXIT.authentication,
    next: 'Set HUBSWITCH_CHANNEL_CREDENTIALS to the JSON object you were given, or run "hubswitch auth login --channel-credentials FILE".',
  },
  SIGN_IN_REFUSED: {
    exit: EXIT.authentication,
    next: 'Check the partner id and secret, then run "hubswitch auth login" again.',
  },
  KEYCHAIN_UNAVAILABLE: {
    exit: EXIT.authentication,
    next: 'Unlock or install the keychain, or run "hubswitch auth login --store file" to keep the secret in a file only you can read. Environment variables work without either.',
  },
  NOT_FOUND: { exit: EXIT.refused, next: 'Check the id.' },
  FORBIDDEN: { exit: EXIT.refused, next: 'This account may not do that. "hubswitch auth whoami" shows what it may.' },
  REFUSED: { exit: EXIT.refused, next: 'Correct what the service names and try again.' },
  INVALID_INPUT: { exit: EXIT.invalidInput, next: 'Correct the input and run the command again. Nothing was sent.' },
  GUARD_RAIL: { exit: EXIT.guardRail, next: 'Check the plan with --dry-run. Nothing was sent.' },
  FINDINGS: { exit: EXIT.findings, next: 'Read the findings above.' },
  DEADLINE: { exit: EXIT.deadline, next: 'Run "hubswitch run resume --last" to send the rest.' },
  UNREACHABLE: { exit: EXIT.unreachable, next: 'Check the network and the service address, then try again.' },
  DAMAGED: {
    exit: EXIT.locked,
    next: 'Run "hubswitch run journal check" to see what is whole and what is lost, then "hubswitch run journal set-aside" to begin a new one.',
  },
  LOCKED: { exit: EXIT.locked, next: 'Wait for the other run to end, then try again.' },
  ANSWER_UNKNOWN: { exit: EXIT.outcomeUnknown, next: 'Run it with --debug to see the answer.' },
  OUTCOME_UNKNOWN: { exit: EXIT.outcomeUnknown, next: 'Look up what the service holds before you repeat this.' },
  PMS_REFUSED: { exit: EXIT.pmsRefused, next: 'Read what the PMS answered.' },
  INTERRUPTED: { exit: EXIT.interrupted, next: 'Run the command again.' },
} as const satisfies Record<string, { exit: ExitCode; next: string }>

export type ErrorCode = keyof typeof TABLE

/** Every code, in the order of its exit code. A code never changes its name or its exit code. */
export const ERROR_CODES = Object.keys(TABLE) as readonly ErrorCode[]

/** The exit code of a command that ends with a fault of this code. */
export const exitOf = (code: ErrorCode): ExitCode => TABLE[code].exit

/** One fault inside a larger input: where it is, what stands there, why it is wrong and what would be right. */
export interface Finding {
  /** File name as the user gave it. */
  file?: string
  /** 1-based line in that file. */
  line?: number
  /** Where several rows have this one cause: the last of their lines, and how many they are. */
  lastLine?: number
  rows?: number
  /** Their lines, `9` or `12-14`: the first 20 runs of them. */
  lines?: readonly string[]
  /** Column name, or a dotted field path such as `phones[0].phoneNumber`. */
  field?: string
  /** How that was given on the command line, where it was: `--latitude`, `<id>`. */
  typed?: string
  /** The offending value as it stands in the input; never a secret. */
  value?: string
  reason: string
  remedy?: string
}

export interface FaultOptions {
  /** Replaces the table's next step. */
  next?: string
  findings?: Finding[]
  /** Facts for `--json`, such as an HTTP status or a run id. No secrets. */
  facts?: Record<string, unknown>
  cause?: unknown
  /** A text to save, printed below the fault for a person; `facts` hold the same for `--json`. */
  attachment?: string
}

/** The one error class of the project. `code` decides the exit code; `message` is one short sentence. */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly next: string
  readonly findings: Finding[]
  readonly facts: Record<string, unknown>
  readonly attachment: string | undefined

  constructor(code: ErrorCode, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.next = options.next ?? TABLE[code].next
    this.findings = options.findings ?? []
    this.facts = options.facts ?? {}
    this.attachment = options.attachment
  }

  get exitCode(): ExitCode {
    return TABLE[this.code].exit
  }
}
