// A passkey as the API shows it: without the key and the authenticator's credential id.

import { timestamp } from '../kernel/timestamp.ts';
import type { passkeys } from './tables.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export interface PasskeyView {
  readonly id: string;
  readonly object: 'passkey';
  readonly livemode: boolean;
  readonly customerId: string;
  readonly name: string;
  /** True when the maker of the passkey copies it between devices of the same person. */
  readonly synced: boolean;
  readonly status: PasskeyRow['status'];
  readonly lastUsedAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The wire form of a row. */
export function passkeyView(row: PasskeyRow, livemode: boolean): PasskeyView {
  return {
    id: row.id,
    object: 'passkey',
    livemode,
    customerId: row.customerId,
    name: row.name,
    synced: row.synced === 1,
    status: row.status,
    lastUsedAt: row.lastUsedAt === null ? null : timestamp(row.lastUsedAt),
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}
