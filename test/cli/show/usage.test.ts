import { expect, it } from 'vitest'
import { type Usage, usageFault } from '../../../src/cli/show/usage.js'

const usage: Usage = {
  command: 'rates push',
  flags: ['width', 'from', 'with'],
  args: [{ name: 'file', required: true }],
  argv: ['--guests', '1', 'a'],
}
const refused = (message: string, told: object): object => ({ message, oclif: { exit: 2 }, ...told })

it.each<[string, object, string, string]>([
  [
    'a missing argument',
    refused('Missing 1 required arg:\nfile  File', { args: [{ name: 'file', description: 'File of rates' }] }),
    '<file> (File of rates) is missing.',
    'Type "hubswitch rates push <file>". Examples: "hubswitch rates push --help".',
  ],
  [
    'one that a flag of several values took',
    refused('Missing 1 required arg:\nfile\n\nNote: --guests allows multiple values.', { args: [{ name: 'file' }] }),
    '<file> is missing.',
    'Type "hubswitch rates push <file>", with <file> before --guests, which takes several values. Examples: "hubswitch rates push --help".',
  ],
  [
    'a misspelt flag',
    refused('Nonexistent flag: --wth', { flags: ['--wth'] }),
    'There is no flag --wth.',
    'Did you mean --with? "hubswitch rates push --help" shows all flags.',
  ],
  [
    'a flag like no other',
    refused('Nonexistent flag: --zzzzzz=secret', { flags: ['--zzzzzz=secret'] }),
    'There is no flag --zzzzzz.',
    'Run "hubswitch rates push --help" to see the flags.',
  ],
  [
    'an argument too many',
    refused('Unexpected arguments: 2, 3', { args: ['2', '3'] }),
    'Not expected here: "2", "3".',
    'Type "hubswitch rates push <file>", which takes one argument.',
  ],
])('%s is told with the next step', (_, error, message, next) => {
  expect(usageFault(error, usage)).toMatchObject({ code: 'USAGE', message, next })
})

it.each(
  [
    new Error('Missing 1 required arg'),
    refused('Missing required flag x', {}),
    refused('Flag --a expects a value', { flag: {} }),
    null,
    'x',
  ].filter((one) => one !== null),
)('%j is left to others', (error) => {
  expect(usageFault(error, usage)).toBeUndefined()
})
