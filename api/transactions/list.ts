// GET /v1/transactions

import { createRoute, z } from '@hono/zod-openapi';
import type { TransactionFilter } from '../../db/transactions/filter.ts';
import {
  isSortable,
  maxRowsOf,
  listTransactions as readTransactions,
} from '../../db/transactions/reads.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../ledger/transaction.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import {
  addMetadataFilters,
  createSortQuery,
  listBody,
  pageOrder,
  pageQuery,
} from '../kit/page.ts';
import { dateFields, readRange } from '../kit/range.ts';
import {
  currencySchema,
  jsonAnswer,
  listOf,
  searchedTextSchema,
  wholeQuery,
} from '../kit/schemas.ts';
import { transactionSchema } from './transaction-schema.ts';

const amountQuery = wholeQuery(0).optional();

/** Filters by time of acceptance and by amount. */
export const rangeFields = {
  ...dateFields,
  minAmount: amountQuery,
  maxAmount: amountQuery,
};

const STATUSES: readonly string[] = TRANSACTION_STATUSES;
const statusesQuery = z
  .preprocess(
    (value) => (Array.isArray(value) ? value.join(',') : value),
    z
      .string()
      .refine(
        (list) => list.split(',').every((part) => STATUSES.includes(part)),
        `Expected statuses separated by commas, of ${STATUSES.join(', ')}.`,
      )
      .optional(),
  )
  .openapi({
    type: 'string',
    description: 'One or several values: separated by commas, or as repeated parameters.',
    example: 'pending,pending_review',
  });

const route = createRoute({
  method: 'get',
  path: '/v1/transactions',
  operationId: 'listTransactions',
  tags: ['transactions'],
  summary: 'List transactions',
  description:
    'With a filter by status, type, amount, currency, category or text, a page may be ' +
    'short or empty although hasMore is true: continue at its nextCursor. Sorting by ' +
    'amount needs a filter (account, customer, schedule, batch or period) that leaves ' +
    'fewer than 5,000 transactions.',
  request: {
    query: addMetadataFilters(
      pageQuery.extend({
        accountId: z.string().max(64).optional(),
        customerId: z.string().max(64).optional(),
        type: z.enum(TRANSACTION_TYPES).optional(),
        status: statusesQuery,
        currency: currencySchema.optional(),
        category: z
          .string()
          .min(1)
          .max(64)
          .optional()
          .openapi({
            description:
              'In any spelling: the stated category, or the one that the bank derives from ' +
              "the merchant's code or name.",
            example: 'groceries',
          }),
        party: searchedTextSchema(200).min(1).optional().openapi({
          description: 'Part of the name or of the account number of the external party.',
        }),
        text: searchedTextSchema(200).min(1).optional().openapi({
          description: 'Part of the description, of the reference or of the external party.',
        }),
        direction: z.enum(['debit', 'credit']).optional().openapi({
          description: "Outgoing or incoming money of the filter's account or customer.",
        }),
        reference: z.string().max(140).optional(),
        scheduleId: z.string().max(64).optional(),
        batchId: z.string().max(64).optional(),
        ...rangeFields,
        sort: createSortQuery(
          ['-createdAt', 'createdAt', '-amount', 'amount'],
          'A minus means descending. `amount` is the requested amount in any currency.',
        ),
      }),
    ),
  },
  responses: {
    200: jsonAnswer('A page of transactions.', listOf(transactionSchema)),
  },
});

export const listTransactions = operation('transactions:read', route, (deps) => async (c) => {
  const { startDate, endDate, timezone, status, ...query } = c.req.valid('query');
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
  const { ledger } = servicesOf(c, deps);
  const filter: TransactionFilter = {
    ...query,
    status: status?.split(',') as TransactionFilter['status'],
    ...pageOrder('transaction', query),
    tenantId: developerOf(c).tenantId,
    ...readRange({ startDate, endDate, timezone }),
    byAmount: query.sort?.endsWith('amount'),
  };
  if (filter.byAmount && !(await isSortable(ledger, filter))) {
    const max = maxRowsOf(filter).toLocaleString('en');
    const message =
      `A list of ${max} transactions or more is not sorted by amount: narrow it by ` +
      'startDate and endDate, accountId, customerId, scheduleId or batchId.';
    throw fieldProblem('invalid_parameter', 'sort', message);
  }
  const transactions = await readTransactions(ledger, filter);
  return c.json(listBody(transactions), 200);
});
