// The chain of the audit log: how a row is hashed, and the check of all of them. Plain SQL and one
// hash, so that the check trusts none of the code that writes.

import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';

/** A row as it is hashed. */
export interface AuditEntry {
  readonly id: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly objectId: string;
  readonly environment: string | null;
  /** JSON, as it is stored. */
  readonly detail: string;
}

/** The number of rows, and the hash of the last one in hexadecimal. */
export interface AuditHead {
  readonly count: number;
  readonly hash: string;
}

/** The hash that precedes the first row. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/** SHA-256 of the hash before and the row as a JSON array of its columns. */
export function chainHash(before: Buffer, entry: AuditEntry): Buffer {
  const { id, at, actor, action, objectId, environment, detail } = entry;
  const row = JSON.stringify([id, at, actor, action, objectId, environment, detail]);
  return createHash('sha256').update(before).update(row).digest();
}

interface ChainedEntry extends AuditEntry {
  readonly hash: Buffer | null;
}

export interface AuditVerdict {
  /** Rows that have no hash, or whose hash does not follow from the row and the preceding hash. */
  readonly broken: readonly number[];
  /** Places where a row should be and is none. */
  readonly missing: readonly number[];
  readonly head: AuditHead;
  /** The hash that a row has, in hexadecimal; null when there is no such row. */
  hashAt(count: number): string | null;
}

const MOST_EXAMPLES = 5;

/** Reads the whole log and checks it. */
export function checkAuditChain(db: BetterSqlite3.Database): AuditVerdict {
  const rows = db.prepare<[], ChainedEntry>(
    `SELECT a.id, a.at, a.actor, a.action, a.object_id AS objectId, a.environment, a.detail, c.hash
     FROM audit a LEFT JOIN audit_chain c ON c.id = a.id ORDER BY a.id`,
  );
  const stray = db
    .prepare<[number], number>(
      'SELECT id FROM audit_chain WHERE id NOT IN (SELECT id FROM audit) LIMIT ?',
    )
    .pluck()
    .all(MOST_EXAMPLES);
  const [broken, missing] = [new Set<number>(), new Set<number>(stray)];
  let before = NO_HASH;
  let next = 1;
  for (const row of rows.iterate()) {
    if (row.id !== next && missing.size < MOST_EXAMPLES) missing.add(next);
    const isGood = row.hash?.equals(chainHash(before, row)) ?? false;
    if (!isGood && broken.size < MOST_EXAMPLES) broken.add(row.id);
    before = row.hash ?? NO_HASH;
    next = row.id + 1;
  }
  const hashAt = db.prepare<[number], Buffer>('SELECT hash FROM audit_chain WHERE id = ?').pluck();
  return {
    broken: [...broken],
    missing: [...missing],
    head: { count: next - 1, hash: before.toString('hex') },
    hashAt: (count) => hashAt.get(count)?.toString('hex') ?? null,
  };
}
