// The hash chain of the audit log: the hash of a row, and the check of all rows. Plain SQL, so that
// the check does not depend on the code that writes.

import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';

/** The hashed columns of a row. */
export interface AuditEntry {
  readonly id: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly objectId: string;
  readonly environment: string | null;
  /** The stored JSON text. */
  readonly detail: string;
}

/** The number of rows, and the hash of the last one in hexadecimal. */
export interface AuditHead {
  readonly count: number;
  readonly hash: string;
}

/** The hash that precedes the first row. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/** Returns the SHA-256 of the preceding hash and the row as a JSON array of its columns. */
export function chainHash(before: Buffer, entry: AuditEntry): Buffer {
  const { id, at, actor, action, objectId, environment, detail } = entry;
  const row = JSON.stringify([id, at, actor, action, objectId, environment, detail]);
  return createHash('sha256').update(before).update(row).digest();
}

interface ChainedEntry extends AuditEntry {
  readonly hash: Buffer | null;
}

export interface AuditVerdict {
  /** Numbers of the rows without a hash or with a wrong hash. */
  readonly broken: readonly number[];
  /** Numbers of missing rows. */
  readonly missing: readonly number[];
  readonly head: AuditHead;
  /** Returns the hash of a row in hexadecimal; null when there is no such row. */
  hashAt(number: number): string | null;
}

const MAX_EXAMPLES = 5;

/** Reads and checks the whole log. */
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
    .all(MAX_EXAMPLES);
  const [brokenEntries, missing] = [new Set<number>(), new Set<number>(stray)];
  let before = NO_HASH;
  let next = 1;
  for (const row of rows.iterate()) {
    if (row.id !== next && missing.size < MAX_EXAMPLES) missing.add(next);
    const hasRightHash = row.hash?.equals(chainHash(before, row)) ?? false;
    if (!hasRightHash && brokenEntries.size < MAX_EXAMPLES) brokenEntries.add(row.id);
    before = row.hash ?? NO_HASH;
    next = row.id + 1;
  }
  const hashAt = db.prepare<[number], Buffer>('SELECT hash FROM audit_chain WHERE id = ?').pluck();
  return {
    broken: [...brokenEntries],
    missing: [...missing],
    head: { count: next - 1, hash: before.toString('hex') },
    hashAt: (count) => hashAt.get(count)?.toString('hex') ?? null,
  };
}
