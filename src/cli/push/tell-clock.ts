import type { Command } from '@oclif/core'
import { durationText } from '../../duration-text.js'
import type { ServiceCommand } from '../command/index.js'

const DAY_MS = 86_400_000

/** Says, once in a command, that the clock of the service is more than a day away from the one of this machine, by which nights are past. */
export class ClockNews {
  #isTold = false

  constructor(private readonly command: Pick<ServiceCommand<typeof Command>, 'connection' | 'settings' | 'insist'>) {}

  /** Signs in, where that has to be done, to hear what time it is. What goes wrong with that is told by whoever sends. */
  async ask(): Promise<void> {
    if (this.command.settings().isEmbedded) return
    try {
      const { client } = await this.command.connection()
      await this.look(await client.session.token())
    } catch {
      return
    }
  }

  /** Looks at what has been heard so far; the token at hand may be from a time to come. */
  async look(token?: { accessToken: string }): Promise<void> {
    if (this.command.settings().isEmbedded) return
    const { client } = await this.command.connection()
    this.#tell(client.clock.gapMs(token?.accessToken))
  }

  #tell(gapMs: number | undefined): void {
    if (this.#isTold || gapMs === undefined || Math.abs(gapMs) <= DAY_MS) return
    this.#isTold = true
    const now = Date.now()
    this.command.insist(
      `The clock of this machine says ${moment(now)}, and that of the service ${moment(now + gapMs)}: they are ${durationText(Math.round(Math.abs(gapMs) / 1000))} apart. This machine's clock decides which nights are past. Set it right, or tell whoever runs the service.`,
    )
  }
}

function moment(epochMs: number): string {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime()) ? 'no time' : `${date.toISOString().slice(0, 19)}Z`
}
