/** What was asked, in the names of the contract. */
export interface Asked {
  params?: unknown
  query?: unknown
  body?: unknown
  /** The entries of a batch, read from what was sent when an answer speaks of some: most name none. Absent where `body` holds them. */
  entries?: () => readonly unknown[]
}
