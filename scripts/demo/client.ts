// The demo's HTTP client, with a key of the sandbox.

import { setTimeout as sleep } from 'node:timers/promises';
import { Stop } from '../say.mjs';

export interface Answer {
  readonly status: number;
  /** True when the bank had already carried out the request with this idempotency key. */
  readonly replayed: boolean;
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface DemoClient {
  /** @param key idempotency key */
  post(path: string, body: object, key: string): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

/** Maximum number of attempts when the bank is overloaded. */
const MAX_TRIES = 20;
const ANSWER_TIMEOUT_MS = 30_000;

/** Creates a client; opens no connection. */
export function createDemoClient(api: string, apiKey: string): DemoClient {
  async function sendOnce(path: string, init: RequestInit): Promise<Answer & { waitMs: number }> {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(new URL(path, api), { ...init, signal }).catch((error: Error) => {
      const cause = (error.cause as Error | undefined)?.message ?? error.message;
      throw new Stop(`no bank answers at ${api} (${cause}): start one with \`npm start\``);
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const body = isJson ? JSON.parse(text) : { detail: text.slice(0, 200) };
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    const waitMs = 1_000 * Number(response.headers.get('retry-after') ?? 1);
    return { status: response.status, replayed, body, waitMs };
  }

  async function fetchFromBank(path: string, init: RequestInit): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const { waitMs, ...answer } = await sendOnce(path, init);
      const isBusy = answer.status === 429 || answer.status === 503;
      if (isBusy && tries < MAX_TRIES) {
        await sleep(waitMs);
        continue;
      }
      if (answer.status === 401) throw new Stop(`the bank does not know this key: ${KEY_HINT}`);
      if (answer.status === 403) {
        throw new Stop(`${path}: ${answer.body.code ?? 403}; it takes a key of the sandbox`);
      }
      return answer;
    }
  }

  const authorization = `Bearer ${apiKey}`;
  return {
    get: (path) => fetchFromBank(path, { headers: { authorization } }),
    post: (path, body, key) =>
      fetchFromBank(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  };
}

export const KEY_HINT = 'README.md, "The first transfer", shows how to get one';
