import { Fault } from '../../errors.js'
import { findingOf } from '../finding/index.js'
import { lintDecoded, type LintReport } from './lint.js'

/**
 * As `lintDecoded`; a fault of lint itself is told at the message that it met it in, so that what was found in others is not lost. Its own words may hold a part of the
 * message, so only its kind is told.
 * @throws Fault as lint does: a wrong dialect is nobody's message
 */
export function lintSafely(
  decoded: Parameters<typeof lintDecoded>[0],
  options?: Parameters<typeof lintDecoded>[1],
  lint: typeof lintDecoded = lintDecoded,
): LintReport {
  try {
    return lint(decoded, options)
  } catch (error) {
    if (error instanceof Fault) throw error
    const finding = {
      ...findingOf('check-failed', { line: 1, column: 1 }, 'the message'),
      found: error instanceof Error ? error.name : 'an unknown fault',
    }
    return { findings: [finding], notes: [], reservations: 0, hasErrors: true }
  }
}
