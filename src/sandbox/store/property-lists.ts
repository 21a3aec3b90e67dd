import { domainToASCII } from 'node:url'
import type { Database } from '../../sql/index.js'

export interface PropertyList {
  id: number
  domain: string
  name: string
  /** Holds every property, whether it has members or not. */
  isEverything: boolean
}

interface Row {
  id: number
  domain: string
  name: string
  is_everything: number
}

const toList = (row: Row): PropertyList => ({
  id: row.id,
  domain: row.domain,
  name: row.name,
  isEverything: row.is_everything === 1,
})

const SELECT = 'SELECT id, domain, name, is_everything FROM property_lists'

/** One spelling for every way to write a domain name: lower case, other scripts in their ASCII form. */
const canonical = (domain: string): string => domainToASCII(domain) || domain.toLowerCase()

/** Lists of properties, each known by the domain name of the site that shows it. */
export class PropertyListStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  byId(id: number): PropertyList | undefined {
    return this.#one('id', id)
  }

  /** The list of exactly this domain. */
  byDomain(domain: string): PropertyList | undefined {
    return this.#one('domain', canonical(domain))
  }

  /** The list of the domain, else of the nearest parent domain that has one. */
  nearestTo(domain: string): PropertyList | undefined {
    const labels = canonical(domain).split('.')
    for (let at = 0; at < labels.length; at += 1) {
      const found = this.#one('domain', labels.slice(at).join('.'))
      if (found !== undefined) return found
    }
    return undefined
  }

  add(domain: string, name: string): number {
    return this.#db.run('INSERT INTO property_lists (domain, name) VALUES (?, ?)', canonical(domain), name)
      .lastInsertRowid
  }

  /** Adds members; one that is there already stays. */
  addMembers(listId: number, propertyIds: readonly number[]): void {
    this.#db.run(
      'INSERT OR IGNORE INTO property_list_members SELECT ?, value FROM json_each(?)',
      listId,
      JSON.stringify(propertyIds),
    )
  }

  #one(column: 'id' | 'domain', value: string | number): PropertyList | undefined {
    const row = this.#db.get<Row>(`${SELECT} WHERE ${column} = ?`, value)
    return row === undefined ? undefined : toList(row)
  }
}
