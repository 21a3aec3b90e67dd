import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { lintFiles, listRules, watchAndLint } from '../../cli/resnotif/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { Fault } from '../../errors.js'

export default class ResnotifLint extends ServiceCommand<typeof ResnotifLint> {
  static override summary = 'Check captured notifications: why a PMS would reject them, and what to change'
  static override description =
    "Takes any OTA_HotelResNotifRQ, with or without a SOAP envelope, even broken XML, and whatever it was captured in: dumps of HTTP (chunked, gzip, multipart), traces of curl, socat and tcpdump, logs, HAR files, messages inside of texts, folders with what links in them lead to, archives inside of archives or attached to mails. Findings name the line and column of the file as it is. Of a folder or archive, what holds no notification is told and is no error. A message of another sender, whose references are not this service's, is held against itself: what contradicts itself there is a warning, and what the schema leaves optional may be missing. Exits with 8 if a file has an error, or a part of it cannot be read; with 6 if a file or archive cannot be opened at all; warnings alone exit with 0."
  static override examples = [
    '<%= config.bin %> resnotif lint samples/notification.xml samples/notification-wrong.xml  # exit 8: one counter is wrong',
    '<%= config.bin %> resnotif lint - --json < samples/notification.xml',
    '<%= config.bin %> resnotif lint samples/captured.log  # exit 8: the message in the log has a wrong counter',
    '<%= config.bin %> resnotif lint samples/notification.xml --codes samples/pms-codes.csv',
    '<%= config.bin %> resnotif lint samples/notification.xml --dialect samples/dialects/strict.yaml  # exit 8: no totals',
    '<%= config.bin %> resnotif lint --rules',
  ]
  static override strict = false
  static override args = {
    file: Args.string({ description: 'Captured message; - for standard input', ignoreStdin: true }),
  }
  static override flags = {
    xsd: Flags.string({
      summary: 'Also validate against this schema; findings on composite references are only counted',
      helpValue: '<file>',
    }),
    codes: Flags.string({
      summary: 'Mapping file with the codes that the PMS knows (YAML as for push --map, or CSV: kind,hub,pms)',
      helpValue: '<file>',
      exclusive: ['property'],
    }),
    property: Flags.string({
      summary: 'Check codes against the rooms and plans that the service has for this hotel',
      helpValue: '<id>',
    }),
    dialect: Flags.string({ summary: 'Also check what one receiver wants (docs/dialects.md)', helpValue: '<file>' }),
    watch: Flags.string({
      summary: 'Check each file that comes into this folder or one in it, until Ctrl-C; with --json a line for each',
      helpValue: '<dir>',
    }),
    count: Flags.integer({ min: 1, summary: 'With --watch: exit after this many files', dependsOn: ['watch'] }),
    rules: Flags.boolean({ summary: 'List all rules' }),
    verbose: Flags.boolean({ summary: 'Name every file of a folder that holds no notification or was passed over' }),
  }
  static override calls = ['room.list', 'product.list'] as const

  async execute(): Promise<Answer> {
    const { xsd, codes, property, dialect, watch, count, rules, verbose, json, output, columns } = this.flags
    const input = {
      command: this,
      files: this.operands,
      xsd,
      codes,
      property,
      dialect,
      isVerbose: verbose,
      terminal: this.terminal,
      output,
      columns,
      notice: (line: string) => this.notice(line),
    }
    if (rules && this.operands.length > 0)
      throw new Fault('USAGE', '--rules lists the rules, and reads no file.', {
        next: 'Leave out --rules, or the file.',
      })
    if (rules) return listRules()
    return watch === undefined ? lintFiles(input) : watchAndLint({ ...input, folder: watch, isData: json, count })
  }
}
