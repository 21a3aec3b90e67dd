import { type EndpointKey, resultSchema } from '../../contract/index.js'
import { RULES } from '../../outcome/index.js'
import { OWN_ANSWERS } from './own-answers.js'
import { RUN_ANSWERS } from './run-answers.js'
import { ANY, either, list, object, RECORD, type Schema, TEXT, WHOLE, YES_NO } from './shapes.js'

/** What each command prints with `--json`, as JSON Schema. */

/** What a command prints on success, and the version of that: it rises when a key goes or changes its type or meaning. */
export interface AnswerDocument {
  version: number
  schema: Schema
}

/** Commands that print what the service answers to one of these calls. */
const OF_SERVICE: Readonly<Record<string, readonly EndpointKey[]>> = {
  'auth whoami': ['auth.whoami'],
  'facility get': ['facility.get'],
  'facility list': ['facility.list'],
  'product list': ['product.list'],
  'product search': ['product.search'],
  'property by-channel': ['property.byChannel'],
  'property create': ['property.create'],
  'property details': ['property.details'],
  'property facets': ['property.facets', 'property.facetsOfList'],
  'property facilities': ['property.facilities', 'property.facilitiesOfSource'],
  'property get': ['property.get', 'property.getByHubId'],
  'property identifiers': ['property.identifiers'],
  'property ids': ['property.ids'],
  'property info get': ['propertyInfo.get'],
  'property info set': ['propertyInfo.set'],
  'property info update': ['propertyInfo.update'],
  'property logos': ['property.logos'],
  'property search': ['property.search', 'property.searchList'],
  'property update': ['property.update'],
  'rate-plan create': ['ratePlan.create'],
  'reservation card': ['reservation.card'],
  'reservation confirm': ['reservation.confirm'],
  'reservation create': ['reservation.create'],
  'reservation lookup': ['reservation.lookup'],
  'room list': ['room.list'],
  'unit add': ['unit.add'],
  'unit find': ['unit.find'],
  'unit get': ['unit.get'],
  'unit identifiers': ['unit.identifiers'],
  'unit list': ['unit.list', 'unit.listByType'],
  'unit payment-types': ['unit.paymentTypes'],
  'unit types': ['unit.types'],
  'unit update': ['unit.update'],
}

const OWN: Readonly<Record<string, Schema>> = { ...OWN_ANSWERS, ...RUN_ANSWERS }

/** Documents of others, and those of commands that go on until Ctrl-C: a line for each message. */
const OPEN: Readonly<Record<string, Schema>> = {
  api: ANY,
  'api spec': RECORD,
  help: RECORD,
  'resnotif listen': RECORD,
  'sandbox start': RECORD,
}

const REHEARSED: Schema = object({ dryRun: YES_NO, request: object({ method: TEXT, url: TEXT }, { body: ANY }) })

/** Commands whose dry run shows what would be done, and no request. */
const TRYING: ReadonlySet<string> = new Set([
  'auth login',
  'auth logout',
  'auth refresh',
  'profile remove',
  'profile set',
  'profile use',
  'resnotif scenario',
  'run journal set-aside',
  'run lock release',
  'run stop',
  'sandbox booking cancel',
  'sandbox booking modify',
  'sandbox clock',
  'sandbox faults add',
  'sandbox faults clear',
  'sandbox holds',
  'sandbox outbox address',
  'sandbox outbox resend',
  'sandbox reset',
  'sandbox seed',
  'worker drain',
  'worker stop',
])
const TRIED: Schema = object({ dryRun: YES_NO, would: ANY })

/** Documents that have broken with an earlier release. */
const VERSIONS: Readonly<Record<string, number>> = {}

/** What every command prints when it fails. */
export const FAILURE: Schema = object({
  error: object(
    { code: TEXT, message: TEXT, next: TEXT, exitCode: WHOLE },
    { findings: list(object({ reason: TEXT })), facts: RECORD },
  ),
})

/**
 * What a command prints with `--json` when it succeeds; undefined for one that is not described.
 * @param command as it is typed
 */
export function answerOf(command: string): AnswerDocument | undefined {
  const keys = OF_SERVICE[command]
  const refs = keys?.map((key): Schema => ({ $ref: `#/definitions/${key}` }))
  // A dry run of what changes something prints the request that it did not send.
  const all = keys?.some((key) => RULES[key].effect === 'write') === true ? [...(refs ?? []), REHEARSED] : refs
  const plain = all === undefined ? (OWN[command] ?? OPEN[command]) : all.length === 1 ? all[0] : either(...all)
  const schema = plain !== undefined && TRYING.has(command) ? either(plain, TRIED) : plain
  return schema === undefined ? undefined : { version: VERSIONS[command] ?? 1, schema }
}

/** The results of the service that answers point to. */
export function definitions(): Record<string, Schema> {
  const keys = [...new Set(Object.values(OF_SERVICE).flat())].toSorted()
  return Object.fromEntries(keys.map((key) => [key, resultSchema(key)]))
}
