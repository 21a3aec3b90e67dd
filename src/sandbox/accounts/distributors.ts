import { Refusal } from '../ground/index.js'

/** The one distributor that the sandbox knows (interface: "Products"). Public, as the demo accounts are. */
export const DEMO_DISTRIBUTOR = { id: 'demo-distributor', code: 'DEMO' } as const

/** @throws Refusal 403 where the distributor is not the one that the sandbox knows */
export function requireDistributor({
  distributorId,
  distributorCode,
}: {
  distributorId?: string | undefined
  distributorCode?: string | undefined
}): void {
  if (distributorId === DEMO_DISTRIBUTOR.id && distributorCode === DEMO_DISTRIBUTOR.code) return
  const field = distributorId === DEMO_DISTRIBUTOR.id ? 'distributorCode' : 'distributorId'
  const message = `is not that of a distributor of this property; the sandbox knows ${DEMO_DISTRIBUTOR.id} with the code ${DEMO_DISTRIBUTOR.code}`
  throw new Refusal(403, `${field} ${message}.`, { details: [{ field, message }] })
}
