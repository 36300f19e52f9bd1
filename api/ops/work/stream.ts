// GET /v1/ops/stream: reports that something has happened in an environment, so that open pages
// reload, and that the object of a page has changed, so that its reader can reload it. The stream
// carries no content: pages read the content with the rights of the caller.

import type { HttpBindings } from '@hono/node-server';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { workMark } from '../../../db/work/reads.ts';
import { readSessionOfKind } from '../../kit/browser-cookie.ts';
import { whenClientLeaves } from '../../kit/client-left.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { findKeyHolder, operation, operatorOf } from '../../kit/operation.ts';
import { environmentField } from '../kit/environment.ts';
import { canBeFollowed, markOfObject, mayFollow } from './page-subjects.ts';

const MAX_PER_OPERATOR = 8;
const POLL_EVERY_MS = 1_000;
const HEARTBEAT_MS = 15_000;

const aboutField = z
  .string()
  .max(64)
  .refine(canBeFollowed, 'Expected an id that can be followed, `applications` or `audit`.')
  .optional()
  .openapi({
    description:
      'An additional subject to follow: the id of a transaction, an account, a customer, a ' +
      'developer or a work item, or `applications`, or `audit`. Requires the role for ' +
      'reading it.',
    example: 'txn_01kb2v5q3m8x7c9d4e6f8g0h2j',
  });

const route = createRoute({
  method: 'get',
  path: '/v1/ops/stream',
  operationId: 'followBank',
  tags: ['ops'],
  summary: 'Stream notifications about changes',
  description:
    'Server-sent events `news` without content, at most one a second: something was booked, ' +
    'decided, assigned or noted. A comment every 15 s. The stream ends with the credential. At most ' +
    `${MAX_PER_OPERATOR} streams for an operator. With \`about\` also \`changed\`, each time that ` +
    'the display of that object would change. The audit log does not record this.',
  request: { query: z.strictObject({ environment: environmentField, about: aboutField }) },
  responses: {
    200: {
      description: 'The stream.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
  },
});

export const followBank = operation('operator', route, (deps) => {
  const streamsByOperator = new Map<string, number>();

  return async (c) => {
    const { operatorId, roles } = operatorOf(c);
    const { environment, about } = c.req.valid('query');
    const { ledger } = deps.environments[environment];
    const { approvals } = deps.platform;
    const readMark = about === undefined ? null : markOfObject(deps, { environment, about, roles });
    const readState = async (): Promise<ComparedValues> => ({
      news: `${workMark(ledger)} ${approvals.mark()}`,
      changed: readMark === null ? '' : await readMark(),
    });
    const headers = {
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      connection: 'close',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    // The object is read before a stream slot is taken, so that a failed read takes no slot.
    const first = await readState();
    const ownStreams = streamsByOperator.get(operatorId) ?? 0;
    if (ownStreams >= MAX_PER_OPERATOR) {
      throw new Problem('concurrency_limited', `At most ${MAX_PER_OPERATOR} are possible.`, {
        retryAfterSeconds: 5,
      });
    }
    streamsByOperator.set(operatorId, ownStreams + 1);
    const { outgoing } = c.env as HttpBindings;
    const controller = new AbortController();
    const end = () => controller.abort();
    deps.closing.addEventListener('abort', end, { once: true });
    whenClientLeaves(outgoing, () => {
      deps.closing.removeEventListener('abort', end);
      end();
      streamsByOperator.set(operatorId, (streamsByOperator.get(operatorId) ?? 1) - 1);
    });
    if (deps.closing.aborted) end();
    const terms = {
      marks: first,
      signal: controller.signal,
      mayContinue: () => isAllowed(c, deps, about),
    };
    return c.body(streamChanges(readState, terms), 200, headers);
  };
});

/** The compared values, by the event that reports their change. */
interface ComparedValues {
  readonly news: string;
  readonly changed: string;
}

interface Terms {
  /** The state at the time of the stream's request. */
  readonly marks: ComparedValues;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  readonly mayContinue: () => boolean;
}

/** Each stream has one timer, which reads a few counters of each ledger once per second. */
function streamChanges(
  readState: () => Promise<ComparedValues>,
  { marks: first, signal, mayContinue }: Terms,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last = first;
  let sentAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => {
        sentAt = performance.now();
        // A client that falls behind misses changes, and reloads the object when it reconnects.
        if ((controller.desiredSize ?? 0) > -MAX_QUEUED_CHUNKS)
          controller.enqueue(encoder.encode(text));
      };
      const stop = () => {
        clearInterval(timer);
        try {
          controller.close();
        } catch {
          // The client has disconnected.
        }
      };
      const compare = async () => {
        if (signal.aborted || !mayContinue()) return stop();
        const now = await readState();
        if (signal.aborted) return;
        const changed = (['news', 'changed'] as const).filter((name) => now[name] !== last[name]);
        last = now;
        for (const name of changed) send(`event: ${name}\ndata: {}\n\n`);
        if (performance.now() - sentAt >= HEARTBEAT_MS) send(': still here\n\n');
      };
      send(': here\n\n');
      // A database in trouble ends this stream, not the process; the page connects again.
      timer = setInterval(() => void compare().catch(stop), POLL_EVERY_MS);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    },
    cancel() {
      clearInterval(timer);
    },
  });
}

const MAX_QUEUED_CHUNKS = 20;

/**
 * Nothing is sent after the end of the session, the replacement of the key or the loss of access,
 * nor about an object that the operator's roles no longer show.
 */
function isAllowed(c: Context<AppEnv>, deps: Deps, subject: string | undefined): boolean {
  try {
    const byKey = c.req.header('authorization') !== undefined;
    // Listening does not count as use, so it does not extend the session.
    const caller = byKey
      ? findKeyHolder(c, deps)
      : readSessionOfKind(c, deps, 'console', false)?.caller;
    if (caller?.kind !== 'operator') return false;
    return subject === undefined || mayFollow(caller.roles, subject);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
