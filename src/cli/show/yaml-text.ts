/** YAML for commands that need it: loaded only then. Named here, because a bundle gives a dynamic import of the package no names. */
export { isScalar, LineCounter, parse as parseYaml, parseDocument, stringify as writeYaml, visit } from 'yaml'
