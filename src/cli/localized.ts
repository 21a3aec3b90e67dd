import { Fault } from '../errors.js'

/**
 * Reads `languageId:text` as flags give it.
 * @throws Fault USAGE where a value is not of that form
 */
export function localizedTexts(given: readonly string[]): { languageId: number; text: string }[] {
  return given.map((value) => {
    const [, languageId, text] = /^(\d+):(.+)$/s.exec(value) ?? []
    if (languageId === undefined || text === undefined) throw new Fault('USAGE', `--name wants languageId:text, such as "1:Double room"; "${value}" is not that.`)
    return { languageId: Number(languageId), text: text.trim() }
  })
}
