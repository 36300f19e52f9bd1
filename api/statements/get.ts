// GET /v1/accounts/{accountId}/statements: opening balance + movements = closing balance.

import { createRoute, z } from '@hono/zod-openapi';
import type { Ledger } from '../../db/ledger.ts';
import {
  keyBefore,
  type MovementKey,
  movementKey,
  type OpenedStatement,
  openStatement,
} from '../../db/statements/reads.ts';
import { isId } from '../../ledger/id.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { createOwnerQueue } from '../kit/owner-queue.ts';
import { pageQuery } from '../kit/page.ts';
import { pathId } from '../kit/schemas.ts';
import { FORMATS, type Format, formatOf, MEDIA_TYPES } from './format.ts';
import { rangeOf, rangeQuery, requireOpened } from './range.ts';
import { lastDate, localDate } from './statement.ts';
import type { StatementOrder } from './statement-reads.ts';
import { statementSchema } from './statement-schema.ts';
import { beginStream } from './stream.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/accounts/{accountId}/statements',
  operationId: 'getStatement',
  tags: ['accounts'],
  summary: 'Read a statement of an account: opening balance, movements, closing balance',
  description:
    'JSON comes in pages of movements; its balances and totals are those of the whole range. ' +
    'CSV, camt.053.001.08 and PDF have all movements and take no limit. Dates are those of the ' +
    'time zone, UTC unless named; the range contains both its ends.',
  request: {
    params: pathId('account', 'accountId'),
    query: pageQuery.extend({
      ...rangeQuery,
      format: z.enum(FORMATS).optional().openapi({
        description: 'Has precedence over the Accept header; default: json.',
      }),
      bom: z.enum(['true', 'false']).optional().openapi({
        description: 'true: the CSV begins with a byte-order mark, by which Excel detects UTF-8.',
      }),
    }),
  },
  responses: {
    200: {
      description: 'The statement.',
      content: {
        'application/json': { schema: statementSchema },
        'text/csv': { schema: z.string() },
        'application/xml': { schema: z.string() },
        'application/pdf': { schema: z.string().openapi({ format: 'binary' }) },
      },
    },
  },
});

const FILE_EXTENSIONS = { csv: 'csv', camt053: 'xml', pdf: 'pdf' };

export const getStatement = operation('transactions:read', route, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { limit, startingAfter, format: requested, bom, ...query } = c.req.valid('query');
  const { ledger } = servicesOf(c, deps);
  const format = formatOf(requested, c.req.header('accept'));
  if (format !== 'json') refusePages(format, c.req.query());
  if (bom !== undefined && format !== 'csv') throw bomRefused(format);
  const { tenantId } = developerOf(c);
  const range = rangeOf(query, ledger.clock(tenantId));
  const books = await openStatement(ledger, tenantId, accountId, range, query.timezone);
  if (!books) throw new Problem('account_not_found');
  requireOpened(books);
  const after =
    startingAfter === undefined ? null : requireMovementKey(ledger, books, startingAfter);
  const context = { books, livemode: ledger.livemode, timezone: query.timezone };
  c.header('Vary', 'Accept');
  if (format === 'json') {
    const page = { after: after ?? keyBefore(range), limit };
    return c.json(await deps.statements.read('page', ledger, { ...context, ...page }), 200);
  }
  const leave = await fileQueue.enter(developerOf(c).developerId);
  const order = { ...context, format, bom: bom === 'true' };
  const body = await beginStream(
    freeSlotAfter(deps.statements.pieces('file', ledger, order), leave),
  );
  c.header('Content-Type', typeOf(format));
  c.header('Content-Disposition', `attachment; filename="${fileName(context, format)}"`);
  return c.body(body, 200);
});

/** Limits concurrent files: one of ten thousand movements takes seconds of the shared thread. */
const fileQueue = createOwnerQueue({ work: 'files of statements', maxRunning: 8, maxPerOwner: 4 });

/** Yields the pieces, and frees the slot after the last one or when the client disconnects. */
async function* freeSlotAfter<T>(pieces: AsyncGenerator<T, void>, leave: () => void) {
  try {
    yield* pieces;
  } finally {
    leave();
  }
}

function bomRefused(format: Format): Problem {
  const message = `Only CSV has a byte-order mark: leave the parameter out for ${format}.`;
  const errors = [{ pointer: 'bom', code: 'invalid_parameter', message }];
  return new Problem('invalid_parameter', message, { errors });
}

/** Refuses page parameters for a file, which would lack movements without notice. */
function refusePages(format: Format, query: Readonly<Record<string, string>>): void {
  const parameters = ['limit', 'startingAfter'].filter((name) => Object.hasOwn(query, name));
  if (parameters.length === 0) return;
  const message = `A ${format} statement contains all movements: leave the parameter out.`;
  throw new Problem('invalid_parameter', message, {
    errors: parameters.map((pointer) => ({ pointer, code: 'invalid_parameter', message })),
  });
}

/** @throws Problem `invalid_cursor` unless the transaction has a movement in the statement */
function requireMovementKey(
  ledger: Ledger,
  books: OpenedStatement,
  startingAfter: string,
): MovementKey {
  const key = isId('transaction', startingAfter) ? movementKey(ledger, books, startingAfter) : null;
  if (!key) throw new Problem('invalid_cursor');
  return key;
}

function typeOf(format: Exclude<Format, 'json'>): string {
  return format === 'pdf' ? MEDIA_TYPES.pdf : `${MEDIA_TYPES[format]}; charset=utf-8`;
}

function fileName(order: StatementOrder, format: Exclude<Format, 'json'>): string {
  const { account, from } = order.books;
  const range = `${localDate(order, from)}-${lastDate(order)}`;
  return `statement-${account.accountNumber}-${range}.${FILE_EXTENSIONS[format]}`;
}
