/** What a person reads under a page that does not hold everything; undefined where it does. */
export function pageFooter({ content, pageNumber, totalElements }: { content: readonly unknown[]; pageNumber: number; totalElements: number }): string | undefined {
  if (content.length >= totalElements) return undefined
  return `${content.length} of ${totalElements}, page ${pageNumber} (the first is 0).`
}
