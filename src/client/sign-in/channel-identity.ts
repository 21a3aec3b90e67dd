import { type ChannelCredentialsInput, maskCredentials, secretFieldsOf, secretValuesOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import type { Redactor } from '../shown/index.js'

export type { ChannelCredentialsInput } from '../../contract/index.js'

/** The credentials that `/v1/*` wants in the body beside the bearer token, asked for once. */
export interface ChannelIdentity {
  /**
   * What was issued, unchanged, and as a trace may show it.
   * @throws Fault NO_CHANNEL_CREDENTIALS when there are none or they lack the field that is said to be secret
   */
  credentials(): Promise<{ sent: ChannelCredentialsInput; shown: ChannelCredentialsInput }>
}

/** @param secret names of their secret fields, from the wire overlay; undefined = every field but `id` and `user` */
export function createChannelIdentity(
  load: (() => Promise<ChannelCredentialsInput | undefined>) | undefined,
  secret: readonly string[] | undefined,
  redactor: Redactor,
): ChannelIdentity {
  let loaded: ReturnType<ChannelIdentity['credentials']> | undefined
  const read: ChannelIdentity['credentials'] = async () => {
    const sent = await load?.()
    if (sent === undefined)
      throw new Fault('NO_CHANNEL_CREDENTIALS', 'This endpoint also wants channel credentials, and there are none.')
    if (Object.keys(sent).length === 0)
      throw new Fault('NO_CHANNEL_CREDENTIALS', 'The channel credentials hold no field.')
    const missing = secret?.find((name) => !Object.hasOwn(sent, name))
    if (missing !== undefined) {
      throw new Fault(
        'NO_CHANNEL_CREDENTIALS',
        `The channel credentials have no field "${missing}", which the wire overlay names as secret.`,
        {
          next: `Give the field, or correct credentials.secret of the overlay. They have: ${Object.keys(sent).join(', ')}.`,
        },
      )
    }
    const names = secretFieldsOf(sent, secret)
    for (const value of secretValuesOf(sent, names)) redactor.learn(value)
    return { sent, shown: maskCredentials(sent, names) }
  }
  return { credentials: () => (loaded ??= read()) }
}
