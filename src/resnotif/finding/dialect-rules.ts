export type Severity = 'error' | 'warning' | 'info'

/** Rules of one receiver, by its dialect. */
export const DIALECT_RULES = {
  'dialect-envelope': [
    'error',
    'The receiver takes another envelope.',
    'Send the message in the envelope that its dialect names.',
  ],
  'dialect-soap-action': [
    'error',
    'The receiver finds out by SOAPAction what a request is, and refuses any other.',
    'Send the SOAPAction of the dialect.',
  ],
  'soap-action-unchecked': [
    'info',
    'The receiver wants a SOAPAction, and no headers of a request are read with this message: a log may write them in a form of its own, or leave them out.',
    'Check SOAPAction by hand, or capture the request as it was sent ("listen", a proxy, tcpdump).',
  ],
  'dialect-security': [
    'error',
    'The receiver wants a WS-Security header, or one with another password, or none.',
    'Send the header as the dialect wants it, or leave it out where the dialect forbids it.',
  ],
  'dialect-echo-token': [
    'error',
    'The receiver tells messages apart by EchoToken.',
    'Give each message an EchoToken of its own, within the length.',
  ],
  'dialect-status': ['error', 'The receiver takes no other ResStatus.', 'Send a ResStatus that the dialect lists.'],
  'dialect-required': ['error', 'The receiver does not take a message without it.', 'Add what the dialect requires.'],
  'dialect-forbidden': ['error', 'The receiver does not take a message with it.', 'Leave it out.'],
} as const satisfies Record<string, readonly [Severity, string, string]>
