/** How far a service can be reached: name, proxy, certificate, clock. Nothing is changed, and no secret is sent. */

export type { ShownCertificate } from './certificate.js'
export { type Found, type Probe, probeService } from './probe-service.js'
export { type ProxyInUse, proxyFor } from './proxy.js'
