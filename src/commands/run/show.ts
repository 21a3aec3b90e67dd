import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { openShared, showEstateRun } from '../../cli/estate/index.js'
import { estateFlag } from '../../cli/flags/index.js'
import { runDetails, runDocument, runRows } from '../../cli/report/index.js'
import { followRun, writeRunPage } from '../../cli/run/index.js'
import { findRun } from '../../cli/sending/index.js'
import { text } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'
import type { RunRecord } from '../../journal/index.js'
import { requireWritable } from '../../whole-file.js'

export default class RunShow extends ServiceCommand<typeof RunShow> {
  static override summary = 'Show one push: its files, its requests and what became of them'
  static override description =
    'With --follow: shows how a run goes that another process sends, until it ends, and exits with the code of that end; 12 if the process was killed and requests may have been under way. On a terminal one line is updated; in a pipe each change is a line. Ctrl-C ends the following, not the run.'
  static override examples = [
    '<%= config.bin %> run show 1',
    '<%= config.bin %> run show --last --json',
    '<%= config.bin %> run show 1 --rows --output csv',
    '<%= config.bin %> run show --last --follow',
    '<%= config.bin %> run show 1 --html run.html',
  ]
  static override args = { run: Args.string({ description: 'Run number' }) }
  static override flags = {
    ...estateFlag,
    last: Flags.boolean({ summary: 'The newest run' }),
    rows: Flags.boolean({ summary: 'Show what became of each row of the files' }),
    html: Flags.string({
      summary: 'Write a self-contained HTML page to this file',
      helpValue: '<file>',
      exclusive: ['rows'],
    }),
    follow: Flags.boolean({ summary: 'Wait until the run has ended, showing how it goes' }),
  }

  // Whoever follows sees what another process writes: no copy will do.
  protected override onlyReads(): boolean {
    return !this.flags.follow
  }

  protected override settingFlags(): SettingFlags {
    return { estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    const shared = await openShared(this, { whenDone: (close) => this.whenDone(close) })
    if (shared !== undefined)
      return showEstateRun(shared, {
        command: this,
        given: this.args.run,
        flags: this.flags,
        shown: (run) => this.shown(run),
      })
    const journal = this.journal()
    const run = findRun({
      journal: this.journal(),
      target: this.target(),
      given: this.args.run,
      isLast: this.flags.last,
      purpose: 'show',
      notice: (line) => this.notice(line),
    })
    if (!this.flags.follow) return this.shown(run)
    // Not found out only once the run has ended.
    if (this.flags.html !== undefined) await requireWritable({ what: 'the page', to: this.flags.html, flag: '--html' })
    const { json, output, columns, quiet } = this.flags
    const isForData = json || output !== undefined || columns !== undefined
    const { terminal } = this
    const followed = await followRun({
      journal,
      runId: run.id,
      terminal,
      quiet,
      isForData,
      notice: (line) => this.notice(line),
    })
    const { words, isLeft, exitCode } = followed
    if (isLeft === true) return { ...text(runDocument(followed.run), words ?? ''), exitCode }
    const answer = await this.shown(followed.run)
    // Last, where it is read: a list of requests may fill the screen.
    if (words !== undefined && !isForData && answer.view.kind === 'text')
      answer.view.text = `${answer.view.text}\n${words}`
    else if (words !== undefined) this.alert(words)
    return { ...answer, exitCode }
  }

  private async shown(run: RunRecord): Promise<Answer> {
    const journal = this.journal()
    if (this.flags.html !== undefined) return writeRunPage(run, journal, this.flags.html)
    return this.flags.rows ? runRows(run, journal) : runDetails(run, journal)
  }
}
