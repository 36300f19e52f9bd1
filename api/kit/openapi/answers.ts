// Adds the parts to the document that all operations share: the refusals that follow from the form
// of the request, the headers of the answers, and an example of each body.

import { readFileSync } from 'node:fs';
import { exampleOf, type JsonSchema } from '../../events/event-example.ts';
import { problemExample } from '../errors.ts';
import { CONDITIONAL } from '../etag.ts';
import { NEVER_READ } from '../location.ts';
import { problemAnswer } from '../problem-schema.ts';
import { BODY_EXAMPLES } from './examples.ts';

interface Media {
  schema?: JsonSchema;
  example?: unknown;
}
interface Answer {
  description?: string;
  headers?: object;
  content?: Record<string, Media>;
}
interface DocumentedOperation {
  operationId?: string;
  parameters?: object[];
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, Answer | { $ref: string }>;
  security?: readonly object[];
  middleware?: unknown;
}

/** The part of an OpenAPI document that this file reads and changes. */
export interface DescribedApi {
  paths?: object;
  components?: object;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
const [PROBLEM_TYPE = ''] = Object.keys(problemAnswer.content);

/** A way in which any operation may be refused. */
interface RefusalExample {
  readonly name: string;
  readonly description: string;
  readonly example: object;
  /** Headers in addition to those of every answer. */
  readonly headers?: readonly (keyof typeof HEADERS)[];
}

const REFUSALS: Readonly<Record<string, RefusalExample>> = {
  400: {
    name: 'BadRequest',
    description: 'A parameter, a header or the JSON is not valid.',
    example: problemExample('malformed_json'),
  },
  401: {
    name: 'Unauthorized',
    description: 'The credential is missing, unknown, expired or revoked.',
    example: problemExample('invalid_api_key'),
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The credential does not allow the operation.',
    example: problemExample('insufficient_scope'),
  },
  404: {
    name: 'NotFound',
    description: 'No such object belongs to the caller.',
    example: problemExample('account_not_found'),
  },
  409: {
    name: 'Conflict',
    description: 'The current state of the object does not allow the operation.',
    example: problemExample('duplicate_reference'),
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The object has changed since the ETag in If-Match was read.',
    example: problemExample('version_conflict'),
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is too large.',
    example: problemExample('payload_too_large'),
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The operation does not accept the content type of the body.',
    example: problemExample('unsupported_media_type'),
  },
  422: {
    name: 'Unprocessable',
    description: 'A field of the body is not valid, or the bank declined the request.',
    example: problemExample('validation_failed', {
      errors: [{ pointer: '/amount', code: 'too_small', message: 'Expected at least 1.' }],
    }),
  },
  429: {
    name: 'TooManyRequests',
    description: 'The client sends too many requests; see Retry-After.',
    example: problemExample('rate_limited', { retryAfterSeconds: 1 }),
    headers: ['Retry-After'],
  },
  default: {
    name: 'AnyProblem',
    description: problemAnswer.description,
    example: problemExample('workflow_unavailable', { retryAfterSeconds: 1 }),
    headers: ['Retry-After'],
  },
};

const HEADERS = {
  'X-Request-Id': textHeader('The id of the request, for questions about it.', 'req_1'),
  'API-Version': textHeader('The version of the API that answered.', '2026-11-23'),
  RateLimit: textHeader('The remaining requests of the applicable limits.', '"reads";r=99;t=1'),
  'RateLimit-Policy': textHeader('The limits that apply.', '"reads";q=100;w=1'),
  'Kontor-Commit': textHeader(
    'The state of the data behind this answer: a request that sends it back reads nothing older.',
    'p412-9f2c01aa.s88-01c4de77',
  ),
  'Retry-After': textHeader('Seconds until the same request may succeed.', '1'),
  'Idempotency-Replayed': textHeader(
    'true: the answer to an earlier request with this key.',
    'true',
  ),
  Location: textHeader('The path of the object.', '/v1/transactions/txn_…'),
  ETag: textHeader('The version of an object, for If-Match; a hash of other answers.', '"v3"'),
  'WWW-Authenticate': textHeader('The authentication scheme to use.', 'Bearer realm="kontor"'),
};

const IF_MATCH = {
  name: 'if-match',
  in: 'header',
  required: false,
  description: 'The ETag that was read. If the object has changed since, the answer is 412.',
  schema: { type: 'string', example: '"v3"' },
};

function textHeader(description: string, example: string) {
  return { description, schema: { type: 'string', example } };
}

const referTo = (names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const COMMON_HEADERS = [
  'X-Request-Id',
  'API-Version',
  'RateLimit',
  'RateLimit-Policy',
  'Kontor-Commit',
] as const;

/** Recorded answers of a bank to the example bodies: test/docs/reference-examples.test.ts. */
const RECORDED_ANSWERS = new URL('recorded-answers.json', import.meta.url);

/** Adds all shared parts to a document. */
export function addSharedParts(document: DescribedApi): void {
  const recordedAnswers = JSON.parse(readFileSync(RECORDED_ANSWERS, 'utf8')) as Record<
    string,
    unknown
  >;
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = (item as Record<string, DocumentedOperation>)[method];
      if (operation) completeOperation({ document, recordedAnswers }, operation, method, path);
    }
  }
  const schema = { $ref: '#/components/schemas/Problem' };
  const responses = Object.values(REFUSALS).map((refusal) => {
    const { name, description, example, headers = [] } = refusal;
    const content = { [PROBLEM_TYPE]: { schema, example } };
    return [name, { description, headers: referTo([...COMMON_HEADERS, ...headers]), content }];
  });
  Object.assign(document.components ?? {}, {
    headers: HEADERS,
    responses: Object.fromEntries(responses),
  });
}

interface AnswerSource {
  readonly document: object;
  readonly recordedAnswers: Readonly<Record<string, unknown>>;
}

function completeOperation(
  { document, recordedAnswers }: AnswerSource,
  operation: DocumentedOperation,
  method: string,
  path: string,
): void {
  // A field of the route that does not belong to the document.
  delete operation.middleware;
  for (const [status, answer] of Object.entries(operation.responses)) {
    if ('$ref' in answer || !/^2/.test(status)) continue;
    const replayed = method === 'post' ? (['Idempotency-Replayed'] as const) : [];
    const tag = method === 'get' ? (['ETag'] as const) : [];
    const location = hasLocation(operation, status, answer) ? (['Location'] as const) : [];
    const headers = referTo([...COMMON_HEADERS, ...replayed, ...tag, ...location]);
    answer.headers = { ...answer.headers, ...headers };
    addExample(document, answer.content, recordedAnswers[`${operation.operationId} ${status}`]);
  }
  const body = operation.requestBody?.content;
  addExample(document, body, BODY_EXAMPLES[operation.operationId ?? '']);
  if (CONDITIONAL.has(operation.operationId ?? '')) {
    operation.parameters = [...(operation.parameters ?? []), IF_MATCH];
  }
  for (const status of listRefusals(operation, method, path)) {
    operation.responses[status] ??= referToRefusal(status);
  }
  // Every operation declares the default answer, with the schema only.
  if (operation.responses.default) operation.responses.default = referToRefusal('default');
}

function hasLocation(
  { operationId = '' }: DocumentedOperation,
  status: string,
  { description }: Answer,
) {
  if (status === '202') return description?.includes('Location') ?? false;
  return status === '201' && !NEVER_READ.has(operationId);
}

function referToRefusal(status: string): { $ref: string } {
  return { $ref: `#/components/responses/${REFUSALS[status]?.name}` };
}

function addExample(document: object, content: Record<string, Media> = {}, value?: unknown): void {
  const media = content[JSON_TYPE] ?? content[FORM_TYPE];
  if (media?.schema && media.example === undefined) {
    media.example = value ?? exampleOf(document, media.schema);
  }
}

function listRefusals(operation: DocumentedOperation, method: string, path: string): string[] {
  const { security = [], requestBody, operationId = '' } = operation;
  const isPublic = security.length === 0;
  const takesBody = requestBody !== undefined;
  const statuses = {
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
  return Object.entries(statuses).flatMap(([status, applies]) => (applies ? [status] : []));
}
