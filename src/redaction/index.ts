/** Finds secrets in foreign text, whatever they are written as. */

export { codeOfEntity } from './html-entities.js'
export {
  firstCharacters,
  forgetSecrets,
  learnGiven,
  learnSecret,
  MASK,
  valueWithoutSecrets,
  withoutSecrets,
} from './known-secrets.js'
export { isPlainlyHarmless, isPlainlyPath } from './plain-path.js'
export { createSecretFinder, isAscii, type SecretFinder, SHORTEST_SECRET } from './secret-finder.js'
