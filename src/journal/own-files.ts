import { type Hindrance, hindranceAmong, locksFolder } from '../sql/index.js'

/** What is read and written again; what people lay beside it is theirs. */
const OWN = /^(?:(?:journal|pace)\.db(?:-.{1,40})?|names\.json)$/
const LOCKS = /\.lock(?:$|[.-])/

/** What keeps this user from reading and writing a file that is kept in a data directory, or a lock; undefined where nothing does. */
export function hindranceInData(dataDir: string): Hindrance | undefined {
  return hindranceAmong(dataDir, OWN) ?? hindranceAmong(locksFolder(dataDir), LOCKS)
}
