import { Config } from '@oclif/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { startScreen } from '../../../src/cli/start/index.js'
import { ROOT } from '../../support/cli.js'

describe('the screen of the name alone', () => {
  let config: Config
  beforeAll(async () => {
    config = await Config.load({ root: ROOT })
  })

  it('names every topic and every command of no topic once', () => {
    const names = [...new Set(config.commandIDs.map((id) => id.split(':')[0] as string))]
    expect(names.length).toBeGreaterThan(15)
    const lines = startScreen(config).split('\n')
    for (const name of names)
      expect([name, lines.filter((line) => line.startsWith(`  ${name} `)).length]).toEqual([name, 1])
  })

  it('names what stands in no job, too', () => {
    const screen = startScreen({
      commandIDs: ['rates:push', 'oddity'],
      commands: [{ id: 'oddity', summary: 'Something else.' }],
      topics: [{ name: 'rates', description: 'Prices' }],
    })
    expect(screen).toContain('Help and the rest\n  oddity       Something else\n')
    // A job without topics has no heading.
    expect(screen).not.toContain('Services and sign-in')
  })

  it('begins with commands that there are, and fits a terminal of 80 columns', () => {
    const lines = startScreen(config).split('\n')
    const typed = lines
      .filter((line) => line.startsWith('    hubswitch '))
      .map((line) => line.trim().split(' ').slice(1))
    expect(typed).toHaveLength(3)
    for (const words of typed)
      expect(config.commandIDs.some((id) => `${words.join(':')}:`.startsWith(`${id}:`))).toBe(true)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })
})
