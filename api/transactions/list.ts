// GET /v1/transactions

import { createRoute, z } from '@hono/zod-openapi';
import type { TransactionFilter } from '../../db/transactions/filter.ts';
import { listTransactions as readTransactions } from '../../db/transactions/reads.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../ledger/transaction.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery, withMetadata } from '../kit/page.ts';
import {
  currencySchema,
  jsonAnswer,
  listOf,
  searchedTextSchema,
  wholeQuery,
} from '../kit/schemas.ts';
import { transactionSchema } from './transaction-schema.ts';

const dateSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'Expected a date such as 2026-11-01, or a time in RFC 3339.',
  })
  .optional()
  .openapi({ description: 'ISO date (a whole day, UTC) or RFC 3339.', example: '2026-11-21' });
const amountQuery = wholeQuery(0).optional();

/** Filters by time of acceptance and by amount. */
export const rangeFields = {
  startDate: dateSchema,
  endDate: dateSchema,
  minAmount: amountQuery,
  maxAmount: amountQuery,
};

const STATUSES: readonly string[] = TRANSACTION_STATUSES;
const statusesQuery = z
  .string()
  .refine(
    (list) => list.split(',').every((one) => STATUSES.includes(one)),
    `Expected statuses separated by commas, of ${STATUSES.join(', ')}.`,
  )
  .optional()
  .openapi({ description: 'One, or several with commas.', example: 'pending,pending_review' });

const route = createRoute({
  method: 'get',
  path: '/v1/transactions',
  operationId: 'listTransactions',
  tags: ['transactions'],
  summary: 'List transactions, newest first',
  description:
    'Narrowed to a status, a type, an amount, a currency, a category or a text, a page may be ' +
    'short or empty and hasMore true: go on at its nextCursor.',
  request: {
    query: withMetadata(
      pageQuery.extend({
        accountId: z.string().max(64).optional(),
        customerId: z.string().max(64).optional(),
        type: z.enum(TRANSACTION_TYPES).optional(),
        status: statusesQuery,
        currency: currencySchema.optional(),
        category: z.string().min(1).max(64).optional().openapi({ example: 'groceries' }),
        party: searchedTextSchema(200).min(1).optional().openapi({
          description: 'Part of the name or of the account number of the party outside.',
        }),
        text: searchedTextSchema(200).min(1).optional().openapi({
          description: 'Part of the description, of the reference or of the party outside.',
        }),
        direction: z.enum(['debit', 'credit']).optional().openapi({
          description: 'What left the account or customer of the filter, or what came in.',
        }),
        reference: z.string().max(140).optional(),
        scheduleId: z.string().max(64).optional(),
        batchId: z.string().max(64).optional(),
        ...rangeFields,
      }),
    ),
  },
  responses: {
    200: jsonAnswer('A page of transactions.', listOf(transactionSchema)),
  },
});

export const listTransactions = operation('transactions:read', route, (deps) => async (c) => {
  const { startDate, endDate, status, ...query } = c.req.valid('query');
  if (query.direction && !query.accountId && !query.customerId) {
    const message = 'This parameter requires accountId or customerId.';
    throw fieldProblem('invalid_parameter', 'direction', message);
  }
  const { minAmount = 0, maxAmount = minAmount } = query;
  if (minAmount > maxAmount) {
    const message = 'Expected an amount that is not below minAmount.';
    const errors = [{ pointer: 'maxAmount', code: 'invalid_parameter', message }];
    throw new Problem('invalid_parameter', message, { errors });
  }
  const found = await readTransactions(deskOf(c, deps).ledger, {
    ...query,
    status: status?.split(',') as TransactionFilter['status'],
    ...pageOrder('transaction', query),
    tenantId: developerOf(c).tenantId,
    ...rangeOf({ startDate, endDate }),
  });
  return c.json(listBody(found), 200);
});

interface DateRange {
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

/**
 * The moments between which something was accepted.
 * @throws Problem `invalid_date_range`
 */
export function rangeOf({ startDate, endDate }: DateRange) {
  const from = startDate === undefined ? undefined : Date.parse(startDate);
  const to = endDate === undefined ? undefined : endOf(endDate);
  if (from !== undefined && to !== undefined && from > to) {
    const message = 'Expected an end that is not before startDate.';
    const errors = [{ pointer: 'endDate', code: 'invalid_date_range', message }];
    throw new Problem('invalid_date_range', undefined, { errors });
  }
  return { from, to };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A date without a time means the whole of that day. */
function endOf(text: string): number {
  const at = Date.parse(text);
  return text.length === 'YYYY-MM-DD'.length ? at + DAY_MS - 1 : at;
}
