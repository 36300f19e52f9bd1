// One GET request to a provider of rates: without redirects, with limits on time, size and content
// type. The URL is a setting of the operator, never text of a client.

import { BadRates } from './provider.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

export interface LimitedFetch {
  readonly url: string;
  /** Required content type, e.g. /json/. */
  readonly type: RegExp;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for the whole request. */
  readonly timeoutMs?: number;
}

/**
 * Reads a text over HTTP.
 * @throws BadRates when the answer is not 200, has another type or is too long
 * @throws Error when the time limit passes or the connection fails
 */
export async function fetchLimited(order: LimitedFetch): Promise<string> {
  const response = await fetch(order.url, {
    headers: { accept: '*/*', ...order.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(order.timeoutMs ?? TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new BadRates(`status ${response.status}`);
  }
  const type = response.headers.get('content-type') ?? '';
  if (!order.type.test(type)) {
    await response.body?.cancel();
    throw new BadRates(`content type ${JSON.stringify(type.slice(0, 60))}`);
  }
  return readText(response);
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection, so that the rest is never read.
    if (bytes > MAX_BYTES) throw new BadRates(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
