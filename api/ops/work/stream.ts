// GET /v1/ops/stream: says that something has happened in an environment, so that open pages ask
// again. What it was is not in it: that is asked for with the rights of the caller.

import type { HttpBindings } from '@hono/node-server';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { workMark } from '../../../db/work/reads.ts';
import { ofKind } from '../../kit/browser-cookie.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { keyHolder, operation, operatorOf, requireAccess } from '../../kit/operation.ts';
import { environmentField } from '../kit/environment.ts';

const MOST_PER_OPERATOR = 8;
const POLL_EVERY_MS = 1_000;
const HEARTBEAT_MS = 15_000;

const route = createRoute({
  method: 'get',
  path: '/v1/ops/stream',
  operationId: 'followBank',
  tags: ['ops'],
  summary: 'Follow whether something happens',
  description:
    'Server-sent events `news` without content, at most one a second: something was booked, ' +
    'decided, assigned or noted. A comment every 15 s. It ends with the credential. At most ' +
    `${MOST_PER_OPERATOR} of an operator.`,
  request: { query: z.strictObject({ environment: environmentField }) },
  responses: {
    200: {
      description: 'The stream.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
  },
});

export const followBank = operation('operator', route, (deps) => {
  const open = new Map<string, number>();

  return (c) => {
    const { operatorId } = operatorOf(c);
    const { all } = deps.desks[c.req.valid('query').environment];
    const { secondPerson } = deps.platform;
    const markOf = () =>
      [...all.map(({ ledger }) => workMark(ledger)), secondPerson.mark()].join(' ');
    const headers = {
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      connection: 'close',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const own = open.get(operatorId) ?? 0;
    if (own >= MOST_PER_OPERATOR) {
      throw new Problem('concurrency_limited', `At most ${MOST_PER_OPERATOR} are possible.`, {
        retryAfterSeconds: 5,
      });
    }
    open.set(operatorId, own + 1);
    const { outgoing } = c.env as HttpBindings;
    const over = new AbortController();
    const end = () => over.abort();
    deps.closing.addEventListener('abort', end, { once: true });
    outgoing.once('close', () => {
      deps.closing.removeEventListener('abort', end);
      end();
      open.set(operatorId, (open.get(operatorId) ?? 1) - 1);
    });
    if (deps.closing.aborted) end();
    return c.body(newsOf(markOf, { over: over.signal, mayGoOn: () => isAllowed(c, deps) }), 200, {
      ...headers,
    });
  };
});

interface Terms {
  readonly over: AbortSignal;
  readonly mayGoOn: () => boolean;
}

/** One timer a stream, and one look at a few counters of each ledger a second. */
function newsOf(markOf: () => string, { over, mayGoOn }: Terms): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let known = markOf();
  let saidAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start(controller) {
      const say = (text: string) => {
        saidAt = performance.now();
        // A reader that takes nothing misses news, and asks when it comes back.
        if ((controller.desiredSize ?? 0) > -MOST_WAITING) controller.enqueue(encoder.encode(text));
      };
      const stop = () => {
        clearInterval(timer);
        try {
          controller.close();
        } catch {
          // The reader is gone.
        }
      };
      say(': here\n\n');
      timer = setInterval(() => {
        try {
          if (over.aborted || !mayGoOn()) return stop();
          const mark = markOf();
          if (mark !== known) say('event: news\ndata: {}\n\n');
          else if (performance.now() - saidAt >= HEARTBEAT_MS) say(': still here\n\n');
          known = mark;
        } catch {
          // A database in trouble ends this stream, not the process; the page connects again.
          stop();
        }
      }, POLL_EVERY_MS);
      over.addEventListener('abort', stop, { once: true });
      if (over.aborted) stop();
    },
    cancel() {
      clearInterval(timer);
    },
  });
}

const MOST_WAITING = 20;

/** A session that has ended, a key that was replaced and a person without access hear nothing. */
function isAllowed(c: Context<AppEnv>, deps: Deps): boolean {
  try {
    if (c.req.header('authorization') !== undefined) requireAccess('operator', keyHolder(c, deps));
    // Listening is no use: it keeps no session from ending.
    else if (ofKind(c, deps, 'console', false) === null) return false;
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
