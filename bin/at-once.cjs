'use strict'
// Answers that are known from the build: the version and the help. Loads nothing of the command line, and so takes what an empty Node takes.
const fs = require('node:fs')
const path = require('node:path')

const folder = path.join(__dirname, '../dist/chunks')
/** Each makes the framework write something else, or in colours. */
const TELLING =
  /^(?:OCLIF_|DEBUG$|FORCE_COLOR$|CLICOLOR_FORCE$|TF_BUILD$|PM2_HOME$|pm_id$|NODE_DEBUG$|HUBSWITCH_(?:DEBUG|THEME)|__IS_WSL_TEST__$)/
const HELP_FLAGS = ['--help', '-h']
/** Stands in a help for what the machine says of itself: bin/render-help.cjs. */
const VERSION = '{version}'
/** Pages that are no help of a command: a folder that no word can name. */
const PAGES = '+pages'
/** What the name of the program alone is answered with. */
const ALONE = '_alone.txt'
const WORD = /^[a-z]+(?:-[a-z]+)*$/

/** Whether a text of 80 columns without colours is what is shown here. */
function isPlain(env) {
  // A device is a terminal or, as /dev/null, none: only the question costs.
  if (fs.fstatSync(1).isCharacterDevice() && require('node:tty').isatty(1)) return false
  if (Object.keys(env).some((name) => TELLING.test(name))) return false
  const absolute = (folder) => folder && path.isAbsolute(folder) && folder
  const home =
    absolute(env.XDG_CONFIG_HOME) ||
    (process.platform === 'win32' && absolute(env.LOCALAPPDATA)) ||
    (absolute(env.HOME) && path.join(env.HOME, '.config'))
  const config = env.HUBSWITCH_CONFIG_DIR || (home && path.join(home, 'hubswitch'))
  // The framework's colours of one's own.
  return Boolean(absolute(config)) && !fs.existsSync(path.join(config, 'theme.json'))
}

/** The program, the machine and Node, as the framework writes them. It calls Linux inside Windows by another name. */
function versionText() {
  if (process.platform === 'linux' && /microsoft/i.test(fs.readFileSync('/proc/version', 'utf8'))) return undefined
  const machine = `${process.platform}-${process.arch === 'ia32' ? 'x86' : process.arch}`
  return `${fs.readFileSync(path.join(folder, 'version.txt'), 'utf8')} ${machine} node-${process.version}`
}

function helpOf(argv) {
  if (argv.length === 0) return fs.readFileSync(path.join(folder, 'help', ALONE), 'utf8')
  const words = argv[0] === 'help' ? argv.slice(1) : HELP_FLAGS.includes(argv.at(-1)) ? argv.slice(0, -1) : undefined
  if (words === undefined || words.length > 3 || !words.every((word) => WORD.test(word))) return undefined
  const page = path.join(folder, 'help', PAGES, `${words[0]}.txt`)
  const file =
    argv[0] === 'help' && words.length === 1 && fs.existsSync(page)
      ? page
      : path.join(folder, 'help', ...words.slice(0, -1), `${words.at(-1) ?? 'hubswitch'}.txt`)
  const text = fs.readFileSync(file, 'utf8')
  const version = text.includes(VERSION) ? versionText() : ''
  return version === undefined ? undefined : text.replace(VERSION, version)
}

/** What a command line is answered with, where that is known from the build. */
function textAtOnce(argv, env = process.env) {
  try {
    if (argv[0] === '--version' || argv[0] === '-v' || (argv[0] === 'version' && argv.length === 1)) {
      const version = 'DEBUG' in env ? undefined : versionText()
      return version === undefined ? undefined : `${version}\n`
    }
    if (argv.length > 0 && argv[0] !== 'help' && !HELP_FLAGS.includes(argv.at(-1))) return undefined
    return isPlain(env) ? helpOf(argv) : undefined
  } catch {
    return undefined
  }
}

/** Writes a text to standard output without a stream, which costs more than the text. What could not be written. */
function writeAtOnce(text) {
  const bytes = Buffer.from(text)
  try {
    return bytes.subarray(fs.writeSync(1, bytes))
  } catch {
    return bytes
  }
}

module.exports = { ALONE, PAGES, textAtOnce, VERSION, writeAtOnce }
