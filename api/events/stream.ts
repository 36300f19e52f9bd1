// GET /v1/events/stream: new events of the log as server-sent events.

import type { HttpBindings } from '@hono/node-server';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findEvent, lastSequence } from '../../db/events/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { isId } from '../../ledger/id.ts';
import { readSessionOfKind } from '../kit/browser-cookie.ts';
import { whenClientLeaves } from '../kit/client-left.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import {
  developerOf,
  findKeyHolder,
  operation,
  requireAccess,
  servicesOf,
} from '../kit/operation.ts';
import { wholeQuery } from '../kit/schemas.ts';
import { createEventFeed } from './event-feed.ts';
import { eventTypeQuery } from './event-schema.ts';
import { createEventWatcher, type EventWatcher } from './event-watcher.ts';
import { requireInLog } from './log-gap.ts';

const SCOPE = 'events:read';
/** Streams of one developer at most. A client needs one, and a second one during a deployment. */
const MAX_PER_DEVELOPER = 5;
/** Streams of all developers at most. Each is a connection with one page of events in memory. */
const MAX_STREAMS = 1_000;
/**
 * Streams that are reserved for developers without an open one, so that developers with many
 * streams do not exclude others.
 */
const RESERVED_STREAMS = 200;

const route = createRoute({
  method: 'get',
  path: '/v1/events/stream',
  operationId: 'streamEvents',
  tags: ['events'],
  summary: 'Follow the event log as it grows',
  description:
    'Server-sent events: `id` is the sequence, `event` the type, `data` the event. Without ' +
    '`Last-Event-ID` and `afterSequence`, it starts with the next event. After an ' +
    'interruption, `Last-Event-ID` (a sequence, or the id of an event) continues without ' +
    'gaps or repetitions. ' +
    `At most ${MAX_PER_DEVELOPER} streams per developer. ` +
    'A reader that takes nothing for 30 s is cut off.',
  request: {
    headers: z.object({
      'last-event-id': z.string().max(64).optional().openapi({ example: '17' }),
    }),
    query: z.strictObject({
      afterSequence: wholeQuery(0)
        .optional()
        .openapi({ description: 'Replaces Last-Event-ID; 0 for the whole log.', example: 0 }),
      type: eventTypeQuery.optional(),
    }),
  },
  responses: {
    200: {
      description: 'Events, and a heartbeat every 15 s.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
  },
});

export const streamEvents = operation(SCOPE, route, (deps) => {
  const watchers = new Map<string, EventWatcher>();
  const openStreams = new Map<string, number>();

  function watcherOf(ledger: Ledger): EventWatcher {
    const watcher = watchers.get(ledger.name) ?? createEventWatcher(ledger);
    watchers.set(ledger.name, watcher);
    return watcher;
  }

  return async (c) => {
    const { developerId, environment, tenantId } = developerOf(c);
    const { ledger } = servicesOf(c, deps);
    const { afterSequence, type } = c.req.valid('query');
    const lastEventId = c.req.valid('header')['last-event-id'];
    const start = await resolveStart(ledger, tenantId, lastEventId || afterSequence);
    const headers = {
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      // A connection that stays open after the end would delay the closing of the bank.
      connection: 'close',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const leave = countStream(openStreams, `${developerId}/${environment}`);
    const { outgoing } = c.env as HttpBindings;
    const controller = new AbortController();
    const end = () => controller.abort();
    deps.closing.addEventListener('abort', end, { once: true });
    whenClientLeaves(outgoing, () => {
      deps.closing.removeEventListener('abort', end);
      end();
      leave();
    });
    if (deps.closing.aborted) end();
    const feed = createEventFeed({
      ledger,
      watcher: watcherOf(ledger),
      tenantId,
      type,
      afterSequence: start,
      mayContinue: () => isStillAllowed(c, deps, tenantId),
      signal: controller.signal,
      onStall: () => outgoing.destroy(),
    });
    return c.body(feed, 200, headers);
  };
});

/**
 * Counts a new stream. Returns the function that ends the count.
 * @throws Problem above a limit
 */
function countStream(openStreams: Map<string, number>, owner: string): () => void {
  const ownStreams = openStreams.get(owner) ?? 0;
  const all = [...openStreams.values()].reduce((sum, count) => sum + count, 0);
  const max = ownStreams === 0 ? MAX_STREAMS : MAX_STREAMS - RESERVED_STREAMS;
  if (ownStreams >= MAX_PER_DEVELOPER || all >= max) {
    throw new Problem(
      'concurrency_limited',
      `At most ${MAX_PER_DEVELOPER} streams per developer are possible, and ${ownStreams} are open.`,
      { retryAfterSeconds: 5 },
    );
  }
  openStreams.set(owner, ownStreams + 1);
  return () => {
    const remaining = (openStreams.get(owner) ?? 1) - 1;
    if (remaining > 0) openStreams.set(owner, remaining);
    else openStreams.delete(owner);
  };
}

/**
 * Returns false when the key was revoked or narrowed or has expired, when the session has ended, or
 * after a reset of the sandbox.
 */
function isStillAllowed(c: Context<AppEnv>, deps: Deps, tenantId: string): boolean {
  try {
    const hasKey = c.req.header('authorization') !== undefined;
    // Reading the stream does not extend a session.
    const caller = hasKey
      ? findKeyHolder(c, deps)
      : readSessionOfKind(c, deps, 'portal', false)?.caller;
    if (!caller) return false;
    requireAccess(SCOPE, caller);
    return caller.kind === 'developer' && caller.tenantId === tenantId;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Returns the sequence after which the stream starts, from a sequence or an event id. */
async function resolveStart(ledger: Ledger, tenantId: string, from: string | number | undefined) {
  const last = lastSequence(ledger, tenantId);
  if (from === undefined) return last;
  const text = String(from);
  if (isId('event', text)) {
    const event = await findEvent(ledger, tenantId, text);
    if (event) return event.sequence;
  }
  // A sequence beyond the end belongs to another log; waiting for it would skip events.
  if (/^\d{1,16}$/.test(text) && Number(text) <= last) {
    requireInLog(ledger, tenantId, Number(text));
    return Number(text);
  }
  throw new Problem('invalid_cursor');
}
