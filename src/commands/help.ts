import { commands } from '@oclif/plugin-help'

/** The help command of the framework, in our own bundle: loaded as a plugin it would bring the whole framework a second time. */
export default class Help extends commands.help {}
