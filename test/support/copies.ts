import { cp, rm } from 'node:fs/promises'

/**
 * Copies a folder as a backup does. A database that has just been closed takes its side files away, which may be in the
 * middle of copying them: what they held is in it then, so the copy begins anew.
 *
 * @param from the folder
 * @param to where the copy goes; it must not be there yet
 * @param keepsTimes whether the files of the copy are as old as those copied
 */
export async function copyWhole(from: string, to: string, keepsTimes = false): Promise<void> {
  for (let tries = 5; ; tries -= 1) {
    try {
      return await cp(from, to, { recursive: true, preserveTimestamps: keepsTimes })
    } catch (error) {
      if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await rm(to, { recursive: true, force: true })
    }
  }
}
