// The token that confirms an instruction: a keyed hash of its terms. It is computed from the row
// whenever it is needed and stored nowhere, so that a changed row has another token.

import { timingSafeEqual } from 'node:crypto';
import { type IntentRow, requestOf } from '../../db/intents/view.ts';
import type { Seal } from '../../db/kernel/seal.ts';
import { timestamp } from '../../db/kernel/timestamp.ts';
import { termsText } from '../../ledger/intent.ts';
import { Problem } from '../kit/errors.ts';

const PREFIX = 'cnf_';
const CONTEXT = 'intent confirmation';

/** The token of an instruction that can be confirmed; null for any other. */
export function tokenOf(seal: Seal, row: IntentRow): string | null {
  const { amount, currency, operation, expiresAt } = row;
  if (amount === null || currency === null || operation === null || expiresAt === null) return null;
  const text = termsText({
    intentId: row.id,
    customerId: row.customerId,
    intent: row.intent,
    amount,
    currency,
    sourceAccountId: row.sourceAccountId,
    destinationAccountId: row.destinationAccountId,
    operation,
    expiresAt,
  });
  return `${PREFIX}${seal.fingerprint(text, `${CONTEXT}/${row.tenantId}`)}`;
}

/** @throws Problem confirmation_mismatch */
export function requireToken(seal: Seal, row: IntentRow, token: string): void {
  const expected = Buffer.from(tokenOf(seal, row) ?? '');
  const bytes = Buffer.from(token);
  const isSame = expected.length === bytes.length && timingSafeEqual(expected, bytes);
  if (isSame && expected.length > 0) return;
  const code = 'confirmation_mismatch';
  const message = 'The token was not issued for this instruction.';
  throw new Problem(code, undefined, {
    errors: [{ pointer: '/confirmationToken', code, message }],
  });
}

/** The names of accounts, which a person sees before confirming. */
export interface AccountNames {
  nameOf(accountId: string): string;
}

interface DryRunAnswer {
  readonly status?: string | undefined;
  readonly fees: readonly { readonly amount: number; readonly currency: string }[];
}

/** The confirmation of an instruction that waits for it; null in any other state. */
export function confirmationOf(seal: Seal, row: IntentRow, accountNames: AccountNames) {
  const token = row.status === 'requires_confirmation' ? tokenOf(seal, row) : null;
  const { amount, currency, expiresAt, sourceAccountId, destinationAccountId } = row;
  if (token === null || amount === null || currency === null || expiresAt === null) return null;
  const preview = row.preview === null ? null : (JSON.parse(row.preview) as DryRunAnswer);
  const body = requestOf(row)?.body as {
    startDate?: string;
    effectiveDate?: string;
    externalParty?: { name: string };
    recurrence?: { frequency: string };
  } | null;
  const side = (accountId: string | null) =>
    accountId === null ? null : { accountId, name: accountNames.nameOf(accountId) };
  const party = body?.externalParty ?? null;
  const [fee = null] = preview?.fees ?? [];
  return {
    token,
    expiresAt: timestamp(expiresAt),
    summary: {
      amount,
      currency,
      from: side(sourceAccountId),
      to: side(destinationAccountId) ?? (party && { accountId: null, name: party.name }),
      fee: fee && { amount: fee.amount, currency: fee.currency },
      startDate: body?.startDate ?? body?.effectiveDate ?? null,
      frequency: body?.recurrence?.frequency ?? null,
    },
    mfaRequired: preview?.status === 'requires_confirmation',
  };
}
