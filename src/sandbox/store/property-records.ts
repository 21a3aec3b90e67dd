import type { Database } from '../../sql/index.js'
import { ChangeLog } from '../ground/index.js'

export interface StoredFacility {
  /** Id of the facility metadata. */
  facilityId: number
  /** Id of the identifier source that told it. */
  sourceId: number
  value?: string | number | boolean | undefined
}

export interface StoredMedia {
  id: number
  url: string
  /** Id of the media type. */
  typeId: number
  isMain: boolean
  isLogo: boolean
  sortOrder: number
}

export interface StoredIdentifier {
  sourceId: number
  identifier: string
  url?: string | undefined
}

export interface StoredReview {
  sourceId: number
  rating?: number | undefined
  ratingMax?: number | undefined
  reviewCount?: number | undefined
  url?: string | undefined
  lastUpdate?: string | undefined
}

interface MediaRow {
  id: number
  property_id: number
  url: string
  type_id: number
  is_main: number
  is_logo: number
  sort_order: number
}

interface ReviewRow {
  source_id: number
  rating: number | null
  rating_max: number | null
  review_count: number | null
  url: string | null
  last_update: string | null
}

const MEDIA = 'SELECT id, property_id, url, type_id, is_main, is_logo, sort_order FROM property_media'

const toMedia = (row: MediaRow): StoredMedia => ({
  id: row.id,
  url: row.url,
  typeId: row.type_id,
  isMain: row.is_main === 1,
  isLogo: row.is_logo === 1,
  sortOrder: row.sort_order,
})

/** What is kept of a property beside its record: facilities, media, identifiers, external reviews. */
export class PropertyRecordStore {
  readonly #db: Database
  readonly #changes: ChangeLog

  constructor(db: Database) {
    this.#db = db
    this.#changes = new ChangeLog(db)
  }

  /** Facilities in the order of their ids. */
  facilities(propertyId: number): StoredFacility[] {
    const rows = this.#db.all<{ facility_id: number; source_id: number; value: string | null }>(
      'SELECT facility_id, source_id, value FROM property_facilities WHERE property_id = ? ORDER BY facility_id',
      propertyId,
    )
    return rows.map(({ facility_id: facilityId, source_id: sourceId, value }) => ({
      facilityId,
      sourceId,
      ...(value === null ? {} : { value: JSON.parse(value) as string | number | boolean }),
    }))
  }

  putFacilities(propertyId: number, facilities: readonly StoredFacility[]): void {
    const rows = facilities.map(({ facilityId, sourceId, value }) => [
      facilityId,
      sourceId,
      value === undefined ? null : JSON.stringify(value),
    ])
    this.#db.run('DELETE FROM property_facilities WHERE property_id = ?', propertyId)
    this.#db.run(
      'INSERT OR REPLACE INTO property_facilities (property_id, facility_id, source_id, value) SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)',
      propertyId,
      JSON.stringify(rows),
    )
    this.#changes.property('features', propertyId)
  }

  /** Pictures and logos in their order. */
  media(propertyId: number): StoredMedia[] {
    return this.#db.all<MediaRow>(`${MEDIA} WHERE property_id = ? ORDER BY sort_order, id`, propertyId).map(toMedia)
  }

  /** The media of many properties at once, by property id. */
  mediaOf(propertyIds: readonly number[]): Map<number, StoredMedia[]> {
    const rows = this.#db.all<MediaRow>(
      `${MEDIA} WHERE property_id IN (SELECT value FROM json_each(?)) ORDER BY property_id, sort_order, id`,
      JSON.stringify(propertyIds),
    )
    const byProperty = new Map<number, StoredMedia[]>(propertyIds.map((id) => [id, []]))
    for (const row of rows) byProperty.get(row.property_id)?.push(toMedia(row))
    return byProperty
  }

  addMedia(propertyId: number, media: readonly Omit<StoredMedia, 'id'>[]): void {
    const rows = media.map(({ url, typeId, isMain, isLogo, sortOrder }) => [
      url,
      typeId,
      isMain ? 1 : 0,
      isLogo ? 1 : 0,
      sortOrder,
    ])
    this.#db.run(
      `INSERT INTO property_media (property_id, url, type_id, is_main, is_logo, sort_order)
       SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
      propertyId,
      JSON.stringify(rows),
    )
  }

  identifiers(propertyId: number): StoredIdentifier[] {
    const rows = this.#db.all<{ source_id: number; identifier: string; url: string | null }>(
      'SELECT source_id, identifier, url FROM property_identifiers WHERE property_id = ? ORDER BY source_id',
      propertyId,
    )
    return rows.map(({ source_id: sourceId, identifier, url }) => ({
      sourceId,
      identifier,
      ...(url === null ? {} : { url }),
    }))
  }

  putIdentifier(propertyId: number, { sourceId, identifier, url }: StoredIdentifier): void {
    this.#db.run(
      'INSERT OR REPLACE INTO property_identifiers VALUES (?, ?, ?, ?)',
      propertyId,
      sourceId,
      identifier,
      url ?? null,
    )
  }

  reviews(propertyId: number): StoredReview[] {
    const rows = this.#db.all<ReviewRow>(
      'SELECT source_id, rating, rating_max, review_count, url, last_update FROM property_reviews WHERE property_id = ? ORDER BY id',
      propertyId,
    )
    return rows.map(
      ({
        source_id: sourceId,
        rating,
        rating_max: ratingMax,
        review_count: reviewCount,
        url,
        last_update: lastUpdate,
      }) => ({
        sourceId,
        rating: rating ?? undefined,
        ratingMax: ratingMax ?? undefined,
        reviewCount: reviewCount ?? undefined,
        url: url ?? undefined,
        lastUpdate: lastUpdate ?? undefined,
      }),
    )
  }

  addReview(propertyId: number, { sourceId, rating, ratingMax, reviewCount, url, lastUpdate }: StoredReview): void {
    this.#db.run(
      'INSERT INTO property_reviews (property_id, source_id, rating, rating_max, review_count, url, last_update) VALUES (?, ?, ?, ?, ?, ?, ?)',
      propertyId,
      sourceId,
      rating ?? null,
      ratingMax ?? null,
      reviewCount ?? null,
      url ?? null,
      lastUpdate ?? null,
    )
  }
}
