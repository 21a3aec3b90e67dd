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

/** It compares versions with a library at each start and cannot find its own package.json in a bundle: bin/with-setup.js and npm look at the version of Node. */
export function withoutVersionCheck(text) {
  return text.replace(/^checkNodeVersion\(\);$/m, '')
}

/** Whether this is Linux on Windows is asked at each start; the rest of that package, which starts PowerShell, loads Node's child processes. */
const IS_WSL = `
import isWsl from 'is-wsl'
export { isWsl }
export const powerShellPath = async () => (await import('powershell-utils')).powerShellPath()
`

/** What each part of the framework tells of itself with DEBUG set; without it nobody hears it. */
const DEBUG_WHEN_SET = `
module.exports = process.env.DEBUG === undefined ? () => Object.assign(() => undefined, { enabled: false }) : require('debug')
`

/** @type {import('esbuild').Plugin} */
export const frameworkWhenUsed = {
  name: 'framework-when-used',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]@oclif[\\/](?:core|plugin-help)[\\/]lib[\\/].*\.js$/ }, ({ path: file }) => ({
      contents: askedForWhenUsed(withoutVersionCheck(inPlainOrder(readFileSync(file, 'utf8')))),
      loader: 'js',
    }))
    for (const [name, contents] of [
      ['wsl-utils', IS_WSL],
      ['debug', DEBUG_WHEN_SET],
    ]) {
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer, resolveDir }) =>
        /[\\/]@oclif[\\/]core[\\/]/.test(importer)
          ? { path: name, namespace: 'framework', pluginData: resolveDir }
          : undefined,
      )
      onLoad({ filter: new RegExp(`^${name}$`), namespace: 'framework' }, ({ pluginData }) => ({
        contents,
        resolveDir: pluginData,
        loader: 'js',
      }))
    }
  },
}
