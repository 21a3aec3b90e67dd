import { Fault } from '../../errors.js'

/** One sort request; its key for the direction is `order`. */
export interface SortRequest {
  field: string
  order: 'ASC' | 'DESC'
  priority: number
}

/**
 * Reads `rating:desc,price` as --sort gives it; the first has priority 1.
 * @throws Fault USAGE for another direction than asc and desc
 */
export function sortRequests(given: string): SortRequest[] {
  return given.split(',').map((part, at) => {
    const [field = '', direction = 'asc', ...rest] = part.trim().split(':')
    const order = direction.toUpperCase()
    if (field === '' || rest.length > 0 || (order !== 'ASC' && order !== 'DESC'))
      throw new Fault('USAGE', `--sort needs fields such as rating:desc,price, not "${part}".`)
    return { field, order, priority: at + 1 }
  })
}
