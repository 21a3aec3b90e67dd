import { columns } from '../show/index.js'
import type { Column } from '../terminal/index.js'

export const faultColumns: Column[] = [
  ...columns('id', 'kind', 'endpoint', 'count', 'share', 'seed', 'ms', 'status', 'retryAfter'),
  { name: 'requests', align: 'right', value: ({ requests }) => requests },
  { name: 'remaining', align: 'right', value: ({ remaining }) => remaining },
]
