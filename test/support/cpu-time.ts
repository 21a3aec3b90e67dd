/** Milliseconds of CPU that a piece of work takes at its fastest: how busy the machine is does not change them. */
export function cpuTime(work: () => void, tries = 1): number {
  return Math.min(
    ...Array.from({ length: tries }, () => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}
