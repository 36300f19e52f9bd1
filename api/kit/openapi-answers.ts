// What the document says of every operation alike, so that no route has to: the refusals that it
// can meet by what it takes, the headers of its answers, and an example of each body.

import { exampleOf, type JsonSchema } from '../events/event-example.ts';
import { CONDITIONAL } from './etag.ts';
import { problemAnswer } from './problem-schema.ts';

interface Media {
  schema?: JsonSchema;
  example?: unknown;
}
interface Answer {
  description?: string;
  headers?: object;
  content?: Record<string, Media>;
}
interface Documented {
  operationId?: string;
  parameters?: object[];
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, Answer | { $ref: string }>;
  security?: readonly object[];
  middleware?: unknown;
}

/** As much of an OpenAPI document as this reads and changes. */
export interface Described {
  paths?: object;
  components?: object;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';
const [PROBLEM_TYPE = ''] = Object.keys(problemAnswer.content);

const REFUSALS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'A parameter, a header or the JSON is not as it has to be.'],
  401: ['Unauthorized', 'The credential is missing, unknown, expired or revoked.'],
  403: ['Forbidden', 'The credential does not allow the operation.'],
  404: ['NotFound', 'No such object belongs to the caller.'],
  409: ['Conflict', 'The present state of the object does not allow the operation.'],
  412: ['PreconditionFailed', 'The object has changed since the ETag of If-Match was read.'],
  413: ['ContentTooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The body has another content type than the operation takes.'],
  422: ['Unprocessable', 'A field of the body is not accepted, or the bank declined.'],
  429: ['TooManyRequests', 'The client asks too fast; see Retry-After.'],
};

const HEADERS = {
  'X-Request-Id': text('The id of the request: name it when you ask about it.', 'req_1'),
  'API-Version': text('The version of the API that answered.', '2026-11-23'),
  RateLimit: text('What is left of the limits that apply.', '"reads";r=99;t=1'),
  'RateLimit-Policy': text('The limits that apply.', '"reads";q=100;w=1'),
  'Retry-After': text('Seconds until the same request may succeed.', '1'),
  'Idempotency-Replayed': text('true: the answer to an earlier request with this key.', 'true'),
  ETag: text('Of an object its version, for If-Match; of anything else a hash.', '"v3"'),
  'WWW-Authenticate': text('How to say who asks.', 'Bearer realm="kontor"'),
};

const IF_MATCH = {
  name: 'if-match',
  in: 'header',
  required: false,
  description: 'The ETag that was read: if the object has changed since, nothing is done (412).',
  schema: { type: 'string', example: '"v3"' },
};

function text(description: string, example: string) {
  return { description, schema: { type: 'string', example } };
}

const referred = (names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ALWAYS = ['X-Request-Id', 'API-Version', 'RateLimit', 'RateLimit-Policy'] as const;

/** Adds all of it to a document. */
export function describeAlike(document: Described): void {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = (item as Record<string, Documented>)[method];
      if (operation) describe(document, operation, method, path);
    }
  }
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  const responses = Object.entries(REFUSALS).map(([status, [name, description]]) => {
    const more = status === '401' ? (['WWW-Authenticate'] as const) : [];
    const later = status === '429' ? (['Retry-After'] as const) : [];
    const headers = referred([...ALWAYS, ...more, ...later]);
    return [name, { description, headers, content: { [PROBLEM_TYPE]: problem } }];
  });
  Object.assign(document.components ?? {}, {
    headers: HEADERS,
    responses: Object.fromEntries(responses),
  });
}

function describe(document: object, operation: Documented, method: string, path: string): void {
  // The route's own field for a handler, which a document has no place for.
  delete operation.middleware;
  for (const [status, answer] of Object.entries(operation.responses)) {
    if ('$ref' in answer || !/^2/.test(status)) continue;
    const replayed = method === 'post' ? (['Idempotency-Replayed'] as const) : [];
    const tag = method === 'get' ? (['ETag'] as const) : [];
    answer.headers = { ...answer.headers, ...referred([...ALWAYS, ...replayed, ...tag]) };
    addExample(document, answer.content);
  }
  addExample(document, operation.requestBody?.content);
  if (CONDITIONAL.has(operation.operationId ?? '')) {
    operation.parameters = [...(operation.parameters ?? []), IF_MATCH];
  }
  for (const status of refusalsOf(operation, method, path)) {
    const [name = ''] = REFUSALS[status] ?? [];
    operation.responses[status] ??= { $ref: `#/components/responses/${name}` };
  }
}

function addExample(document: object, content: Record<string, Media> = {}): void {
  const media = content[JSON_TYPE];
  if (media?.schema && media.example === undefined) {
    media.example = exampleOf(document, media.schema);
  }
}

function refusalsOf(operation: Documented, method: string, path: string): string[] {
  const { security = [], requestBody, operationId = '' } = operation;
  const isPublic = security.length === 0;
  const takesBody = requestBody !== undefined;
  const found = {
    400: true,
    401: !isPublic,
    403: !isPublic,
    404: path.includes('{') || path.startsWith('/v1/ops/'),
    409: method !== 'get',
    412: CONDITIONAL.has(operationId),
    413: takesBody,
    415: takesBody,
    422: takesBody,
    429: true,
  };
  return Object.entries(found).flatMap(([status, meets]) => (meets ? [status] : []));
}
