import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import type { BaseCommand } from '../command/index.js'
import { list } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import type { Exchange } from './exchange.js'
import { forwardedFolder, readExchange, readExchanges } from './store.js'
import { exchangeColumns, exchangeRow, exchangeWhole } from './view.js'

/** What was passed on and is still kept, the newest last. */
export async function listExchanges(
  command: BaseCommand<typeof Command>,
  { state }: { state?: Exchange['state'] | undefined },
): Promise<Answer> {
  const { exchanges, damaged } = await readExchanges(forwardedFolder(command.folders().dataDir))
  for (const file of damaged) command.notice(`${file} is no record of a forwarded message, and was left out.`)
  const rows = exchanges.filter((one) => state === undefined || one.state === state).map(exchangeRow)
  return list(
    rows,
    rows,
    exchangeColumns,
    state === undefined
      ? 'Nothing was forwarded yet: "hubswitch resnotif listen --forward-to URL".'
      : `No forwarded message is ${state}.`,
  )
}

/** @throws Fault USAGE, NOT_FOUND */
export async function showExchange(command: BaseCommand<typeof Command>, given: string): Promise<Answer> {
  const exchange = await exchangeOf(command, given)
  return { data: exchange, view: { kind: 'text', text: exchangeWhole(exchange).trimEnd(), isPainted: true } }
}

/** @throws Fault USAGE for what is no id, NOT_FOUND */
export async function exchangeOf(command: BaseCommand<typeof Command>, given: string): Promise<Exchange> {
  if (!/^[1-9]\d{0,9}$/.test(given))
    throw new Fault('USAGE', `"${given}" is not the id of a forwarded message.`, {
      next: '"hubswitch resnotif listen list" shows them.',
    })
  return readExchange(forwardedFolder(command.folders().dataDir), Number(given))
}
