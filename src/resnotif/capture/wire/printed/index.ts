/** Heads of packets as tcpdump -A prints their bytes, and where they end. */

export { type Begin, beginsOf, HEADS_MAX } from './begins.js'
