// JSON that is read is sent small, and not at all to whoever has it already. A stream stays one:
// only JSON that is complete is touched.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { hasTag, takesGzip } from '../pages.ts';
import type { AppEnv } from './context.ts';

const LEAST_BYTES = 1_024;
/** Half of what there is to win, for a fifth of the time. */
const LEVEL = 4;
const packed = promisify(gzip);

/**
 * Compresses what a GET answers, on a thread of its own, and answers 304 to who knows its hash. The
 * ETag of an object is its version, for If-Match: what the object shows may change without another
 * version, as when a hold ends, so that version alone never means "as you have it".
 */
export const compact: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.req.method !== 'GET' || c.res.status !== 200) return;
  const isJson = c.res.headers.get('content-type')?.startsWith('application/json');
  if (!isJson || c.res.headers.has('content-encoding')) return;
  const bytes = Buffer.from(await c.res.arrayBuffer());
  const headers = new Headers(c.res.headers);
  headers.append('vary', 'Accept-Encoding');
  if (!headers.has('etag')) {
    const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    headers.set('etag', etag);
    if (hasTag(c.req.header('if-none-match'), etag)) {
      headers.delete('content-type');
      headers.delete('content-length');
      replaced(c, new Response(null, { status: 304, headers }));
      return;
    }
  }
  const isSmaller = bytes.length >= LEAST_BYTES && takesGzip(c.req.header('accept-encoding'));
  if (isSmaller) headers.set('content-encoding', 'gzip');
  headers.delete('content-length');
  const body = isSmaller ? await packed(bytes, { level: LEVEL }) : bytes;
  replaced(c, new Response(new Uint8Array(body), { status: 200, headers }));
};

/** Hono adds the headers of the answer before to the next one, unless that one is gone. */
function replaced(c: { res: Response | undefined }, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}
