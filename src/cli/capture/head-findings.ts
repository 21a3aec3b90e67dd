import { type CapturedPart, LINT_RULES } from '../../resnotif/index.js'

interface HeadFinding {
  rule: string
  severity: (typeof LINT_RULES)['content-length'][0]
  line: number
  column: number
  node: string
  found: string
  expected: string
  why: string
  remedy: string
}

/** What is wrong with the length that stands above a message. */
export const headFindings = (message: CapturedPart): HeadFinding[] => [
  ...lengthFinding(message),
  ...wrongLengthFinding(message),
]

function lengthFinding({ shortLength: short }: CapturedPart): HeadFinding[] {
  if (short === undefined) return []
  const [severity, why, remedy] = LINT_RULES['content-length']
  const { line, column, told, bytes, isOfCharacters } = short
  return [
    {
      rule: 'content-length',
      severity,
      line,
      column,
      node: 'Content-Length',
      found: `${told}${isOfCharacters ? ', the number of characters' : ''}`,
      expected:
        told < bytes
          ? `${bytes} or more: so many bytes has the message below`
          : `${bytes}: so many bytes has the message below, and no more stand there`,
      why,
      remedy,
    },
  ]
}

function wrongLengthFinding({ wrongLength: wrong }: CapturedPart): HeadFinding[] {
  if (wrong === undefined) return []
  const { line, column, said } = wrong
  return [
    {
      rule: 'content-length',
      severity: LINT_RULES['content-length'][0],
      line,
      column,
      node: 'Content-Length',
      found: said,
      expected: 'one number: the bytes of the message below',
      ...NO_LENGTH,
    },
  ]
}

const NO_LENGTH = {
  why: 'A receiver that goes by this header refuses the request, or takes it for one without a body.',
  remedy:
    'Send Content-Length once, with the number of bytes of the encoded body. If what captured the request changed its headers, it may have been right.',
}

/** What is wrong with a header stands there, not in the message. */
export const placeInHead = <F extends { rule: string }>({ soapActionPlace }: CapturedPart, finding: F): F =>
  finding.rule === 'dialect-soap-action' ? { ...finding, ...soapActionPlace } : finding
