import type { NamedKind } from '../../journal/index.js'

/** What stands in a place of a command line: ids that this machine may know, a file, a command, or text of one's own. */
export type Kind = NamedKind | 'profile' | 'file' | 'command' | 'free'

const FLAGS: Readonly<Record<string, Kind>> = {
  profile: 'profile',
  run: 'run',
  hotel: 'property',
  property: 'property',
  'property-id': 'property',
  room: 'room',
  unit: 'room',
  plan: 'plan',
  'booking-id': 'reservation',
  calendar: 'property',
  ...Object.fromEntries(
    'file out html map rejects save-plan save log-file summary wire ca-file channel-credentials pms-credentials xsd data'
      .split(' ')
      .map((name) => [name, 'file' as const]),
  ),
}

const ARGS: Readonly<Record<string, Kind>> = {
  file: 'file',
  mapping: 'file',
  run: 'run',
  hotel: 'property',
  property: 'property',
  command: 'command',
}

/** `id` and `name` mean what the topic is about. */
const BY_TOPIC: Readonly<Record<string, Kind>> = {
  'property id': 'property',
  'unit id': 'room',
  'reservation id': 'reservation',
  'sandbox booking id': 'reservation',
  'profile name': 'profile',
}
/** Ids of other things than the topic's. */
const OTHERS = new Set(['unit find'])

/** Flags that mean something else there. */
const ELSEWHERE: Readonly<Record<string, Kind>> = {
  'rates push plan': 'file',
  'inventory push plan': 'file',
  'run verify property': 'free',
}

/** What the value of a flag is; `command` as it is typed. */
export function kindOfFlag(command: string, name: string): Kind {
  const place = `${command} ${name}`
  if (Object.hasOwn(ELSEWHERE, place)) return ELSEWHERE[place] as Kind
  return Object.hasOwn(FLAGS, name) ? (FLAGS[name] as Kind) : 'free'
}

/** What the argument of a command is; `command` as it is typed, `property info get`. */
export function kindOfArg(command: string, name: string): Kind {
  if (Object.hasOwn(ARGS, name)) return ARGS[name] as Kind
  if (OTHERS.has(command)) return 'free'
  const words = command.split(' ')
  for (let length = words.length - 1; length > 0; length--) {
    const topic = `${words.slice(0, length).join(' ')} ${name}`
    if (Object.hasOwn(BY_TOPIC, topic)) return BY_TOPIC[topic] as Kind
  }
  return 'free'
}
