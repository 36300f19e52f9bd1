// One address of PostgreSQL may name several servers, of which one takes writes:
// postgres://user@one:5432,two:5432/bank, as the programs of PostgreSQL read it. The driver knows one
// host, so each is asked in turn.

import pg from 'pg';
import { requireWritable, ServerReadOnly } from './identity.ts';

/** After so long without an answer a question is lost. */
const ANSWER_MS = 30_000;
const CONNECT_MS = 5_000;
/** Where another server may answer instead. */
const CONNECT_ONE_MS = 2_000;

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(\/.*)$/;

/** Splits an address into one for each of its servers, in their order. */
export function hostUrls(url: string): string[] {
  const [, before, hosts, after] = PARTS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The server of an address that took writes last: it is asked first. */
const lastWriters = new Map<string, string>();

export interface ConnectTerms {
  /** How long an answer may take in milliseconds; 0: as long as it takes; omitted: 30 s. */
  readonly answerMs?: number;
  /** Called with each client before it connects, to listen to its events. */
  readonly onMade?: (client: pg.Client) => void;
}

/**
 * Connects to the server of an address. Of several servers it is the first that takes writes.
 * @throws ServerReadOnly when several servers answer and none takes writes; otherwise the last error
 */
export async function connectTo(url: string, terms: ConnectTerms = {}): Promise<pg.Client> {
  const urls = hostUrls(url);
  if (urls.length === 1) return connectOne(url, CONNECT_MS, terms);
  const last = lastWriters.get(url);
  const order = [...urls].sort((a, b) => Number(b === last) - Number(a === last));
  let fault: unknown;
  for (const one of order) {
    try {
      const client = await connectOne(one, CONNECT_ONE_MS, terms, requireWritable);
      lastWriters.set(url, one);
      return client;
    } catch (error) {
      // A standby tells more than a server that is away: it may be promoted a moment later.
      if (!(fault instanceof ServerReadOnly)) fault = error;
    }
  }
  throw fault;
}

async function connectOne(
  url: string,
  connectMs: number,
  { answerMs = ANSWER_MS, onMade }: ConnectTerms,
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
  onMade?.(client);
  try {
    await client.connect();
    await check(client);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
