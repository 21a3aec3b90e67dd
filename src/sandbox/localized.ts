import { lookupByCode } from './lookups.js'

/** A text in one language, as names and descriptions hold it. */
export interface LocalizedText {
  text: string
  languageId: number
}

export const DEFAULT_LANGUAGE = 'en'

/** The text in the wanted language (`de-AT` finds `de`), else in English, else the first there is. */
export function localized(texts: readonly LocalizedText[] | undefined, language: string): string | undefined {
  const wanted = [language, DEFAULT_LANGUAGE].map((code) => lookupByCode('language', code.toLowerCase().split(/[-_]/)[0] ?? '')?.id)
  const found = wanted.map((id) => texts?.find(({ languageId }) => languageId === id)).find((text) => text !== undefined)
  return (found ?? texts?.[0])?.text
}
