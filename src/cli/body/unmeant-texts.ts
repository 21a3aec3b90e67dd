import { Fault } from '../../errors.js'
import { MASK } from '../../redaction/index.js'

/** What no text of a request holds on purpose, and why. */
const UNMEANT: readonly { sign: string; called: string; reason: string; next: string }[] = [
  // Databases and programs behind the service end the text there, or refuse it late.
  { sign: '\0', called: 'a NUL character', reason: 'holds a NUL character (U+0000)', next: 'Leave it out.' },
  {
    sign: MASK,
    called: MASK,
    reason: `holds ${MASK}, which this tool prints in place of a secret`,
    next: 'Put the real value in its place.',
  },
]

/**
 * Refuses texts that nobody means to send.
 * @param whole what holds them, for the message
 * @throws Fault INVALID_INPUT naming the field
 */
export function refuseUnmeant(body: unknown, whole: string): void {
  for (const { sign, called, reason, next } of UNMEANT) {
    const field = placeOf(sign, body, '')
    if (field !== undefined)
      throw new Fault('INVALID_INPUT', `${whole} has ${called} in ${field}.`, {
        next: `${next} Nothing was sent.`,
        findings: [{ field, reason, remedy: next }],
      })
  }
}

/** Where the first one is, `names[0].text`; bodies are no deeper than what reads them allows. */
function placeOf(sign: string, value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes(sign) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    if (name.includes(sign)) return place.replaceAll('\0', '\\0')
    const found = placeOf(sign, inner, place)
    if (found !== undefined) return found
  }
  return undefined
}
