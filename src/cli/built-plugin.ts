import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Command, Plugin } from '@oclif/core'
import type { PJSON } from '@oclif/core/interfaces'

/** What of a command only its help and lists of all commands ask for. */
const DETAILS = ['flags', 'description', 'examples'] as const

interface Manifest {
  version: string
  commands: Record<string, Command.Loadable>
}

/**
 * The commands of a build as the framework's plugin. The manifest is half a megabyte, so that a start reads the list of commands alone; the details are
 * there when they are asked for.
 * @param loadCommand takes a command's class from what was built; without it the framework finds it
 */
export async function builtPlugin(
  root: string,
  pjson: PJSON,
  loadCommand: ((id: string) => Command.Class) | undefined,
): Promise<Plugin> {
  const read = (...names: string[]): Manifest => JSON.parse(readFileSync(path.join(root, ...names), 'utf8')) as Manifest
  let whole: Manifest | undefined
  const plugin = new Plugin({ root, pjson, isRoot: true })
  if (loadCommand !== undefined)
    plugin.findCommand = async (id: string) => Object.assign(loadCommand(id), { id, plugin, isESM: false })
  Object.assign(plugin, { _manifest: () => Promise.resolve(read('dist', 'chunks', 'commands.json')) })
  await plugin.load()
  for (const command of plugin.commands) {
    // The framework writes other names into its commands before it shows their help.
    const { id } = command
    for (const detail of DETAILS)
      Object.defineProperty(command, detail, {
        configurable: true,
        enumerable: true,
        get: () => (whole ??= read('oclif.manifest.json')).commands[id]?.[detail],
      })
  }
  plugin.commandIDs = plugin.commands.map(({ id }) => id)
  return plugin
}
