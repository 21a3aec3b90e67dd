import { Fault } from '../../errors.js'

/**
 * No text that is meant has a NUL character: databases and programs behind the service end the text there, or refuse it late.
 * @param whole what holds it, for the message
 * @throws Fault INVALID_INPUT naming the field
 */
export function refuseNul(body: unknown, whole: string): void {
  const field = placeOfNul(body, '')
  if (field === undefined) return
  throw new Fault('INVALID_INPUT', `${whole} has a NUL character in ${field}.`, { next: 'Leave it out. Nothing was sent.', findings: [{ field, reason: 'holds a NUL character (U+0000)', remedy: 'Leave it out.' }] })
}

/** Where the first one is, `names[0].text`; bodies are no deeper than what reads them allows. */
function placeOfNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    if (name.includes('\0')) return place.replaceAll('\0', '\\0')
    const found = placeOfNul(inner, place)
    if (found !== undefined) return found
  }
  return undefined
}
