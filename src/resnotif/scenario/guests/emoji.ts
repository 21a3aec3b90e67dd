import { book, room, type Scenario } from '../shape/index.js'

/** Characters beyond 16 bits: what a database with three bytes a character breaks on. */
export const emoji: Scenario = {
  name: 'emoji',
  title: 'Emoji in a name and in the comment',
  steps: [
    book({
      nights: ['120.00'],
      units: [room(0, { firstName: 'Ada 🌷', lastName: '𠮷田' })],
      comment: 'Honeymoon 💍👩‍❤️‍👨 — <quiet> room & a "view", please',
    }),
  ],
}
