import { Fault } from '../../errors.js'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * A time such as `90s`, `20m`, `36h`, `2d`, in milliseconds.
 * @throws Fault USAGE
 */
export function readDuration(flag: string, text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? []
  const ms = Number(amount) * (UNITS[unit] ?? 0)
  if (ms > 0) return ms
  throw new Fault('USAGE', `${flag} needs a time such as 90s, 20m, 36h or 2d, not "${text}".`)
}
