/** The pages of "hubswitch help" that belong to a command or topic, by its first words; the longest that fits counts. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  api: ['exit-codes', 'overlay'],
  auth: ['overlay', 'cron'],
  calendar: ['restrictions'],
  'calendar check': ['restrictions', 'exit-codes'],
  inventory: ['file-formats', 'cron', 'events', 'exit-codes'],
  map: ['file-formats'],
  product: ['restrictions', 'glossary'],
  profile: ['overlay', 'cron'],
  rates: ['file-formats', 'restrictions', 'cron', 'events', 'exit-codes'],
  'rate-plan': ['glossary', 'restrictions'],
  reservation: ['exit-codes', 'pms'],
  resnotif: ['captures', 'pms', 'workbench', 'exit-codes'],
  run: ['exit-codes', 'cron', 'events'],
  sandbox: ['faults'],
  'sandbox outbox': ['workbench', 'pms', 'faults'],
}

/** Lines to type for more about a command or topic, such as `hubswitch help cron`. */
export function seeAlso(id: string): string[] {
  const words = id.replaceAll(':', ' ').split(' ')
  const known = words.map((_, at) => PAGES[words.slice(0, words.length - at).join(' ')])
  return (known.find((pages) => pages !== undefined) ?? ['topics', 'glossary']).map((page) => `hubswitch help ${page}`)
}
