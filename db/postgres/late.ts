// A ledger whose server does not answer as the process starts: it opens over the copy that this
// process has kept, takes no write, and is brought up to date once the server answers. Over a copy
// without rows nothing is read until then.

import { setTimeout as pause } from 'node:timers/promises';
import { openThread } from '../../threads/calls.ts';
import { AnotherBank } from '../kernel/bank-name.ts';
import { LedgerUnread } from '../kernel/unread.ts';
import { type Copy, modelOf, openCopy } from './copy.ts';
import { replicatedGroups } from './group.ts';
import { SchemaGone, type ServerAway } from './identity.ts';
import { clientOf, linkTo } from './link.ts';
import { lossBook } from './loss.ts';
import { type News, newsOf } from './news.ts';
import {
  AnotherVersion,
  closeParts,
  databaseOf,
  ensureSchema,
  type Replica,
  type ReplicaOptions,
} from './replica.ts';

/** Hears what becomes of such a ledger. */
export interface LateHearing {
  /** It stays closed for now, and why; called at the first attempt and every thirty seconds. */
  stays(reason: Error): void;
  /** Its copy is up to date, and it takes writes. Called once. */
  opens(): void;
}

/** A ledger that is not waited for. */
export interface Late extends LateHearing {
  /** Of the ledger: `sandbox-3`. */
  readonly ledger: string;
  /** The random name that the platform knows it by. */
  readonly ownName: string;
}

/** What the thread of an upgrade is given. */
export interface UpgradeOrder {
  readonly options: ReplicaOptions;
  readonly version: string;
}

export interface LateReplica extends Omit<Replica, 'roundTrips' | 'catchUp'> {
  /**
   * Opens what lives in the schema on a copy that has rows, as it stands.
   * @throws Error when that would write something
   */
  opening<T>(work: () => T): T;
}

/** What lies at the address is not the ledger that the platform knows. */
class AnotherLedger extends Error {}

/** Its schema is of an earlier version, and stays so for now. */
class UpgradeFailed extends Error {}

/** What the process cannot mend by asking again. */
const FOR_PEOPLE = [SchemaGone, AnotherBank, AnotherLedger, UpgradeFailed];

/** The server is asked again after so long. */
const AGAIN_MS = 1_000;
/** The same where a person has to do something first. */
const AGAIN_REFUSED_MS = 5_000;
const SAID_EVERY_MS = 30_000;

/**
 * Opens the copy of a ledger, and goes on asking for its server.
 * @param away why the ledger could not be opened as ever
 */
export function openLateReplica(
  options: ReplicaOptions,
  late: Late,
  away: ServerAway,
): LateReplica {
  const { url, name, schema, folder, bank = null, hearing } = options;
  const model = modelOf(schema);
  const copy = openCopy(folder, name, model, bank);
  let isKnown = false;
  const link = linkTo({
    ...{ url, schema: name, version: model.version, hearing },
    bank: copy.bankName,
    mayDial: () => isKnown,
  });
  const onDifference = (tables: readonly string[]) => hearing?.differed(name, tables);
  const losses = lossBook({ name, schema, copy: copy.file, tell: hearing?.lost });
  const groups = replicatedGroups({ link, copy, model, losses, onDifference });
  const database = databaseOf(copy, groups, fillingOf(copy, late.ledger));
  let news: News | null = null;
  const over = new AbortController();
  const file = new URL('./upgrade-worker.ts', import.meta.url);
  const { signal: closing } = over;
  const upgrade = openThread<UpgradeOrder, void>({ name: 'the upgrade', file, closing });

  /** The schema is there and of this version. */
  async function requireSchema(): Promise<void> {
    const now = { ...options, isThere: true, patienceMs: 0 };
    try {
      await ensureSchema({ ...now, isMade: false }, model.version);
    } catch (error) {
      if (!(error instanceof AnotherVersion)) throw error;
      await upgrade.call({ options: now, version: model.version }).catch((cause: Error) => {
        throw new UpgradeFailed(cause.message, { cause });
      });
    }
  }

  /** Opens it as at a start: the schema is there and of this version, and it is the same ledger. */
  async function attempt(): Promise<void> {
    await requireSchema();
    await requireSame(url, name, late.ownName);
    isKnown = true;
    // Under the lock of the schema, so that nothing is missing.
    await groups.write(() => {});
    news = newsOf(url, name, { hasCommit: groups.hasCommit, onNews: groups.hear });
  }

  async function reach(): Promise<void> {
    let saidAt = Number.NEGATIVE_INFINITY;
    for (let reason: Error | null = away; reason !== null; ) {
      if (performance.now() - saidAt > SAID_EVERY_MS) {
        saidAt = performance.now();
        late.stays(reason);
      }
      const former: Error = reason;
      const needsPeople = FOR_PEOPLE.some((kind) => former instanceof kind);
      await pause(needsPeople ? AGAIN_REFUSED_MS : AGAIN_MS, null, { signal: over.signal });
      reason = await attempt().then(
        () => null,
        (error: Error) => error,
      );
      if (reason && reason.constructor !== former.constructor) saidAt = Number.NEGATIVE_INFINITY;
    }
    if (!over.signal.aborted) late.opens();
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
      await closeParts({ link, copy, model, groups, losses });
    },
  };
}

/** Nothing is read of a copy before it has rows. */
function fillingOf({ reads }: Copy, ledger: string) {
  const position = reads.prepare<[], number>('SELECT number FROM __copy').pluck();
  let isFilled = false;
  function isReadable(): boolean {
    isFilled ||= (position.get() ?? -1) >= 0;
    return isFilled;
  }
  function refuseUnread(): void {
    if (!isReadable()) throw new LedgerUnread(ledger);
  }
  return { isReadable, refuseUnread };
}

/** Another ledger in its place is another bank's, or another copy of the rows. */
async function requireSame(url: string, schema: string, own: string): Promise<void> {
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
