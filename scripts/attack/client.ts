// The attack's HTTP client. Each call is counted for its walk.

import { setTimeout as sleep } from 'node:timers/promises';
import { Stop } from '../say.mjs';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON, or null when the answer is not JSON. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Call {
  readonly method?: string;
  readonly key?: string | null;
  readonly body?: unknown;
  /** Bytes that are sent instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** True when the caller expects a 429, so the call is not repeated. */
  readonly keeps429?: boolean;
}

export interface BankClient {
  readonly api: string;
  /** Returns the number of calls until now. */
  count(): number;
  /** Counts a request that was not sent by `call`, such as raw bytes or a stream. */
  countRequest(): void;
  call(path: string, call?: Call): Promise<Answer>;
}

/** Maximum number of attempts when the bank limits the caller. */
const MAX_TRIES = 30;
const ANSWER_TIMEOUT_MS = 30_000;

/** Creates a client; opens no connection. */
export function createClient(api: string): BankClient {
  let calls = 0;

  async function sendOnce(path: string, call: Call): Promise<Answer> {
    calls += 1;
    const { key = null, body, raw, headers = {} } = call;
    const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(new URL(path, api), {
      method: call.method ?? (sent === null ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(sent === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === null ? {} : { body: sent }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch((error: Error) => {
      const cause = (error.cause as Error | undefined)?.message ?? error.message;
      throw new Stop(`no bank answers at ${api} (${cause}): start one with \`npm start\``);
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseJson(text) };
  }

  return {
    api,
    count: () => calls,
    countRequest() {
      calls += 1;
    },
    async call(path, call = {}) {
      for (let tries = 1; ; tries += 1) {
        const answer = await sendOnce(path, call);
        if (answer.status !== 429 || call.keeps429 || tries === MAX_TRIES) return answer;
        await sleep(1_000 * Math.min(5, Number(answer.headers.get('retry-after') ?? 1)));
      }
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
