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
    for (const meant of [
      '100%',
      '%20%',
      'why?',
      '??',
      '{x y}',
      '{}',
      '{-1}',
      '{A1B2C3D4E5F60718293A4B5C6D7E8F90}',
      '$5',
      '%',
      '%x',
      '5 %s',
      '[x]',
      '[[]]',
      '__x__',
      '____',
      'Null',
      'nan',
      'None',
      'Undefined',
      'NULL',
      'a@@b',
      '{{a}} and b',
      '%off% today',
    ])
      expect(placeholdersIn(MESSAGE.replace(/EchoToken="[^"]*"/, `EchoToken="${meant}"`)), meant).toEqual([])
    expect(placeholdersIn(MESSAGE)).toEqual([])
  })

  it('are known in the ways of programs', () => {
    for (const left of ['[object Object]', '%s', '%d', '{0}', '{firstName}', '[[name]]', '__NAME__', 'undefined']) {
      expect(placeholdersIn(MESSAGE.replace(/EchoToken="[^"]*"/, `EchoToken="${left}"`)), left).toMatchObject([
        { found: left },
      ])
      expect(placeholdersIn(MESSAGE.replace(/<Surname>[^<]*</, `<Surname>${left}<`)), left).toHaveLength(1)
    }
  })

  it('are null and NaN where nobody is called so', () => {
    const email = '<Email>null</Email></Customer>'
    for (const nothing of ['null', 'NaN']) {
      expect(placeholdersIn(MESSAGE.replace(/EchoToken="[^"]*"/, `EchoToken="${nothing}"`))).toHaveLength(1)
      expect(placeholdersIn(MESSAGE.replace('</Customer>', email.replace('null', nothing)))).toHaveLength(1)
      expect(placeholdersIn(MESSAGE.replace(/<Surname>[^<]*</, `<Surname>${nothing}<`))).toEqual([])
    }
  })

  it('leave a lone question mark in a name to the letters that were lost', () => {
    const text = MESSAGE.replace(/<Surname>[^<]*</, '<Surname>?<')
    const rules = lintMessage(text).findings.map(({ rule }) => rule)
    expect(rules).toContain('letters-lost')
    expect(rules).not.toContain('placeholder')
  })
})
