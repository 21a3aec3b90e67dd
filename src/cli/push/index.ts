/** The push commands: from files to a plan to what became of each row. */

export { PushCommand } from './push-command.js'
