import { expect, it } from 'vitest'
import { type Usage, usageFault } from '../../../src/cli/usage/usage.js'

const usage: Usage = {
  command: 'rates push',
  flags: ['width', 'from', 'with'],
  args: [{ name: 'file', required: true }],
  argv: ['--guests', '1', 'a'],
  required: [{ name: 'from', value: '<YYYY-MM-DD>' }],
}
const refused = (message: string, told: object): object => ({ message, oclif: { exit: 2 }, ...told })

it.each<[string, object, string, string]>([
  [
    'a missing argument',
    refused('Missing 1 required arg:\nfile  File', { args: [{ name: 'file', description: 'File of rates' }] }),
    '<file> (File of rates) is missing.',
    'Type "hubswitch rates push <file> --from <YYYY-MM-DD>". Examples: "hubswitch rates push --help".',
  ],
  [
    'one that a flag of several values took',
    refused('Missing 1 required arg:\nfile\n\nNote: --guests allows multiple values.', { args: [{ name: 'file' }] }),
    '<file> is missing.',
    'Type "hubswitch rates push <file> --from <YYYY-MM-DD>", with <file> before --guests, which takes several values. Examples: "hubswitch rates push --help".',
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
    'the beginning of a flag',
    refused('Nonexistent flag: --wid', { flags: ['--wid'] }),
    'There is no flag --wid.',
    'Did you mean --width? "hubswitch rates push --help" shows all flags.',
  ],
  [
    'a flag without its value',
    refused('Flag --from expects a value\nSee more help with --help', {}),
    '--from needs a value.',
    '"hubswitch rates push --help" shows all flags.',
  ],
  [
    'a flag without one of its values',
    refused('Flag --with expects one of these values: a, b, c\nSee more help with --help', {}),
    '--with needs a value: a, b or c.',
    'Type "--with a", for example. "hubswitch rates push --help" shows all flags.',
  ],
  [
    'a value that is none of those',
    refused('Expected --with=tabel to be one of: table, json\nSee more help with --help', {}),
    '--with is table or json, not "tabel".',
    'Did you mean --with table?',
  ],
  [
    'an argument that is none of those',
    refused('Expected FETCH to be one of: GET, POST, get, post\nSee more help with --help', {}),
    '<file> is GET or POST, not "FETCH".',
    '"hubswitch rates push --help" says what each means.',
  ],
  [
    'no number',
    refused('Parsing --width \n\tExpected an integer but received: x\nSee more help with --help', {}),
    '--width needs a whole number, not "x".',
    '"hubswitch rates push --help" shows all flags.',
  ],
  [
    'missing flags',
    refused(
      'The following errors occurred:\n  \u001b[2mMissing required flag from\n  Missing required flag width\u001b[22m',
      {},
    ),
    '--from and --width are missing.',
    'Type "hubswitch rates push <file> --from <YYYY-MM-DD>". Examples: "hubswitch rates push --help".',
  ],
  [
    'flags that exclude each other, told by both',
    refused(
      'The following errors occurred:\n  --output=json cannot also be provided when using --json\n  --json cannot also be provided when using --output',
      {},
    ),
    'Give --json or --output, not both.',
    '"hubswitch rates push --help" shows all flags.',
  ],
  [
    'a flag that needs another',
    refused('The following error occurred:\n  All of the following must be provided when using --a: --b, --c', {}),
    '--a needs --b and --c.',
    '"hubswitch rates push --help" shows all flags.',
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
  [new Error('Missing 1 required arg'), refused('Something that the parser has never said', {}), null, 'x'].filter(
    (one) => one !== null,
  ),
)('%j is left to others', (error) => {
  expect(usageFault(error, usage)).toBeUndefined()
})
