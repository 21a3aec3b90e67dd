/** The sandbox as a web application. */

export { createApp } from './app.js'
export type { Context, Handlers, PublicContext } from './handler.js'
export { SANDBOX_LIMITS } from './limits.js'
export { type Answer, type Call, type Intercept, refusalAnswer } from './reply.js'
export { routeOf } from './routes.js'
export type { RequestLog, RequestLogEntry } from './request-log.js'
