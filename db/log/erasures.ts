// Erasing the content of a leaf: its salt goes for good, and with it the only way to find out what
// its hash is the hash of. The hash stays, so that no proof of any leaf breaks.

import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { TxParts } from '../kernel/tx.ts';

export interface ErasureOrder {
  readonly transactionId: string;
  /** For the record: why, and by whose wish. */
  readonly reason: string;
  readonly cause: Cause;
}

export interface Erased {
  readonly tenantId: string;
  readonly replayed: boolean;
}

interface Found {
  tenantId: string;
  leafIndex: number | null;
  postedAt: number | null;
  erasedAt: number | null;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly livemode: boolean;
  readonly clock: BusinessClock;
}

/** Returns the act; call it inside `database.write` only. */
export function leafEraser(deps: Deps): (order: ErasureOrder) => Erased {
  const { raw } = deps.database;
  const find = raw.prepare<[string], Found>(
    `SELECT t.tenant_id AS tenantId, t.ledger_sequence - 1 AS leafIndex, t.posted_at AS postedAt,
     e.erased_at AS erasedAt FROM transactions t
     LEFT JOIN leaf_erasures e ON e.leaf_index = t.ledger_sequence - 1 WHERE t.id = ?`,
  );
  const record = raw.prepare('INSERT INTO leaf_erasures VALUES (?, ?, ?, ?, ?)');
  const forget = raw.prepare('DELETE FROM leaf_salts WHERE leaf_index = ?');

  function erase(leafIndex: number): void {
    // A deleted row is otherwise only marked as free and stays readable in the file.
    raw.pragma('secure_delete = ON');
    try {
      forget.run(leafIndex);
    } finally {
      raw.pragma('secure_delete = OFF');
    }
  }

  return ({ transactionId, reason, cause }) => {
    const found = find.get(transactionId);
    if (!found) throw new Refusal('transaction_not_found');
    const { tenantId, leafIndex } = found;
    if (leafIndex === null) throw new Refusal('transaction_not_posted', { transactionId });
    if (found.erasedAt !== null) return { tenantId, replayed: true };
    const at = Math.max(deps.clock(tenantId), found.postedAt ?? 0);
    record.run(leafIndex, cause.actor, reason, cause.requestId, at);
    erase(leafIndex);
    const object = {
      id: transactionId.replace(/^txn_/, 'bcr_'),
      object: 'blockchain_record',
      livemode: deps.livemode,
      transactionId,
      leafIndex,
      erasedAt: new Date(at).toISOString(),
      version: 1,
    };
    deps.emit({ tenantId, type: 'leaf.erased', object, cause });
    return { tenantId, replayed: false };
  };
}
