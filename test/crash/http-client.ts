// Sends HTTP requests as a developer's program does. A failed connection is an outcome, not an
// error: the caller then does not know whether the request was carried out.

import { Agent, request } from 'node:http';

/**
 * The fields of an answer that the checks read; the answer may be a transaction, a problem or a
 * list.
 */
export interface AnswerBody {
  readonly id?: string;
  readonly status?: string | number;
  readonly stage?: string;
  readonly amount?: number;
  readonly hold?: { readonly capturedAmount: number } | null;
  /** Error code of a problem. */
  readonly code?: string;
  readonly transactionId?: string;
  /** Error of a contract in a problem. */
  readonly revert?: { readonly args?: { readonly state?: string } } | null;
  /** Id of the batch in a problem. */
  readonly batchId?: string;
}

export type Reply =
  | { readonly kind: 'answer'; readonly status: number; readonly body: AnswerBody }
  | { readonly kind: 'lost'; readonly reason: string };

export interface Call {
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** Milliseconds after which the connection is cut, so that the answer is lost. */
  readonly cutAfterMs?: number;
}

export interface HttpClient {
  send(call: Call): Promise<Reply>;
  /** Reads an existing object, with retries during restarts. */
  read<T>(path: string): Promise<T>;
  close(): void;
}

/** Longer than the slowest answer of the API (a capture: 10 s). */
const TIMEOUT_MS = 15_000;
/**
 * Time within which a client repeats a request or waits for an end. Faults may meet one request
 * again and again, and a client that gave up in the middle of a run would leave nothing to judge.
 */
export const PATIENCE_MS = 1_800_000;

/** @param apiKey null while there is none yet */
export function createHttpClient(url: string, apiKey: string | null): HttpClient {
  const agent = new Agent({ keepAlive: true });

  function send(call: Call): Promise<Reply> {
    const isCut = call.cutAfterMs !== undefined;
    const text = call.body === undefined ? undefined : JSON.stringify(call.body);
    return new Promise((resolve) => {
      const outgoing = request(url + call.path, {
        method: text === undefined ? 'GET' : 'POST',
        // Each request has its own connection, so that a cut affects one request only.
        agent: isCut ? false : agent,
        timeout: TIMEOUT_MS,
        headers: {
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
          ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
          ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
        },
      });
      const resolveLost = (reason: string) => resolve({ kind: 'lost', reason });
      outgoing.on('error', (error) =>
        resolveLost('code' in error ? String(error.code) : error.message),
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
      outgoing.on('response', (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', (error) => resolveLost(error.message));
        incoming.on('end', () => {
          if (!isCut) resolve(parse(incoming.statusCode ?? 0, Buffer.concat(parts).toString()));
        });
      });
      if (isCut) {
        outgoing.on('finish', () => setTimeout(() => outgoing.destroy(), call.cutAfterMs));
        outgoing.on('close', () => resolveLost('cut'));
      }
      outgoing.end(text);
    });
  }

  async function read<T>(path: string): Promise<T> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const reply = await send({ path });
      if (reply.kind === 'answer' && reply.status === 200) return reply.body as T;
      if (performance.now() > until) throw new Error(`GET ${path}: ${JSON.stringify(reply)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  return { send, read, close: () => agent.destroy() };
}

function parse(status: number, text: string): Reply {
  try {
    return { kind: 'answer', status, body: text === '' ? {} : JSON.parse(text) };
  } catch {
    return { kind: 'lost', reason: 'half an answer' };
  }
}
