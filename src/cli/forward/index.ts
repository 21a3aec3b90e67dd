/** Between a hub and a PMS: messages that pass through are shown and kept, and can be sent again. */

export { listExchanges, showExchange } from './kept.js'
export { type ForwardFlags, forwardMessages } from './listen.js'
export { replayExchange, type ReplayFlags } from './replay.js'
