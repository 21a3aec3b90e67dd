import { valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'

/** Values of elements as facts have them: without the blanks around them, and left out where they are empty. */

const TEXT_MAX = 500

export const told = (text: string | undefined): string | undefined => {
  const plain = text === undefined ? undefined : withoutBlanks(text).slice(0, TEXT_MAX)
  return plain === undefined || plain === '' ? undefined : plain
}

export const optional = <K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { [key in K]?: V }

export const value = (node: XmlNode | undefined, name: string): string | undefined => told(valueOf(node, name))
