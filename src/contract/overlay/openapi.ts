import * as z from '../../zod/index.js'
import { type EndpointKey, endpointOf, endpoints } from '../map/index.js'
import { type EndpointSpec, unwrapSchema } from '../schema/index.js'

type Json = Record<string, unknown>

const VERSION = '2.0'

/** A schema as OpenAPI 3.1 wants it: JSON Schema without our own marks. Only a request may hold what is `writeOnly`. */
function jsonSchema(schema: z.ZodType, side: 'request' | 'answer'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: out }) => {
      const meta = (zodSchema as unknown as z.ZodType).meta() ?? {}
      if (meta['wire'] !== undefined) {
        delete out.anyOf
        Object.assign(out, meta['wire'])
      }
      if (meta['known'] !== undefined) out.examples = [...(meta['known'] as readonly string[])]
      for (const mark of ['known', 'wire', 'secret', 'lookup', 'alias', 'readAs', 'echo']) delete (out as Json)[mark]
      if (side === 'answer') delete (out as Json)['writeOnly']
    },
  }) as Json
  return json
}

/** What a call gives, as JSON Schema: what the service answers without its envelope. */
export function resultSchema(key: EndpointKey): Json {
  return jsonSchema(endpointOf(key).result, 'answer')
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query', example: object = {}): Json[] {
  if (schema === undefined) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const { description, ...json } = jsonSchema(innermost(field), 'request')
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: withDefault(field, json),
      ...(name in example ? { example: (example as Json)[name] } : {}),
    }
  })
}

/** Coerced parameters are declared by what they are coerced to. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema.meta()?.['wire'] !== undefined && !(schema instanceof z.ZodDefault) && !(schema instanceof z.ZodOptional))
    return schema
  if (schema instanceof z.ZodPipe) return (schema.out as z.ZodType).describe(schema.description ?? '')
  const inner = unwrapSchema(schema)
  return inner === schema
    ? schema
    : innermost(schema.description === undefined ? inner : inner.describe(schema.description))
}

function withDefault(field: z.ZodType, json: Json): Json {
  const parsed = field.safeParse(undefined)
  return parsed.success && parsed.data !== undefined ? { ...json, default: parsed.data } : json
}

function problemSchema(): Json {
  return {
    type: 'object',
    required: ['status', 'message'],
    properties: {
      result: { type: 'null' },
      status: { type: 'string' },
      message: { type: 'string' },
      executionTime: { type: ['integer', 'string'] },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
      },
    },
  }
}

function channelProblemSchema(): Json {
  return {
    type: 'object',
    required: ['success', 'error'],
    properties: { success: { const: false }, error: { type: 'object' }, processing_times: { type: 'object' } },
  }
}

function successSchema(endpoint: EndpointSpec): Json {
  const result = jsonSchema(endpoint.result, 'answer')
  if (endpoint.bare === true) return result
  if (endpoint.dialect.name === 'partnerApi') {
    return {
      type: 'object',
      required: ['result', 'status', 'message', 'executionTime'],
      properties: {
        result,
        status: { type: 'string' },
        message: { type: 'string' },
        executionTime: { type: ['integer', 'string'] },
      },
    }
  }
  return {
    allOf: [
      {
        type: 'object',
        required: ['success'],
        properties: {
          success: { const: true },
          error: { type: ['object', 'null'] },
          processing_times: { type: 'object' },
        },
      },
      result,
    ],
  }
}

const json = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

function responses(endpoint: EndpointSpec): Json {
  const { dialect, bare, example } = endpoint
  const channel = dialect.name === 'channelApi'
  const success = successSchema(endpoint)
  const answer = bare === true ? example.result : dialect.writeSuccess(example.result, 3)
  const ok = channel ? { anyOf: [success, { $ref: '#/components/schemas/ChannelProblem' }] } : success
  const problem = { $ref: `#/components/schemas/${channel ? 'ChannelProblem' : 'Problem'}` }
  return {
    [String(endpoint.successStatus ?? 200)]: {
      description: channel ? '`success` says whether it was done' : 'Done',
      content: json(ok, answer),
    },
    ...Object.fromEntries(
      endpoint.errors.map((status) => [
        String(status),
        { description: REASONS[status] ?? 'Refused', content: json(problem) },
      ]),
    ),
  }
}

const REASONS: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Missing or invalid bearer token, or wrong secret',
  403: 'The account may not do this',
  404: 'Unknown id',
  409: 'It exists already',
  422: 'A business rule forbids it',
}

function operation(key: string, endpoint: EndpointSpec): Json {
  return {
    operationId: key,
    summary: endpoint.summary,
    tags: [endpoint.source],
    ...(endpoint.identity === 'none' ? { security: [] } : {}),
    parameters: [
      ...parameters(endpoint.params, 'path', endpoint.example.params),
      ...parameters(endpoint.query, 'query', endpoint.example.query),
    ],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: json(jsonSchema(endpoint.body, 'request'), endpoint.example.body) },
        }),
    responses: responses(endpoint),
  }
}

/** The OpenAPI 3.1 document of the whole contract. */
export function openApiDocument(serverUrl = '/'): Json {
  const paths: Record<string, Json> = {}
  for (const { key, endpoint } of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(key, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Accommodation Distribution Partner Service', version: VERSION },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema(), ChannelProblem: channelProblemSchema() },
    },
  }
}
