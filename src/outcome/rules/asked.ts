/** What was asked, in the names of the contract. */
export interface Asked {
  params?: unknown
  query?: unknown
  body?: unknown
}
