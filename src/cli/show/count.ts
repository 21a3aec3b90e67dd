export function count(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString('en')} ${value === 1 ? one : many}`
}

/** What a person reads in place of so many things: `it` for one, else `them`. */
export function pronoun(value: number): string {
  return value === 1 ? 'it' : 'them'
}
