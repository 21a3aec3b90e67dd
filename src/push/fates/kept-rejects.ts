import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { readNote } from '../../given-file.js'
import { makeFolder, writeWholeFile } from '../../whole-file.js'
import { isRejectsFile } from './rejects.js'

/**
 * Rejects as they were written. A person corrects rows in that file, and the next push must not take the corrections away: only a file that is still what was
 * written is removed or replaced. What is not known to be that is set aside.
 */
export class KeptRejects {
  /** @param dataDir where the digests are kept, a file each, so that several pushes do not write over one another */
  constructor(
    private readonly dataDir: string,
    readonly tell: (line: string) => void,
  ) {}

  /** To be called before rejects are removed or replaced: sets them aside where a person has changed them, and tells it. */
  async free(to: string): Promise<void> {
    if (!(await isRejectsFile(to)) || (await this.#isAsWritten(to))) return
    const aside = await this.#asideOf(to)
    await rename(to, aside)
    this.tell(
      `${to} is not as a push has written it: it may hold rows that somebody has corrected. It is now ${aside}. Push that file, or remove it.`,
    )
  }

  /** Notes what was written there. */
  async keep(to: string): Promise<void> {
    const digest = await digestOf(to)
    // Without the note the file is set aside one day, and nothing is lost.
    if (digest !== undefined)
      await (async () => {
        makeFolder(path.dirname(this.#noteOf(to)))
        await writeWholeFile(this.#noteOf(to), '--rejects', digest)
      })().catch(() => undefined)
  }

  async #isAsWritten(to: string): Promise<boolean> {
    const noted = readNote(this.#noteOf(to), { bytesMax: 200, ownOnly: true })
    return noted !== undefined && noted === (await digestOf(to))
  }

  #noteOf(to: string): string {
    return path.join(this.dataDir, 'rejects', createHash('sha256').update(path.resolve(to)).digest('hex').slice(0, 32))
  }

  async #asideOf(to: string): Promise<string> {
    const aside = `${to}.edited-${new Date().toISOString().slice(0, 10)}`
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? aside : `${aside}-${number}`
      if (!existsSync(name)) return name
    }
  }
}

async function digestOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
