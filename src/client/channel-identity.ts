import { ChannelCredentials } from '../contract/fields.js'
import type { InputOf } from '../contract/index.js'
import { checkValue } from '../contract/issues.js'
import { Fault } from '../errors.js'
import type { Redactor } from './redact.js'

/** The `credentials` object of the `/v1` family (wire default 1). */
export type ChannelCredentialsInput = InputOf<'room.list'>['body']['credentials']

/** The credentials that `/v1/*` wants in the body beside the bearer token, asked for once. */
export interface ChannelIdentity {
  /** @throws Fault NO_CHANNEL_CREDENTIALS when there are none or they lack a part */
  credentials(): Promise<ChannelCredentialsInput>
  /** The input of a call with the credentials in its body. */
  addTo(input: unknown): Promise<unknown>
}

export function createChannelIdentity(load: (() => Promise<ChannelCredentialsInput | undefined>) | undefined, redactor: Redactor): ChannelIdentity {
  let loaded: Promise<ChannelCredentialsInput> | undefined
  const credentials = (): Promise<ChannelCredentialsInput> => {
    loaded ??= readCredentials(load, redactor)
    return loaded
  }
  return {
    credentials,
    async addTo(input) {
      const given = typeof input === 'object' && input !== null ? input : {}
      const body = 'body' in given && typeof given.body === 'object' && given.body !== null ? given.body : {}
      return { ...given, body: { credentials: await credentials(), ...body } }
    },
  }
}

async function readCredentials(load: (() => Promise<ChannelCredentialsInput | undefined>) | undefined, redactor: Redactor): Promise<ChannelCredentialsInput> {
  const found = await load?.()
  if (found === undefined) throw new Fault('NO_CHANNEL_CREDENTIALS', 'This endpoint also wants channel credentials, and there are none.')
  const checked = checkValue(ChannelCredentials, found)
  if (!checked.ok) {
    const faults = checked.findings.map(({ field, reason }) => `${field ?? 'they'} ${reason}`).join(', ')
    throw new Fault('NO_CHANNEL_CREDENTIALS', `The channel credentials are not complete: ${faults}.`, { findings: checked.findings })
  }
  redactor.learn(checked.value.duty_code)
  return checked.value
}
