/** Opens a file and proves its encoding. */

export { canReadTwice, openFile } from './open.js'
