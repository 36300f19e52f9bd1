// GET /v1/ops/ledger/export: the general ledger as CSV, by day and account, streamed.

import { createRoute, z } from '@hono/zod-openapi';
import { stringify } from 'csv-stringify/sync';
import {
  type LedgerDay,
  type LedgerPiece,
  type PieceOrder,
  streamGeneralLedger,
} from '../../../db/journal/general-ledger.ts';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { streamOf } from '../../statements/stream.ts';
import { environmentField } from '../kit/environment.ts';

const MAX_DAYS = 366;
const COLUMNS = [
  'date',
  'account_id',
  'kind',
  'developer_id',
  'currency',
  'entries',
  'debit',
  'credit',
  'closing_balance',
] as const;

export const daySchema = z.iso.date({ error: 'Expected a date such as 2026-11-01.' });

const route = createRoute({
  method: 'get',
  path: '/v1/ops/ledger/export',
  operationId: 'exportGeneralLedger',
  tags: ['ops'],
  summary: 'Export the general ledger as CSV, by day and account',
  description:
    `Both days are included, ${MAX_DAYS} at most; days of UTC. Amounts are minor units, credits ` +
    'are positive. Debits equal credits within a day and currency.',
  request: {
    query: z.strictObject({
      environment: environmentField,
      startDate: daySchema,
      endDate: daySchema,
    }),
  },
  responses: {
    200: {
      description: 'One line for each day and account with movements.',
      content: { 'text/csv': { schema: z.string() } },
    },
  },
});

export const exportGeneralLedger = operation('operator', route, (deps) => async (c) => {
  const { environment, startDate, endDate } = c.req.valid('query');
  const from = Date.parse(startDate);
  const to = Date.parse(endDate) + DAY_MS;
  const days = (to - from) / DAY_MS;
  if (days < 1 || days > MAX_DAYS) {
    throw new Problem('invalid_date_range', `Expected 1 to ${MAX_DAYS} days.`);
  }
  c.header('content-disposition', `attachment; filename="ledger-${startDate}-${endDate}.csv"`);
  c.header('content-type', 'text/csv; charset=utf-8');
  const { ledger } = deps.environments[environment];
  const firstDay = await deps.books.read('firstBookedDay', ledger, {});
  const read = (order: PieceOrder) => deps.books.read('ledgerPiece', ledger, order);
  return c.body(streamOf(renderLines(readDays(read, { from, to, firstDay }))), 200) as never;
});

interface Days {
  readonly from: number;
  readonly to: number;
  /** Null: nothing was booked. */
  readonly firstDay: number | null;
}

async function* readDays(
  read: (order: PieceOrder) => Promise<LedgerPiece>,
  { from, to, firstDay }: Days,
) {
  if (firstDay === null) return;
  for (let start = Math.max(from, firstDay); start < to; start += DAY_MS) {
    yield* streamGeneralLedger({ from: start, to: start + DAY_MS, first: firstDay }, read);
  }
}

async function* renderLines(pieces: AsyncIterable<readonly LedgerDay[]>) {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const piece of pieces) {
    yield stringify(piece.map(lineOf), { record_delimiter: '\r\n' });
  }
}

function lineOf(day: LedgerDay): string[] {
  const { date, accountId, kind, tenantId, currency, entries, debit, credit, closing } = day;
  const developerId = developerOfTenant(tenantId);
  return [date, accountId, kind, developerId, currency, `${entries}`, debit, credit, closing];
}
