/** What a test opened and is to be closed behind it: `each-file.ts` does that for every test file, since files of one process share modules, and with them hooks that run once. */
export const opened: { close(): unknown }[] = []

/** The newest first. */
export async function closeOpened(): Promise<void> {
  for (const one of opened.splice(0).toReversed()) await one.close()
}
