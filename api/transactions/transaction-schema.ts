// The transaction on the wire.

import { z } from '@hono/zod-openapi';
import { RISK_DECISIONS, RISK_LEVELS } from '../../ledger/decisions/risk.ts';
import { NETWORK_RAILS, RAIL_STATUSES } from '../../ledger/rail.ts';
import {
  HOLD_STATUSES,
  STAGES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../ledger/transaction.ts';
import { anchorSchema } from '../blockchain/anchor-schema.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { exceededLimitSchema } from '../kit/problem-schema.ts';
import {
  dateTextSchema,
  minorUnitsSchema,
  objectVersionSchema,
  timestampSchema,
} from '../kit/schemas.ts';

export const timelineStepSchema = z
  .object({
    status: z.enum(TRANSACTION_STATUSES),
    stage: z.enum(STAGES),
    at: timestampSchema,
    actor: z.string(),
    reason: z.string().nullable(),
  })
  .openapi('TimelineStep');

const riskFields = {
  decisionId: z.string(),
  score: z.number().int().min(0).max(100).nullable().openapi({
    description: 'The probability of fraud in percent and the points of the rules that hit.',
  }),
  level: z.enum(RISK_LEVELS),
  decision: z.enum(RISK_DECISIONS),
  degraded: z.boolean().openapi({
    description: 'True when no model answered, so that written rules decided by stricter terms.',
  }),
  model: z.object({ name: z.string(), version: z.string() }).nullable().openapi({
    description: 'The model that judged it; null when written rules decided alone.',
  }),
  reasons: z
    .array(z.object({ code: z.string(), message: z.string(), weight: z.number() }))
    .openapi({
      description:
        "Matching rules, and the features that raised the model's score. For an approved " +
        'payment, read the decision to get the reasons of its score.',
    }),
};

export const riskSchema = z.object(riskFields).openapi('TransactionRisk');

export const riskPreviewSchema = z
  .object({
    ...riskFields,
    decisionId: z.string().nullable().openapi({ description: 'Always null.' }),
  })
  .openapi('RiskPreview');

export const exchangeSchema = z
  .object({
    quoteId: z.string().nullable(),
    fixed: z.enum(['source', 'destination']),
    rate: z.string().openapi({
      description: 'Destination units for one source unit, including the spread.',
      example: '1.111614',
    }),
    midRate: z.string().openapi({ example: '1.1172' }),
    spreadBps: z.number().int(),
    feeAmount: minorUnitsSchema.openapi({
      description: "The bank's margin, which is included in the amounts.",
    }),
    feeCurrency: z.string(),
    sourceAmount: minorUnitsSchema,
    sourceCurrency: z.string(),
    destinationAmount: minorUnitsSchema,
    destinationCurrency: z.string(),
    rateSource: z.string(),
    rateTimestamp: timestampSchema,
    stale: z.boolean(),
    quoteExpiresAt: timestampSchema.nullable(),
    maxSlippageBps: z.number().int().nullable(),
  })
  .openapi('Exchange');

export const railSchema = z
  .object({
    network: z.enum(NETWORK_RAILS),
    status: z.enum(RAIL_STATUSES),
    reference: z.string().nullable().openapi({ description: "The network's own number for it." }),
    submittedAt: timestampSchema.nullable(),
    settlesAt: timestampSchema
      .nullable()
      .openapi({ description: 'When the network expects to settle.' }),
    settledAt: timestampSchema.nullable(),
    returnedAt: timestampSchema.nullable(),
    returnCode: z.string().nullable().openapi({ example: 'R01' }),
    returnReason: z.string().nullable(),
    returnTransactionId: z.string().nullable().openapi({
      description: 'The transaction that returns the money after a settlement.',
    }),
  })
  .openapi('TransactionRail', { description: 'Times are those of your clock.' });
export const feeSchema = z
  .object({
    type: z.literal('overdraft'),
    amount: minorUnitsSchema,
    currency: z.string(),
    status: z.enum(['pending', 'charged']).openapi({
      description: 'pending: it is charged at dueAt, unless the account recovers by then.',
    }),
    dueAt: timestampSchema.nullable(),
    transactionId: z.string().nullable().openapi({
      description: 'The transaction that charges it; null until its time.',
    }),
  })
  .openapi('TransactionFee');

/** The reason of the status of a transaction or a payment. */
export const statusReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  limit: exceededLimitSchema.optional(),
  pointer: z.string().optional().openapi({
    description: 'The field of the request at fault, when it was refused.',
    example: '/amount',
  }),
});

export const transactionSchema = z
  .object({
    id: z.string(),
    object: z.literal('transaction'),
    livemode: z.boolean(),
    type: z.enum(TRANSACTION_TYPES),
    status: z.enum(TRANSACTION_STATUSES),
    statusReason: statusReasonSchema.nullable(),
    stage: z.enum(STAGES).openapi({ description: 'Diagnostic, not part of the contract.' }),
    amount: minorUnitsSchema.openapi({ description: 'The requested amount in minor units.' }),
    amountCaptured: minorUnitsSchema.openapi({
      description:
        'The sum of its captures; with automatic capture all of it is captured at the booking.',
    }),
    amountPosted: minorUnitsSchema.nullable().openapi({
      description:
        'The booked amount; null until then. Filters and sums use it as soon as it is set.',
    }),
    currency: z.string(),
    currencyExponent: z.number().int(),
    sourceAccountId: z.string().nullable(),
    destinationAccountId: z.string().nullable(),
    customerId: z.string(),
    description: z.string().nullable(),
    reference: z.string().nullable(),
    category: z.string().nullable(),
    capture: z.enum(['automatic', 'manual']),
    allowOvercapturePercent: z.number().int(),
    externalParty: z.record(z.string(), z.unknown()).nullable(),
    context: z.record(z.string(), z.unknown()).nullable(),
    fees: z.array(feeSchema).openapi({
      description:
        "Fees that were or will be charged in addition to the amount. The bank's margin of " +
        'an exchange is part of its amounts; see `exchange`.',
    }),
    exchange: exchangeSchema.nullable(),
    hold: z
      .object({
        id: z.string(),
        amount: minorUnitsSchema,
        capturedAmount: minorUnitsSchema,
        status: z.enum(HOLD_STATUSES),
        expiresAt: timestampSchema.nullable(),
      })
      .nullable(),
    amountReversed: minorUnitsSchema,
    reversalOf: z.string().nullable().openapi({ description: 'The transaction it undoes.' }),
    reversedBy: z.array(z.string()),
    scheduleId: z.string().nullable(),
    batchId: z.string().nullable(),
    paymentId: z.string().nullable(),
    intentId: z.string().nullable().openapi({
      description: 'The instruction in plain language that it carries out.',
    }),
    linkedTo: z.string().nullable().openapi({
      description:
        'The payment that a fee is for, or that a transfer from a linked account covers.',
    }),
    rail: railSchema.nullable().openapi({
      description: 'Its processing by a payment network; null when it uses none.',
    }),
    risk: riskSchema.nullable().openapi({
      description: 'The risk decision; null when transactions of this kind are not judged.',
    }),
    entries: z.array(
      z.object({
        ledgerAccount: z.string(),
        accountId: z.string().nullable(),
        direction: z.enum(['debit', 'credit']),
        amount: minorUnitsSchema,
        currency: z.string(),
        balanceAfter: minorUnitsSchema.nullable(),
        bookingDate: dateTextSchema.nullable(),
        valueDate: dateTextSchema.nullable(),
      }),
    ),
    ledgerSequence: z.number().int().nullable(),
    workflow: z.object({ id: z.string(), runId: z.string().nullable() }).nullable(),
    anchor: anchorSchema.nullable(),
    bookingDate: dateTextSchema
      .nullable()
      .openapi({ description: 'The day (UTC) of its booking.' }),
    effectiveDate: dateTextSchema.nullable().openapi({
      description: 'The value date: the day (UTC) from which the money counts.',
    }),
    postedAt: timestampSchema.nullable(),
    expiresAt: timestampSchema.nullable(),
    nextAction: z
      .object({ type: z.literal('mfa'), expiresAt: timestampSchema.nullable(), url: z.string() })
      .nullable()
      .openapi({ description: 'The action of the customer that the transaction waits for.' }),
    cancelable: z.boolean(),
    reversible: z.boolean(),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Transaction');

/** The timeline without archived steps. */
export const timelineFields = {
  timeline: z.array(timelineStepSchema).openapi({
    description: 'The steps, oldest first, without archived ones.',
  }),
  timelineArchivedThrough: z
    .number()
    .int()
    .min(0)
    .openapi({
      description:
        'The version up to which its steps are archived; 0 when none are. GET ' +
        '/v1/transactions/{transactionId}/timeline also reads archived steps.',
      example: 0,
    }),
};

/** A single transaction also has its timeline. */
export const transactionDetailSchema = transactionSchema
  .extend(timelineFields)
  .openapi('TransactionDetail');
