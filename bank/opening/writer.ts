// The role of this process: the writer of the bank, or a standby that follows the writer.

import type { Logger } from 'pino';
import type { FollowerState } from '../../api/readiness.ts';
import type { Databases, ProcessRole } from '../../db/postgres/databases.ts';

/** The lag of a standby behind the writer; null for the writer. */
export function readFollowed(role: ProcessRole): FollowerState | null {
  if (role.role() !== 'standby') return null;
  const ageMs = role.ageMs();
  return {
    writer: role.writer(),
    behind: role.behind(),
    ageMs: ageMs === null ? null : Math.round(ageMs),
    parked: role.parked(),
  };
}

/**
 * Thrown when another process became the writer: this one ends, and follows after its next start.
 */
export class WriterReplaced extends Error {}

interface WriterRole {
  readonly role: ProcessRole;
  /** Resolves once this process is the writer. */
  readonly leading: Promise<void>;
  /** Rejects when another process has replaced this one as the writer. */
  readonly replaced: Promise<never>;
}

/** Interval of the log line about a lasting fault. */
const LOG_EVERY_MS = 30_000;

/** Makes this process the writer, or a standby when there is a writer. */
export async function takeRole(databases: Databases, log: Logger): Promise<WriterRole> {
  let isLeading: () => void = () => {};
  const leading = new Promise<void>((resolve) => {
    isLeading = resolve;
  });
  let isReplaced: (reason: Error) => void = () => {};
  const replaced = new Promise<never>((_, reject) => {
    isReplaced = reject;
  });
  replaced.catch(() => {});
  let loggedAt = Number.NEGATIVE_INFINITY;
  let hadStandby = false;
  const role = await databases.takeRole({
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
        log[hadStandby ? 'warn' : 'info'](
          'the writer has no standby: the bank stands still when it ends',
        );
      hadStandby ||= processes.length > 0;
    },
    fault(error) {
      const now = performance.now();
      if (now - loggedAt < LOG_EVERY_MS) return;
      loggedAt = now;
      log.warn({ cause: String(error) }, 'the lease of the writer cannot be read; trying again');
    },
  });
  if (role.role() === 'writer') isLeading();
  else log.info({ writer: role.writer() }, 'another process writes: this one is the standby');
  return { role, leading, replaced };
}
