/** Profiles: access, kept secrets and overlays. */

export { agreeToWrite, refuseUnasked } from './access.js'
export { keepLogin } from './keep-login.js'
export { refuseSecretsElsewhere } from './kept-secrets.js'
export { outrankedBy } from './outranking.js'
export { readOverlay, readOverlayFile } from './read-overlay.js'
export { profileFlags } from './profile-flags.js'
