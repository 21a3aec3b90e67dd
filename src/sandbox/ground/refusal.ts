import type { Problem } from '../../contract/index.js'

/** A request that the sandbox turns down: HTTP status, words, the fields at fault. The dialect decides how it is written. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: Problem['details']

  /**
   * @param status HTTP status of wire default 7; the `/v1` family writes most of them as HTTP 200 with `success: false`
   * @param options.code the `/v1` family's word, such as INVALID_ROOM
   */
  constructor(status: number, message: string, options: { code?: string; details?: Problem['details'] } = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = options.code
    this.details = options.details ?? []
  }

  get problem(): Problem {
    return { message: this.message, ...(this.code === undefined ? {} : { code: this.code }), details: this.details }
  }
}
