import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { OutboxMessage } from '../../../src/sandbox/index.js'
import { type Reply as Answer, type Scripted, silent } from '../../client/scripted-server.js'
import { type BookingSandbox, startBooking, startPms, until } from '../../support/pms.js'
import { opened } from '../../support/open-things.js'
import { temporaryDirectory } from '../../support/sandbox.js'

/** A sandbox, and a PMS that its notifications go to; both end with the test. */

export const closeLater = (close: () => unknown): void => void opened.push({ close })

export type Outbox = BookingSandbox['sandbox']['outbox']
export const HOUR = 3_600_000

export async function pmsWith(...answers: [Answer, ...Answer[]]): Promise<Scripted> {
  const pms = await startPms(...answers)
  closeLater(() => pms.close())
  return pms
}

export async function openBooking(options: Parameters<typeof startBooking>[0] = {}): Promise<BookingSandbox> {
  const sandbox = await startBooking(options)
  closeLater(() => sandbox.close())
  return sandbox
}

export const outboxOf = ({ sandbox }: BookingSandbox): Outbox => sandbox.outbox
export const only = (sandbox: BookingSandbox): OutboxMessage => outboxOf(sandbox).list()[0] as OutboxMessage

export const addressOf = (pms: Scripted, over: object = {}): Parameters<Outbox['setAddress']>[0] => ({
  url: `${pms.url}/in`,
  envelope: 'none',
  auth: 'none',
  ...over,
})

/** A sandbox whose notifications go to this PMS. */
export async function sandboxTo(
  pms: Scripted | undefined,
  options: Parameters<typeof startBooking>[0] = {},
  address: object = {},
): Promise<BookingSandbox> {
  const sandbox = await openBooking(options)
  if (pms !== undefined) outboxOf(sandbox).setAddress(addressOf(pms, address))
  return sandbox
}

/** Until nothing waits any more. */
export const ended = (sandbox: BookingSandbox): Promise<void> =>
  until(() =>
    outboxOf(sandbox)
      .list()
      .every(({ state }) => state !== 'waiting'),
  )

/** Data with a message whose attempt got no answer before its sandbox was gone; the process lives on. @param answers of the PMS to all that follows */
export async function abandoned(
  answers: [Answer, ...Answer[]],
  { address = { retryForMs: HOUR }, timeoutMs = 500 }: { address?: object; timeoutMs?: number } = {},
): Promise<{ dataDir: string; pms: Scripted }> {
  const { dir: dataDir, remove } = await temporaryDirectory()
  closeLater(remove)
  const pms = await pmsWith(silent, ...answers)
  const first = await sandboxTo(pms, { dataDir, times: { timeoutMs, closeMs: 20 } }, address)
  await first.book()
  await until(() => pms.requests.length === 1)
  await first.sandbox.close()
  return { dataDir, pms }
}

/** Numbers of a process that has ended, and of one that runs until the test is over. */
export const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid
export async function runningPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)'])
  closeLater(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid as number
}
