import type { Branch, Value } from './branch.js'

/** An attribute or a text that one message has otherwise than the other, or has alone. */
export interface Leaf {
  /** The element it belongs to, of either message. */
  before?: Branch
  after?: Branch
  /** Undefined for the text of the element. */
  attribute?: string
  was?: { shown: string; line: number }
  is?: { shown: string; line: number }
}

/** What differs at one place: one value, or an element with all in it that stands in one message only. */
export interface Difference {
  /** The element that stands in one message only. */
  whole?: { branch: Branch; side: 'before' | 'after' }
  /** The service of both messages that it is within. */
  pair?: { before: Branch; after: Branch }
  leaves: Leaf[]
}

/** Every value of an element and of all below it. */
export function valuesIn(branch: Branch, side: 'before' | 'after'): { leaf: Leaf; same: string }[] {
  const own = [...branch.attributes.values(), ...(branch.text === undefined ? [] : [branch.text])].map((value) => ({
    leaf: leafOf(branch, side, value),
    same: value.same,
  }))
  const isBare = own.length === 0 && branch.children.length === 0
  return [
    ...own,
    ...(isBare ? [{ leaf: { [side]: branch }, same: '' }] : []),
    ...branch.children.flatMap((child) => valuesIn(child, side)),
  ]
}

/** `/RoomRates/RoomRate`, from an element down to the one of a value in it. */
export function pathFrom(top: Branch, { before, after }: Leaf): string {
  let path = ''
  for (let at = (before ?? after)?.node; at !== undefined && at !== top.node; at = at.parent)
    path = `/${at.name}${path}`
  return path
}

/** Every value of an element that stands in one message only; elements without any as themselves. */
export const leavesOf = (branch: Branch, side: 'before' | 'after'): Leaf[] =>
  valuesIn(branch, side).map(({ leaf }) => leaf)

const leafOf = (branch: Branch, side: 'before' | 'after', value: Value): Leaf => ({
  [side]: branch,
  ...(value.attribute === undefined ? {} : { attribute: value.attribute }),
  ...(side === 'before' ? { was: value } : { is: value }),
})
