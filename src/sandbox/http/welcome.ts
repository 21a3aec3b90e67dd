import { SANDBOX_LIMITS } from './limits.js'

/** What `GET /` tells a person. */
export const WELCOME = `hubswitch sandbox: the distribution service's interface, served from this machine. Nothing here is production.

The interface: /openapi.json

What it does not simulate, and where it is stricter than the interface asks:
${SANDBOX_LIMITS.map((limit) => `- ${limit}`).join('\n')}
`
