import type { Command } from '@oclif/core'
import { statSync } from 'node:fs'
import { saveProfile } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { isServiceId, kindOf, type ReadOptions } from '../../files/index.js'
import { shellWord } from '../../shell-word.js'
import { sandboxFolder, type ServiceCommand, startEmbedded } from '../command/index.js'
import { readOptionsOf } from '../input/index.js'
import { askingOn, mendInput, serviceFacts } from '../interview/index.js'
import { askChecked, askChoice } from '../terminal/index.js'
import { WITHOUT_TERMINAL } from './ask-service.js'

type Asked = ServiceCommand<typeof Command>

/** The first property of the sandbox's sample estate. */
const FIRST_SAMPLE = '1000001'
/** Interface: "Limits", property ids; an int32. */
const LEAST_PROPERTY = 1_000_000
const LARGEST_ID = 2_147_483_647

/** A property that a person has chosen and the service has shown. */
export interface FirstProperty {
  id: string
  name?: string | undefined
  timeZone?: string | undefined
  /** Undefined where the rooms could not be read, such as without channel credentials. */
  rooms?: number | undefined
}

/** Offers to fill an empty sandbox with its sample properties. */
export async function offerSamples(command: Asked): Promise<boolean> {
  const { dataDir } = command.settings()
  const sandbox = await startEmbedded({ dataDir: sandboxFolder(dataDir) })
  try {
    const answer = await askChoice(
      command.terminal,
      'Put seven sample properties into the sandbox?',
      [
        { value: 'yes', label: 'yes', hint: 'those that are there already stay as they are' },
        { value: 'no', label: 'no' },
      ],
      { initial: 'yes', otherwise: WITHOUT_TERMINAL },
    )
    if (answer === 'yes') sandbox.seed()
    return answer === 'yes'
  } finally {
    await sandbox.close()
  }
}

/** Asks for a property and reads it: the first proof that everything works. Undefined where the person has none yet. */
export async function readFirstProperty(command: Asked, hasSamples: boolean): Promise<FirstProperty | undefined> {
  const { terminal } = command
  const has = await askChoice(
    terminal,
    'Read a property, to see that everything works?',
    [
      hasSamples
        ? { value: 'yes', label: 'yes', hint: `${FIRST_SAMPLE} is the first of the samples` }
        : { value: 'yes', label: 'yes, I know its number' },
      { value: 'no', label: 'not now' },
    ],
    { initial: hasSamples || !command.settings().isEmbedded ? 'yes' : 'no', otherwise: WITHOUT_TERMINAL },
  )
  if (has === 'no') return undefined
  for (;;) {
    const id = await askChecked(terminal, 'Number of the property', {
      ...(hasSamples ? { initial: FIRST_SAMPLE } : {}),
      check: (text) =>
        isServiceId(text) && Number(text) >= LEAST_PROPERTY && Number(text) <= LARGEST_ID
          ? undefined
          : `Write its number: digits only, ${LEAST_PROPERTY} or more.`,
      otherwise: WITHOUT_TERMINAL,
    })
    try {
      return await readProperty(command, id)
    } catch (error) {
      if (!(error instanceof Fault) || !['NOT_FOUND', 'FORBIDDEN', 'REFUSED'].includes(error.code)) throw error
      command.notice(`${error.message} ${error.next} Ctrl-C ends this; you are signed in.`)
    }
  }
}

async function readProperty(command: Asked, id: string): Promise<FirstProperty> {
  const property = await command.call('property.get', { params: { id: Number(id) } })
  const timeZone = await quietly(async () => {
    const { timezone } = await command.call('propertyInfo.get', { params: { id: Number(id) } })
    return timezone ?? undefined
  })
  const rooms = await quietly(async () => {
    const answer = await command.call('room.list', { body: { hotel_code: id } })
    return answer.rooms.length
  })
  return { id, name: property.name, timeZone, rooms }
}

/** What may be missing without anything being wrong: information not given yet, channel credentials. */
async function quietly<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Fault && error.code !== 'INTERRUPTED') return undefined
    throw error
  }
}

/** Keeps the time zone that decides which nights are past, if the person agrees. */
export async function offerTimeZone(command: Asked, { timeZone, id }: FirstProperty): Promise<void> {
  const { configDir, profile, timeZone: kept } = command.settings()
  if (timeZone === undefined || kept.value === timeZone) return
  const answer = await askChoice(
    command.terminal,
    `Property ${id} is in ${timeZone}. Leave out nights that are past there from every push?`,
    [
      { value: 'yes', label: `yes, keep ${timeZone} in profile ${profile.value}` },
      { value: 'no', label: 'no', hint: 'my properties are in several time zones' },
    ],
    { initial: 'yes', otherwise: WITHOUT_TERMINAL },
  )
  if (answer === 'yes') await saveProfile(configDir, profile.value, { timeZone })
}

/** Offers to look at a file with prices, and to write a mapping file where it needs one. */
export async function offerMapping(command: Asked): Promise<{ file: string; map?: string } | undefined> {
  const { terminal } = command
  const has = await askChoice(
    terminal,
    'Do you have a file with prices, such as a sheet or an export of your PMS?',
    [
      { value: 'no', label: 'not now' },
      { value: 'yes', label: 'yes, look at it', hint: 'nothing is sent' },
    ],
    { initial: 'no', otherwise: WITHOUT_TERMINAL },
  )
  if (has === 'no') return undefined
  const file = await askChecked(terminal, 'File', { check: missingFile, otherwise: WITHOUT_TERMINAL })
  const options: ReadOptions = await readOptionsOf(
    { 'dry-run': true, 'changes-only': false, 'skip-invalid': false, overlap: 'refuse' },
    command.settings(),
  )
  const map = await mendInput({
    fault: new Fault('INVALID_INPUT', `${file} needs a mapping file.`, {
      findings: [{ file, reason: 'needs a mapping file' }],
    }),
    files: [{ name: file }],
    kind: kindOf('rates'),
    options,
    ask: askingOn(terminal, WITHOUT_TERMINAL, command.ending()),
    facts: serviceFacts(command, true),
    notice: (line) => command.notice(line),
  })
  return map === undefined ? { file } : { file, map }
}

/** Why a name is not that of a file that can be looked at. */
function missingFile(name: string): string | undefined {
  try {
    const found = statSync(name, { throwIfNoEntry: false })
    if (found === undefined) return `There is no file ${name} here. Write its whole path, or Ctrl-C to end this.`
    return found.isDirectory() ? `${name} is a folder. Write the path of the file.` : undefined
  } catch (error) {
    return `${name} cannot be opened (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`
  }
}

/** Steps as they fit a terminal: what a line does stands behind it, or above it where both are too long. */
export function stepLines(steps: readonly string[], columns: number): string[] {
  return steps.flatMap((step) => {
    const [line = '', comment] = step.split(COMMENT)
    if (comment === undefined || INDENT.length + step.length <= columns) return [`${INDENT}${step}`]
    return [`${INDENT}# ${comment}`, `${INDENT}${line}`]
  })
}

const COMMENT = '   # '
const INDENT = '  '

/** What to type next. */
export function nextSteps(
  { isSandbox, hasSamples }: { isSandbox: boolean; hasSamples: boolean },
  property: FirstProperty | undefined,
  looked: { file: string; map?: string } | undefined,
): string[] {
  const id = property?.id ?? (hasSamples ? FIRST_SAMPLE : isSandbox ? undefined : 'ID')
  const push =
    looked === undefined
      ? undefined
      : `hubswitch rates push ${shellWord(looked.file)}${looked.map === undefined ? '' : ` --map ${shellWord(looked.map)}`} --dry-run`
  return [
    ...(push === undefined ? [] : [`${push}   # the plan; nothing is sent`]),
    ...(id === undefined
      ? ['hubswitch sandbox seed   # seven sample properties', 'hubswitch property create --file samples/property.yaml']
      : [
          `hubswitch rates template --property ${id} --out rates.xlsx   # a sheet with your rooms, to fill in`,
          'hubswitch rates push rates.xlsx --dry-run   # the plan; nothing is sent',
          'hubswitch rates push rates.xlsx',
          `hubswitch calendar show ${id}   # what the service has acknowledged`,
        ]),
    ...(property !== undefined && property.rooms === undefined
      ? ['hubswitch auth login --channel-credentials FILE   # rates and inventory need them']
      : []),
    'hubswitch --help   # everything else',
  ]
}
