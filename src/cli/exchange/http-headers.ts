import { readVariable } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { learnSecret } from '../../redaction/index.js'

/** HTTP headers that a person adds, and what of them may not be seen. */
export interface HttpHeaders {
  headers: Record<string, string>
  secrets: string[]
}

const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/
/** Of the connection itself; a message whose length or end is not what it says is another message. */
const OF_CONNECTION =
  /^(?:connection|content-length|content-encoding|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$|^proxy-/
const SECRET = /auth|cookie|credential|key|passw|secret|session|signature|token/
const HEADERS_MAX = 50
const VALUE_MAX = 4_096

/**
 * Headers of `--http-header 'Name: value'` and `--http-header-from Name=VARIABLE`.
 * @throws Fault USAGE for one that cannot be sent, or that would show a secret on the command line; NO_CREDENTIALS for a variable that is not set
 */
export function readHttpHeaders(given: readonly string[] = [], fromVariables: readonly string[] = []): HttpHeaders {
  if (given.length + fromVariables.length > HEADERS_MAX)
    throw new Fault('USAGE', `More than ${HEADERS_MAX} headers are not sent.`)
  const headers: Record<string, string> = {}
  const add = (flag: string, name: string, value: string): void => {
    const key = name.toLowerCase()
    if (!NAME.test(name)) throw new Fault('USAGE', `${flag} needs the name of a header, such as X-Hotel.`)
    if (OF_CONNECTION.test(key)) throw new Fault('USAGE', `${flag} ${name}: the connection sets this header itself.`)
    if (key === 'soapaction')
      throw new Fault('USAGE', `${flag} ${name}: give it with --soap-action, which writes it as SOAP wants it.`)
    if (Object.hasOwn(headers, key)) throw new Fault('USAGE', `The header ${name} is given twice.`)
    if (value.length > VALUE_MAX || !/^[\t\x20-\x7e]*$/.test(value))
      throw new Fault(
        'USAGE',
        `The value of the header ${name} must be plain ASCII of at most ${VALUE_MAX} characters.`,
      )
    headers[key] = value
  }
  for (const text of given) {
    const [, name = '', value = ''] = /^([^:\s]{1,100}):[ \t]{0,100}(.*)$/.exec(text) ?? []
    if (name === '') throw new Fault('USAGE', `--http-header needs a name and a value, such as 'X-Hotel: 4711'.`)
    // What is typed stands in the list of processes and in the history of the shell.
    if (SECRET.test(name.toLowerCase()))
      throw new Fault('USAGE', `The header ${name} may hold a secret, which is not taken from the command line.`, {
        next: `Put the value into an environment variable and name that: --http-header-from ${name}=VARIABLE. Name and password of the PMS: --auth basic.`,
      })
    add('--http-header', name, value.trimEnd())
  }
  const secrets = fromVariables.map((text) => {
    const [, name = '', variable = ''] = /^([^=\s]{1,100})=([A-Za-z_]\w{0,99})$/.exec(text) ?? []
    if (name === '')
      throw new Fault('USAGE', '--http-header-from needs a header and a variable, such as X-Api-Key=PMS_API_KEY.')
    const value = readVariable(process.env, variable, 'NO_CREDENTIALS')?.value
    if (value === undefined)
      throw new Fault('NO_CREDENTIALS', `The environment variable ${variable} for the header ${name} is not set.`, {
        next: `Set ${variable}. Nothing was sent.`,
      })
    add('--http-header-from', name, value)
    learnSecret(value)
    return value
  })
  return { headers, secrets }
}
