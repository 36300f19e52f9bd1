// Whether a request that moves money would succeed: workers and Temporal run, and every database
// accepts a write. The answer is cached for a second.

import type { Logger } from 'pino';
import type { Replication } from '../db/postgres/replication.ts';

export interface Readiness {
  readonly status: 'ready' | 'standby' | 'starting' | 'stopping' | 'not_writable' | 'no_workflows';
  /** The databases that take no write; or the namespaces that Temporal does not have. */
  readonly failing?: readonly string[];
  /** Set for a process that follows the writer. */
  readonly standby?: FollowerState;
  /** On PostgreSQL: whether acknowledged commits can be lost. It does not affect readiness. */
  readonly replication?: Replication;
}

/** The lag of a following process behind the writer. */
export interface FollowerState {
  /** The process that writes. */
  readonly writer: string | null;
  /** Commits that it lacks, as last seen. */
  readonly behind: number;
  /** Age of its data; null while unknown. */
  readonly ageMs: number | null;
  /** Writes that wait for it to take over. */
  readonly parked: number;
}

/** True for a process that serves: the writer, or one that follows it. */
export const isServing = ({ status }: Pick<Readiness, 'status'>) =>
  status === 'ready' || status === 'standby';

/** For `?verbose`: the age of the data behind decisions. */
export interface Ages {
  readonly screeningLists: readonly {
    readonly code: string;
    readonly asOf: string | null;
    readonly retrievedAt: string | null;
    readonly stale: boolean;
  }[];
  /** Networks of Tor and hosting that payments are compared with. */
  readonly networkLists:
    | { readonly status: 'not_configured' }
    | {
        readonly status: 'ok';
        readonly lists: readonly { readonly code: string; readonly asOf: string }[];
      };
  /** Null: the bank has no rates. */
  readonly exchangeRates: { readonly asOf: string; readonly stale: boolean } | null;
}

export interface ReadinessParts {
  readonly isReady: () => boolean;
  /** Returns null when this process is the writer; omitted when it always is. */
  readonly followerState?: () => FollowerState | null;
  /** The commits that the standbys of PostgreSQL have; omitted on SQLite. */
  readonly replication?: (() => Replication) | undefined;
  /**
   * Aborted when the process is asked to stop, so that a proxy sends requests to other processes.
   */
  readonly stopping: AbortSignal;
  /** The write check of each database, by its name; rejects when the database accepts no write. */
  readonly writes: Readonly<Record<string, () => Promise<void>>>;
  /**
   * Returns the namespaces of workflows that Temporal does not have. An unreachable Temporal does
   * not affect readiness, because transfers do not wait for it.
   */
  readonly missingNamespaces: () => Promise<readonly string[]>;
  readonly ages: () => Promise<Ages>;
  readonly log: Logger;
}

const MAX_AGE_MS = 1_000;
/** Longer with the ages, which people read, because each check is a commit in every database. */
const MAX_AGE_WITH_AGES_MS = 10_000;
/** A commit that takes longer serves no client that waits for an answer. */
const MAX_CHECK_MS = 5_000;

/**
 * Checks at most once a second. With `isVerbose` the answer contains the ages, and the status
 * `ready` may be up to ten seconds old.
 */
export type ReadinessCheck = (isVerbose?: boolean) => Promise<Readiness | (Readiness & Ages)>;

export function createReadinessCheck(parts: ReadinessParts): ReadinessCheck {
  let last: { at: number; result: Promise<Readiness> } | null = null;
  async function checkWithin(maxAgeMs: number): Promise<Readiness> {
    if (parts.stopping.aborted) return { status: 'stopping' };
    const standby = parts.followerState?.() ?? null;
    if (standby !== null) return { status: 'standby', standby };
    if (!parts.isReady()) return { status: 'starting' };
    if (last === null || performance.now() - last.at > maxAgeMs) {
      last = { at: performance.now(), result: probe(parts) };
    }
    return last.result;
  }
  const readReplication = () => (parts.replication ? { replication: parts.replication() } : {});
  return async (isVerbose = false) => {
    if (!isVerbose) return { ...(await checkWithin(MAX_AGE_MS)), ...readReplication() };
    const [first, ages] = await Promise.all([checkWithin(MAX_AGE_WITH_AGES_MS), parts.ages()]);
    const readiness = isServing(first) ? first : await checkWithin(MAX_AGE_MS);
    return { ...readiness, ...readReplication(), ...ages };
  };
}

async function probe(parts: ReadinessParts): Promise<Readiness> {
  const { writes, missingNamespaces, log } = parts;
  const pending = Promise.race([missingNamespaces(), rejectAfter(MAX_CHECK_MS)]).catch(() => []);
  const tries = Object.entries(writes).map(async ([name, write]) => {
    try {
      await Promise.race([write(), rejectAfter(MAX_CHECK_MS)]);
      return null;
    } catch (error) {
      log.error({ database: name, err: error }, 'a database accepts no write');
      return name;
    }
  });
  const failing = (await Promise.all(tries)).filter((name) => name !== null);
  if (failing.length > 0) return { status: 'not_writable', failing };
  const missing = await pending;
  if (missing.length === 0) return { status: 'ready' };
  log.error({ namespaces: missing }, 'Temporal does not have the namespaces of the bank');
  return { status: 'no_workflows', failing: missing };
}

function rejectAfter(maxMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the commit took too long')), maxMs).unref();
  });
}
