import { Flags } from '@oclif/core'
import {
  BaseCommand,
  deliveryLine,
  embeddedPms,
  logLine,
  noteRunning,
  sandboxFolder,
  sandboxWelcome,
  startEmbedded,
  untilSignal,
} from '../../cli/command/index.js'
import { exposureOf, exposureWarning, readWaits, withNamedData } from '../../cli/sandbox/index.js'
import { text } from '../../cli/show/index.js'
import { type Answer, onTerminal, printAsItIs } from '../../cli/terminal/index.js'

export default class SandboxStart extends BaseCommand<typeof SandboxStart> {
  static override summary = 'Serve the sandbox on a local port until Ctrl-C'
  static override description =
    'Data is shared with the profile "sandbox" and kept; with --memory it is discarded at the end. Requests and notification deliveries are logged on standard error.\nOnly programs on this machine can reach it, and no web page of another site. With --host it listens at another address; its public secrets do not work there: it takes HUBSWITCH_SANDBOX_SECRET, or makes secrets and shows them once.'
  static override examples = ['<%= config.bin %> sandbox start', '<%= config.bin %> sandbox start --port 7070 --memory']
  static override flags = {
    port: Flags.integer({ default: 7070, min: 0, max: 65_535, summary: 'Port; 0 for any free port' }),
    host: Flags.string({ default: '127.0.0.1', summary: 'Local name or address to listen at', helpValue: '<address>' }),
    data: Flags.string({ summary: 'Data folder', helpValue: '<dir>', exclusive: ['memory'] }),
    'retry-waits': Flags.string({
      summary:
        'Wait after each attempt to deliver that failed, such as 1m,5m,15m,1h; "sandbox outbox address" may name others',
      helpValue: '<time,time>',
    }),
    memory: Flags.boolean({ summary: 'Keep the data in memory only' }),
  }

  async execute(): Promise<Answer> {
    const { port, host, data, memory, 'retry-waits': waits } = this.flags
    const waitsMs = waits === undefined ? [] : readWaits('--retry-waits', waits)
    const dataDir = memory ? undefined : (data ?? sandboxFolder(this.folders().dataDir))
    const exposure = await exposureOf(host, process.env)
    const sandbox = await withNamedData(data, () =>
      startEmbedded(
        {
          ...(dataDir === undefined ? {} : { dataDir }),
          port,
          host,
          ...(exposure === undefined ? {} : { secrets: exposure.secrets }),
          log: (entry) => this.notice(logLine(entry)),
        },
        {
          ...embeddedPms(this.config, this.config.userAgent),
          times: { waitsMs },
          log: (entry) => this.notice(deliveryLine(entry)),
        },
      ),
    )
    this.whenDone(() => sandbox.close())
    if (!memory && data === undefined) {
      const running = { pid: process.pid, url: sandbox.url }
      this.whenDone(noteRunning(this.folders().dataDir, running, (line) => this.notice(line, false, 'warn')))
    }
    // Before anyone reads that it serves: who stops it at once is heard as well.
    const stopped = untilSignal()
    if (exposure !== undefined) this.notice(exposureWarning(host, exposure))
    const made = exposure?.isGenerated === true ? { secrets: Object.fromEntries(exposure.secrets) } : {}
    printAsItIs(
      this.flags.json
        ? `${JSON.stringify({ url: sandbox.url, pid: process.pid, dataDir: dataDir ?? null, ...made })}\n`
        : onTerminal(await sandboxWelcome(sandbox.url, dataDir, exposure)),
    )
    await stopped
    return text(undefined, '')
  }
}
