// The account and its balance on the wire.

import { z } from '@hono/zod-openapi';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, FREEZE_REASONS } from '../../ledger/account.ts';
import { fieldProblem } from '../kit/errors.ts';
import { metadataOut } from '../kit/metadata.ts';
import { moneyOut, timeOut, versionOut } from '../kit/schemas.ts';

export const accountSchema = z
  .object({
    id: z.string(),
    object: z.literal('account'),
    livemode: z.boolean(),
    customerId: z.string(),
    walletId: z.string().nullable(),
    type: z.enum(ACCOUNT_TYPES),
    currency: z.string(),
    currencyExponent: z.number().int(),
    name: z.string(),
    status: z.enum(ACCOUNT_STATUSES),
    statusReason: z.object({ code: z.string(), message: z.string() }).nullable(),
    freezeReason: z.enum(FREEZE_REASONS).nullable(),
    restrictions: z.object({ debitsBlocked: z.boolean(), creditsBlocked: z.boolean() }),
    accountNumber: z.string(),
    balance: z.object({
      posted: moneyOut,
      current: moneyOut,
      available: moneyOut,
      held: moneyOut,
    }),
    overdraft: z
      .object({ enabled: z.boolean(), limit: moneyOut, used: moneyOut, remaining: moneyOut })
      .nullable(),
    limitsConfigured: z.boolean(),
    metadata: metadataOut,
    version: versionOut,
    createdAt: timeOut,
    updatedAt: timeOut,
    activatedAt: timeOut.nullable(),
    closedAt: timeOut.nullable(),
  })
  .openapi('Account');

/** The figures of a balance; the formulas are in docs/glossary.md. */
export const balanceFigures = {
  posted: moneyOut.openapi({ description: 'Booked in the journal.' }),
  pendingIn: moneyOut.openapi({ description: 'Decided in favour of the account, not booked.' }),
  pendingOut: moneyOut.openapi({ description: 'The part of held that transactions own.' }),
  held: moneyOut.openapi({ description: 'All active holds.' }),
  current: moneyOut.openapi({ description: 'posted + pendingIn − pendingOut.' }),
  available: moneyOut.openapi({ description: 'posted − held.' }),
  overdraft: z.object({ limit: moneyOut, used: moneyOut, remaining: moneyOut }),
  spendable: moneyOut.openapi({ description: 'available + what is left of the overdraft.' }),
};

export const balanceSchema = z
  .object({
    object: z.literal('balance'),
    accountId: z.string(),
    livemode: z.boolean(),
    currency: z.string(),
    currencyExponent: z.number().int(),
    ...balanceFigures,
    overdraft: balanceFigures.overdraft.extend({ enabled: z.boolean() }),
    pendingTransactions: z.array(
      z.object({
        id: z.string(),
        direction: z.enum(['debit', 'credit']),
        amount: moneyOut,
        status: z.literal('pending'),
        expiresAt: timeOut.nullable(),
      }),
    ),
    ledgerSequence: z.number().int().nullable(),
    version: versionOut,
    asOf: timeOut,
  })
  .openapi('Balance');

/** `asOf` of a read. */
export const asOfQuery = z.strictObject({
  asOf: z.iso.datetime({ offset: true }).optional().openapi({
    description:
      'RFC 3339; the figures as they were booked at that moment. A value date before it moves none.',
  }),
});

/**
 * The moment that `asOf` means; null: now.
 * @param now by the developer's clock, milliseconds since 1970 UTC
 * @throws Problem `invalid_parameter` when it lies in the future
 */
export function asOfIn(asOf: string | undefined, now: number): number | null {
  if (asOf === undefined) return null;
  const at = Date.parse(asOf);
  if (at <= now) return at;
  const message = 'Expected a time that is not in the future.';
  throw fieldProblem('invalid_parameter', 'asOf', message);
}
