import type { ExplainedMessage, FactChange, LintFinding, MessageFacts, ReservationFacts } from '../../resnotif/index.js'
import { moneyInFull, openUnitsText, tellWhole } from '../../resnotif/index.js'
import { escapeHtml, htmlPage } from '../page/index.js'
import { senderText } from './sender.js'
import { allPriceRows, productText, tellAside } from './tell.js'

/** A message of a page. */
export interface PageMessage {
  title: string
  explanation: ExplainedMessage
  findings: readonly LintFinding[]
}

/** What a message changes, and the sentence where that is nothing. */
export interface ChangesTold {
  changes: readonly FactChange[]
  nothing: string
}

const STYLE = `
td,th{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{background:var(--panel);font-weight:600}
td.wrong{background:var(--none)}td.right{background:var(--s0)}td.wrong b::before{content:"→ "}
ul{margin:.3rem 0;padding-left:1.2rem;max-width:90ch}li{margin:.2rem 0;overflow-wrap:anywhere}
.error{background:var(--none)}.warning{background:var(--s2)}.info{background:var(--s1)}
.tag{padding:0 .35rem;border-radius:.25rem;font-size:.85em}
`

const PLURALS = { adult: 'adults', child: 'children', infant: 'infants', senior: 'seniors', guest: 'guests' } as const

type Cell = string | { text: string; expected?: string }

/** A page to send to the other side: guests with their counters as they are and as they should be, prices, findings. */
export function explainPage(title: string, messages: readonly PageMessage[], changes?: ChangesTold): string {
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...(changes === undefined ? [] : [changeSection(changes)]),
    ...messages.map((message) => messageSection(message, messages.length > 1)),
  ]
  return htmlPage({ title, style: STYLE, body: body.join('\n') })
}

function changeSection({ changes, nothing }: ChangesTold): string {
  return `<section><h2>What changes</h2>${changes.length === 0 ? `<p>${escapeHtml(nothing)}</p>` : listOf(changes.map(({ text }) => escapeHtml(text)))}</section>`
}

function messageSection({ title, explanation, findings }: PageMessage, isOneOfMany: boolean): string {
  const { facts, reservations } = explanation
  return [
    '<section>',
    ...(isOneOfMany ? [`<h2>${escapeHtml(title)}</h2>`] : []),
    ...(explanation.broken === undefined
      ? []
      : [`<p class="error">${escapeHtml(`${explanation.broken} This page tells it as far as it could be read.`)}</p>`]),
    headTable(facts),
    ...facts.reservations.flatMap((one, at) =>
      reservationParts(one, reservations[at], facts.reservations.length > 1 ? at + 1 : undefined),
    ),
    ...(facts.unusual.length === 0 ? [] : ['<h2>Unusual</h2>', listOf(facts.unusual.map(escapeHtml))]),
    '<h2>Findings</h2>',
    findings.length === 0 ? '<p>Lint finds nothing.</p>' : listOf(findings.map(findingItem)),
    '</section>',
  ].join('\n')
}

const listOf = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

function findingItem({ line, column, severity, rule, found, expected, why, remedy }: LintFinding): string {
  const values = [found === undefined ? '' : `found ${found}`, expected === undefined ? '' : `expected ${expected}`]
    .filter((part) => part !== '')
    .join(', ')
  return `<span class="tag ${severity}">${severity}</span> <b>${escapeHtml(rule)}</b> in line ${line}, column ${column}${values === '' ? '' : `: ${escapeHtml(values)}`}. ${escapeHtml(`${why} ${remedy}`)}`
}

function headTable({
  status,
  echoToken,
  timeStamp,
  target,
  version,
  requestor,
  currency,
  channels,
  isRepeat,
  envelope,
  security,
}: MessageFacts): string {
  return tableOf(
    ['Message', ''],
    [
      ['Status', status ?? 'not told'],
      ['Sent', timeStamp ?? 'not told'],
      ['Sender', senderText({ requestor, currency, channels }) || 'not told'],
      ['EchoToken', echoToken ?? 'none'],
      ['Target', `${target ?? 'not told'}${isRepeat ? ', a repeat' : ''}`],
      ['Version', version ?? 'not told'],
      [
        'Envelope',
        `${{ none: 'none', soap11: 'SOAP 1.1', soap12: 'SOAP 1.2', other: 'unknown' }[envelope]}${security === 'none' ? '' : `, WS-Security (${security})`}`,
      ],
    ],
  )
}

const nightsText = ({ nights, dayUse }: ReservationFacts['stays'][number]): string =>
  dayUse !== undefined
    ? ` (${dayUse})`
    : nights === undefined
      ? ''
      : ` (${nights} ${nights === 1 ? 'night' : 'nights'})`

const countsText = (counts: ReservationFacts['counts']): string =>
  counts
    .map(
      ({ count, countOpen, kind, age, ageText, kindText, ageBucket }) =>
        `${countOpen === undefined ? `${count} ${count === 1 ? kind : PLURALS[kind]}` : `${PLURALS[kind]} (number ${countOpen})`}${age === undefined ? '' : ` aged ${age}`}${ageBucket === undefined ? '' : ` of AgeBucket ${ageBucket}`}${kind === 'guest' && kindText !== undefined ? ` (AgeQualifyingCode "${kindText}")` : ''}${ageText === undefined ? '' : ` (age "${ageText}" cannot be read)`}`,
    )
    .join(', ')

function reservationParts(
  facts: ReservationFacts,
  explained: ExplainedMessage['reservations'][number] | undefined,
  number: number | undefined,
): string[] {
  const stays = facts.stays.map((stay): Cell[] => [
    [stay.hotelName, stay.hotelCode].filter((part) => part !== undefined).join(', ') || 'not told',
    `${stay.status === undefined ? '' : `${stay.status}: `}${stay.arrival ?? '?'} to ${stay.departure ?? '?'}${nightsText(stay)}${stay.daysFrom === undefined ? '' : ` (${stay.daysFrom})`}`,
    [...stay.rooms.map(roomText), ...(stay.openUnits ?? []).map(openUnitsText)].join('; ') || 'not told',
    countsText(stay.counts) + (stay.countsPerRoom && stay.counts.length > 0 ? ' in each room' : ''),
    moneyInFull(stay.total) ?? '',
  ])
  const aside = tellAside(facts)
  const prices = allPriceRows(facts)
  const hasTax = prices.some(({ tax }) => tax !== '')
  return [
    `<h2>Reservation ${escapeHtml([number, facts.ids[0]?.id].filter((part) => part !== undefined).join(': '))}</h2>`,
    ...(stays.length === 0
      ? ['<p>No RoomStay is told.</p>']
      : [tableOf(['Hotel', 'Stay', 'Rooms', 'Guests counted', 'Total'], stays)]),
    ...wholeParts(explained?.booked),
    '<h2>Guests</h2>',
    tableOf(
      ['Room and plan', 'Unit', 'Guest', 'Age', 'ResGuestRPH', 'GroupEventCode', 'Line'],
      guestRows(facts, explained),
    ),
    ...(prices.length === 0
      ? []
      : [
          '<h2>Prices</h2>',
          tableOf(
            ['Night', 'Room and plan', 'Units', 'Amount', ...(hasTax ? ['Tax'] : [])],
            prices.map((row) => [row.when, row.product, row.units, row.amount, ...(hasTax ? [row.tax] : [])]),
          ),
        ]),
    ...(facts.counts.length === 0
      ? []
      : [`<p>Guests of the reservation: ${escapeHtml(countsText(facts.counts))}.</p>`]),
    ...(facts.total === undefined
      ? []
      : [`<p>Total of the reservation: ${escapeHtml(moneyInFull(facts.total) ?? '')}</p>`]),
    ...(aside.length === 0 ? [] : ['<h2>Booker, requests and comments</h2>', listOf(aside.map(escapeHtml))]),
  ]
}

/** Days and hotel that only the reservation tells. */
function wholeParts(booked: ExplainedMessage['reservations'][number]['booked'] | undefined): string[] {
  return booked === undefined ? [] : tellWhole(booked).map((line) => `<p>${escapeHtml(line)}</p>`)
}

function roomText(room: ReservationFacts['stays'][number]['rooms'][number]): string {
  if (room.from !== undefined) return `from ${room.from} ${productText(room)}`
  return `${room.units === undefined ? '' : `${room.units} × `}${productText(room)}`
}

function guestRows(
  { guests }: ReservationFacts,
  explained: ExplainedMessage['reservations'][number] | undefined,
): Cell[][] {
  // Other senders need not number their guests.
  const missing = explained?.style === 'plain' ? '' : 'missing'
  const known = [...(explained?.strays ?? []), ...(explained?.products.flatMap(({ units }) => units.flat()) ?? [])]
  return guests.map((guest): Cell[] => {
    const should = known.find(({ node }) => node === guest.node)
    return [
      productText(guest) || (guest.stays.length === 0 ? 'not told' : `RoomStay ${guest.stays.join(', ')}`),
      guest.unit === undefined ? (guest.isUnitOpen === true ? '?' : '') : String(guest.unit),
      guest.name || '(no name)',
      [guest.kind, guest.age].filter((part) => part !== undefined).join(', '),
      { text: guest.rph ?? missing, ...(should?.expectedRph === undefined ? {} : { expected: should.expectedRph }) },
      {
        text: guest.code ?? missing,
        ...(should?.expectedCode === undefined ? {} : { expected: should.expectedCode }),
      },
      String(guest.line),
    ]
  })
}

function tableOf(heads: readonly string[], rows: readonly Cell[][]): string {
  const cell = (one: Cell): string => {
    if (typeof one === 'string') return `<td>${escapeHtml(one)}</td>`
    if (one.expected === undefined) return `<td>${escapeHtml(one.text)}</td>`
    return one.expected === one.text
      ? `<td class="right">${escapeHtml(one.text)}</td>`
      : `<td class="wrong">${escapeHtml(one.text)} <b>${escapeHtml(one.expected)}</b></td>`
  }
  return `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th>${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table></div>`
}
