export { openDatabase, type Database, type SqlValue } from './database.js'
export { withFileLock } from './file-lock.js'
