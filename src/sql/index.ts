/** SQLite: opening, locking and examining a file. */

export { CommitMark, markFile, seenFiles } from './commit-mark.js'
export { type Database, insertRows, type SqlValue, withoutNulls } from './database.js'
export { type Damage, isWhole } from './examine.js'
export { type FileLockOptions, isFileLocked, lockFault, lockHolder, withFileLock } from './file-lock.js'
export { type LockNote, noteOf, readLockNote } from './lock-note.js'
export { locksFolder } from './locks-folder.js'
export { examineDatabase, isBare, openCopyToRead, openDatabase } from './open-database.js'
export { copyDatabase, copyFiles, isUnwritable, isWritable, peekRows } from './peek.js'
export { type Hindrance, hindranceAmong, refuseHindered } from './private-file.js'
export { commitsOf, hasChecksums, type LostRows, rowDigest } from './row-checksums.js'
export { isRefusedByHost, storageFault } from './sqlite-fault.js'
