/** YAML for commands that need it: loaded only then. Named here, because a bundle gives a dynamic import of the package no names. */
export { parse as parseYaml, stringify as writeYaml } from 'yaml'
