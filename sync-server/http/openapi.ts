/**
 * The API reference as OpenAPI 3.1, generated from the catalog: every call with its input and
 * output, and every operation a device may queue. It can't differ from the routes.
 */
import * as z from 'zod'
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { type OperationName, operationEntry, operations } from '#schema/contract/operation.ts'
import { queryHeader } from '#schema/contract/query-header.ts'
import { refusals } from '#schema/contract/refusal.ts'

export interface OpenApiCall {
  operationId: CallName
  tags: string[]
  summary: string
  parameters: object[]
  security: object[]
  requestBody?: object
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

export interface OpenApi {
  openapi: '3.1.0'
  info: object
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenApiCall>>
  components: { schemas: Record<string, object>; securitySchemes: object }
}

const names = Object.keys(api) as CallName[]
const json = 'application/json'

export function toOpenApi(publicUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const name of names) {
    const { method, path } = callEntry(name)
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeCall(name) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Regulars',
      version: '1',
      description:
        'Dates are ISO 8601 in UTC, money is decimal strings in US dollars. Refusals are problem details (RFC 9457) with a stable `code`. Lists continue by their `Link` header (RFC 8288).',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(names.map(familyOf))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: problem, ...describeOperations() },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  }
}

function describeCall(name: CallName): OpenApiCall {
  const entry = callEntry(name)
  const isOpen = entry.access === 'anyone' || entry.access === 'customerKey'
  return {
    operationId: name,
    tags: [familyOf(name)],
    summary: isOpen ? `${name} (${entry.access})` : `${name} (permission: ${entry.access})`,
    parameters: [...describePath(entry.path), ...describeQuery(entry.query)],
    security: isOpen ? [] : [{ session: [] }],
    ...(entry.body && {
      requestBody: {
        required: true,
        content: { [json]: { schema: toSchema(entry.body, 'input') } },
      },
    }),
    ...(entry.upload && {
      requestBody: {
        required: true,
        content: { 'image/png': {}, 'image/jpeg': {}, 'image/webp': {} },
      },
    }),
    responses: {
      [entry.status ?? 200]: {
        description: 'Done',
        ...(!entry.raw && { content: { [json]: { schema: toSchema(entry.answer, 'output') } } }),
      },
      default: {
        description: 'Refused, or failed',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  }
}

function describePath(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('Id') ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))
}

function describeQuery(query: z.core.$ZodType | undefined): object[] {
  if (!query) return []
  const { properties = {}, required = [] } = toSchema(query, 'input')
  const inAddress = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  if (!('q' in properties)) return inAddress
  const description = '`q=…`, encoded as in the address, and in its place: proxies log addresses.'
  return [
    ...inAddress,
    { name: queryHeader, in: 'header', required: false, description, schema: { type: 'string' } },
  ]
}

/** Operations that a push may carry, by name. */
function describeOperations(): Record<string, object> {
  return Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((name) => [
      `operation.${name}`,
      toSchema(operationEntry(name).payload, 'input'),
    ]),
  )
}

function toSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return rest
}

function familyOf(name: string): string {
  return name.split('.')[0] ?? name
}

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(refusals) },
    message: { type: 'string', description: 'The sentence that a person reads' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    retryAfterSeconds: { type: 'integer' },
  },
}
