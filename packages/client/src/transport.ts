// Sends requests, with repetitions. A POST has the same Idempotency-Key in each attempt, so that it
// takes effect once.

import { KontorConnectionError, KontorError, type ProblemBody } from './errors.ts';
import { commitsHeader, recordCommits, type SeenCommits } from './seen-commits.ts';
import type { CallOptions, OperationTable } from './types.ts';

/** URL of the bank, credentials of the caller, and limits. */
export interface ClientOptions {
  /** Address such as `https://bank.example`; in a browser, by default the host of the page. */
  readonly baseUrl?: string;
  /** `sk_test_…`, `sk_live_…` or `op_…`; absent when a cookie or header authenticates. */
  readonly apiKey?: string | (() => string | null);
  /** Maximum repetitions of a request; 3 by default. */
  readonly retries?: number;
  /** Timeout of one attempt, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Maximum delay that a bank may request before a repetition; 30,000 ms by default. */
  readonly longestPauseMs?: number;
  /** Returns further headers of each request, for example a token against forged requests. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** `same-origin` or `include` when a session cookie authenticates. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  readonly fetch?: typeof fetch;
}

/** The options of a client, and the commits that it has seen. */
export interface ClientState extends ClientOptions {
  readonly seen: SeenCommits;
}

/** Arguments of a call: parameters and body together. */
export type CallArguments = Readonly<Record<string, unknown>>;

interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly idempotencyKey: string | null;
  /** True when the request may be repeated although it may have arrived. */
  readonly isRepeatable: boolean;
}

const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 30_000;
const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 250;
/** Statuses of proxies that cannot reach the bank. */
const RETRYABLE_STATUSES = [429, 502, 503, 504];

/**
 * Sends a request with repetitions; returns the answer.
 * @throws KontorError, KontorConnectionError
 */
export async function send(
  client: ClientState,
  [method, path]: OperationTable[string],
  args: CallArguments,
  options: CallOptions = {},
): Promise<Response> {
  const prepared = prepare(client, method, path, args, options);
  const max = options.retries ?? client.retries ?? DEFAULT_RETRIES;
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt >= max;
    const outcome = await attemptOnce(client, prepared, options).catch((error: unknown) => {
      if (last || !prepared.isRepeatable || !isRetryable(error)) throw error;
      return null;
    });
    if (outcome) recordCommits(client.seen, outcome.headers.get('kontor-commit'));
    if (outcome?.ok) return outcome;
    const pauseMs = await pauseAfter(outcome, attempt, last, client);
    await pauseFor(pauseMs, options.signal);
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof KontorConnectionError;
}

/**
 * Milliseconds until the next attempt.
 * @throws the error of the answer when there is none
 */
async function pauseAfter(
  answer: Response | null,
  attempt: number,
  isLast: boolean,
  { longestPauseMs = LONGEST_PAUSE_MS, seen }: ClientState,
): Promise<number> {
  // Doubles each time, with jitter.
  const pause = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
  if (answer === null) return pause;
  const error = await errorOf(answer);
  // The commits that the client saw are lost; the caller gets this error once.
  if (error instanceof KontorError && error.code === 'commit_lost') seen.clear();
  const canRetry = error instanceof KontorError ? error.retryable : isOutage(answer);
  const retryAfterMs = Number(answer.headers.get('retry-after') ?? '0') * 1000;
  if (isLast || !canRetry || retryAfterMs > longestPauseMs) throw error;
  return Math.max(pause, retryAfterMs);
}

function isOutage({ status }: Response): boolean {
  return RETRYABLE_STATUSES.includes(status);
}

async function errorOf(answer: Response): Promise<Error> {
  const text = await answer.text();
  const isProblem = /\bproblem\+json\b/.test(answer.headers.get('content-type') ?? '');
  const problem = isProblem ? problemIn(text) : null;
  if (problem !== null) return new KontorError(problem);
  const message = `${answer.url} answered ${answer.status}, not as a bank does`;
  return new KontorConnectionError(message, { fault: 'not_kontor' });
}

/** Parses a problem (RFC 9457); null for other text. */
function problemIn(text: string): ProblemBody | null {
  try {
    const { code, detail, status } = JSON.parse(text) as ProblemBody;
    const isComplete = [code, detail].every((value) => typeof value === 'string');
    return isComplete && Number.isInteger(status) ? (JSON.parse(text) as ProblemBody) : null;
  } catch {
    return null;
  }
}

async function attemptOnce(
  client: ClientOptions,
  { url, init, idempotencyKey }: PreparedRequest,
  options: CallOptions,
): Promise<Response> {
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit;
  try {
    return await (client.fetch ?? fetch)(url, { ...init, signal });
  } catch (error) {
    options.signal?.throwIfAborted();
    const fault = limit.aborted ? 'timeout' : 'network';
    const cause = limit.aborted ? `no answer within ${timeoutMs} ms` : 'the bank is out of reach';
    const message = `${url}: ${cause}`;
    throw new KontorConnectionError(message, { cause: error, fault, idempotencyKey });
  }
}

function prepare(
  client: ClientState,
  method: string,
  path: string,
  { body, ...parameters }: CallArguments,
  options: CallOptions,
): PreparedRequest {
  const idempotencyKey = options.idempotencyKey ?? (method === 'POST' ? newKey() : null);
  const isForm = body instanceof FormData;
  const apiKey = typeof client.apiKey === 'function' ? client.apiKey() : client.apiKey;
  const { ifMatch, reason } = options;
  const seenCommits = commitsHeader(client.seen);
  const headers = {
    accept: 'application/json, */*;q=0.5',
    ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    ...(ifMatch === undefined ? {} : { 'if-match': etagOf(ifMatch) }),
    ...(reason === undefined ? {} : { 'x-audit-reason': encodeHeader(reason) }),
    ...(seenCommits === null ? {} : { 'kontor-commit': seenCommits }),
    ...(options.respondAsync ? { prefer: 'respond-async' } : {}),
    ...client.headers?.(),
    ...options.headers,
  };
  const init: RequestInit = {
    method,
    headers,
    redirect: 'error',
    ...(client.credentials ? { credentials: client.credentials } : {}),
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  };
  const isRepeatable = method !== 'PATCH' && method !== 'DELETE';
  return { url: addressOf(client, path, parameters), init, idempotencyKey, isRepeatable };
}

function etagOf(version: string | number): string {
  return typeof version === 'number' ? `"v${version}"` : version;
}

function addressOf({ baseUrl = '' }: ClientOptions, path: string, args: CallArguments): string {
  const inPath = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = args[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    if (!inPath.has(name)) addTo(query, name, value);
  }
  const text = query.toString();
  return `${baseUrl.replace(/\/$/, '')}${filled}${text === '' ? '' : `?${text}`}`;
}

/** Adds a parameter: `{ metadata: { order: '17' } }` becomes `metadata[order]=17`. */
function addTo(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) query.append(name, value.join(','));
  else if (typeof value === 'object') {
    for (const [key, nestedValue] of Object.entries(value))
      addTo(query, `${name}[${key}]`, nestedValue);
  } else query.append(name, String(value));
}

/** Encodes a header, which may only contain Latin-1 characters. */
function encodeHeader(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
}

/** A new idempotency key. Works on pages without TLS too, where `randomUUID` is missing. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Resolves after the milliseconds; rejects when the signal is aborted. */
export function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
