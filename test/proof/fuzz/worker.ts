import { runWarm } from '../../support/warm-cli.js'

/** What one command line came to. */
export interface Worked {
  code: number | null
  output: string
  outputLength: number
  cpuMs: number
  /** Highest memory of the process so far, MB. */
  peakMb: number
}

/** Runs the command lines it is told, one after the other, and says what each took. */
process.on('message', ({ args, env }: { args: string[]; env: Record<string, string> }) => {
  const before = process.cpuUsage()
  void runWarm(args, env).then(({ code, stdout, stderr }) => {
    const { user, system } = process.cpuUsage(before)
    const output = stdout + stderr
    const worked: Worked = {
      code,
      output: output.slice(0, 20_000),
      outputLength: output.length,
      cpuMs: (user + system) / 1000,
      peakMb: process.resourceUsage().maxRSS / 1024,
    }
    process.send?.(worked)
  })
})
process.send?.('ready')
