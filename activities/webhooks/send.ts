// Sends one signed message to one receiver. Redirects are not followed, only a few kilobytes of the
// answer are read, nothing is decompressed, and an attempt ends within some ten seconds.

import { Agent, type Dispatcher } from 'undici';
import { createGuardedConnector, nameServers, networksOf, type Resolve } from './guard.ts';
import { readTarget } from './target.ts';

/** Why an attempt failed; docs/build/webhooks.md explains each to the owner of the endpoint. */
export type SendFault =
  | 'url_refused'
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_reset'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'invalid_response'
  | 'redirect_refused'
  | 'http_status';

/** The result of one attempt. */
export interface Attempt {
  /** True when the receiver answered 2xx in time. */
  readonly delivered: boolean;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly fault: SendFault | null;
  /** One sentence for the owner of the endpoint; null when delivered. */
  readonly message: string | null;
  /** Start of the answer's body as text; null without a body or when it is compressed. */
  readonly excerpt: string | null;
  readonly durationMs: number;
  /** Delay of the Retry-After header, at most a day; null without one. */
  readonly retryAfterMs: number | null;
}

export interface Outgoing {
  readonly url: string;
  /** Headers of `signedHeaders` (sign.ts). */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Sender {
  /** Sends a message. Never throws: every failure is an attempt with a fault. */
  send(message: Outgoing): Promise<Attempt>;
  close(): Promise<void>;
}

export interface SenderOptions {
  /** Networks that may be reached besides public ones (`KONTOR_WEBHOOK_ALLOW`). */
  readonly allow: readonly string[];
  readonly livemode: boolean;
  readonly resolve?: Resolve;
  /** Milliseconds from the start of an attempt to the status line of the answer. */
  readonly timeoutMs?: number;
  /** Certificate authorities in PEM, for tests; the system's when absent. */
  readonly ca?: string;
}

const TIMEOUT_MS = 10_000;
/** Limit for reading the excerpt; the status is known by then. */
const BODY_TIMEOUT_MS = 2_000;
const MAX_BODY_BYTES = 16 * 1024;
const EXCERPT_CHARACTERS = 500;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** Returns a sender with its own connections, which stay open for some seconds. */
export function createSender(options: SenderOptions): Sender {
  const { livemode, timeoutMs = TIMEOUT_MS } = options;
  const allow = networksOf(options.allow);
  const resolve = options.resolve ?? nameServers(timeoutMs / 2);
  const agent = new Agent({
    connect: createGuardedConnector({ allow, resolve, timeoutMs, ca: options.ca }),
    connections: 32,
    // HTTP/1.1 only: the limits below and the guard assume one request at a time on a connection.
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: BODY_TIMEOUT_MS,
    maxHeaderSize: MAX_BODY_BYTES,
  });

  async function attempt(url: URL, message: Outgoing): Promise<Omit<Attempt, 'durationMs'>> {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...HEADERS, ...message.headers },
      body: message.body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { statusCode: status, headers } = answer;
    const excerpt = await readExcerpt(answer);
    if (status >= 200 && status < 300) {
      return { delivered: true, status, fault: null, message: null, excerpt, retryAfterMs: null };
    }
    const isRedirect = status >= 300 && status < 400;
    return {
      delivered: false,
      status,
      fault: isRedirect ? 'redirect_refused' : 'http_status',
      message: isRedirect
        ? `The endpoint answered ${status}; redirects are not followed: change the URL.`
        : `The endpoint answered ${status}; expected 2xx.`,
      excerpt,
      retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
    };
  }

  return {
    async send(message) {
      const start = performance.now();
      const target = readTarget(message.url, { livemode, allow });
      const outcome =
        target instanceof URL
          ? await attempt(target, message).catch((error: unknown) => failWith(classifyFault(error)))
          : failWith('url_refused', target.message);
      return { ...outcome, durationMs: Math.round(performance.now() - start) };
    },
    close: () => agent.destroy(),
  };
}

const HEADERS = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'content-type': 'application/json',
  'user-agent': 'Kontor-Webhooks/1',
};

/** Reads the start of the answer. The connection is closed when the answer is longer or slow. */
async function readExcerpt({ headers, body }: Dispatcher.ResponseData): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  const slow = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= MAX_BODY_BYTES) break;
    }
  } catch {
    // The status counts even when the body cannot be read.
  } finally {
    clearTimeout(slow);
    body.destroy();
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (size === 0 || encoding !== 'identity') return null;
  const text = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8');
  return text.replace(/[\p{Cc}\p{Cs}\ufffd]+/gu, ' ').slice(0, EXCERPT_CHARACTERS);
}

/**
 * The delay of a Retry-After header in milliseconds, at most a day; null when it is not valid.
 * @param header whole seconds or a date (RFC 9110, 10.2.3)
 * @param now milliseconds since 1970 UTC
 */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = [header].flat()[0]?.trim() ?? '';
  const ms = /^\d{1,15}$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

// Date.parse alone accepts almost any text.
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]{2,8}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

const MESSAGES: Readonly<Record<Exclude<SendFault, 'http_status' | 'redirect_refused'>, string>> = {
  url_refused: 'The bank does not send webhooks to this URL.',
  address_refused: 'The host name resolves to an address that is not public.',
  name_not_resolved: 'The host name has no address in the DNS.',
  connection_refused: 'The endpoint refused the connection.',
  connection_reset: 'The endpoint closed the connection before it answered.',
  connection_failed: 'The connection to the endpoint failed.',
  tls_failed: 'The TLS handshake with the endpoint failed: check its certificate.',
  timeout: 'The endpoint did not answer in time.',
  invalid_response: 'The answer of the endpoint is not HTTP.',
};

function failWith(fault: keyof typeof MESSAGES, message?: string): Omit<Attempt, 'durationMs'> {
  return {
    delivered: false,
    status: null,
    fault,
    message: message ?? MESSAGES[fault],
    excerpt: null,
    retryAfterMs: null,
  };
}

const FAULTS: readonly (readonly [RegExp, keyof typeof MESSAGES])[] = [
  [/^KONTOR_ADDRESS_REFUSED$/, 'address_refused'],
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|EAI_\w+)$/, 'name_not_resolved'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'connection_refused'],
  [/^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|ETIMEDOUT|TimeoutError)$/, 'timeout'],
  [/^(HPE_\w+|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES\w+)$/, 'invalid_response'],
  [/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO|^EPROTO$|HOSTNAME_MISMATCH/, 'tls_failed'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED)$/, 'connection_reset'],
];

function classifyFault(error: unknown): keyof typeof MESSAGES {
  const { code, name, errors, cause } = error as NodeJS.ErrnoException & AggregateError;
  const words = [code, name, errors?.[0]?.code, (cause as NodeJS.ErrnoException)?.code];
  for (const word of words.filter((value) => typeof value === 'string')) {
    const fault = FAULTS.find(([pattern]) => pattern.test(word));
    if (fault) return fault[1];
  }
  return 'connection_failed';
}
