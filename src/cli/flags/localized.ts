import { Flags } from '@oclif/core'
import { Fault } from '../../errors.js'

/** The flag for names in several languages. */
export const nameFlag = {
  name: Flags.string({
    multiple: true,
    summary: 'Name as language:text, such as "en:Double room" (language by code, name or id); can be repeated',
    helpValue: '<language:text>',
  }),
}

/**
 * Reads `language:text` as flags give it; the language is an id, a code or a name.
 * @throws Fault USAGE where a value is not of that form
 */
export function localizedTexts(given: readonly string[]): { languageId: string; text: string }[] {
  return given.map((value) => {
    const [, language, text] = /^([^:\s][^:]*):(.+)$/s.exec(value) ?? []
    if (language === undefined || text === undefined)
      throw new Fault('USAGE', `--name needs language:text, such as "en:Double room", not "${value}".`)
    return { languageId: language.trim(), text: text.trim() }
  })
}
