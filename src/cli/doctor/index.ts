/** Looks at this machine, the profile and the service, and says what stands in the way. */

export { doctor } from './doctor.js'
export type { SignedIn } from './sign-in.js'
