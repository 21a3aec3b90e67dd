import { tokenEnd, warningOfEnd } from '../../cli/auth/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { tryFlag } from '../../cli/flags/index.js'
import { text, wouldAnswer } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'
import type { Fault } from '../../errors.js'

export default class AuthRefresh extends ServiceCommand<typeof AuthRefresh> {
  static override summary = contract.auth.refresh.summary
  static override description =
    'Signs in again where no valid token is kept. The new token is kept where "auth login" keeps the secret; where there is no such store, that is said.'
  static override examples = ['<%= config.bin %> auth refresh', '<%= config.bin %> auth refresh --json']
  static override calls = ['auth.refresh'] as const

  static override flags = tryFlag

  protected override async changes(): Promise<boolean> {
    return true
  }

  async execute(): Promise<Answer> {
    if (this.flags['dry-run']) return this.#wouldRefresh()
    const { client } = await this.connection()
    const { isSignIn, isKept, refusal, unkept, ...token } = await client.session.refresh()
    const end = tokenEnd(token)
    const warning = warningOfEnd(token)
    if (warning !== undefined) this.notice(warning, false, 'warn')
    const told =
      'tokenLife' in end
        ? `How long the new one is valid is ${end.tokenLife}.`
        : warning === undefined
          ? `The new one is valid until ${end.tokenExpires}.`
          : 'The new one has ended already.'
    const how = isSignIn ? `${whySignedIn(refusal)}, so hubswitch signed in again` : 'The token was refreshed'
    // Why a store did not take it has been told as that happened.
    const kept = isKept ? '' : unkept === undefined ? ` It is not kept: ${this.whyNotKept()}` : ' It is not kept.'
    return text(
      { ...end, isSignIn, isKept, ...(refusal === undefined ? {} : { refused: refusal.message }) },
      `${how}. ${told}${kept}`,
    )
  }

  #wouldRefresh(): Answer {
    const { profile, baseUrl, isEmbedded } = this.settings()
    const service = isEmbedded ? 'the embedded sandbox' : (baseUrl.value ?? '')
    return wouldAnswer(
      { profile: profile.value, service },
      `A new token for profile ${profile.value} would be asked of ${service}. Nothing was sent.`,
    )
  }

  private whyNotKept(): string {
    if (this.settings().isEmbedded) return 'the embedded sandbox stores no credentials.'
    const isGiven = ['HUBSWITCH_ACCESS_TOKEN', 'HUBSWITCH_ACCESS_TOKEN_FILE'].some(
      (name) => (process.env[name] ?? '') !== '',
    )
    return isGiven
      ? 'the token comes from the environment, which still holds the old one. "hubswitch auth token" prints a token to set there.'
      : 'the secret comes from the environment. "hubswitch auth login" keeps both.'
  }
}

function whySignedIn(refusal: Fault | undefined): string {
  if (refusal === undefined) return 'There was no valid token to refresh'
  return `The service did not refresh the token (HTTP ${String(refusal.facts['status'])}: ${refusal.message.replace(/\.$/u, '')})`
}
