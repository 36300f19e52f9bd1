// Compresses JSON answers to reads, and answers 304 to clients that already have them. Streams pass
// unchanged, JSON or not, because hashing or compressing would need the whole content in memory.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { acceptsGzip, hasTag } from '../pages.ts';
import type { AppEnv } from './context.ts';

type HeaderRecord = Readonly<Record<string, string>>;

const MIN_BYTES = 1_024;
/** Compression level with half of the possible gain in a fifth of the time. */
const LEVEL = 4;
const gzipText = promisify(gzip);
/** Matches the ETag of an object before the hash of the answer is appended. */
const VERSION_TAG = /^"(v\d+)"$/;

/**
 * Compresses the answer of a GET (or of a HEAD, which has the same headers) on a separate thread,
 * and answers 304 to a client that sends its ETag. The ETag of an object is its version, for
 * If-Match, followed by a hash of the answer: the shown object may change without a new version,
 * for example when a hold ends, so the version alone does not prove that a copy is current.
 */
export const compressReads: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
  const textOf = keepAnswerText(c);
  await next();
  if (c.res.status !== 200 || c.get('isStreamed')) return;
  const { headers } = c.res;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  if (!isJson || headers.has('content-encoding')) return;
  const text = textOf();
  const body = text ?? Buffer.from(await c.res.arrayBuffer());
  headers.append('vary', 'Accept-Encoding');
  const version = VERSION_TAG.exec(headers.get('etag') ?? '')?.[1];
  if (!headers.has('etag') || version !== undefined) {
    const hash = createHash('sha256').update(body).digest('base64url');
    const etag = version ? `"${version}-${hash.slice(0, 16)}"` : `W/"${hash.slice(0, 27)}"`;
    headers.set('etag', etag);
  }
  if (hasTag(c.req.header('if-none-match'), headers.get('etag') ?? '')) {
    headers.delete('content-type');
    headers.delete('content-length');
    replaceAnswer(c, new Response(null, { status: 304, headers }));
    return;
  }
  const isLarge = Buffer.byteLength(body) >= MIN_BYTES;
  if (isLarge && acceptsGzip(c.req.header('accept-encoding'))) {
    headers.set('content-encoding', 'gzip');
    headers.delete('content-length');
    const compressed = await gzipText(body, { level: LEVEL });
    replaceAnswer(c, new Response(new Uint8Array(compressed), { status: 200, headers }));
  } else if (text === null) {
    replaceAnswer(c, new Response(new Uint8Array(body as Buffer), { status: 200, headers }));
  }
};

/**
 * Keeps the text of a JSON answer, because reading it from the answer would create a stream.
 * Returns a function that returns the text, or null when the answer was replaced.
 */
function keepAnswerText(c: Context<AppEnv>): () => string | null {
  let keptAnswer: { readonly answer: Response; readonly text: string } | null = null;
  const json = (object: unknown, status?: ContentfulStatusCode, headers?: HeaderRecord) => {
    const text = JSON.stringify(object);
    c.set('answered', object);
    const answer = c.body(text, status, { 'content-type': 'application/json', ...headers });
    keptAnswer = { answer, text };
    return answer;
  };
  c.json = json as unknown as typeof c.json;
  return () => (keptAnswer !== null && keptAnswer.answer === c.res ? keptAnswer.text : null);
}

/**
 * Replaces the answer. Without the first assignment, Hono would merge the headers of both answers.
 */
function replaceAnswer(c: { res: Response | undefined }, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}
