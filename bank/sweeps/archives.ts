// What the sweeper does about archives: at most one file a pass, written on a thread of its own,
// and some slices of the rows that lie in files. Where it stands is in the ledger.

import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { archiveFolder } from '../../db/archives/folder.ts';
import { archiveFiles } from '../../db/archives/reads.ts';
import type { WriteOrder, WrittenArchive } from '../../db/archives/write.ts';
import type { Ledger } from '../../db/ledger.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { openThread } from '../../threads/calls.ts';

export interface ArchiveTerms {
  readonly dataDir: string;
  /** Days after which events are archived; 0: when an operator asks. */
  readonly afterDays: number;
  readonly log: Logger;
  /** Ends the thread that writes. */
  readonly closing: AbortSignal;
  readonly failPoint?: (name: string) => void;
  /** Events of one file; left out: 10,000. */
  readonly rowsAFile?: number;
}

const ROWS_A_FILE = 10_000;
/** Rows of one commit, some milliseconds, and commits of one pass. */
const ROWS_A_SLICE = 200;
const SLICES = 50;
const DAY_MS = 86_400_000;
const POLICY = { actor: 'policy', reason: 'KONTOR_ARCHIVE_DAYS' } as const;

/** Returns one pass, which answers how many events it deleted from the log. */
export function archiveSweep(ledger: Ledger, terms: ArchiveTerms): () => Promise<number> {
  const { dataDir, afterDays, log, closing, failPoint = () => {} } = terms;
  const { rowsAFile = ROWS_A_FILE } = terms;
  const folder = archiveFolder(dataDir, ledger.name);
  const file = new URL('../../db/archives/write-worker.ts', import.meta.url);
  const writer = openThread<WriteOrder, WrittenArchive>({ name: 'the archive', file, closing });
  let orderedOn = -1;

  async function byPolicy(): Promise<void> {
    const today = Math.floor(ledger.now() / DAY_MS);
    if (afterDays === 0 || today === orderedOn) return;
    await ledger.archives.orderArchive({ ...POLICY, beforeAt: (today - afterDays) * DAY_MS });
    orderedOn = today;
  }

  async function deleteArchived(): Promise<number> {
    let count = 0;
    for (let slice = 0; slice < SLICES; slice += 1) {
      const rows = await ledger.archives.deleteArchived(ROWS_A_SLICE);
      if (rows === 0) break;
      failPoint('archive-slice');
      count += rows;
      await turn();
    }
    return count;
  }

  return async () => {
    if (ledger.file === null) return 0;
    await byPolicy();
    const before = await deleteArchived();
    if (before > 0) return before;
    const range = await ledger.archives.planArchive(rowsAFile);
    if (range === null) return 0;
    const named = archiveFiles(ledger);
    const order = { ...range, ledgerFile: ledger.file, folder, named };
    const written = await writer.call(order);
    failPoint('archive-written');
    try {
      const id = await ledger.archives.recordArchive(written);
      log.info({ archive: id, file: written.file, rows: written.rows }, 'archived events');
    } catch (error) {
      // Another worker was faster, or a customer is being erased: the next pass looks again.
      if (!(error instanceof Refusal)) throw error;
    }
    failPoint('archive-recorded');
    return deleteArchived();
  };
}
