import { Flags } from '@oclif/core'

/** Flags of every command that posts a message: how it travels. */
export const postingFlags = {
  envelope: Flags.option({
    options: ['none', 'soap11', 'soap12'] as const,
    default: 'none',
    summary: 'SOAP envelope for a message without one',
  })(),
  auth: Flags.option({
    options: ['none', 'basic', 'username-token'] as const,
    default: 'none',
    summary: 'How to authenticate with the PMS',
  })(),
  'password-type': Flags.option({
    options: ['text', 'digest'] as const,
    summary: '[default: text] With --auth username-token: password type of the UsernameToken',
  })(),
  'soap-action': Flags.string({
    summary: 'SOAPAction header, also of a message without an envelope; with SOAP 1.2 the action of the content type',
    helpValue: '<uri>',
  }),
  'http-header': Flags.string({
    multiple: true,
    summary: "HTTP header to add, such as 'X-Hotel: 4711'; can be repeated",
    helpValue: '<name: value>',
  }),
  'http-header-from': Flags.string({
    multiple: true,
    summary: 'HTTP header whose value stands in an environment variable, for keys and tokens; can be repeated',
    helpValue: '<name=VARIABLE>',
  }),
  timeout: Flags.string({
    default: '60s',
    summary: 'Longest time for a request, such as 90s or 2m',
    helpValue: '<time>',
  }),
}

export interface PostingFlags {
  envelope: 'none' | 'soap11' | 'soap12'
  auth: 'none' | 'basic' | 'username-token'
  'password-type'?: 'digest' | 'text' | undefined
  'soap-action'?: string | undefined
  'http-header'?: string[] | undefined
  'http-header-from'?: string[] | undefined
  timeout?: string | undefined
}
