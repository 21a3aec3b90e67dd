import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SqlValue } from '../../sql/index.js'

/** A row of any table, by column. */
export type Row = Record<string, SqlValue>

/** What a blob is written as: JSON has no bytes. */
interface Blob {
  $: string
}

/** Rows of several tables as bytes, packed. */
export function packRows(tables: Readonly<Record<string, readonly Row[]>>): Uint8Array {
  const text = JSON.stringify(tables, (_, value: unknown) =>
    value instanceof Uint8Array
      ? ({ $: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') } satisfies Blob)
      : value,
  )
  return deflateRawSync(text, { level: 1 })
}

/** The rows again. */
export function unpackRows(bytes: Uint8Array): Record<string, Row[]> {
  const text = inflateRawSync(bytes).toString('utf8')
  return JSON.parse(text, (_, value: unknown) =>
    isBlob(value) ? new Uint8Array(Buffer.from(value.$, 'base64')) : value,
  ) as Record<string, Row[]>
}

function isBlob(value: unknown): value is Blob {
  return typeof value === 'object' && value !== null && '$' in value
}
