// Whether this process is the writer of the bank or follows the one that is, and what a person reads
// about it.

import type { Logger } from 'pino';
import type { Followed } from '../../api/readiness.ts';
import type { Databases, Standing } from '../../db/postgres/databases.ts';

/** How far a process is behind the writer; null for the writer itself. */
export function followedIn(standing: Standing): Followed | null {
  if (standing.role() !== 'standby') return null;
  const ageMs = standing.ageMs();
  return {
    writer: standing.writer(),
    behind: standing.behind(),
    ageMs: ageMs === null ? null : Math.round(ageMs),
    parked: standing.parked(),
  };
}

/** Another process is the writer: this one ends, and its next start follows. */
export class WriterReplaced extends Error {}

interface Place {
  readonly standing: Standing;
  /** Resolves once this process is the writer. */
  readonly leading: Promise<void>;
  /** Rejects when another process has become the writer in the place of this one. */
  readonly replaced: Promise<never>;
}

/** A fault that lasts is said this often. */
const SAID_EVERY_MS = 30_000;

/** Becomes the writer, or follows. */
export async function findPlace(databases: Databases, log: Logger): Promise<Place> {
  let isLeading: () => void = () => {};
  const leading = new Promise<void>((resolve) => {
    isLeading = resolve;
  });
  let isReplaced: (reason: Error) => void = () => {};
  const replaced = new Promise<never>((_, reject) => {
    isReplaced = reject;
  });
  replaced.catch(() => {});
  let saidAt = Number.NEGATIVE_INFINITY;
  let hadOne = false;
  const standing = await databases.stand({
    lead(epoch) {
      log.warn({ epoch }, 'this process has taken over: it is the writer of the bank now');
      isLeading();
    },
    replaced(detail) {
      log.error({ cause: detail }, 'this process is not the writer any more, and writes nothing');
      isReplaced(new WriterReplaced(detail));
    },
    followed(processes) {
      if (processes.length > 0) log.info({ standbys: processes }, 'the writer has a standby');
      else
        log[hadOne ? 'warn' : 'info'](
          'the writer has no standby: the bank stands still when it ends',
        );
      hadOne ||= processes.length > 0;
    },
    fault(error) {
      const now = performance.now();
      if (now - saidAt < SAID_EVERY_MS) return;
      saidAt = now;
      log.warn({ cause: String(error) }, 'the lease of the writer cannot be read; trying again');
    },
  });
  if (standing.role() === 'writer') isLeading();
  else log.info({ writer: standing.writer() }, 'another process writes: this one is the standby');
  return { standing, leading, replaced };
}
