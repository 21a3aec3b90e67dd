import { Scalar } from 'yaml'
import { showText } from '../values/index.js'

const YES_AND_NO = /^(on|off|yes|no|y|n)$/i

/** What a scalar without quotes stands for in one version of YAML and not in another; undefined for those that mean one thing. */
export function doubtOf(scalar: Scalar, wanted: 'days' | 'number'): { reason: string; remedy: string } | undefined {
  const text = scalar.source?.trim() ?? ''
  if (scalar.type !== Scalar.PLAIN) return undefined
  if (wanted === 'days')
    return YES_AND_NO.test(text)
      ? {
          reason: `"${showText(text)}" without quotes is yes or no in some programs that write YAML`,
          remedy: 'Write the weekday as mon, tue, wed, thu, fri, sat or sun, or in quotes.',
        }
      : undefined
  if (!/^[+-]?0[0-7]{1,20}$/.test(text)) return undefined
  return {
    reason: `"${showText(text)}" is ${BigInt(`0o${text.replace(/^[+-]/, '')}`)} in some versions of YAML and ${BigInt(text.replace(/^[+-]/, ''))} in others`,
    remedy: 'Write it without the leading zero, or in quotes.',
  }
}
