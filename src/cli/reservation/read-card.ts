import { Card, checkValue, hasCheckDigit } from '../../contract/index.js'
import { Fault, type Finding } from '../../errors.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { askSecret, askText, type Terminal } from '../terminal/index.js'

type CardInput = {
  holderName: string
  number: string
  expiryMonth: number
  expiryYear: number
  cvc?: string | undefined
  type?: string | undefined
}

/**
 * Reads a card from standard input or hidden prompts and checks it: digits, check digit, expiry.
 * @throws Fault INVALID_INPUT, which never shows the number
 */
export async function readCard(terminal: Terminal, isFromStdin: boolean, now = new Date()): Promise<CardInput> {
  const given = isFromStdin ? await fromStdin() : await fromPrompts(terminal)
  const checked = checkValue(Card, given)
  const findings: Finding[] = checked.ok ? faultsOf(checked.value, now) : checked.findings
  if (findings.length > 0 || !checked.ok)
    throw new Fault(
      'INVALID_INPUT',
      `The card is not valid: ${findings[0]?.field ?? 'it'} ${findings[0]?.reason ?? ''}.`,
      { findings },
    )
  return checked.value
}

async function fromStdin(): Promise<unknown> {
  try {
    return JSON.parse((await readBounded('-', LARGEST.secret)).toString('utf8')) as unknown
  } catch {
    // The text may hold a card number: it is not quoted.
    throw new Fault(
      'INVALID_INPUT',
      'Standard input does not contain a JSON object with holderName, number, expiryMonth and expiryYear.',
    )
  }
}

async function fromPrompts(terminal: Terminal): Promise<unknown> {
  const otherwise = 'Pipe the card in as JSON and add --card-stdin.'
  const holderName = await askText(terminal, 'Name on the card', otherwise)
  const number = (await askSecret(terminal, 'Card number', otherwise)).replace(/[\s-]/g, '')
  const [month, year] = (await askText(terminal, 'Expiry, MM/YYYY', otherwise)).split('/')
  const cvc = await askSecret(terminal, 'Security code', otherwise)
  return { holderName, number, expiryMonth: Number(month), expiryYear: Number(year), cvc }
}

function faultsOf({ number, expiryMonth, expiryYear }: CardInput, now: Date): Finding[] {
  const isPast = expiryYear * 12 + expiryMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  return [
    ...(hasCheckDigit(number) ? [] : [{ field: 'number', reason: 'has a wrong check digit', remedy: 'Type it again' }]),
    ...(isPast ? [{ field: 'expiryYear', value: `${expiryMonth}/${expiryYear}`, reason: 'has expired' }] : []),
  ]
}
