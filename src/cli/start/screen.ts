import { bold } from 'ansis'

/** What the screen needs to know of the commands that there are. */
export interface Surface {
  /** With `:` between topic and verb. */
  commandIDs: readonly string[]
  commands: readonly { id: string; summary?: string | undefined; description?: string | undefined; hidden?: boolean }[]
  topics: readonly { name: string; description?: string | undefined; hidden?: boolean | undefined }[]
}

/** Topics and single commands by what they are for. What stands in no job is listed last, so that nothing is ever missing. */
const JOBS: readonly { job: string; topics: readonly string[] }[] = [
  { job: 'Prices and availability, from your files', topics: ['rates', 'inventory', 'map', 'run', 'calendar'] },
  { job: 'Properties and what they sell', topics: ['property', 'unit', 'room', 'rate-plan', 'product', 'facility'] },
  { job: 'Reservations and the PMS', topics: ['reservation', 'resnotif'] },
  { job: 'Services and sign-in', topics: ['init', 'auth', 'profile', 'doctor'] },
  { job: 'Trying and looking closer', topics: ['sandbox', 'api'] },
]
const OTHERS = 'Help and the rest'
const WIDTH = 13

const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['Look around in the sandbox', 'hubswitch init'],
  ['Sign in to your service', 'hubswitch auth login --base-url https://service.example --partner-id ID'],
  ['Push a file; see the plan first', 'hubswitch rates push prices.csv --dry-run'],
]

/** What a person sees who types the name of the program alone. */
export function startScreen(surface: Surface): string {
  const words = wordsOf(surface)
  const listed = new Set(JOBS.flatMap(({ topics }) => topics))
  const groups = [...JOBS, { job: OTHERS, topics: [...words.keys()].filter((name) => !listed.has(name)).toSorted() }]
  return [
    'hubswitch: prices, availability and reservations on a distribution service',
    '',
    bold('Begin'),
    ...BEGINNINGS.flatMap(([what, command]) => [`  ${what}:`, `    ${command}`]),
    ...groups.flatMap(({ job, topics }) => {
      const lines = topics.flatMap((name) => {
        const line = words.get(name)
        return line === undefined ? [] : [`  ${name.padEnd(WIDTH)}${line}`]
      })
      return lines.length === 0 ? [] : ['', bold(job), ...lines]
    }),
    '',
    '"hubswitch TOPIC --help" lists the commands of a topic,',
    '"hubswitch TOPIC COMMAND --help" explains one.',
    '',
  ].join('\n')
}

/** One line for each topic and each command that is none of a topic. */
function wordsOf({ commandIDs, commands, topics }: Surface): Map<string, string> {
  const words = new Map<string, string>()
  const wordsOfTopic = new Map(
    topics.map(({ name, description = '', hidden }) => [name, hidden === true ? undefined : description]),
  )
  for (const id of commandIDs) {
    const [first = ''] = id.split(':')
    const command = commands.find((one) => one.id === first)
    const line = wordsOfTopic.get(first) ?? command?.summary ?? command?.description
    if (line !== undefined && command?.hidden !== true && !words.has(first)) words.set(first, firstLine(line))
  }
  return words
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replaceAll('<%= config.bin %>', 'hubswitch').replace(/\.$/, '')
}
