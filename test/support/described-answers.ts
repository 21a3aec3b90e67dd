import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Shell } from './shell.js'

/** Documents held against what `commands --json` says of them. */
export interface Answers {
  /** What is wrong with the document of a command; undefined for the one that every failure prints. */
  faultsOf(command: string | undefined, data: unknown): string[]
  /** Commands whose document was held against its schema. */
  seen: Set<string>
}

interface Described {
  definitions: Record<string, object>
  failure: object
  commands: { command: string; answer?: { version: number; schema: object } }[]
}

/** Every schema as the command line prints it, compiled by a validator that shares no code with it. */
export async function describedAnswers(shell: Shell): Promise<Answers> {
  const { definitions, failure, commands } = (await shell.run('hubswitch commands --json')).json<Described>()
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const compiled = (schema: object) => ajv.compile({ ...schema, definitions })
  const known = new Map(
    commands.map(({ command, answer }) => {
      expect(answer, command).toMatchObject({ version: expect.any(Number) as number })
      return [command, compiled(answer?.schema ?? {})]
    }),
  )
  const ofFailure = compiled(failure)
  return {
    seen: new Set(),
    faultsOf(command, data) {
      const validate = command === undefined ? ofFailure : known.get(command)
      if (validate === undefined) return ['no such command']
      if (validate(data)) return []
      return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`).slice(0, 10)
    },
  }
}
