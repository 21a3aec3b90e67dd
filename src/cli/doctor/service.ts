import type { Probe, ShownCertificate } from '../../client/index.js'
import { durationText } from '../../duration-text.js'
import { type Check, fail, ok, warn } from './check.js'

const DAY_MS = 86_400_000
/** A certificate is renewed some weeks before its end. */
const EXPIRES_SOON_MS = 14 * DAY_MS
/** Answers are dated to the second, and servers differ a little. */
const SKEW_WARN_MS = 30_000
/** The life of a token is reckoned by both clocks; the night that begins today by this machine's. */
const SKEW_FAIL_MS = 300_000
const SLOW_MS = 3_000

/** What was found on the way to the service, part by part. */
export function checksOfProbe(probe: Probe, platform: NodeJS.Platform): Check[] {
  return [
    proxyCheck(probe),
    ...(probe.names === undefined ? [] : [dnsCheck(probe)]),
    // Where the host is not known, that is said once.
    ...(probe.certificate === undefined || probe.names?.ok === false ? [] : [tlsCheck(probe)]),
    answerCheck(probe),
    ...clockChecks(probe, platform),
  ]
}

function proxyCheck({ proxy, host }: Probe): Check {
  if (proxy === undefined) return ok('proxy', `No proxy is used for ${host}.`)
  const { variable, url } = proxy
  return url === undefined
    ? fail(
        'proxy',
        `${variable} does not hold the address of a proxy.`,
        `Set it to an address such as http://proxy.example:3128, or unset ${variable}.`,
      )
    : ok('proxy', `${url.host}, named by ${variable}.`)
}

function dnsCheck({ names, host, proxy }: Probe): Check {
  const name = proxy?.url?.hostname ?? host
  if (names?.ok === true) return ok('dns', `${name} is ${names.value.slice(0, 3).join(', ')}.`)
  return fail(
    'dns',
    `${name}: ${names?.why ?? 'not known'}.`,
    proxy === undefined
      ? 'Check the address: "hubswitch auth status" shows where it comes from. Then check the name servers of this machine.'
      : `Check ${proxy.variable}.`,
  )
}

function tlsCheck({ certificate, host }: Probe): Check {
  if (certificate?.ok !== true)
    return fail(
      'tls',
      `${host}: no secure connection: ${certificate?.why ?? 'not known'}.`,
      'Check the port of the address, and whether a firewall stands between.',
    )
  const { isTrusted, reason, validTo, issuer, protocol } = certificate.value
  const from = issuer === undefined ? '' : ` of ${issuer}`
  if (!isTrusted)
    return fail(
      'tls',
      `${host}: ${reason ?? 'its certificate is not trusted'} (certificate${from}).`,
      isExpired(certificate.value)
        ? 'Ask the service to renew it, and check the clock of this machine.'
        : 'If this is an authority of your own, name its PEM file: "hubswitch profile set NAME --ca-file FILE" or HUBSWITCH_CA_FILE.',
    )
  const until = validTo === undefined ? '' : `, valid until ${new Date(validTo).toISOString().slice(0, 10)}`
  const says = `${protocol ?? 'TLS'}, certificate${from}${until}.`
  return validTo !== undefined && validTo - Date.now() < EXPIRES_SOON_MS
    ? warn(
        'tls',
        `${says} It ends in ${durationText(Math.max(0, Math.round((validTo - Date.now()) / 1000)))}.`,
        'Ask the service whether it is renewed in time; afterwards nothing is sent.',
      )
    : ok('tls', says)
}

const isExpired = ({ validTo }: ShownCertificate): boolean => validTo !== undefined && validTo < Date.now()

function answerCheck({ answer, host }: Probe): Check {
  if (!answer.ok)
    return fail(
      'service',
      `${host} does not answer: ${answer.why}.`,
      'Check the network and the address; "hubswitch auth status" shows where the address comes from.',
    )
  const { status, tookMs } = answer.value
  const says = `${host} answers (HTTP ${status}, ${(tookMs / 1000).toFixed(1)} s)`
  // Without a token the account is refused; a gateway that does so with 403 is one, too.
  if (status === 401 || status === 403 || status === 200)
    return tookMs > SLOW_MS
      ? warn(
          'service',
          `${says}, slowly.`,
          'A push takes long over this line; "hubswitch rates push --deadline" bounds it.',
        )
      : ok('service', `${says}.`)
  if (status >= 500 || status === 429)
    return fail('service', `${says}: it cannot work just now.`, 'Wait, and run "hubswitch doctor" again.')
  return fail(
    'service',
    `${says}, and not as the interface does: something else may stand at this address.`,
    'Check the address: "hubswitch auth status" shows where it comes from. It is the part before /api/v1.',
  )
}

function clockChecks({ answer }: Probe, platform: NodeJS.Platform): Check[] {
  if (!answer.ok) return []
  const { aheadMs } = answer.value
  if (aheadMs === undefined)
    return [warn('clock', 'The service does not tell its time.', 'Check the clock of this machine by hand: date -u')]
  const gap = Math.abs(aheadMs)
  const words = `The clock of this machine is ${durationText(Math.round(gap / 1000))} ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the service.`
  const next =
    platform === 'linux'
      ? 'Set it: sudo timedatectl set-ntp true'
      : platform === 'darwin'
        ? 'Set it: sudo systemsetup -setusingnetworktime on'
        : 'Set it in the settings of date and time.'
  if (gap >= SKEW_FAIL_MS) return [fail('clock', `${words} Tokens may seem expired, and "today" be another day.`, next)]
  if (gap >= SKEW_WARN_MS) return [warn('clock', words, next)]
  return [ok('clock', 'The clocks of this machine and the service agree.')]
}
