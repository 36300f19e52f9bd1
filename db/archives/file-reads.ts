// Reads the file of an archive: the next rows to delete from the ledger, or the rows of one id. A
// file is read only when its hash equals the recorded one.

import { existsSync } from 'node:fs';
import { type ArchivedNoun, type ArchivedRow, kindOf } from './archive-kinds.ts';
import { decodeRows, decodeRowsOf } from './parquet.ts';
import { readArchiveFile } from './write.ts';

interface FileOrder {
  readonly noun: ArchivedNoun;
  readonly path: string;
  readonly sha256: string;
}

export interface SliceOrder extends FileOrder {
  /** Rows of the file before this slice. */
  readonly skip: number;
  /** The approximate most rows of the slice, because rows of one id stay together. */
  readonly maxRows: number;
}

/** The rows that one commit deletes from the ledger. */
export interface ArchivedSlice {
  readonly rows: number;
  /** Ids of the transactions, each once. */
  readonly ids: readonly string[];
  /** The mark that each transaction keeps of its archived rows, in the order of the ids. */
  readonly marks: readonly (number | string)[];
}

export interface ReadOrder extends FileOrder {
  readonly id: string;
}

/** The file of the last slice, kept because the next slice usually comes from it too. */
let cachedFile: { readonly sha256: string; readonly rows: readonly ArchivedRow[] } | null = null;

async function rowsOf({ noun, path, sha256 }: FileOrder): Promise<readonly ArchivedRow[]> {
  if (cachedFile?.sha256 === sha256) return cachedFile.rows;
  const rows = await decodeRows(kindOf(noun), readArchiveFile(path, sha256));
  cachedFile = { sha256, rows };
  return rows;
}

/**
 * Returns the next slice of a file; a slice without rows when the file is on another host.
 * @throws Error when the hash of the file differs from the recorded one
 */
export async function readSlice(order: SliceOrder): Promise<ArchivedSlice> {
  const { idColumn, markOf } = kindOf(order.noun);
  if (!existsSync(order.path)) return { rows: 0, ids: [], marks: [] };
  const rows = await rowsOf(order);
  const marks = new Map<string, number | string>();
  let end = order.skip;
  for (const row of rows.slice(order.skip)) {
    const id = String(row[idColumn]);
    if (end - order.skip >= order.maxRows && !marks.has(id)) break;
    marks.set(id, markOf(row));
    end += 1;
  }
  if (end === rows.length) cachedFile = null;
  return { rows: end - order.skip, ids: [...marks.keys()], marks: [...marks.values()] };
}

/**
 * Returns the rows of one id in the order of the file; null when the file is not on this host.
 * @throws Error when the hash of the file differs from the recorded one
 */
export async function readArchived(order: ReadOrder): Promise<readonly ArchivedRow[] | null> {
  const { noun, path, sha256, id } = order;
  if (!existsSync(path)) return null;
  return decodeRowsOf(kindOf(noun), readArchiveFile(path, sha256), id);
}
