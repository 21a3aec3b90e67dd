/** XML as a tree with places. */

export { inOneLine, withoutBlanks } from './blanks.js'
export { XmlBuilder } from './builder.js'
export {
  charsetOf,
  type DecodedXml,
  decodeXml,
  isMultiByte,
  isWindowsText,
  lettersNamed,
  SECOND_MARK,
  wideOf,
} from './decode.js'
export { XML_LIMITS } from './limits.js'
export { lineFeedOf } from './lines.js'
export { OTA_NAMESPACE } from './namespace.js'
export {
  attributeOf,
  childOf,
  childrenOf,
  descend,
  namespaceOf,
  nodeName,
  type Place,
  valueOf,
  walkNodes,
  walkStandard,
  type XmlAttribute,
  type XmlNode,
} from './node.js'
export { wholeNumber } from './numbers.js'
export { readXml, tellBreak, type XmlBreak, type XmlBreakKind } from './read-xml.js'
