/** Tells a failure that goes on once, and again when it has another reason or has come back. */
export class FailureTold {
  #told: string | undefined

  constructor(private readonly tell: (line: string) => void) {}

  /** @param words what is told of a failure; the failure itself is thrown on */
  async watch<T>(work: () => Promise<T>, words: (error: unknown) => string): Promise<T> {
    try {
      const done = await work()
      this.#told = undefined
      return done
    } catch (error) {
      const line = words(error)
      if (line !== this.#told) this.tell(line)
      this.#told = line
      throw error
    }
  }
}
