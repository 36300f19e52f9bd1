// The sweep for archives: a pass writes at most one file of each noun, on a separate thread, and
// deletes some slices of archived rows. The progress is stored in the ledger.

import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  deleteArchivedEvents,
  deleteSlice,
  orderArchive,
  planArchive,
  recordArchive,
} from '../../db/archives/acts.ts';
import { ARCHIVE_KINDS, type ArchivedNoun } from '../../db/archives/archive-kinds.ts';
import { archiveFolder } from '../../db/archives/folder.ts';
import { archiveFiles, findUnfinished } from '../../db/archives/reads.ts';
import { type ArchiveThread, archiveThread } from '../../db/archives/thread.ts';
import { fileOf } from '../../db/kernel/read-only.ts';
import type { Ledger } from '../../db/ledger.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { Refusal } from '../../ledger/refusal.ts';

export interface ArchiveTerms {
  readonly dataDir: string;
  /** Days after which rows are archived; 0 for only on request of an operator. */
  readonly afterDays: number;
  readonly log: Logger;
  /** Ends the thread that writes. */
  readonly closing: AbortSignal;
  readonly failPoint?: (name: string) => void;
  /** Maximum rows of one file; by default 10,000. */
  readonly rowsPerFile?: number;
}

const ROWS_PER_FILE = 10_000;
/** Rows that one commit deletes, in some milliseconds, and number of commits of one pass. */
const ROWS_PER_SLICE = 200;
const SLICES_PER_PASS = 50;
const POLICY = { actor: 'policy', reason: 'KONTOR_ARCHIVE_DAYS' } as const;

interface ArchiveTools {
  readonly ledger: Ledger;
  /** Path of the ledger's database file. */
  readonly ledgerFile: string;
  /** Folder of the archives. */
  readonly folder: string;
  readonly thread: ArchiveThread;
  readonly failPoint: (name: string) => void;
}

/** Returns the function for one pass, which returns the number of deleted rows. */
export function archiveSweep(ledger: Ledger, terms: ArchiveTerms): () => Promise<number> {
  const { dataDir, afterDays, log, closing, failPoint = () => {} } = terms;
  const { rowsPerFile = ROWS_PER_FILE } = terms;
  const folder = archiveFolder(dataDir, ledger.name);
  const thread = archiveThread(closing);
  let orderedOn = -1;

  async function orderByPolicy(): Promise<void> {
    const today = Math.floor(ledger.now() / DAY_MS);
    if (afterDays === 0 || today === orderedOn) return;
    await ledger.run(orderArchive, { ...POLICY, beforeAt: (today - afterDays) * DAY_MS });
    orderedOn = today;
  }

  /** Writes the next file of a noun; false when no rows may be archived. */
  async function archiveNext(tools: ArchiveTools, noun: ArchivedNoun): Promise<boolean> {
    const range = await ledger.run(planArchive, { noun, maxRows: rowsPerFile });
    if (range === null) return false;
    const archived = archiveFiles(ledger);
    const archive = await thread.write({
      ...range,
      ledgerFile: tools.ledgerFile,
      folder,
      recordedFiles: archived,
    });
    failPoint('archive-written');
    try {
      const id = await ledger.run(recordArchive, { archive, range });
      log.info({ archive: id, file: archive.file, rows: archive.rows }, `archived ${noun}`);
    } catch (error) {
      // Another worker was faster, or a customer is being erased: the next pass tries again.
      if (!(error instanceof Refusal)) throw error;
    }
    failPoint('archive-recorded');
    return true;
  }

  return async () => {
    const ledgerFile = fileOf(ledger.database);
    if (ledgerFile === null) return 0;
    await orderByPolicy();
    const tools = { ledger, ledgerFile, folder, thread, failPoint };
    const before = await deleteArchived(tools);
    if (before > 0) return before;
    let count = 0;
    for (const { noun } of ARCHIVE_KINDS) {
      if (await archiveNext(tools, noun)) count += await deleteArchived(tools);
    }
    return count;
  };
}

/** Deletes some slices of archived rows; returns the number of rows. */
async function deleteArchived(tools: ArchiveTools): Promise<number> {
  let count = 0;
  for (let slice = 0; slice < SLICES_PER_PASS; slice += 1) {
    const { ledger } = tools;
    const rows =
      (await ledger.run(deleteArchivedEvents, ROWS_PER_SLICE)) || (await deleteNext(tools));
    if (rows === 0) break;
    tools.failPoint('archive-slice');
    count += rows;
    await nextTurn();
  }
  return count;
}

async function deleteNext({ ledger, folder, thread }: ArchiveTools): Promise<number> {
  const archive = findUnfinished(ledger);
  if (!archive) return 0;
  const { id: archiveId, noun, file, sha256, firstRow, deletedRow } = archive;
  const skip = deletedRow - firstRow + 1;
  const path = join(folder, file);
  const slice = await thread.slice({ noun, path, sha256, skip, maxRows: ROWS_PER_SLICE });
  return slice.rows === 0 ? 0 : ledger.run(deleteSlice, { ...slice, archiveId, skip });
}
