'use strict'
// Keeps compiled code between starts, one file a command. It is code that will run: the folder is the user's own (cache-folder.cjs), and so must each file be.
const fs = require('node:fs')
const path = require('node:path')
const { crc32 } = require('node:zlib')
const { compileCacheFolder } = require('./cache-folder.cjs')

const HEAD = 12
const MAGIC = 0x68_73_77_31
/** What all files together may take; the oldest go first. */
const MOST_BYTES = 96 * 1024 * 1024
/** A file of a writer that was killed. */
const LEFT_BEHIND_MS = 60 * 60 * 1000

/** The file for a command: another build, Node, machine type or way of running Node has another. */
function fileFor(folder, build, command) {
  const ways = [process.version, process.arch, ...process.execArgv, process.env.NODE_OPTIONS ?? ''].join('\n')
  return path.join(folder, `${build}-${crc32(ways).toString(16)}-${command}.code`)
}

/** Whether nobody else could have written to an open file. */
function isOwn({ uid, mode, nlink }) {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0 && nlink === 1)
}

/** The code of a file by chunk; nothing of one that is not whole, or that somebody else could have written. */
function readCode(file) {
  const found = new Map()
  let descriptor
  try {
    descriptor = fs.openSync(
      file,
      fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
    )
    const state = fs.fstatSync(descriptor)
    if (!state.isFile() || !isOwn(state) || state.size < HEAD || state.size > MOST_BYTES) return found
    const bytes = Buffer.allocUnsafeSlow(state.size)
    if (fs.readSync(descriptor, bytes, 0, state.size, 0) !== state.size) return found
    const start = HEAD + bytes.readUInt32LE(8)
    if (bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt32LE(4) !== crc32(bytes.subarray(8))) return found
    for (const [id, from, length] of JSON.parse(bytes.toString('latin1', HEAD, start)))
      found.set(id, bytes.subarray(start + from, start + from + length))
    return found
  } catch {
    return new Map()
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

/** Writes the code of a command whole, or not at all. */
function writeCode(file, codes) {
  const parts = []
  const index = []
  let at = 0
  for (const [id, code] of codes) {
    index.push([id, at, code.length])
    // V8 reads words.
    const padded = (code.length + 7) & ~7
    parts.push(code, Buffer.alloc(padded - code.length))
    at += padded
  }
  let list = JSON.stringify(index)
  list = list.padEnd(list.length + ((8 - ((HEAD + list.length) & 7)) & 7))
  const head = Buffer.alloc(HEAD)
  head.writeUInt32LE(MAGIC, 0)
  head.writeUInt32LE(list.length, 8)
  const bytes = Buffer.concat([head, Buffer.from(list, 'latin1'), ...parts])
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4)
  const draft = `${file}.${process.pid}-${Date.now().toString(36)}`
  try {
    fs.writeFileSync(draft, bytes, { flag: 'wx', mode: 0o600 })
    fs.renameSync(draft, file)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
}

/** Takes away what was left behind, and the oldest files where there are too many. */
function tidy(folder, now) {
  let total = 0
  const files = fs
    .readdirSync(folder)
    .map((name) => {
      const file = path.join(folder, name)
      const { mtimeMs, size } = fs.lstatSync(file)
      return { file, mtimeMs, size, isDraft: !name.endsWith('.code') }
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
  for (const { file, mtimeMs, size, isDraft } of files) {
    total += size
    if (isDraft ? now - mtimeMs > LEFT_BEHIND_MS : total > MOST_BYTES) fs.rmSync(file, { force: true })
  }
}

/**
 * Takes the code that was kept for a command, and keeps it at the end where something had to be compiled. Whatever fails costs this start its gain and
 * nothing else.
 */
function keepCode({ asStarted, scripts, takeKept }, build, command) {
  if (process.env.NODE_DISABLE_COMPILE_CACHE || process.execArgv.some((flag) => flag.startsWith('--inspect'))) return
  const folder = compileCacheFolder()
  if (folder === undefined) return
  const file = fileFor(folder, build, command)
  const kept = readCode(file)
  takeKept(kept)
  process.on('exit', (code) => {
    // Whoever interrupts waits for nothing.
    if (code === 130 || [...scripts.values()].every(({ isKept }) => isKept)) return
    try {
      const codes = new Map(kept)
      asStarted(() => {
        for (const [id, { script, isKept }] of scripts) if (!isKept) codes.set(id, script.createCachedData())
      })
      writeCode(file, codes)
      tidy(folder, Date.now())
    } catch {
      // A full or read-only disk.
    }
  })
}

module.exports = { keepCode, readCode, writeCode }
