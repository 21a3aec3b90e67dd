export { openDatabase, type Database, type SqlValue } from './database.js'
export { isFileLocked, lockHolder, withFileLock } from './file-lock.js'
