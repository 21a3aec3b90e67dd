import type { Command } from '@oclif/core'

/** What a command declares. */

/** Flags or arguments with none of them required: what is missing is told, or asked for, in one place. */
export const optional = <D extends object>(declared: D | undefined): D =>
  Object.fromEntries(
    Object.entries((declared ?? {}) as Record<string, object>).map(([name, one]) => [
      name,
      { ...one, required: false },
    ]),
  ) as D

/** The word that help shows for the value of a flag. */
export const helpValueOf = (flag: Command.Class['flags'][string] | undefined): string | undefined =>
  flag?.type === 'option' ? flag.helpValue?.toString() : undefined
