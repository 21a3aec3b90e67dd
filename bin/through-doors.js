// A plugin of the build: what a file takes through the index.ts of a room is taken from the file that has it, so that a command loads no more than it uses.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const STATEMENT = /^(import|export) (type )?\{([^}]*)\} from '(\.[^']*\/index\.js)'$/gm

/** @typedef {{ name: string, as: string, isType: boolean }} Name */

/** @param {string} list @returns {Name[]} */
function namesIn(list) {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [name, as = name] = part
        .replace(/^type /, '')
        .split(' as ')
        .map((word) => word.trim())
      return { name, as, isType: part.startsWith('type ') }
    })
}

const sourceOf = (from, specifier) => path.resolve(path.dirname(from), specifier).replace(/\.js$/, '.ts')
const doors = new Map()

/** What a door hands on: name → file and the name there. */
function handedOn(door) {
  const known = doors.get(door)
  if (known !== undefined) return known
  const found = new Map()
  doors.set(door, found)
  for (const [, , list, specifier] of readFileSync(door, 'utf8').matchAll(
    /^export (type )?\{([^}]*)\} from '(\.[^']*)'$/gm,
  )) {
    for (const { name, as } of namesIn(list)) found.set(as, { file: sourceOf(door, specifier), name })
  }
  return found
}

function originOf(file, name) {
  const next = path.basename(file) === 'index.ts' ? handedOn(file).get(name) : undefined
  return next === undefined ? { file, name } : originOf(next.file, next.name)
}

function straight(file, text) {
  return text.replace(STATEMENT, (statement, verb, type, list, specifier) => {
    const door = sourceOf(file, specifier)
    if (type !== undefined || !existsSync(door)) return statement
    const taken = namesIn(list)
      .filter(({ isType }) => !isType)
      .map(({ name, as }) => {
        const origin = originOf(door, name)
        const relative = path
          .relative(path.dirname(file), origin.file)
          .replaceAll(path.sep, '/')
          .replace(/\.ts$/, '.js')
        return `${verb} { ${origin.name}${origin.name === as ? '' : ` as ${as}`} } from '${relative.startsWith('.') ? relative : `./${relative}`}'`
      })
    // On one line: places in a stack trace stay true.
    return taken.join('; ')
  })
}

/** @type {import('esbuild').Plugin} */
export const throughDoors = {
  name: 'through-doors',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => ({
      contents: straight(file, readFileSync(file, 'utf8')),
      loader: 'ts',
    }))
  },
}
