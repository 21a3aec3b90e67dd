import * as z from '../../zod/index.js'
import { endpoint, partnerApi, secret } from '../schema/index.js'

/** Token response (interface: "Token response"). `expiresIn` has no stated unit; see session for how it is read. */
export const Token = z.looseObject(() => ({
  tokenType: z.string().optional(),
  expiresIn: z.union([z.number(), z.string()]).optional(),
  accessToken: secret(z.string().min(1)),
  executionTime: z.union([z.number(), z.string()]).optional(),
}))

/** Partner record (interface: "Partner"; wire default 27). */
export const Partner = z.looseObject(() => ({
  id: z.number().optional(),
  partnerId: z.string(),
  name: z.string().optional(),
  isActive: z.boolean().optional(),
  roles: z.array(z.string()).optional(),
  readAllProperties: z.boolean().optional(),
}))

const tokenExample = { tokenType: 'Bearer', expiresIn: 3600, accessToken: 'header.claims.signature', executionTime: 3 }

/** Interface: "Authentication endpoints". */
export const auth = {
  login: endpoint({
    summary: 'Sign a partner in and answer a bearer token',
    dialect: partnerApi,
    method: 'POST',
    path: '/api/v1/partners/get-token',
    retry: 'safe',
    source: 'Authentication endpoints',
    identity: 'none',
    bare: true,
    query: z.strictObject(() => ({
      partnerId: z.string().min(1).describe('Partner id issued at onboarding'),
      partnerSecret: secret(z.string().min(1)).describe('Partner secret issued at onboarding'),
    })),
    result: Token,
    example: { query: { partnerId: 'demo-supplier', partnerSecret: '…' }, result: tokenExample },
    errors: [400, 401],
  }),
  refresh: endpoint({
    summary: 'Exchange a token that is still valid for a new one',
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/partners/refresh-token',
    retry: 'safe',
    source: 'Authentication endpoints',
    bare: true,
    result: Token,
    example: { result: tokenExample },
    errors: [401],
  }),
  whoami: endpoint({
    summary: "Show the signed-in partner's account",
    dialect: partnerApi,
    method: 'GET',
    path: '/api/v1/partners/get-info',
    retry: 'safe',
    source: 'Authentication endpoints',
    result: Partner,
    example: {
      result: {
        id: 1,
        partnerId: 'demo-supplier',
        name: 'Demo Supplier',
        isActive: true,
        roles: ['supplier'],
        readAllProperties: false,
      },
    },
    errors: [401],
  }),
}
