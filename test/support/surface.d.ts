export function surface(manifest: { commands: Record<string, unknown> }, exitCodes: Record<string, number>): unknown
export function commandsByEndpoint(manifest: { commands: Record<string, { calls?: string[] }> }): Map<string, string[]>
