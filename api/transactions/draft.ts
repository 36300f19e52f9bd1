// From the checked body to the draft that the store accepts.

import type { Cause, TransactionDraft } from '../../db/transactions/port.ts';
import { parseDate } from '../../ledger/calendar-date.ts';
import type { TransactionCreate } from './create-schema.ts';

/** @param hash SHA-256 of the canonical body */
export function transactionDraft(
  body: TransactionCreate,
  tenantId: string,
  hash: Buffer,
  cause: Cause,
): TransactionDraft {
  return {
    tenantId,
    type: body.type,
    amount: body.amount,
    currency: body.currency,
    sourceAccountId: body.sourceAccountId ?? null,
    destinationAccountId: body.destinationAccountId ?? null,
    description: body.description ?? null,
    reference: body.reference ?? null,
    category: body.category ?? null,
    capture: body.capture,
    overcapturePercent: body.allowOvercapturePercent ?? 0,
    valueDate: body.effectiveDate === undefined ? null : parseDate(body.effectiveDate),
    holdExpiresAt: body.holdExpiresAt === undefined ? null : Date.parse(body.holdExpiresAt),
    externalParty: body.externalParty ?? null,
    context: body.context ?? null,
    metadata: body.metadata ?? {},
    requestHash: hash,
    cause,
  };
}
