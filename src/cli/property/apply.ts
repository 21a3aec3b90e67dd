import type { ClientInput } from '../../client/index.js'
import { checkValue, type LookupName, withIds } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { LARGEST, readBounded } from '../../given-file.js'
import {
  type ApplyPlan,
  type ApplyStep,
  type Call,
  documentOf,
  planApply,
  PropertyFile,
  type PropertyFileData,
  provenId,
  readByHubId,
  readProperty,
} from '../../property-file/index.js'
import { readBodyFile } from '../flags/index.js'
import { writeYaml } from '../show/index.js'
import { type CreateOptions, createProperty } from './create.js'
import { foldedId, refuseOtherCase } from './other-case.js'
import { LineCounter, parseDocument as parseYaml } from 'yaml'

/** A property as a document and as its YAML text. The same property gives the same bytes. */
export async function exportProperty(
  call: Call,
  id: number | string,
  { withIds: keepIds }: { withIds: boolean },
): Promise<{ document: PropertyFileData; yaml: string }> {
  const document = documentOf(await readProperty(call, id), { withIds: keepIds })
  return { document, yaml: writeDocument(document) }
}

export function writeDocument(document: PropertyFileData): string {
  return writeYaml(document, { lineWidth: 0, aliasDuplicateObjects: false })
}

/**
 * Reads a document; names of languages, types and the like become ids.
 * @throws Fault INVALID_INPUT with file, line, field, reason and remedy
 */
export async function readDocument(
  file: string,
  idOf: (lookup: LookupName, name: string, field: string) => Promise<number>,
): Promise<PropertyFileData> {
  const body = await withIds(PropertyFile, await readBodyFile(file, { schema: PropertyFile }), idOf)
  const checked = checkValue(PropertyFile, body)
  if (checked.ok) return checked.value
  const lines = await linesOf(file)
  throw new Fault('INVALID_INPUT', `${file} is not a valid property document.`, {
    findings: checked.findings.map((finding) => ({ file, ...lines(finding.field), ...finding })),
  })
}

/** Finds the line of a field in a file; standard input cannot be read twice and has none. */
async function linesOf(file: string): Promise<(field: string | undefined) => { line?: number }> {
  if (file === '-') return () => ({})
  const source = (await readBounded(file, LARGEST.document)).toString('utf8')
  const lines = new LineCounter()
  const document = parseYaml(source, { lineCounter: lines, prettyErrors: false })
  return (field) => {
    const path = [...(field ?? '').matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part))
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node = document.getIn(path.slice(0, depth), true) as { range?: [number, number, number] } | undefined
      if (node?.range !== undefined) return { line: lines.linePos(node.range[0]).line }
    }
    return {}
  }
}

/** A document and the file that it was read from. */
export interface ReadDocument {
  file: string
  document: PropertyFileData
}

/**
 * Two documents of one property would create or change it twice.
 * @throws Fault INVALID_INPUT naming both files
 */
export async function refuseSameProperty(documents: readonly ReadDocument[]): Promise<void> {
  for (const [at, { file, document }] of documents.entries()) {
    const { hubSwitchId } = document.property
    const earlier = documents
      .slice(0, at)
      .find((one) => foldedId(one.document.property.hubSwitchId) === foldedId(hubSwitchId))
    if (earlier === undefined) continue
    const field = 'property.hubSwitchId'
    const findings = await Promise.all(
      [earlier.file, file].map(async (name) => ({
        file: name,
        ...(await linesOf(name))(field),
        field,
        value: hubSwitchId,
        reason: 'is in both',
      })),
    )
    const capitals = earlier.document.property.hubSwitchId === hubSwitchId ? '' : ' (capitals aside)'
    throw new Fault(
      'INVALID_INPUT',
      `${earlier.file} and ${file} describe the same property, ${hubSwitchId}${capitals}.`,
      { findings, next: 'Give one of them, or another hubSwitchId. Nothing was sent.' },
    )
  }
}

export interface PlannedApply extends ApplyPlan {
  file: string
  hubSwitchId: string
  /** Undefined where the property must be created first. */
  propertyId: number | undefined
}

/**
 * Compares a document with the service. Reads only.
 * @throws Fault INVALID_INPUT with file and line, where it cannot be told what of it is there already or no update can make it so; GUARD_RAIL where its hubSwitchId is there in
 * other capitals
 */
export async function planDocument(call: Call, file: string, document: PropertyFileData): Promise<PlannedApply> {
  const { hubSwitchId } = document.property
  const current = await readByHubId(call, hubSwitchId)
  try {
    if (current === undefined) await refuseOtherCase(call, hubSwitchId, 'property.hubSwitchId')
    return { file, hubSwitchId, propertyId: current?.id, ...planApply(document, current) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const lines = await linesOf(file)
    throw new Fault(error.code, error.message, {
      next: error.next,
      facts: error.facts,
      findings: error.findings.map((finding) => ({ file, ...lines(finding.field), ...finding })),
    })
  }
}

type Waiting = Pick<CreateOptions, 'tell' | 'signal'>

/** Sends the steps in order. A fault says how many were done; running the same command again goes on from there. */
export async function runApply(
  call: Call,
  { steps, propertyId: known }: PlannedApply,
  { done, ...waiting }: Waiting & { done: (step: ApplyStep) => void },
): Promise<number | undefined> {
  let propertyId = known
  for (const [at, step] of steps.entries()) {
    try {
      propertyId = (await send(call, step, propertyId, waiting)) ?? propertyId
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      throw new Fault(error.code, `${step.label}: ${error.message}`, {
        findings: error.findings,
        next:
          at === 0
            ? error.next
            : `${at} of ${steps.length} steps are done. ${error.next} Then run the same command again: it sends only what still differs.`,
        facts: { ...error.facts, stepsDone: at, steps: steps.length },
      })
    }
    done(step)
  }
  return propertyId
}

/** Sends one step; answers the id of a property that it created. */
async function send(
  call: Call,
  { call: key, body, unitId }: ApplyStep,
  id: number | undefined,
  waiting: Waiting,
): Promise<number | undefined> {
  if (key === 'property.create') return createdId(call, body as ClientInput<'property.create'>['body'], waiting)
  const propertyId = id as number
  if (key === 'property.update') await call('property.update', { params: { id: propertyId }, body })
  else if (key === 'propertyInfo.set') await call('propertyInfo.set', { body: { ...body, propertyId } })
  else if (key === 'unit.add') await call('unit.add', { body: { ...body, propertyId } })
  else await call('unit.update', { params: { id: unitId as number }, body })
  return undefined
}

async function createdId(call: Call, body: ClientInput<'property.create'>['body'], waiting: Waiting): Promise<number> {
  const { property } = await createProperty(call, body, waiting)
  return provenId(property.id, `the property ${body.hubSwitchId} that was created`)
}
