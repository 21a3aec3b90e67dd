import { existsSync } from 'node:fs'
import { devNull, homedir } from 'node:os'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { firstCharacters, isPlainlyHarmless } from '../../redaction/index.js'

/** Where this program keeps what is its own. */
export interface OwnFolders {
  configDir: string
  dataDir: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Names of folders of this program. */
const OWN = ['HUBSWITCH_CONFIG_DIR', 'HUBSWITCH_DATA_DIR', 'HUBSWITCH_CACHE_DIR'] as const
/** Stands for a folder where none can be told: nothing is ever there, and nothing can be made there. */
const NOWHERE = path.join(devNull, 'no-home')
/** Below a home: where programs keep what is theirs. */
const BELOW_HOME = { config: '.config', data: '.local/share' } as const

/**
 * The folder of this program where its own variables name none: below the one that the platform names, or below the home. A variable that is empty is not
 * set, and one that is relative would mean another folder in every working folder. Never below the temporary folder, where others can lay out files.
 */
export function folderBelowHome(category: 'config' | 'data', env: Environment, name: string): string {
  const isWindows = process.platform === 'win32'
  const named = [env[`XDG_${category.toUpperCase()}_HOME`], isWindows ? env['LOCALAPPDATA'] : undefined].find(
    (folder) => folder !== undefined && path.isAbsolute(folder),
  )
  if (named !== undefined) return path.join(named, name)
  const home = homeOf(env)
  return home === undefined ? NOWHERE : path.join(home, BELOW_HOME[category], name)
}

/**
 * Whether there is a file of colours in the configuration folder. The framework looks for one at each start, where it takes the folder to be: a relative one,
 * or one below the temporary folder, would be another's.
 */
export function hasOwnTheme({ HUBSWITCH_CONFIG_DIR: own = '', ...env }: Environment): boolean {
  const folder = own === '' ? folderBelowHome('config', env, 'hubswitch') : own
  return path.isAbsolute(folder) && existsSync(path.join(folder, 'theme.json'))
}

/** An empty HOME says that there is none; a user database that knows nobody says so, too. */
function homeOf(env: Environment): string | undefined {
  const { HOME: given } = env
  if (given !== undefined && (given !== '' || process.platform !== 'win32'))
    return path.isAbsolute(given) ? given : undefined
  try {
    const known = homedir()
    return path.isAbsolute(known) ? known : undefined
  } catch {
    return undefined
  }
}

/**
 * Where profiles and the journal are.
 * @param name of the program's folder, where no variable of its own names another
 * @throws Fault USAGE for a relative folder in a variable, DATA_DIRECTORY where there is no home to keep them in
 */
export function ownFolders(name: string, env: Environment): OwnFolders {
  const relative = OWN.find((own) => (env[own] ?? '') !== '' && !path.isAbsolute(env[own] as string))
  if (relative !== undefined) {
    const value = env[relative] as string
    const shown = isPlainlyHarmless(value) ? `"${firstCharacters(value, 200)}", which is ` : ''
    throw new Fault('USAGE', `${relative} is ${shown}no absolute path.`, {
      next: `Give the whole path, from the root on: a relative one would mean another folder wherever the command is started. Nothing was sent.`,
    })
  }
  const configDir = env['HUBSWITCH_CONFIG_DIR'] || folderBelowHome('config', env, name)
  const dataDir = env['HUBSWITCH_DATA_DIR'] || folderBelowHome('data', env, name)
  if (configDir.startsWith(NOWHERE) || dataDir.startsWith(NOWHERE))
    throw new Fault(
      'DATA_DIRECTORY',
      'There is no home folder to keep configuration and journal in: HOME is empty or no absolute path, or this user has none.',
      { next: 'Set HOME, or HUBSWITCH_CONFIG_DIR and HUBSWITCH_DATA_DIR. Nothing was sent.' },
    )
  return { configDir, dataDir }
}
