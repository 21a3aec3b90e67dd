/** Variables of the environment that commands take before what a profile keeps. */
const OUTRANKING = [
  'HUBSWITCH_ACCESS_TOKEN',
  'HUBSWITCH_PARTNER_ID',
  'HUBSWITCH_PARTNER_SECRET',
  'HUBSWITCH_PARTNER_SECRET_FILE',
  'HUBSWITCH_CHANNEL_CREDENTIALS',
  'HUBSWITCH_CHANNEL_CREDENTIALS_FILE',
  'HUBSWITCH_PMS_CREDENTIALS',
  'HUBSWITCH_PMS_CREDENTIALS_FILE',
  'HUBSWITCH_BASE_URL',
] as const

/** What a person who signed in must know: what of the environment wins over what was kept now. Undefined where nothing does. */
export function outrankedBy(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = OUTRANKING.filter((name) => (environment[name] ?? '') !== '')
  if (names.length === 0) return undefined
  const [are, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `${names.join(', ')} ${are} set in the environment and ${names.length === 1 ? 'wins' : 'win'} over what the profile keeps. Unset ${them} to use the profile.`
}
