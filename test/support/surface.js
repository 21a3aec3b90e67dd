/** What scripts rely on: commands, their arguments and flags, exit codes. */
export function surface(manifest, exitCodes) {
  const commands = Object.fromEntries(
    Object.entries(manifest.commands)
      .map(([id, { args, flags }]) => [
        id.replaceAll(':', ' '),
        { args: Object.keys(args), flags: Object.values(flags).map(({ name, type, char }) => `--${name}${char ? `, -${char}` : ''}${type === 'boolean' ? '' : ' <value>'}`).sort() },
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return { exitCodes, commands }
}
