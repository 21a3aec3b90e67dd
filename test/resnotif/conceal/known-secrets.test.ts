import { expect, it } from 'vitest'
import { learnSecret } from '../../../src/redaction/known-secrets.js'
import { createConcealer } from '../../../src/resnotif/conceal/foreign.js'

it('what a PMS says is shown without the secrets of the process, whole or broken off', () => {
  const token = 'Opq-Tk8Vw3.Zm5Jr7Hs-Qy2Lx9'
  learnSecret(token)
  const concealer = createConcealer()
  for (const spelled of [token, encodeURIComponent(token), Buffer.from(`Bearer:${token}`).toString('base64')]) {
    const half = spelled.slice(10, 24)
    expect(concealer.text(`The PMS says ${spelled}, and more`)).not.toContain(half)
    expect(concealer.text(`The PMS says ${spelled.slice(0, -4)}`)).not.toContain(half)
    expect(concealer.text(`The PMS says ${spelled} ${'x'.repeat(300)}`).slice(0, 26)).not.toContain(
      spelled.slice(0, 10),
    )
  }
})
