import { lookupByCode } from './lookups.js'

/** A text in one language, as names and descriptions hold it. */
export interface LocalizedText {
  text: string
  languageId: number
}

export const DEFAULT_LANGUAGE = 'en'

/** Picks a text in the wanted language (`de-AT` finds `de`), else in English, else the first there is. */
export type PickText = (texts: readonly LocalizedText[] | undefined) => string | undefined

/** How texts are picked for one answer; the languages are looked up once. */
export function pickTextIn(language: string): PickText {
  const wanted = [language, DEFAULT_LANGUAGE].map(
    (code) => lookupByCode('language', code.toLowerCase().split(/[-_]/)[0] ?? '')?.id,
  )
  return (texts) => {
    const found = wanted
      .map((id) => texts?.find(({ languageId }) => languageId === id))
      .find((text) => text !== undefined)
    return (found ?? texts?.[0])?.text
  }
}
