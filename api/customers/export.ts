// GET /v1/customers/{customerId}/export: all data that the bank holds about a customer, for the
// right of access. The answer is streamed, so it may have any size.

import { createRoute, z } from '@hono/zod-openapi';
import { type HeldRow, WITHHELD_TABLES } from '../../db/customers/held-records.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { timestamp } from '../../db/kernel/timestamp.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId, timestampSchema } from '../kit/schemas.ts';
import { beginStream } from '../statements/stream.ts';
import { recordText } from './export-reads.ts';

/** Further scopes that the export requires, because it contains all of these data. */
const REQUIRED_SCOPES: readonly Scope[] = [
  'transactions:read',
  'kyc:read',
  'credit:read',
  'risk:read',
];

const exportSchema = z
  .object({
    object: z.literal('customer_export'),
    livemode: z.boolean(),
    customerId: z.string(),
    generatedAt: timestampSchema,
    withheld: z
      .array(z.string())
      .openapi({ description: 'Kinds of records that the law forbids to disclose.' }),
    records: z.array(
      z.object({
        table: z.string().openapi({ example: 'accounts' }),
        record: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .openapi('CustomerExport');

const route = createRoute({
  method: 'get',
  path: '/v1/customers/{customerId}/export',
  operationId: 'exportCustomer',
  tags: ['customers'],
  summary: 'Export all data that the bank holds about a customer',
  description:
    'Also requires transactions:read, kyc:read, credit:read and risk:read. Records of all ' +
    'kinds, with images of documents in base64 and the events about them. Secrets and ' +
    'keyed hashes and suspicions of money laundering are left out.',
  request: { params: pathId('customer', 'customerId') },
  responses: {
    200: jsonAnswer('The records, generated while they are read.', exportSchema),
  },
});

export const exportCustomer = operation('customers:read', route, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const { tenantId, scopes } = developerOf(c);
  const missing = REQUIRED_SCOPES.filter((scope) => !scopes.has(scope));
  if (missing.length > 0) {
    throw new Problem('insufficient_scope', `The credential lacks ${missing.join(', ')}.`);
  }
  const services = servicesOf(c, deps);
  const customer = await findCustomer(services.ledger, tenantId, customerId);
  if (!customer) throw new Problem('customer_not_found');
  const body = await beginStream(piecesOf(deps, services, { tenantId, customerId }));
  const file = `attachment; filename="${customerId}.json"`;
  c.header('Content-Type', 'application/json; charset=utf-8');
  c.header('Content-Disposition', file);
  c.set('isStreamed', true);
  // A stream has no type; tests compare it with the schema.
  return c.body(body, 200) as never;
});

interface Owner {
  readonly tenantId: string;
  readonly customerId: string;
}

async function* piecesOf(deps: Deps, { ledger }: Services, owner: Owner): AsyncGenerator<string> {
  const { tenantId, customerId } = owner;
  const { livemode } = ledger;
  const head = {
    ...{ object: 'customer_export', livemode, customerId },
    ...{ generatedAt: timestamp(ledger.clock(tenantId)), withheld: WITHHELD_TABLES },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"records":[`;
  let isFirst = true;
  const next = (text: string) => {
    const separated = `${isFirst ? '' : ','}\n${text}`;
    isFirst = false;
    return separated;
  };
  const line = (table: string, record: HeldRow) => next(recordText(table, record));
  const completed = deps.extensions.flatMap(({ exportedWith }) => Object.keys(exportedWith ?? {}));
  const order = { customerId, livemode, completed };
  for await (const piece of deps.exports.pieces('records', ledger, order)) {
    if (typeof piece === 'string') yield next(piece);
    else {
      const { table, row } = piece;
      const added = await readAdditions(deps, ledger, { table, row, tenantId });
      yield line(table, { ...row, ...added });
    }
  }
  const { access } = deps.platform;
  const signIn = access.signInOf(customerId);
  if (signIn) yield line('sign_ins', { name: signIn.name, createdAt: timestamp(signIn.createdAt) });
  for (const { consent, clientName } of access.listConsents(tenantId, customerId)) {
    const { id, scopes, accountIds, createdAt, expiresAt, withdrawnAt } = consent;
    const dates = { createdAt: timestamp(createdAt), expiresAt: timestamp(expiresAt) };
    const withdrawn = withdrawnAt === null ? null : timestamp(withdrawnAt);
    const agreed = { scopes, accountIds, ...dates, withdrawnAt: withdrawn };
    yield line('consents', { id, clientName, ...agreed });
  }
  yield '\n]}\n';
}

interface ExportedRow {
  readonly table: string;
  readonly row: HeldRow;
  readonly tenantId: string;
}

/** Returns the data that subjects keep outside of a row, such as images of documents. */
async function readAdditions(
  deps: Deps,
  ledger: Services['ledger'],
  { table, ...exported }: ExportedRow,
): Promise<HeldRow> {
  const parts = deps.extensions.map(({ exportedWith }) =>
    exportedWith?.[table]?.(deps, ledger, exported),
  );
  return Object.assign({}, ...(await Promise.all(parts)));
}
