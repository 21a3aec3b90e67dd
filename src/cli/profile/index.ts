/** Profiles: access, kept secrets, overlays, and which service is at work. */

export { agreeToWrite, refuseUnasked } from './access.js'
export { keepLogin } from './keep-login.js'
export { refuseSecretsElsewhere } from './kept-secrets.js'
export { outrankedBy } from './outranking.js'
export { readOverlay, readOverlayFile } from './read-overlay.js'
export { forgetSandboxTold, mustTellSandbox, type TerminalSession, thisSession } from './sandbox-notice.js'
export { profileFlags } from './profile-flags.js'
export { copiedConfig } from './copied-config.js'
export { saveFromFlags } from './saved.js'
