/** What a captured message may be at most. A message of a hundred rooms for a month stays below; what is beyond costs nobody time. */
export const XML_LIMITS = {
  characters: 32_000_000,
  depth: 128,
  /** Elements and attributes together. */
  nodes: 150_000,
  attributes: 60_000,
  /** Of one element; the schema knows none with more than 60. */
  attributesPerElement: 200,
  textPerNode: 10_000,
} as const
