export function surface(manifest: { commands: Record<string, unknown> }, exitCodes: Record<string, number>): unknown
