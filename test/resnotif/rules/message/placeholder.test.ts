import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const placeholdersIn = (text: string) => lintMessage(text).findings.filter(({ rule }) => rule === 'placeholder')

describe('values that a template left', () => {
  it('are told once, each with its place', () => {
    const text = MESSAGE.replace(/EchoToken="[^"]*"/, 'EchoToken="?"').replace(
      '</HotelReservation>',
      '<TPA_Extensions><Note>?</Note></TPA_Extensions></HotelReservation>',
    )
    const [finding, ...more] = placeholdersIn(text)
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      severity: 'warning',
      node: 'OTA_HotelResNotifRQ/@EchoToken',
      found: '? (in 2 places)',
      nodes: [{ found: '?' }, { node: expect.stringMatching(/Note$/) as string }],
    })
  })

  it('are known in the ways of templates', () => {
    for (const left of ['?', ' ? ', '${echo}', '#{echo}', '{{ echo }}', '<%= echo %>', '%ECHO_TOKEN%', '@@echo@@']) {
      const text = MESSAGE.replace(/EchoToken="[^"]*"/, `EchoToken="${left.replace('<', '&lt;')}"`)
      expect(placeholdersIn(text), left).toMatchObject([{ found: left.trim() }])
    }
  })

  it('are not texts in which such signs are meant', () => {
    for (const meant of ['100%', '%20%', 'why?', '??', '{x}', '$5', 'a@@b', '{{a}} and b', '%off% today'])
      expect(placeholdersIn(MESSAGE.replace(/EchoToken="[^"]*"/, `EchoToken="${meant}"`)), meant).toEqual([])
    expect(placeholdersIn(MESSAGE)).toEqual([])
  })

  it('leave a lone question mark in a name to the letters that were lost', () => {
    const text = MESSAGE.replace(/<Surname>[^<]*</, '<Surname>?<')
    const rules = lintMessage(text).findings.map(({ rule }) => rule)
    expect(rules).toContain('letters-lost')
    expect(rules).not.toContain('placeholder')
  })
})
