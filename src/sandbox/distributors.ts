/** The one distributor that the sandbox knows (interface: "Products"). Public, as the demo accounts are. */
export const DEMO_DISTRIBUTOR = { id: 'demo-distributor', code: 'DEMO' } as const
