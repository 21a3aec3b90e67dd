/** The labels that an overlay names. */
export interface OwnLabels {
  failure: readonly string[]
  success: readonly string[]
}
