// A plugin of the build: what the framework requires is loaded when it is used for the first time. A command uses a third of it.
import { readFileSync } from 'node:fs'

const REQUIRED = /^(?:const|var) (\w+_\d+) = ((?:__import(?:Default|Star)\()?require\("[^"\n]+"\)\)?);$/gm
const HANDED_ON = /^exports\.(\w+) = (__importStar\(require\("[^"\n]+"\)\));$/gm

/** A file as the compiler of the framework writes it, each `x_1.y` asking for `x_1` then. Lines stay where they are. */
export function askedForWhenUsed(text) {
  const names = [...text.matchAll(REQUIRED)].map(([, name]) => name)
  const asking = names.reduce(
    (result, name) =>
      result.replaceAll(new RegExp(`\\b(new )?${name}\\b(?! = )`, 'g'), (_, made) =>
        made === undefined ? `${name}()` : `new (${name}())`,
      ),
    text,
  )
  return asking
    .replaceAll(REQUIRED, (_, name, required) => `let _${name}; const ${name} = () => (_${name} ??= ${required});`)
    .replaceAll(
      HANDED_ON,
      (_, name, required) =>
        `let _${name}; Object.defineProperty(exports, "${name}", { enumerable: true, get: () => (_${name} ??= ${required}) });`,
    )
}

/** Ids of commands are small letters, digits, `-` and `:`, which stand in the same order by their codes; rules of languages cost 14 ms to begin with. */
export function inPlainOrder(text) {
  return text.replaceAll(
    /\.sort\(\((\w+), (\w+)\) => \1\.id\.localeCompare\(\2\.id\)\)/g,
    '.sort(($1, $2) => ($1.id < $2.id ? -1 : Number($1.id > $2.id)))',
  )
}

/** @type {import('esbuild').Plugin} */
export const frameworkWhenUsed = {
  name: 'framework-when-used',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@oclif[\\/](?:core|plugin-help)[\\/]lib[\\/].*\.js$/ }, ({ path: file }) => ({
      contents: askedForWhenUsed(inPlainOrder(readFileSync(file, 'utf8'))),
      loader: 'js',
    }))
  },
}
