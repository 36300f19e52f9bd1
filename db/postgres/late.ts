// A ledger whose server does not answer as the process starts: it opens over the copy that this
// process has kept, takes no write, and is brought up to date once the server answers.

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../kernel/connect.ts';
import { modelOf, openCopy } from './copy.ts';
import { replicatedGroups } from './group.ts';
import { clientOf, linkTo } from './link.ts';
import { type News, newsOf } from './news.ts';
import {
  closeParts,
  databaseOf,
  ensureSchema,
  type Replica,
  type ReplicaOptions,
  SchemaGone,
  type ServerAway,
} from './replica.ts';

/** Hears what becomes of such a ledger. */
export interface LateHearing {
  /** It stays closed for now, and why; called at the first attempt and every thirty seconds. */
  stays(reason: Error): void;
  /** Its copy is up to date, and it takes writes. Called once. */
  opens(): void;
}

export interface LateReplica extends Omit<Replica, 'roundTrips' | 'catchUp'> {
  /**
   * Opens what lives in the schema on the copy as it stands.
   * @throws Error when that would write something
   */
  opening<T>(work: () => T): T;
}

/** What lies at the address is not the ledger that the copy is of. */
class AnotherLedger extends Error {}

/** The server is asked again after so long. */
const AGAIN_MS = 1_000;
/** The same where a person has to do something first. */
const AGAIN_REFUSED_MS = 5_000;
const SAID_EVERY_MS = 30_000;

/**
 * Opens the copy of a ledger, and goes on asking for its server.
 * @param away why the ledger could not be opened as ever
 * @returns null where there is no copy of this version that has rows
 */
export function openLateReplica(
  options: ReplicaOptions,
  hearing: LateHearing,
  away: ServerAway,
): LateReplica | null {
  const { url, name, schema, folder } = options;
  const model = modelOf(schema);
  const copy = openCopy(folder, name, model);
  if (copy.position().number < 0) {
    copy.close();
    return null;
  }
  let isKnown = false;
  const link = linkTo(url, name, model.version, () => isKnown);
  const groups = replicatedGroups(link, copy, model);
  const database = databaseOf(copy, groups);
  let news: News | null = null;
  const over = new AbortController();

  /** Opens it as at a start: the schema is there and of this version, and it is the same ledger. */
  async function attempt(): Promise<void> {
    await ensureSchema({ ...options, isThere: true, patienceMs: 0 }, model.version);
    await requireSame(url, name, database);
    isKnown = true;
    // Under the lock of the schema, so that nothing is missing.
    await groups.write(() => {});
    news = newsOf(url, name, { position: groups.lastCommitNumber, onNews: groups.catchUp });
  }

  async function reach(): Promise<void> {
    let saidAt = Number.NEGATIVE_INFINITY;
    for (let reason: Error | null = away; reason !== null; ) {
      if (performance.now() - saidAt > SAID_EVERY_MS) {
        saidAt = performance.now();
        hearing.stays(reason);
      }
      const needsPeople = reason instanceof SchemaGone || reason instanceof AnotherLedger;
      await pause(needsPeople ? AGAIN_REFUSED_MS : AGAIN_MS, null, { signal: over.signal });
      const former: Error = reason;
      reason = await attempt().then(
        () => null,
        (error: Error) => error,
      );
      if (reason && reason.constructor !== former.constructor) saidAt = Number.NEGATIVE_INFINITY;
    }
    if (!over.signal.aborted) hearing.opens();
  }
  const reaching = reach().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });

  return {
    database,
    file: copy.file,
    opening: groups.onCopy,
    async close() {
      over.abort();
      await reaching;
      await news?.stop();
      await closeParts({ link, copy, model, groups });
    },
  };
}

/** Another ledger in its place is another bank's, or another copy of the rows. */
async function requireSame(url: string, schema: string, { raw }: Database): Promise<void> {
  const own = raw.prepare<[], string>('SELECT name FROM ledger').pluck().get();
  const client = clientOf(url);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.ledger`);
    if (rows[0]?.name === own) return;
    const text = `schema ${schema} has the ledger ${rows[0]?.name}, and the bank's is ${own}`;
    throw new AnotherLedger(text);
  } finally {
    await client.end().catch(() => {});
  }
}
