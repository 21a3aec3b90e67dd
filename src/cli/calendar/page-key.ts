import { CLOSED, LEVELS, stayMarks, UNACKNOWLEDGED } from './marks.js'
import type { KnownNight } from './view.js'

/** Nights that a run changed carry it beside their outline. */
export const CHANGED = '∆'

/** What the signs mean: those that stand there, each with its colour, so that neither the eye nor the paper needs the colour. */
export function keyOfMarks(nights: readonly KnownNight[], hasRun: boolean): string {
  const has = (test: (night: KnownNight) => boolean): boolean => nights.some(test)
  const marks = new Set(nights.flatMap(stayMarks).flatMap((mark) => [...mark]))
  const hasPrices = has(({ price }) => price !== undefined)
  const signs: { stands: boolean; sign: string; words: string; style?: string }[] = [
    { stands: hasPrices, sign: LEVELS[0], words: 'lowest prices', style: 's0' },
    { stands: hasPrices, sign: LEVELS[2], words: 'middle', style: 's2' },
    { stands: hasPrices, sign: LEVELS[4], words: 'highest prices', style: 's4' },
    { stands: has(({ closed }) => closed === true), sign: CLOSED, words: 'closed', style: 'shut' },
    {
      stands: has(({ availability }) => availability !== undefined && Number(availability) === 0),
      sign: '0 free',
      words: 'none left',
      style: 'none',
    },
    { stands: marks.has('‹'), sign: '‹', words: 'no arrival' },
    { stands: marks.has('›'), sign: '›', words: 'no departure' },
    { stands: marks.has('+'), sign: '3+', words: 'minimum stay' },
    { stands: marks.has('≤'), sign: '≤7', words: 'maximum stay' },
    {
      stands: has(({ unacknowledged }) => unacknowledged !== undefined),
      sign: UNACKNOWLEDGED,
      words: 'sent, not acknowledged',
    },
    { stands: true, sign: '·', words: 'not on record' },
    { stands: hasRun, sign: CHANGED, words: 'changed by the run', style: 'changed' },
  ]
  const shown = signs
    .filter(({ stands }) => stands)
    .map(({ sign, words, style }) => `<li><b${style === undefined ? '' : ` class="${style}"`}>${sign}</b>${words}</li>`)
  return `<ul class="key">${shown.join('')}</ul>`
}
