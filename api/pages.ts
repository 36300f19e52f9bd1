// Serves pages and their files to browsers: no site can frame them, their address is not sent to
// other sites, and a browser does not fetch a file again that it already has.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Handler, MiddlewareHandler } from 'hono';
import type { Config } from '../bank/config/settings.ts';
import { isOverTls } from './kit/address.ts';
import { setAnswerHeader } from './kit/answer-header.ts';
import type { AppEnv } from './kit/context.ts';

/** Added to the policy of every page: a frame around it could have its buttons clicked. */
const NO_FRAMES = "frame-ancestors 'none'";
/** The policy of answers that are not pages: nothing is loaded. */
const NO_CONTENT_POLICY = `default-src 'none'; ${NO_FRAMES}`;
const YEAR_SECONDS = 31_536_000;

/** Headers of every answer to a browser. */
export function addBrowserHeaders(
  config: Pick<Config, 'publicUrl' | 'tls' | 'trustedProxies'>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    setAnswerHeader(c, 'X-Content-Type-Options', 'nosniff');
    setAnswerHeader(c, 'Referrer-Policy', 'no-referrer');
    const policy = c.res.headers.get('content-security-policy');
    if (policy === null) setAnswerHeader(c, 'Content-Security-Policy', NO_CONTENT_POLICY);
    else if (!policy.includes('frame-ancestors')) {
      setAnswerHeader(c, 'Content-Security-Policy', `${policy}; ${NO_FRAMES}`);
    }
    // Browsers ignore the header over plain HTTP; a trusted proxy may have received the request by
    // TLS.
    if (isOverTls(c, config)) {
      setAnswerHeader(c, 'Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
    }
  };
}

export interface StaticFile {
  readonly type: string;
  /** Seconds for which a browser uses its copy; 0: it asks each time, and mostly gets a 304. */
  readonly maxAgeSeconds?: number;
  /** Content-Security-Policy of a page, without `frame-ancestors`. */
  readonly policy?: string;
}

interface CompressedPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/**
 * Serves a file that does not change while the bank runs.
 * @param load called once, at the first request
 */
export function serveStaticFile(load: () => string | Buffer, file: StaticFile): Handler<AppEnv> {
  let compressed: Promise<CompressedPage> | null = null;
  const { type, maxAgeSeconds = 0, policy } = file;
  const cacheControl = maxAgeSeconds > 0 ? `public, max-age=${maxAgeSeconds}` : 'no-cache';
  return async (c) => {
    compressed ??= compressPage(load());
    const { bytes, gzipped, etag } = await compressed;
    const headers = {
      etag,
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
      ...(policy ? { 'content-security-policy': `${policy}; ${NO_FRAMES}` } : {}),
    };
    if (hasTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    if (!acceptsGzip(c.req.header('accept-encoding'))) {
      return c.body(bytes, 200, { ...headers, 'content-type': type });
    }
    return c.body(gzipped, 200, { ...headers, 'content-type': type, 'content-encoding': 'gzip' });
  };
}

/** True when the client already has the version that the tag identifies. */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const plainTag = (tag: string) => tag.trim().replace(/^W\//, '');
  if (ifNoneMatch?.trim() === '*') return true;
  return ifNoneMatch?.split(',').some((part) => plainTag(part) === plainTag(etag)) ?? false;
}

/** True when the client takes a compressed answer. */
export function acceptsGzip(acceptEncoding = ''): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(acceptEncoding);
}

async function compressPage(content: string | Buffer): Promise<CompressedPage> {
  const bytes = new Uint8Array(Buffer.from(content));
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  const gzipped = new Uint8Array(await promisify(gzip)(bytes, { level: 9 }));
  // The compressed and the plain form have the same ETag, so it is a weak one.
  return { bytes, gzipped, etag: `W/"${digest}"` };
}
