import { saveProfile } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { flagName } from '../flags/index.js'

/** Settings whose flag has another name. */
const FLAGS: Readonly<Record<string, string>> = { ratePerSecond: 'rate', entriesPerRequest: 'entries' }

/**
 * Saves a profile as flags have given it; what is not accepted is told of by its flag.
 * @throws Fault USAGE
 */
export async function saveFromFlags(...[configDir, name, changes]: Parameters<typeof saveProfile>): Promise<void> {
  try {
    await saveProfile(configDir, name, changes)
  } catch (error) {
    const [first] = error instanceof Fault ? error.findings : []
    if (!(error instanceof Fault) || first?.field === undefined || first.file !== undefined) throw error
    const findings = error.findings.map((finding) => ({ ...finding, typed: flagOf(finding.field ?? '') }))
    throw new Fault(error.code, `Profile ${name}: ${flagOf(first.field)} ${first.reason}.`, {
      findings,
      next: error.next,
      facts: error.facts,
    })
  }
}

function flagOf(field: string): string {
  const setting = field.replace(/^limits\./, '')
  return `--${FLAGS[setting] ?? flagName(setting)}`
}
