// The expiry of a version during its deployment. Past its expiry, or past the due date of its next
// validation, a version cannot be deployed or promoted by anyone.

import { type Materiality, revalidationDue } from '../../ledger/models/inventory.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { DeploymentRow } from './view.ts';

export interface LapseReason {
  readonly code: 'version_expired' | 'validation_expired';
  readonly message: string;
}

interface ExpiryDates {
  readonly expiresAt: number | null;
  readonly createdAt: number | null;
  readonly revalidateBy: number | null;
  readonly materiality: Materiality | null;
}

interface Clocks {
  readonly database: Database;
  readonly clock: BusinessClock;
  /** Real time, because validators are operators. */
  readonly now: () => number;
}

const expiryDates = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], ExpiryDates>(
    `SELECT v.expires_at AS expiresAt, a.created_at AS createdAt, a.revalidate_by AS revalidateBy,
       (SELECT e.materiality FROM model_entries e WHERE e.model_id = v.model_id
        ORDER BY e.number DESC LIMIT 1) AS materiality
     FROM model_versions v LEFT JOIN model_validations a ON a.id = (
       SELECT max(o.id) FROM model_validations o
       WHERE o.model_id = v.model_id AND o.version_id = v.id)
     WHERE v.id = ?`,
  ),
);

/** Returns null while the version is valid. A version without a validation has no due date. */
export function findLapse(
  { database, clock, now }: Clocks,
  { tenantId, versionId }: Pick<DeploymentRow, 'tenantId' | 'versionId'>,
): LapseReason | null {
  const dates = expiryDates(database).get(versionId);
  if (!dates) return null;
  const { expiresAt, createdAt, revalidateBy, materiality } = dates;
  if (expiresAt !== null && expiresAt <= clock(tenantId)) {
    const message = `The version ran out at ${isoTime(expiresAt)}.`;
    return { code: 'version_expired', message };
  }
  if (createdAt === null || revalidateBy === null) return null;
  const revalidateAt = revalidationDue({ createdAt, revalidateBy }, materiality);
  if (revalidateAt > now()) return null;
  const message = `The validation of the version ran out at ${isoTime(revalidateAt)}.`;
  return { code: 'validation_expired', message };
}

const isoTime = (time: number) => new Date(time).toISOString();
