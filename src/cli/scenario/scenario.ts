import type { Command } from '@oclif/core'
import { formatNight } from '../../calendar/index.js'
import { createPoster, readPostAddress } from '../../client/index.js'
import { readTimeout } from '../../config/index.js'
import { EXIT, type ExitCode, Fault } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { requireWritable } from '../../whole-file.js'
import { needsTwoProducts, type Scenario, type ScenarioRun, SCENARIOS } from '../../resnotif/index.js'
import type { ServiceCommand } from '../command/index.js'
import { agreeToPost, exchangeLines, type PostingFlags, readPosting } from '../exchange/index.js'
import { nightOfFlag, readRate } from '../flags/index.js'
import { readHotel, readProducts } from '../invent/index.js'
import { writeHtmlPage } from '../page/index.js'
import { requirePmsCredentials } from '../resnotif/index.js'
import { columns, list, TRIED } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'
import { sheetPage } from './page.js'
import { rehearsedScenarios } from './rehearsed.js'
import { runScenarios } from './run.js'
import { type ScenarioResult, type Sheet, sheetColumns, sheetRows, sheetWords } from './sheet.js'

export interface ScenarioFlags extends PostingFlags {
  only?: string[] | undefined
  list: boolean
  'dry-run': boolean
  rate?: string | undefined
  html?: string | undefined
  verbose: boolean
  property: string
  product?: string[] | undefined
  currency: string
  from?: string | undefined
  'requestor-id'?: string | undefined
  target: 'Production' | 'Test'
}

const DAY_MS = 86_400_000
/** The first arrival is so many days from now, so that every PMS still sells it. */
const AHEAD_DAYS = 30
/** A scenario that takes longer than this is told of as soon as it is through. */
const LONG_MS = 2_000

/** The scenarios as a list; nothing is sent. */
export function listScenarios(): Answer {
  const rows = SCENARIOS.map(({ name, title, steps }) => ({
    name,
    title,
    messages: steps.map(({ sends }) => sends).join(', '),
  }))
  return list(rows, rows, columns('name', 'title', 'messages'), '')
}

/**
 * Posts the sequences that a certification asks for to a PMS under test and says what its answers prove. Ends with 0 only where every scenario passed.
 * @throws Fault USAGE, NO_CREDENTIALS, UNREACHABLE where not one message arrived, INTERRUPTED
 */
export async function tryPms(
  command: ServiceCommand<typeof Command>,
  to: string,
  flags: ScenarioFlags,
): Promise<Answer> {
  const posting = readPosting(flags)
  const chosen = choose(flags.only)
  const products = readProducts(flags.product ?? ['101-501', '102-501'])
  refuseMissing(chosen, products.length)
  if (flags.auth === 'username-token' && flags.envelope === 'none')
    throw new Fault('USAGE', '--auth username-token needs an envelope.', { next: 'Add --envelope soap11 or soap12.' })
  const startedAt = Date.now()
  const rate = readRate(flags.rate)
  const timeoutMs = readTimeout('--timeout', flags.timeout ?? '60s') * 1_000
  const from =
    flags.from === undefined
      ? formatNight(Math.floor(startedAt / DAY_MS) + AHEAD_DAYS)
      : formatNight(nightOfFlag('from', flags.from))
  const house = { propertyId: readHotel(flags.property), currencyCode: flags.currency, products, from }
  readPostAddress(to)
  const credentials = flags.auth === 'none' ? undefined : await requirePmsCredentials(command.settings())
  const run: ScenarioRun = {
    house,
    // Nobody has used it before, and it is short enough for every schema.
    prefix: `SCN-${startedAt.toString(36).toUpperCase()}`,
    startedAt,
    target: flags.target,
    ...(flags['requestor-id'] === undefined ? {} : { requestorId: flags['requestor-id'] }),
  }
  if (flags['dry-run']) {
    command.notice(TRIED)
    return rehearsedScenarios(chosen, run)
  }
  if (flags.html !== undefined)
    await requireWritable({ what: 'the page', to: flags.html, flag: '--html', said: 'Nothing was sent.' })
  const messages = chosen.reduce((sum, { steps }) => sum + steps.length, 0)
  const url = await agreeToPost(command, to, `${messages} test ${messages === 1 ? 'message' : 'messages'}`)
  const caFile = command.settings().caFile.value
  const poster = createPoster({
    userAgent: command.config.userAgent,
    signal: command.interruption(),
    ...(caFile === undefined ? {} : { caFile }),
  })
  command.announceWrite()
  let toldAt = steadyMs()
  const scenarios = await runScenarios(chosen, {
    run,
    url,
    posting,
    credentials,
    post: poster.post,
    timeoutMs,
    pauseMs: rate === undefined ? 0 : 1_000 / rate,
    signal: command.interruption(),
    onDone: ({ name, verdict }) => {
      if (steadyMs() - toldAt > LONG_MS) command.notice(`${name}: ${verdict}`)
      toldAt = steadyMs()
    },
  }).finally(() => poster.close())
  const sheet = sheetOf(scenarios, { pms: url.host, property: flags.property, startedAt })
  if (flags.html !== undefined) {
    await writeHtmlPage(flags.html, sheetPage(sheet))
    command.notice(`Written to ${flags.html}.`)
  }
  const isInterrupted = command.interruption().aborted
  if (!isInterrupted) refuseUnheard(sheet)
  if (flags.verbose) tellExchanges(command, sheet)
  return {
    ...list(sheet, sheetRows(sheet), sheetColumns as never, 'No scenarios.', sheetWords(sheet)),
    exitCode: isInterrupted ? EXIT.interrupted : exitOfSheet(sheet),
  }
}

/** @throws Fault USAGE for a name that is none */
function choose(only: readonly string[] | undefined): readonly Scenario[] {
  if (only === undefined) return SCENARIOS
  const names = SCENARIOS.map(({ name }) => name)
  for (const wanted of only) {
    if (names.includes(wanted)) continue
    const near = nearest(wanted, names)
    throw new Fault('USAGE', `There is no scenario "${wanted}".`, {
      next: `${near === undefined ? '' : `Did you mean ${near}? `}"hubswitch resnotif scenario --list" shows them. Nothing was sent.`,
    })
  }
  return SCENARIOS.filter(({ name }) => only.includes(name))
}

function refuseMissing(chosen: readonly Scenario[], products: number): void {
  const wanting = products > 1 ? [] : chosen.filter(needsTwoProducts).map(({ name }) => name)
  if (wanting.length === 0) return
  throw new Fault('USAGE', `These scenarios book rooms of two products, and one is given: ${wanting.join(', ')}.`, {
    next: 'Give --product twice, or name other scenarios with --only. Nothing was sent.',
  })
}

function sheetOf(
  scenarios: ScenarioResult[],
  { startedAt, ...where }: { pms: string; property: string; startedAt: number },
): Sheet {
  const many = (wanted: ScenarioResult['verdict']): number =>
    scenarios.filter(({ verdict }) => verdict === wanted).length
  return {
    ...where,
    startedAt: new Date(startedAt).toISOString(),
    passed: many('pass'),
    failed: many('fail'),
    unknown: many('unknown'),
    scenarios,
  }
}

/** As `resnotif send` ends: a PMS that cannot be reached, or asks to come later, was not judged, and is to be tried again. */
function exitOfSheet({ failed, unknown, scenarios }: Sheet): ExitCode {
  if (failed > 0) return EXIT.findings
  if (unknown === 0) return EXIT.ok
  // What was not sent follows from what is open before it.
  const open = scenarios
    .flatMap(({ steps }) => steps)
    .filter(({ verdict, ms }) => verdict === 'unknown' && ms !== undefined)
  return open.every(({ arrival, isPutOff }) => isPutOff === true || arrival === 'no')
    ? EXIT.unreachable
    : EXIT.outcomeUnknown
}

/** @throws Fault UNREACHABLE where there is no PMS: such a sheet would say nothing */
function refuseUnheard(sheet: Sheet): void {
  const steps = sheet.scenarios.flatMap((scenario) => scenario.steps)
  const [first] = steps
  if (first === undefined || steps.some(({ arrival }) => arrival !== 'no')) return
  throw new Fault('UNREACHABLE', first.reason, {
    next: 'Check the address and that the PMS runs. No message arrived.',
    facts: { sheet },
  })
}

function tellExchanges(command: ServiceCommand<typeof Command>, { scenarios }: Sheet): void {
  for (const { name, steps } of scenarios)
    for (const { step, request, answer } of steps)
      if (request !== undefined)
        for (const line of [`── ${name}, step ${step}`, ...exchangeLines(request, answer), '']) command.notice(line)
}
