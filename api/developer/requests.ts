// GET /v1/request-log and /v1/usage: the requests of a developer, and their number.

import { createRoute, z } from '@hono/zod-openapi';
import type { RequestCount } from '../../db/platform/request-log.ts';
import { COUNTED_DAYS } from '../../identity/request-log.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { isId } from '../../ledger/id.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, type Operation, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { exampleId, jsonAnswer, listOf, wholeQuery } from '../kit/schemas.ts';
import { requestSchema, requestView, usageSchema } from './request-schema.ts';

const requestIdText = z.string().min(1).max(128);

const listRoute = createRoute({
  method: 'get',
  path: '/v1/request-log',
  operationId: 'listRequests',
  tags: ['developer'],
  summary: 'List the requests of the environment, newest first',
  description:
    'Covers the last 30 days, with a delay of a second. The log keeps at most 500 requests ' +
    'a second; the usage counts all. With a filter by status, a page may be short or empty ' +
    'although hasMore is true: continue at its nextCursor.',
  request: {
    query: pageQuery.extend({
      outcome: z.enum(['succeeded', 'failed']).optional(),
      status: wholeQuery(100, 599)
        .optional()
        .openapi({ description: 'Status of the answer.', example: 422 }),
      requestId: requestIdText
        .optional()
        .openapi({ description: 'The X-Request-Id of an answer.', example: exampleId('request') }),
    }),
  },
  responses: {
    200: jsonAnswer('A page of requests.', listOf(requestSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/request-log/{requestId}',
  operationId: 'getRequest',
  tags: ['developer'],
  summary: 'Read a request by its id in the log or the X-Request-Id of its answer',
  description: 'The newest request, when several have the same X-Request-Id.',
  request: {
    params: z.object({
      requestId: requestIdText.openapi({
        param: { name: 'requestId', in: 'path' },
        example: exampleId('request'),
      }),
    }),
  },
  responses: {
    200: jsonAnswer('The request.', requestSchema),
  },
});

const usageRoute = createRoute({
  method: 'get',
  path: '/v1/usage',
  operationId: 'getUsage',
  tags: ['developer'],
  summary: 'Count the requests of the environment by day and by route',
  request: {
    query: z.strictObject({
      days: wholeQuery(1, COUNTED_DAYS)
        .default(7)
        .openapi({ description: 'Number of days up to today.', example: 7 }),
    }),
  },
  responses: {
    200: jsonAnswer('The counts.', usageSchema),
  },
});

const listRequests = operation('developer:read', listRoute, ({ platform }) => async (c) => {
  const { outcome, status, requestId, ...query } = c.req.valid('query');
  const page = pageOrder('loggedRequest', query);
  const requests = await platform.requests.list(developerOf(c), {
    ...page,
    ...{ outcome, status, requestId },
  });
  return c.json(listBody({ ...requests, data: requests.data.map(requestView) }), 200);
});

const getRequest = operation('developer:read', getRoute, ({ platform }) => async (c) => {
  const { requestId } = c.req.valid('param');
  const idFilter = isId('loggedRequest', requestId) ? { id: requestId } : { requestId };
  const filter = { limit: 1, startingAfter: null, ...idFilter };
  const [entry] = (await platform.requests.list(developerOf(c), filter)).data;
  if (!entry) throw new Problem('request_not_found');
  return c.json(requestView(entry), 200);
});

const getUsage = operation('developer:read', usageRoute, ({ platform }) => async (c) => {
  const { days } = c.req.valid('query');
  const caller = developerOf(c);
  const counts = await platform.requests.counts(caller, days);
  const today = Math.floor(Date.now() / DAY_MS);
  const dates = Array.from({ length: days }, (_, index) => today - days + 1 + index);
  return c.json(
    {
      object: 'usage' as const,
      livemode: caller.environment === 'production',
      from: dateOf(dates[0] ?? today),
      to: dateOf(today),
      ...sumCounts(counts),
      days: dates.map((day) => ({
        date: dateOf(day),
        ...sumCounts(counts.filter((count) => count.day === day)),
      })),
      routes: sumByRoute(counts),
    },
    200,
  );
});

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const CLIENT_ERROR = 4;
const SERVER_ERROR = 5;

function sumCounts(counts: readonly RequestCount[]) {
  const sum = (counts: readonly RequestCount[]) =>
    counts.reduce((total, count) => total + count.requests, 0);
  return {
    requests: sum(counts),
    clientErrors: sum(counts.filter(({ outcome }) => outcome === CLIENT_ERROR)),
    serverErrors: sum(counts.filter(({ outcome }) => outcome === SERVER_ERROR)),
  };
}

function sumByRoute(counts: readonly RequestCount[]) {
  const groups = new Map<string, RequestCount[]>();
  for (const count of counts) {
    const name = `${count.method} ${count.route}`;
    groups.set(name, [...(groups.get(name) ?? []), count]);
  }
  const rows = [...groups.values()].flatMap((group) => {
    const [{ method, route } = { method: '', route: '' }] = group;
    const figures = sumCounts(group);
    const totalUs = group.reduce((total, count) => total + count.totalUs, 0);
    const averageMs = Math.round(totalUs / figures.requests / 100) / 10;
    return [{ method, route, ...figures, averageMs }];
  });
  return rows.sort((left, right) => right.requests - left.requests);
}

export const REQUEST_OPERATIONS: readonly Operation[] = [listRequests, getRequest, getUsage];
