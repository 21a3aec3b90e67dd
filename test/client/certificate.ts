import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A certificate made for one test: Node can read X.509 but not write it, so its few DER structures are written here. */

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size =
    body.length < 128
      ? Buffer.from([body.length])
      : body.length < 256
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([tag]), size, body])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const oid = (...bytes: number[]): Buffer => der(0x06, Buffer.from(bytes))
const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))

const nameOf = (common: string): Buffer =>
  sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(common)))))
const time = (at: Date): Buffer => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
const extension = (id: number[], isCritical: boolean, value: Buffer): Buffer =>
  sequence(oid(...id), ...(isCritical ? [der(0x01, Buffer.from([255]))] : []), der(0x04, value))
const pem = (label: string, body: Buffer): string =>
  `-----BEGIN ${label}-----\n${body
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trimEnd()}\n-----END ${label}-----\n`

export interface Issued {
  key: string
  cert: string
}

interface Authority extends Issued {
  name: string
  privateKey: KeyObject
}

function issue(
  subject: string,
  by: { name: string; privateKey: KeyObject } | undefined,
  extensions: Buffer[],
  until: Date,
): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...Buffer.from(subject).subarray(0, 8)])),
    ECDSA_WITH_SHA256,
    nameOf(by?.name ?? subject),
    sequence(time(new Date(Date.now() - 86_400_000 * 10)), time(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = createSign('sha256')
    .update(tbs)
    .sign(by?.privateKey ?? privateKey)
  const cert = pem('CERTIFICATE', sequence(tbs, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature)))
  return { name: subject, privateKey, cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
}

const tomorrow = (): Date => new Date(Date.now() + 86_400_000)

/** A certificate authority that nobody trusts yet. */
export function createAuthority(): Authority {
  return issue(
    'Test authority',
    undefined,
    [extension([0x55, 0x1d, 0x13], true, sequence(der(0x01, Buffer.from([255]))))],
    tomorrow(),
  )
}

/** A server certificate for a DNS name or an IPv4 address. */
export function createCertificate(authority: Authority, host: string, until: Date = tomorrow()): Issued {
  const isAddress = /^[\d.]+$/.test(host)
  const name = isAddress ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
  return issue(host, authority, [extension([0x55, 0x1d, 0x11], false, sequence(name))], until)
}
