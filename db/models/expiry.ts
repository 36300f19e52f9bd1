// The expiry of a version, which its owner sets: an expired version cannot be deployed. One that
// already decides continues, with a warning and an event at its expiry.

import type { EventType } from '../../ledger/event.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { Tx } from '../kernel/tx.ts';
import { modelVersions } from './tables.ts';
import { type ModelVersionRow, type ModelVersionView, modelVersionView } from './view.ts';

export interface ExpiryOrder {
  readonly tenantId: string;
  readonly versionId: string;
  /** By the business clock; null when the version does not expire. */
  readonly expiresAt: number | null;
  readonly cause: Cause;
}

const BY_ID = `SELECT ${columnsOf(modelVersions)} FROM model_versions WHERE id = ?`;
const UPDATE = `UPDATE model_versions SET expires_at = @expiresAt, expired_at = @expiredAt,
  version = @version, updated_at = @updatedAt WHERE id = @id`;

/** Sets the time at which the use of a version ends; null for no end. */
export const setExpiry = act(
  'model.expire',
  (tx, { tenantId, versionId, expiresAt, cause }: ExpiryOrder): ModelVersionView => {
    const row = tx.get<ModelVersionRow>(BY_ID, versionId);
    if (row?.tenantId !== tenantId) throw new Refusal('model_not_found');
    if (row.expiresAt === expiresAt) return modelVersionView(row, tx.livemode);
    if (row.stage === 'archived') throw invalidState('The version is archived already.');
    if (expiresAt !== null && expiresAt <= tx.clock(tenantId)) {
      const message = 'Expected a time in the future; archive the version to end it now.';
      throw invalidField('/expiresAt', message);
    }
    return storeExpiry(
      tx,
      { ...row, expiresAt, expiredAt: null },
      'model.version.expiry_set',
      cause,
    );
  },
);

export const recordExpiry = act('model.emit_expired', (tx, versionId: string): boolean => {
  const row = tx.get<ModelVersionRow>(BY_ID, versionId);
  if (row?.stage !== 'production' || row.expiredAt !== null) return false;
  const now = tx.clock(row.tenantId);
  if (row.expiresAt === null || row.expiresAt > now) return false;
  storeExpiry(tx, { ...row, expiredAt: now }, 'model.version.expired', ENGINE);
  return true;
});

function storeExpiry(
  tx: Tx,
  row: ModelVersionRow,
  type: EventType,
  cause: Cause,
): ModelVersionView {
  const updatedAt = Math.max(tx.now(), row.updatedAt);
  const next = { ...row, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  const object = modelVersionView(next, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause });
  return object;
}

const ENGINE: Cause = { actor: 'workflow', requestId: 'expiry', idempotencyKey: null };

/**
 * Lists a page of versions in production with an expiry and without an event about it; the expiry
 * may be far in the future.
 */
export function listEnding(
  { database }: ReadLedger,
  { after, limit }: { readonly after: string; readonly limit: number },
): readonly { readonly id: string; readonly tenantId: string; readonly expiresAt: number }[] {
  return database.raw
    .prepare<[string, number], { id: string; tenantId: string; expiresAt: number }>(
      `SELECT id, tenant_id AS tenantId, expires_at AS expiresAt FROM model_versions
       WHERE stage = 'production' AND expires_at IS NOT NULL AND expired_at IS NULL AND id > ?
       ORDER BY id LIMIT ?`,
    )
    .all(after, limit);
}
