import { type CreateNodeOptions, Document, type DocumentOptions, stringify, type ToStringOptions, visit } from 'yaml'
import { acts, printableYaml } from '../../printable.js'

/** YAML for commands that need it: loaded only then. Named here, because a bundle gives a dynamic import of the package no names. */
export { isScalar, LineCounter, parse as parseYaml, parseDocument, visit } from 'yaml'

/**
 * A value as YAML that can be shown: control characters, and those that turn the text round or hide in it, are escapes in double quotes. What reads the YAML gets
 * the value as it was.
 */
export function writeYaml(value: unknown, options: DocumentOptions & CreateNodeOptions & ToStringOptions = {}): string {
  const text = stringify(value, options)
  // Lines of their own begin with one of these.
  if (!acts(text) && !/[|>]/.test(text)) return text
  const document = new Document(value, options)
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && (acts(node.value) || beginsBlank(node.value))) node.type = 'QUOTE_DOUBLE'
    },
  })
  return printableYaml(document.toString(options))
}

/** Whether the first of several lines is blank: written on lines of its own, such a text loses blanks. */
function beginsBlank(text: string): boolean {
  const end = text.indexOf('\n')
  return end >= 0 && text.slice(0, end).trim() === ''
}
