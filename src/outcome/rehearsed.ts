/** What a request would have been that was not sent, without a secret. */
export interface ShownRequest {
  method: string
  url: string
  /** Parsed JSON, in the names of the service. */
  body?: unknown
}

/** Thrown in place of sending a request that changes something, where a client only rehearses. No failure: nothing was tried. */
export class Rehearsed extends Error {
  constructor(readonly request: ShownRequest) {
    super('Nothing was sent.')
    this.name = 'Rehearsed'
  }
}
