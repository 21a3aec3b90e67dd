import { Fault } from '../../errors.js'
import { shownText } from '../terminal/index.js'

const NAMED = 5

/**
 * What is written to be sent again must hold each text as the service has it, and no file holds a secret unless it is asked to: neither stars nor the secret would do.
 * @throws Fault GUARD_RAIL naming the fields
 */
export function refuseSecrets(document: object): void {
  const fields = [...fieldsWithSecrets(document, '')]
  if (fields.length === 0) return
  const named = `${fields.slice(0, NAMED).join(', ')}${fields.length > NAMED ? ` and ${fields.length - NAMED} more` : ''}`
  throw new Fault('GUARD_RAIL', `What the service has in ${named} is, or holds, a secret of this profile.`, {
    next: 'If it is a word like any other, choose another secret; --include-secrets writes the document all the same. Nothing was written.',
    findings: fields.slice(0, NAMED).map((field) => ({ field, reason: 'is, or holds, a secret of this profile' })),
  })
}

function* fieldsWithSecrets(value: unknown, path: string): Iterable<string> {
  if (typeof value === 'string' && shownText(value) !== value) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value))
    yield* fieldsWithSecrets(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`)
}
