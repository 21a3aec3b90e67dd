import { join } from 'node:path'
import { Document, isMap, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { Fault, type Finding } from '../../errors.js'
import { LOST_NAME, NAMES_BY_HAND, tooDeepAt, yamlReason } from '../../foreign-text.js'
import { LARGEST } from '../../given-file.js'
import { nearest } from '../../nearest.js'
import { type Hindrance, hindranceAmong, withFileLock } from '../../sql/index.js'
import { configFile, isSecretKey, LIMIT_RANGES, type Profile, profileEntry } from './config-schema.js'
import { readOwnedFile } from './owned-file.js'
import { writePrivateFile } from './private-file.js'

/** config.yaml, read and checked. Comments survive an edit. */
export interface Config {
  file: string
  current: string | undefined
  profiles: Readonly<Record<string, Profile>>
  document: Document
}

/** Where the configuration of a directory lies. */
export function configFileOf(configDir: string): string {
  return join(configDir, 'config.yaml')
}

/**
 * Reads config.yaml; an absent file is an empty configuration.
 * @throws Fault USAGE naming file, line and key of each fault; secrets in the file are refused
 */
export function readConfig(configDir: string): Config {
  const file = configFileOf(configDir)
  const text = readOwnedFile(
    file,
    { isSecret: false, bytesMax: LARGEST.config },
    ({ what, next, facts }) =>
      new Fault('USAGE', `The configuration ${file} ${what}.`, { next, facts: { file, ...facts } }),
  )
  if (text === undefined) return emptyConfig(file)
  const deep = tooDeepAt(text, NAMES_BY_HAND)
  if (deep !== undefined) throw configFault(file, [{ file, ...deep }])
  const lines = new LineCounter()
  const document: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const findings = [...syntaxFindings(document, lines, file), ...secretFindings(document, lines, file)]
  if (findings.length > 0) throw configFault(file, findings)
  const checked = configFile().safeParse(document.toJS() ?? {})
  if (!checked.success) {
    throw configFault(
      file,
      checked.error.issues.flatMap((issue) => {
        const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
        if (keys.length > 0)
          return keys.map((key) =>
            unknownKey(file, lineOf(document, lines, [...issue.path, key]), [...issue.path, key]),
          )
        const reason =
          issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? 'is not a profile name') : issue.message
        return [finding(file, lineOf(document, lines, issue.path), issue.path, reason)]
      }),
    )
  }
  return { file, document, current: checked.data.current, profiles: checked.data.profiles ?? {} }
}

/** The document is made where something is written into it: reading an absent file loads no library. */
function emptyConfig(file: string): Config {
  let made: Document | undefined
  return {
    file,
    current: undefined,
    profiles: {},
    get document() {
      return (made ??= new Document({}))
    },
  }
}

/** What keeps this user from taking a lock of a configuration directory; undefined where nothing does. */
export function hindranceInConfig(configDir: string): Hindrance | undefined {
  return hindranceAmong(configDir, /^(?:config\.yaml|secrets)\.lock(?:$|[.-])/)
}

/** How long an edit waits for another process that edits the same file, milliseconds; an edit takes a moment. */
const EDIT_WAIT_MS = 10_000

/**
 * Reads config.yaml, edits it and writes it (0600, whole or not at all), while no other process does: of two edits at once neither is lost.
 * @throws Fault as `readConfig`; LOCKED; whatever `edit` throws, after which the file is as it was
 */
export async function editConfig(configDir: string, edit: (config: Config) => void): Promise<void> {
  // What is wrong with the folder or the file is told before a lock is made beside it.
  readConfig(configDir)
  const lock = join(configDir, 'config.yaml.lock')
  await withFileLock(lock, { waitMs: EDIT_WAIT_MS, holder: `an edit by process ${process.pid}` }, () => {
    const config = readConfig(configDir)
    edit(config)
    writePrivateFile(config.file, config.document.toString({ lineWidth: 0 }))
    return Promise.resolve()
  }).catch((error: unknown) => {
    const { code, facts } = error as Partial<Fault>
    const isNamed = ['isInTheWay', 'isFull', 'isLimited'].some((fact) => facts?.[fact] === true)
    if (code !== 'DATA_DIRECTORY' || isNamed || facts?.['file'] === configFileOf(configDir)) throw error
    throw new Fault('DATA_DIRECTORY', `${configFileOf(configDir)} cannot be written: no lock can be made beside it.`, {
      next: 'Make the configuration directory writable, or name another in HUBSWITCH_CONFIG_DIR.',
      facts: { file: configFileOf(configDir) },
      cause: error,
    })
  })
}

function configFault(file: string, findings: Finding[]): Fault {
  const [first] = findings
  const place = first?.line === undefined ? file : `${file}:${first.line}`
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return new Fault('USAGE', `${place}: ${first?.field ?? 'the file'} ${first?.reason ?? 'is wrong'}${more}.`, {
    findings,
    next: first?.remedy ?? `Correct ${file}.`,
    facts: { file },
  })
}

function finding(file: string, line: number | undefined, path: readonly PropertyKey[], reason: string): Finding {
  return {
    file,
    ...(line === undefined ? {} : { line }),
    ...(path.length === 0 ? {} : { field: path.map(String).join('.') }),
    reason,
  }
}

function unknownKey(file: string, line: number | undefined, path: readonly PropertyKey[]): Finding {
  const known =
    path.length === 1
      ? Object.keys(configFile().shape)
      : path.at(-2) === 'limits'
        ? [...Object.keys(LIMIT_RANGES), 'weekdayMasks', 'gzip']
        : Object.keys(profileEntry().shape)
  const near = nearest(String(path.at(-1)), known)
  return {
    ...finding(file, line, path, 'is not a known key'),
    remedy: near === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean "${near}"?`,
  }
}

/** The parser's text may quote the line, and with it a secret: only the place is told. Errors behind the first mostly follow from it. */
function syntaxFindings(document: Document, lines: LineCounter, file: string): Finding[] {
  return document.errors.slice(0, 1).map((error) => ({
    file,
    line: lines.linePos(error.pos[0]).line,
    reason: yamlReason(error) ?? `is not valid YAML here (${error.code})`,
  }))
}

function secretFindings(document: Document, lines: LineCounter, file: string): Finding[] {
  const found: Finding[] = []
  visit(document, {
    Pair(_key, pair) {
      if (isScalar(pair.key) && pair.key.value === LOST_NAME)
        found.push({
          file,
          line: lines.linePos(pair.key.range?.[0] ?? 0).line,
          field: LOST_NAME,
          reason: 'is no name that can be used here',
          remedy: `Remove it from ${file}.`,
        })
      if (
        !isScalar(pair.key) ||
        typeof pair.key.value !== 'string' ||
        !isSecretKey(pair.key.value) ||
        isMap(pair.value)
      )
        return
      found.push({
        file,
        line: lines.linePos(pair.key.range?.[0] ?? 0).line,
        field: pair.key.value,
        reason: 'must not stand in this file: it holds no secrets',
        remedy: `Remove ${pair.key.value} from ${file}. Run "hubswitch auth login" to keep it safely, or set HUBSWITCH_PARTNER_SECRET or HUBSWITCH_PARTNER_SECRET_FILE.`,
      })
    },
  })
  return found
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    if (!isMap(parent)) continue
    const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === path[length - 1])
    if (pair !== undefined && isScalar(pair.key) && pair.key.range) return lines.linePos(pair.key.range[0]).line
  }
  return undefined
}
