import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import PropertyCreate from '../../../src/commands/property/create.js'
import PropertyFacets from '../../../src/commands/property/facets.js'
import PropertyInfoSet from '../../../src/commands/property/info/set.js'
import PropertyInfoUpdate from '../../../src/commands/property/info/update.js'
import PropertySearch from '../../../src/commands/property/search.js'
import PropertyUpdate from '../../../src/commands/property/update.js'
import RatePlanCreate from '../../../src/commands/rate-plan/create.js'
import ReservationCreate from '../../../src/commands/reservation/create.js'
import UnitAdd from '../../../src/commands/unit/add.js'
import UnitUpdate from '../../../src/commands/unit/update.js'
import { freshMachine, type Machine } from '../../support/cli.js'
import { runWarm } from '../../support/warm-cli.js'

/** What a command says of input that does not fit, in the words of what was typed. */
describe('input that does not fit', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())

  const commands = {
    'property create': PropertyCreate,
    'property update': PropertyUpdate,
    'property search': PropertySearch,
    'property facets': PropertyFacets,
    'property info set': PropertyInfoSet,
    'property info update': PropertyInfoUpdate,
    'unit add': UnitAdd,
    'unit update': UnitUpdate,
    'rate-plan create': RatePlanCreate,
    'reservation create': ReservationCreate,
  }
  const stay = ['--property', '1000001', '--check-in', '2027-07-01']
  const product = ['--room', '101', '--plan', '501']
  const property = ['--hub-switch-id', 'HS', '--status', 'ACTIVE', '--code', 'SEA', '--name', 'Seaview']
  const without = (words: readonly string[], flag: string): string[] =>
    words.filter((_, at) => words[at] !== flag && words[at - 1] !== flag)

  it.each<[keyof typeof commands, string[], string[]]>([
    ['property create', [], ['--hub-switch-id', '--status', '--code', '--name']],
    ...['--hub-switch-id', '--status', '--code', '--name'].map((flag): [keyof typeof commands, string[], string[]] => [
      'property create',
      without(property, flag),
      [flag],
    ]),
    ['property update', ['1000001'], ['--file', '--set']],
    ['property search', [], ['--latitude', '--longitude']],
    ['property search', ['--latitude', '1'], ['--longitude']],
    ['property facets', ['--longitude', '1'], ['--latitude']],
    ['property info set', ['1000001'], ['--file', '--set']],
    ['property info update', ['1000001'], ['--file', '--set']],
    ['unit add', ['1000001'], ['--file', '--set']],
    ['unit update', ['101'], ['--file', '--set']],
    ['rate-plan create', ['1000001'], ['--name', '--unit']],
    ['rate-plan create', ['1000001', '--unit', '101'], ['--name']],
    ['rate-plan create', ['1000001', '--name', 'en:Flexible'], ['--unit']],
    ['reservation create', [], ['--property', '--check-in', '--check-out', '--nights', '--guest', '--room', '--plan']],
    ['reservation create', stay, ['--check-out', '--nights']],
    ['reservation create', [...stay, '--nights', '2', '--guest', 'Ada Lovelace'], ['--room', '--plan']],
    ['reservation create', [...stay, '--nights', '2', ...product], ['--guest']],
    ['reservation create', [...stay, '--nights', '2', '--guest', 'Ada Lovelace', '--room', '101'], ['--plan']],
  ])('%s %j names the flags that give it', async (command, words, flags) => {
    const ran = await runWarm([...command.split(' '), ...words], machine.env)
    expect(ran.code).toBe(2)
    const named = [...ran.stderr.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag)
    expect(named).toEqual(expect.arrayContaining(flags))
    const known = Object.keys({ help: true, ...commands[command].baseFlags, ...commands[command].flags })
    expect([...new Set(named)].filter((flag) => !known.includes(flag.slice(2)))).toEqual([])
    expect(ran.stderr.split('\n')[0]).not.toMatch(
      /(booker|rooms|propertyId|longitude|latitude|names|sellableUnits|hubSwitchId|checkInDate) is required/,
    )
  })

  it.each<[string[], RegExp]>([
    [
      ['property', 'update', '1000001', '--set', 'nmae=x'],
      /--set nmae is not a known field\.\n {2}Did you mean "name"\?/,
    ],
    [
      ['property', 'info', 'update', '1000001', '--set', 'capcity=3'],
      /--set capcity is not a known field\.\n {2}Did you mean "capacity"\?/,
    ],
    [
      ['property', 'update', '1000001', '--field', 'phones=[{"phoneNumbr":"1"}]'],
      /--field phones\[0\]\.phoneNumber is required/,
    ],
    [
      ['unit', 'add', '1000001', '--no-of-sellable-units', '-4'],
      /Error: --no-of-sellable-units must be at least 0, not "-4"\./,
    ],
  ])('%j speaks of what was typed', async (words, text) => {
    const ran = await runWarm(words, machine.env)
    expect([ran.code, ran.stderr]).toEqual([6, expect.stringMatching(text)])
  })

  it('from a file is told with its line; what a flag gives can stand in either', async () => {
    const file = path.join(machine.folder, 'stay.yaml')
    await writeFile(
      file,
      'propertyId: 1000001\ncheckInDate: 2027-07-01\ncheckOutDate: 2027-07-03\ntotalGuestCounts: { adults: 1 }\nbooker:\n  firstName: Ada\nrooms:\n  - ratePlanId: 501\n    unitz: 3\n',
    )
    const ran = await runWarm(['reservation', 'create', '--file', file], machine.env)
    const places = [
      `${file}:5  booker.lastName: is required`,
      `${file}:8  rooms[0].roomId: is required`,
      `${file}:9  rooms[0].unitz: is not a known field. Did you mean "units"?`,
    ]
    expect([ran.code, ...places.map((place) => ran.stderr.includes(place))]).toEqual([6, true, true, true])
    await writeFile(file, 'propertyId: 1000001\n')
    expect((await runWarm(['reservation', 'create', '--file', file], machine.env)).stderr).toContain(
      `--guest: is required. Give --guest, or booker in ${file}.`,
    )
  })
})
