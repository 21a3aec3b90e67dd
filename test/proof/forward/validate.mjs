/* What xmllint --noout --schema says, where there is no xmllint: the same library, and nothing of hubswitch. */
import { readFileSync } from 'node:fs'
import { ParseOption, XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm'

const [schema, ...files] = process.argv.slice(2)
const option = ParseOption.XML_PARSE_NONET
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schema), { option }))
for (const file of files) {
  const document = XmlDocument.fromBuffer(readFileSync(file), { option })
  try {
    validator.validate(document)
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error
    for (const { line, message } of error.details)
      process.stderr.write(`${file}:${line}: Schemas validity error : ${message.trim()}\n`)
  }
  document.dispose()
}
