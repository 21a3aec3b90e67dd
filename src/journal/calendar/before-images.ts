import { align, FieldSets, type NightFields, type Segment } from '../../calendar/index.js'
import { type Database, insertRows, rowDigest, type SqlValue } from '../../sql/index.js'
import { type CellBlock, decodeBlock, encodeBlock, type SeriesRanges, type StoredBlock } from '../packed/index.js'

/** One layer that a run laid over the cells of a room and plan, and what was known of them before. */
export interface BeforeImage {
  /** '' means all active rooms. */
  room: string
  /** '' means no rate plan. */
  plan: string
  /** What was known of the fields that were set. A night or field that is missing was unknown. */
  before: Segment<NightFields>[]
  laid: Segment<NightFields>[]
}

/** A layer and the run that laid it. */
export interface LaidLayer extends BeforeImage {
  run: number
}

/** A layer as it is stored. */
export interface StoredLayer extends Pick<SeriesRanges, 'room' | 'plan'> {
  laid: StoredBlock
}

const BEFORE = 'before (run, hotel, plan, room, head, ints, laid_head, laid_ints, digest)'

interface ImageRow {
  room: string
  plan: string
  head: string
  ints: Uint8Array
  laid_head: string
  laid_ints: Uint8Array
}

/** What runs have overwritten, so that they can be undone. */
export class BeforeImages {
  constructor(private readonly database: Database) {}

  /**
   * Keeps what is known of the cells that a layer is about to set. Call it in the transaction that sets them.
   * @param laid the layer as it is stored
   */
  keep(
    run: number,
    hotel: string,
    known: CellBlock | undefined,
    layer: SeriesRanges,
    { fields, laid }: { fields: readonly NightFields[]; laid: StoredBlock },
  ): void {
    const before = encodeBlock(restricted(known, layer, fields))
    insertRows(this.database, BEFORE, [rowOf(run, hotel, { room: layer.room, plan: layer.plan, laid }, before)])
  }

  /** Keeps that nothing is known of the cells that layers are about to set. */
  keepNone(run: number, hotel: string, layers: readonly StoredLayer[]): void {
    insertRows(
      this.database,
      BEFORE,
      layers.map((layer) => rowOf(run, hotel, layer, { head: emptyHead(layer), ints: EMPTY.ints })),
    )
  }

  /** The hotels of which a run has set cells. */
  hotels(run: number): string[] {
    return this.database
      .all<{ hotel: string }>('SELECT DISTINCT hotel FROM before WHERE run = ? ORDER BY hotel', run)
      .map(({ hotel }) => hotel)
  }

  /** The layers of a run on a hotel, in the order in which they were laid. */
  of(run: number, hotel: string): BeforeImage[] {
    const rows = this.database.all<ImageRow>(
      'SELECT room, plan, head, ints, laid_head, laid_ints FROM before WHERE run = ? AND hotel = ? ORDER BY id',
      run,
      hotel,
    )
    return rows.map(imageOf)
  }

  /** The layers of all runs on a hotel since the first one of this run or a later one, its own too, in the order in which they were laid. */
  *since({ target, kind, hotel }: { target: number; kind: string; hotel: string }, run: number): Iterable<LaidLayer> {
    const rows = this.database.iterate<ImageRow & { run: number }>(
      `SELECT before.run AS run, before.room AS room, before.plan AS plan, before.head AS head, before.ints AS ints, laid_head, laid_ints FROM run JOIN before ON before.run = run.id
       WHERE run.target = ?1 AND run.kind = ?2 AND before.hotel = ?3 AND before.id >= (SELECT min(id) FROM before WHERE run >= ?4 AND hotel = ?3) ORDER BY before.id`,
      target,
      kind,
      hotel,
      run,
    )
    for (const row of rows) yield { run: row.run, ...imageOf(row) }
  }
}

function rowOf(run: number, hotel: string, { room, plan, laid }: StoredLayer, before: StoredBlock): SqlValue[] {
  const { head, ints } = before
  const digest = rowDigest('before', [run, hotel, plan, room, head, laid.head], [ints, laid.ints])
  return [run, hotel, plan, room, head, ints, laid.head, laid.ints, digest]
}

function imageOf({ room, plan, head, ints, laid_head, laid_ints }: ImageRow): BeforeImage {
  return {
    room,
    plan,
    before: segmentsOf({ head, ints }),
    laid: segmentsOf({ head: laid_head, ints: laid_ints }),
  }
}

function segmentsOf(stored: { head: string; ints: Uint8Array }): Segment<NightFields>[] {
  const { series, fields } = decodeBlock(stored)
  return (series[0]?.ranges ?? []).map(({ from, until, value }) => ({
    from,
    until,
    value: fields[value] as NightFields,
  }))
}

/** A block of nothing as it is stored. */
const EMPTY = encodeBlock({ series: [], fields: [] })
const HEAD_OF_EMPTY = '{"s":['

/** What `encodeBlock` makes of a series without ranges: thousands of hotels are set for the first time in one push. */
function emptyHead({ room, plan }: Pick<SeriesRanges, 'room' | 'plan'>): string {
  return `${HEAD_OF_EMPTY}[${JSON.stringify(room)},${JSON.stringify(plan)},0]${EMPTY.head.slice(HEAD_OF_EMPTY.length)}`
}

function nothing({ room, plan }: Pick<SeriesRanges, 'room' | 'plan'>): CellBlock {
  return { series: [{ room, plan, ranges: [] }], fields: [] }
}

/** The known values of just those fields that the layer sets. */
function restricted(known: CellBlock | undefined, layer: SeriesRanges, fields: readonly NightFields[]): CellBlock {
  if (known === undefined) return nothing(layer)
  const sets = new FieldSets()
  const kept: Segment<number>[] = []
  align(layer.ranges, known.series[0]?.ranges ?? [], (from, until, set, held) => {
    if (set === undefined || held === undefined) return
    const before = known.fields[held] as NightFields
    const names = Object.keys(fields[set] as NightFields).filter((name) => before[name] !== undefined)
    if (names.length > 0)
      kept.push({
        from,
        until,
        value: sets.idOf(Object.fromEntries(names.map((name) => [name, before[name] as string]))),
      })
  })
  return {
    series: [{ room: layer.room, plan: layer.plan, ranges: kept }],
    fields: Array.from({ length: sets.size }, (_, id) => sets.fieldsOf(id)),
  }
}
