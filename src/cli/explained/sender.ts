import type { ContactFacts, MessageFacts, ReservationFacts } from '../../resnotif/index.js'

/** `ABC Hotel, 473 (type 13); channel Travel Today (type 7); amounts without a currency are CHF`; empty where nothing tells who sends it. */
export function senderText({
  requestor,
  currency,
  channels,
}: Pick<MessageFacts, 'requestor' | 'currency' | 'channels'>): string {
  const typed = (text: string, type: string | undefined): string =>
    text === '' ? '' : `${text}${type === undefined ? '' : ` (type ${type})`}`
  const named = (parts: readonly (string | undefined)[]): string =>
    parts.filter((part) => part !== undefined).join(', ')
  const sender = typed(named([requestor?.company, requestor?.id]), requestor?.type)
  const through = channels
    .map(({ type, company, code }) => typed(named([company, code]), type))
    .filter((text) => text !== '')
  const money = currency === undefined ? '' : `amounts without a currency are ${currency}`
  return [sender, ...through.map((text) => `channel ${text}`), money].filter((text) => text !== '').join('; ')
}

/** How somebody is reached: each e-mail address and number, then the postal address. */
export const contactTexts = ({ email, phone, emails, phones, address }: ContactFacts): (string | undefined)[] => [
  ...(emails ?? [email]),
  ...(phones ?? [phone]),
  address,
]

/** Ids, where there are several or one says who gave it. */
export function idTexts({ ids }: Pick<ReservationFacts, 'ids'>): string[] {
  const isPlain = ids.every(({ source, context }) => source === undefined && context === undefined)
  if (isPlain && new Set(ids.map(({ id }) => id)).size < 2) return []
  return ids.map(({ id, type, source, context }) => {
    const notes = [
      type === undefined ? '' : `type ${type}`,
      source === undefined ? '' : `of ${source}`,
      context === undefined ? '' : `context ${context}`,
    ].filter((part) => part !== '')
    return `${id}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
  })
}
