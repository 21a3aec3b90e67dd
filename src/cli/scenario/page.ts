import { exchangeLines } from '../exchange/index.js'
import { escapeHtml, htmlPage } from '../page/index.js'
import { printableLines } from '../terminal/index.js'
import { type ScenarioResult, type Sheet, sheetWords, type StepResult } from './sheet.js'

const STYLE = `
td,th{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.pass{background:var(--s0)}.fail{background:var(--none)}.unknown{background:var(--s2)}
.v{font-weight:600;white-space:nowrap}td p{margin:0;color:inherit}
pre{margin:.4rem 0;padding:.6rem;background:var(--panel);overflow-x:auto;font-size:12px;max-width:90vw}
`
const WORDS = { pass: 'passed', fail: 'failed', unknown: 'not known' } as const

/** The sheet as one page to hand in: every step with what was wanted, what came, and both messages as they travelled. */
export function sheetPage(sheet: Sheet): string {
  const body = `<h1>Scenarios of notifications</h1>
<p>PMS at ${text(sheet.pms)}, property ${text(sheet.property)}, begun ${text(sheet.startedAt)}.</p>
<p><strong>${text(sheetWords(sheet))}</strong> Judged are the answers alone: what the PMS has stored is for a person to look up. Passwords, keys and card numbers are starred out.</p>
${sheet.scenarios.map(section).join('\n')}`
  return htmlPage({ title: `Scenarios: ${sheetWords(sheet)}`, style: STYLE, body })
}

const text = (words: string): string => escapeHtml(printableLines(words))

function section({ name, title, verdict, steps }: ScenarioResult): string {
  return `<section>
<h2>${text(title)} (${text(name)}): <span class="v ${verdict}">${WORDS[verdict]}</span></h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Step</th><th scope="col">Sent</th><th scope="col">Must answer</th><th scope="col">Result</th><th scope="col">Why</th></tr></thead>
<tbody>${steps.map(row).join('\n')}</tbody>
</table></div>
</section>`
}

function row({ step, title, sends, bookingId, mustAnswer, verdict, reason, ms, request, answer }: StepResult): string {
  const exchange =
    request === undefined
      ? ''
      : `<details><summary>Messages</summary><pre>${text(exchangeLines(request, answer).join('\n'))}</pre></details>`
  return `<tr><td>${step}. ${text(title)}</td><td>${text(sends)} ${text(bookingId)}${ms === undefined ? '' : `<br>${ms} ms`}</td><td>${text(mustAnswer)}</td><td class="v ${verdict}">${WORDS[verdict]}</td><td><p>${text(reason)}</p>${exchange}</td></tr>`
}
