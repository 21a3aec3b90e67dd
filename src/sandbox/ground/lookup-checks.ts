import type { Problem } from '../../contract/index.js'
import { lookupById, type LookupName } from './lookups.js'
import { Refusal } from './refusal.js'

/** Gathers the fields of a request that name something no lookup list holds. */
export class LookupChecks {
  readonly #details: Problem['details'] = []

  /** Checks an id where the request has one. */
  id(list: LookupName, field: string, id: number | undefined): void {
    if (id !== undefined && lookupById(list, id) === undefined)
      this.fail(field, `names no ${WORDS[list]} that exists (${id})`)
  }

  /** Checks each id of a list. */
  ids(list: LookupName, field: string, ids: readonly number[] = []): void {
    ids.forEach((id, at) => this.id(list, `${field}[${at}]`, id))
  }

  fail(field: string, message: string): void {
    this.#details.push({ field, message })
  }

  /** @throws Refusal 400 naming every field that failed */
  done(): void {
    const [first] = this.#details
    if (first !== undefined) throw new Refusal(400, `${first.field} ${first.message}.`, { details: this.#details })
  }
}

const WORDS: Record<LookupName, string> = {
  unitType: 'unit type',
  paymentType: 'payment type',
  phoneType: 'phone type',
  emailType: 'e-mail type',
  propertyType: 'property type',
  language: 'language',
  currency: 'currency',
  country: 'country',
  facility: 'facility filter',
  brand: 'brand',
  mediaType: 'media type',
}
