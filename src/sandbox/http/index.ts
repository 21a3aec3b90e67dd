/** The sandbox as a web application. */

export { createApp } from './app.js'
export type { Context, Handlers, PublicContext } from './handler.js'
export { SANDBOX_LIMITS } from './limits.js'
export { type AppEnv, type Call, sendRefusal } from './reply.js'
export type { RequestLog, RequestLogEntry } from './request-log.js'
