// The customer as the API and the events show it.

import type { Metadata } from '../../ledger/metadata.ts';
import type { customers } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';

export type CustomerRow = typeof customers.$inferSelect;

/** The wire form of a customer. */
export function customerView(row: CustomerRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'customer' as const,
    livemode,
    type: row.type,
    name: row.name,
    email: row.email,
    phone: row.phone,
    dateOfBirth: row.dateOfBirth,
    country: row.country,
    address: row.address === null ? null : (JSON.parse(row.address) as Record<string, string>),
    kycStatus: row.kycStatus,
    riskLevel: row.riskLevel,
    nextReviewAt: row.nextReviewAt === null ? null : timestamp(row.nextReviewAt),
    notCompared: row.notCompared,
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type CustomerView = ReturnType<typeof customerView>;
