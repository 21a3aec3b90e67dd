import { nearest } from '../../nearest.js'

/** A room by what it is called. */
export interface NamedRoom {
  id: string
  name?: string | undefined
  code?: string | undefined
}

/** Beyond this a room is not like a code at all. */
export const UNLIKE = 4

/** The rooms, those most like a code first: by their own code, by a whole name or the id, by a near name, or by a name that has its letters in order. */
export function byLikeness<R extends NamedRoom>(code: string, rooms: readonly R[]): { room: R; rank: number }[] {
  return rooms.map((room) => ({ room, rank: likeness(code, room) })).toSorted((a, b) => a.rank - b.rank)
}

function likeness(code: string, { id, name = '', code: own = '' }: NamedRoom): number {
  const word = code.toLowerCase()
  if (own.toLowerCase() === word || id === code) return 0
  if (name.toLowerCase() === word) return 1
  if (
    nearest(
      code,
      [own, name, ...name.split(/\s+/)].filter((text) => text !== ''),
    ) !== undefined
  )
    return 2
  return hasLetters(name.toLowerCase(), word) ? UNLIKE - 1 : UNLIKE
}

function hasLetters(name: string, word: string): boolean {
  let at = 0
  for (const letter of name) if (letter === word[at]) at += 1
  return at === word.length && word !== ''
}
