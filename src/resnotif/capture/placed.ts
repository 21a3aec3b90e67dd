import type { CapturedPart } from './parts.js'
import type { LineColumn } from './places.js'

/** Findings of a message with their places in the file that it was captured in, those of the nodes that they list as well. */
export function placeFindings<F extends LineColumn & { nodes?: LineColumn[] | undefined }>(
  { isWhole, placeOf }: Pick<CapturedPart, 'isWhole' | 'placeOf'>,
  findings: readonly F[],
): F[] {
  if (isWhole) return [...findings]
  return findings.map((finding) => ({
    ...finding,
    ...placeOf(finding),
    ...(finding.nodes === undefined ? {} : { nodes: finding.nodes.map((node) => ({ ...node, ...placeOf(node) })) }),
  }))
}
