/** Seasons and rules in YAML. */

export { ABSENT, readYaml, wholeText, yamlRows } from './yaml.js'
