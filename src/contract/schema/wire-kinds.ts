import * as z from '../../zod/index.js'
import type { Finding } from '../../errors.js'
import { firstCharacters } from '../../redaction/index.js'
import { coreSchema } from './walk.js'

/** Finds the values of one body that are text where the interface wants an integer literal. */
export type WireCheck = (body: unknown) => Finding[]

type Visit = (value: unknown, place: string, findings: Finding[]) => void

const FINDINGS_MAX = 20

/**
 * The check of a body's integers. The schemas of the contract take digits as text as well, because a program hands ids in that way; on the
 * wire they are integers.
 * @returns undefined where a body holds no such field
 */
export function compileWireCheck(schema: z.ZodType): WireCheck | undefined {
  const visit = visitorOf(schema)
  if (visit === undefined) return undefined
  return (body) => {
    const findings: Finding[] = []
    visit(body, '', findings)
    return findings
  }
}

function visitorOf(schema: z.ZodType): Visit | undefined {
  if (isWireInteger(schema)) return visitInteger
  const core = coreSchema(schema)
  if (core !== schema && isWireInteger(core)) return visitInteger
  if (core instanceof z.ZodArray) return visitorOfList(core.element as z.ZodType)
  if (!(core instanceof z.ZodObject)) return undefined
  const fields = Object.entries(core.shape as Record<string, z.ZodType>).flatMap(([name, field]): [string, Visit][] => {
    const visit = visitorOf(field)
    return visit === undefined ? [] : [[name, visit]]
  })
  if (fields.length === 0) return undefined
  return (value, place, findings) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, visit] of fields)
      if (Object.hasOwn(value, name))
        visit((value as Record<string, unknown>)[name], place === '' ? name : `${place}.${name}`, findings)
  }
}

function visitorOfList(element: z.ZodType): Visit | undefined {
  const visit = visitorOf(element)
  if (visit === undefined) return undefined
  return (value, place, findings) => {
    if (Array.isArray(value)) value.forEach((item, at) => visit(item, `${place}[${at}]`, findings))
  }
}

/** A mark may stand on the field itself or inside `optional` and `default`. */
function isWireInteger(schema: z.ZodType): boolean {
  const wire = schema.meta()?.['wire'] as { type?: string } | undefined
  if (wire !== undefined) return wire.type === 'integer'
  return (
    (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) &&
    isWireInteger(schema.unwrap() as z.ZodType)
  )
}

const visitInteger: Visit = (value, place, findings) => {
  if (typeof value !== 'string' || findings.length >= FINDINGS_MAX) return
  findings.push({ field: place, value: firstCharacters(value, 80), reason: 'must be an integer, not text' })
}
