// Where compiled code may be kept. It is code that will run, so the folder is the user's own, closed to others, and looked at on every start.
'use strict'
const { existsSync, lstatSync, mkdirSync, realpathSync } = require('node:fs')
const { homedir } = require('node:os')
const path = require('node:path')

/** The user's cache folder of this program: HUBSWITCH_CACHE_DIR, else where the platform keeps caches. Undefined where there is no home. */
function cacheFolder(env, platform) {
  if (env.HUBSWITCH_CACHE_DIR) return env.HUBSWITCH_CACHE_DIR
  if (platform === 'win32')
    return env.LOCALAPPDATA && path.isAbsolute(env.LOCALAPPDATA)
      ? path.join(env.LOCALAPPDATA, 'hubswitch', 'Cache')
      : undefined
  // A relative folder is none: it would be another one in every working folder.
  if (platform !== 'darwin' && env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME))
    return path.join(env.XDG_CACHE_HOME, 'hubswitch')
  const home = env.HOME ?? homedir()
  return path.isAbsolute(home)
    ? path.join(home, platform === 'darwin' ? 'Library/Caches' : '.cache', 'hubswitch')
    : undefined
}

/** Whether nobody but this user and root can put something into a folder or put another in its place. */
function isOwn(folder, uid) {
  const { uid: owner, mode } = lstatSync(folder)
  if (owner !== uid || (mode & 0o077) !== 0) return false
  for (let at = path.dirname(folder); ; at = path.dirname(at)) {
    const above = lstatSync(at)
    const isOpen = (above.mode & 0o022) !== 0 && (above.mode & 0o1000) === 0
    if (isOpen || (above.uid !== uid && above.uid !== 0)) return false
    if (at === path.dirname(at)) return true
  }
}

/** Makes a folder and those above it, step by step: Node's own recursive way never ends below /proc. */
function makeFolder(folder) {
  if (existsSync(folder)) return
  if (folder !== path.dirname(folder)) makeFolder(path.dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/**
 * The folder for compiled code, made with 0700 where it is missing. Undefined where it, or a folder above it, could be written to by another
 * user, is a symbolic link, or cannot be made: then nothing is kept, which costs a start some milliseconds and nothing else.
 */
function compileCacheFolder(env = process.env, platform = process.platform) {
  const base = cacheFolder(env, platform)
  if (base === undefined || !path.isAbsolute(base)) return undefined
  try {
    makeFolder(base)
    const folder = path.join(realpathSync(base), 'compiled')
    makeFolder(folder)
    if (!lstatSync(folder).isDirectory()) return undefined
    return process.getuid === undefined || isOwn(folder, process.getuid()) ? folder : undefined
  } catch {
    return undefined
  }
}

module.exports = { compileCacheFolder }
