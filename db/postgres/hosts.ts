// A PostgreSQL URL may name several servers, of which one accepts writes, in the syntax of libpq:
// postgres://user@one:5432,two:5432/bank. The driver supports one host, so the servers are tried in
// turn.

import pg from 'pg';
import { requireWritable, ServerReadOnly } from './identity.ts';

/** The time after which a query without an answer is given up. */
const ANSWER_MS = 30_000;
const CONNECT_MS = 5_000;
/** The timeout of a connection when another server may answer instead. */
const CONNECT_ONE_MS = 2_000;

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(\/.*)$/;

/** Splits a URL into one for each of its servers, in order. */
export function hostUrls(url: string): string[] {
  const [, before, hosts, after] = URL_PARTS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The server of a URL that accepted writes last, which is tried first. */
const lastWriters = new Map<string, string>();

export interface ConnectTerms {
  /** The timeout of an answer in milliseconds; 0 for none; omitted: 30 s. */
  readonly answerMs?: number;
  /** Called with each client before it connects, to listen to its events. */
  readonly onCreate?: (client: pg.Client) => void;
}

/**
 * Connects to the server of a URL: of several servers the first that accepts writes.
 * @throws ServerReadOnly when several servers answer and none accepts writes; otherwise the last
 *   error
 */
export async function connectTo(url: string, terms: ConnectTerms = {}): Promise<pg.Client> {
  const urls = hostUrls(url);
  if (urls.length === 1) return connectOne(url, CONNECT_MS, terms);
  const last = lastWriters.get(url);
  const order = [...urls].sort((a, b) => Number(b === last) - Number(a === last));
  let fault: unknown;
  for (const host of order) {
    try {
      const client = await connectOne(host, CONNECT_ONE_MS, terms, requireWritable);
      lastWriters.set(url, host);
      return client;
    } catch (error) {
      // The error of a standby is more useful than that of an unreachable server: the standby may
      // be promoted a moment later.
      if (!(fault instanceof ServerReadOnly)) fault = error;
    }
  }
  throw fault;
}

async function connectOne(
  url: string,
  connectMs: number,
  { answerMs = ANSWER_MS, onCreate }: ConnectTerms,
  check: (client: pg.Client) => Promise<void> = async () => {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    pipeline: true,
    keepAlive: true,
    application_name: 'kontor',
  });
  onCreate?.(client);
  try {
    await client.connect();
    await check(client);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
