/** What scripts rely on: commands, their arguments and flags, exit codes. */
export function surface(manifest, exitCodes) {
  const commands = Object.fromEntries(
    Object.entries(manifest.commands)
      .map(([id, { args, flags }]) => [
        id.replaceAll(':', ' '),
        {
          args: Object.keys(args),
          flags: Object.values(flags)
            .map(
              ({ name, type, char }) => `--${name}${char ? `, -${char}` : ''}${type === 'boolean' ? '' : ' <value>'}`,
            )
            .sort(),
        },
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return { exitCodes, commands }
}

/** Endpoint key → the commands that call it, from what each command declares. */
export function commandsByEndpoint(manifest) {
  const byKey = new Map()
  for (const [id, { calls }] of Object.entries(manifest.commands).sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const key of calls ?? []) byKey.set(key, [...(byKey.get(key) ?? []), id.replaceAll(':', ' ')])
  }
  return byKey
}
