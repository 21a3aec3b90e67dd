/** What auth commands share: signing in, and telling where each credential comes from. */

export { credentialReport } from './credential-report.js'
export { refuseKept, refuseUnnamedMove } from './login-refusals.js'
export { login } from './login.js'
export { tokenEnd, warningOfEnd } from './token-end.js'
export { wouldLogIn } from './would-log-in.js'
