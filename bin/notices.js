// The licences of what is bundled into dist/: whoever passes the package on passes on copies of these packages, which ask for their notices.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const OWNER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** Folders of the packages of which something stands in the outputs of these builds. */
export function bundledPackages(metafiles) {
  const folders = new Set()
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = OWNER.exec(input.replaceAll('\\', '/'))?.[1]
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder.replace(/^[\w-]+:/, ''))
      }
  return [...folders].toSorted()
}

/** Name, release, licence and its text, package by package. Throws for a package that says nothing about its licence. */
export function noticesOf(root, folders) {
  const parts = folders.map((folder) => {
    const at = path.resolve(root, folder)
    const { name, version, license, author } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'))
    const texts = readdirSync(at)
      .filter((file) => LICENCE.test(file))
      .toSorted()
      .map((file) => readFileSync(path.join(at, file), 'utf8').trim())
    if (typeof license !== 'string' && texts.length === 0) throw new Error(`${name} has no licence to pass on.`)
    const who = typeof author === 'string' ? author : author?.name
    const words = texts.length > 0 ? texts : [`Licence: ${license}${who === undefined ? '' : `. Author: ${who}`}`]
    return `${name} ${version}${typeof license === 'string' ? ` (${license})` : ''}\n\n${words.join('\n\n')}\n`
  })
  const rule = `\n${'-'.repeat(80)}\n\n`
  return `The files of this folder hold code of these packages.\n${rule}${parts.join(rule)}`
}
