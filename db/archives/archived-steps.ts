// Reads the archived steps of a transaction from their file, on the thread of archives.

import { join } from 'node:path';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import type { TimelineRow } from '../kernel/rows.ts';
import { type TimelineStep, timelineStep } from '../transactions/view.ts';
import { archiveFolder } from './folder.ts';
import { findArchiveOf } from './reads.ts';
import type { ArchiveThread } from './thread.ts';

export interface ArchivedStepsOrder {
  /** The data directory, which contains the archives of all ledgers. */
  readonly dataDir: string;
  /** The name of the ledger. */
  readonly name: string;
  readonly transactionId: string;
}

/**
 * Returns the archived steps of a transaction, oldest first; null when the file is not on this
 * host.
 * @throws Error when the hash of the file differs from the recorded one
 */
export async function readArchivedSteps(
  ledger: LedgerReads,
  thread: ArchiveThread,
  { dataDir, name, transactionId: id }: ArchivedStepsOrder,
): Promise<TimelineStep[] | null> {
  const archive = findArchiveOf(ledger, 'timeline', id);
  if (!archive) return null;
  const path = join(archiveFolder(dataDir, name), archive.file);
  const rows = await thread.read({ noun: 'timeline', path, sha256: archive.sha256, id });
  return rows?.map((row) => timelineStep(row as unknown as TimelineRow)) ?? null;
}
