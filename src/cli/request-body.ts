import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import { Flags } from '@oclif/core'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { Fault } from '../errors.js'
import { type SchemaFlagOptions, fieldsFromFlags } from './schema-flags.js'

/** Flags of every command that sends a body. */
export const bodyFlags = {
  file: Flags.string({ char: 'f', summary: 'Read the body from a YAML or JSON file; - reads standard input', helpValue: '<file>' }),
  set: Flags.string({ multiple: true, summary: 'Set one field of the body, such as names[0].text=Seaview; may be repeated', helpValue: '<path=value>' }),
}

type Body = Record<string, unknown>

/**
 * Puts a body together: the file, then flags over it, then each `--set` over both.
 * @throws Fault INVALID_INPUT for a file that cannot be read or holds no object; USAGE for a `--set` that makes no sense
 */
export async function readBody(schema: z.ZodType, flags: Readonly<Record<string, unknown>>, options: SchemaFlagOptions = {}): Promise<Body> {
  const file = flags['file'] as string | undefined
  const body = file === undefined ? {} : await readBodyFile(file)
  Object.assign(body, fieldsFromFlags(schema, flags, options))
  for (const assignment of (flags['set'] as string[] | undefined) ?? []) setField(body, assignment)
  return body
}

/** Reads one YAML or JSON object. `-` is standard input. */
export async function readBodyFile(file: string): Promise<Body> {
  const shown = file === '-' ? 'standard input' : file
  const source = await (file === '-' ? readStream(process.stdin) : readFile(file, 'utf8')).catch((cause: NodeJS.ErrnoException) => {
    throw new Fault('INVALID_INPUT', cause.code === 'ENOENT' ? `There is no file ${shown}.` : `${shown} cannot be read (${cause.code ?? 'unknown reason'}).`, {
      next: 'Check the name. Nothing was sent.',
    })
  })
  const data = parseDocument(shown, source)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new Fault('INVALID_INPUT', `${shown} holds no object. Write one field per line, such as "name: Seaview Hotel".`)
  }
  return data as Body
}

function parseDocument(shown: string, source: string): unknown {
  try {
    return parseYaml(source, { maxAliasCount: 100 }) as unknown
  } catch (cause) {
    const { linePos, message } = cause as { linePos?: [{ line: number; col: number }]; message: string }
    throw new Fault('INVALID_INPUT', `${shown} is no valid YAML or JSON.`, {
      findings: [{ file: shown, ...(linePos === undefined ? {} : { line: linePos[0].line }), reason: message.split('\n')[0]?.replace(/ at line.*$/, '') ?? 'cannot be read' }],
    })
  }
}

/** Applies `path=value`; the value is read as YAML, so `true`, `12` and `[1,2]` are what they look like. */
export function setField(body: Body, assignment: string): void {
  const at = assignment.indexOf('=')
  const keys = at < 1 ? [] : [...assignment.slice(0, at).matchAll(/[^.[\]]+/g)].map(([key]) => key)
  if (keys.length === 0 || keys.some((key) => key === '__proto__')) throw new Fault('USAGE', `--set wants path=value, such as name=Seaview; "${assignment}" is not that.`)
  let target: Body | unknown[] = body
  keys.slice(0, -1).forEach((key, i) => {
    const holder = target as Body
    if (typeof holder[key] !== 'object' || holder[key] === null) holder[key] = /^\d+$/.test(keys[i + 1] as string) ? [] : {}
    target = holder[key] as Body
  })
  ;(target as Body)[keys.at(-1) as string] = parseDocument(`--set ${assignment.slice(0, at)}`, assignment.slice(at + 1)) ?? ''
}
