// /v1/ops/{customers,accounts,transactions,…}: objects that operators list, search and read across
// all developers of an environment. Each noun is one line of the table below; an operation that
// shows personal data requires a reason (identity/personal-reads.ts).

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findAccount, findAccounts } from '../../db/accounts/reads.ts';
import { findBatch, findBatches } from '../../db/batches/reads.ts';
import { findCustomer, findCustomers } from '../../db/customers/reads.ts';
import { findEvent, findEvents } from '../../db/events/reads.ts';
import { findHold, findHolds } from '../../db/holds/reads.ts';
import { developerOfTenant } from '../../db/kernel/tenant.ts';
import type { Ledger } from '../../db/ledger.ts';
import { type Lookup, lookUp, type OwnedId, ownerIn } from '../../db/oversight/reads.ts';
import { findSchedule, findSchedules } from '../../db/schedules/reads.ts';
import { findTransaction, findTransactions, readTimeline } from '../../db/transactions/reads.ts';
import { type Noun, PREFIXES } from '../../ledger/id.ts';
import { accountSchema } from '../accounts/account-schema.ts';
import { batchSchema } from '../batches/batch-schema.ts';
import { customerSchema } from '../customers/customer-schema.ts';
import { eventSchema } from '../events/event-schema.ts';
import type { AppEnv } from '../kit/context.ts';
import { type ErrorCode, Problem } from '../kit/errors.ts';
import { type Operation, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { dateFields, readRange } from '../kit/range.ts';
import { jsonAnswer, listOf, pathId, searchedTextSchema } from '../kit/schemas.ts';
import { scheduleSchema } from '../schedules/schedule-schema.ts';
import { holdSchema } from '../transactions/hold-schema.ts';
import { timelineFields, transactionSchema } from '../transactions/transaction-schema.ts';
import { environmentField, environmentQuery } from './kit/environment.ts';

interface LookupRoutes extends Lookup {
  readonly noun: Noun;
  /** The name as used in the path and in the names of the operations. */
  readonly plural: string;
  readonly name: string;
  readonly notFoundCode: ErrorCode;
  readonly schema: z.ZodObject;
  find(ledger: Ledger, tenantId: string, id: string): Promise<object | null>;
  /** Reads the objects of a page in one query. */
  readonly findAll: (ledger: Ledger, ids: readonly string[]) => readonly { readonly id: string }[];
  /** Additional fields of the detail. */
  readonly detail?: {
    readonly shape: z.ZodRawShape;
    read(ledger: Ledger, id: string): Promise<object>;
  };
}

const LOOKUPS: readonly LookupRoutes[] = [
  {
    noun: 'customer',
    plural: 'customers',
    name: 'Customer',
    notFoundCode: 'customer_not_found',
    schema: customerSchema,
    find: findCustomer,
    findAll: findCustomers,
    table: 'customers',
    status: 'kyc_status',
    exact: ['id', 'email', 'phone'],
    phone: 'phone',
    within: ['name'],
  },
  {
    noun: 'account',
    plural: 'accounts',
    name: 'Account',
    notFoundCode: 'account_not_found',
    schema: accountSchema,
    find: findAccount,
    findAll: findAccounts,
    table: 'accounts',
    status: 'status',
    exact: ['id', 'customer_id', 'account_number'],
    within: ['name'],
    only: "kind = 'customer'",
    indexed: { cust: ['customer_id'] },
  },
  {
    noun: 'transaction',
    plural: 'transactions',
    name: 'Transaction',
    notFoundCode: 'transaction_not_found',
    schema: transactionSchema,
    find: findTransaction,
    findAll: findTransactions,
    table: 'transactions',
    status: 'status',
    exact: ['id', 'source_account_id', 'destination_account_id', 'customer_id', 'reference'],
    within: ['description', 'external_party'],
    nameIn: { external_party: "external_party ->> 'name'" },
    amount: 'coalesce(amount_posted, amount)',
    indexed: { acc: ['source_account_id', 'destination_account_id'] },
    detail: {
      shape: timelineFields,
      read: async (ledger, id) => {
        const { steps: timeline, archivedThrough } = await readTimeline(ledger, id);
        return { timeline, timelineArchivedThrough: archivedThrough };
      },
    },
  },
  {
    noun: 'hold',
    plural: 'holds',
    name: 'Hold',
    notFoundCode: 'hold_not_found',
    schema: holdSchema,
    find: findHold,
    findAll: findHolds,
    table: 'holds',
    status: 'status',
    exact: ['id', 'transaction_id', 'account_id', 'destination_account_id'],
    within: [],
    amount: 'amount',
  },
  {
    noun: 'schedule',
    plural: 'schedules',
    name: 'Schedule',
    notFoundCode: 'schedule_not_found',
    schema: scheduleSchema,
    find: findSchedule,
    findAll: findSchedules,
    table: 'schedules',
    status: 'status',
    exact: ['id', 'source_account_id', 'destination_account_id', 'customer_id'],
    within: ['description'],
    amount: 'amount',
  },
  {
    noun: 'batch',
    plural: 'batches',
    name: 'Batch',
    notFoundCode: 'batch_not_found',
    schema: batchSchema,
    find: findBatch,
    findAll: findBatches,
    table: 'batches',
    status: 'status',
    exact: ['id'],
    within: [],
  },
  {
    noun: 'event',
    plural: 'events',
    name: 'Event',
    notFoundCode: 'event_not_found',
    schema: eventSchema,
    find: findEvent,
    findAll: findEvents,
    table: 'events',
    exact: ['id', 'object_id', 'type', 'request_id'],
    within: [],
    idIn: { [PREFIXES.event]: 'id', [PREFIXES.request]: 'request_id', '': 'object_id' },
  },
];

const SEARCH_TEXT = searchedTextSchema(140).trim().min(1);

function resultSchemaOf(lookup: LookupRoutes) {
  const { schema, name } = lookup;
  return schema
    .extend({ developerId: z.string().openapi({ description: 'The developer.' }) })
    .openapi(`Operator${name}`);
}

function detailSchemaOf(lookup: LookupRoutes) {
  const { detail, name } = lookup;
  return detail
    ? resultSchemaOf(lookup).extend(detail.shape).openapi(`Operator${name}Detail`)
    : resultSchemaOf(lookup);
}

function describeSearch({ exact, within, amount }: LookupRoutes): string {
  const names = [...exact, ...within, ...(amount ? ['amount'] : [])];
  return `Looked for in ${names.join(', ').replaceAll('_', ' ')}.`;
}

type SearchedObject = { readonly id: string } & Record<string, unknown>;

async function readOne(
  lookup: LookupRoutes,
  ledger: Ledger,
  owner: { id: string; tenantId: string },
) {
  const object = await lookup.find(ledger, owner.tenantId, owner.id);
  if (object === null) return [];
  return [
    { ...object, developerId: developerOfTenant(owner.tenantId) } as unknown as SearchedObject,
  ];
}

function readAll(
  lookup: LookupRoutes,
  ledger: Ledger,
  owners: readonly OwnedId[],
): SearchedObject[] {
  const ids = owners.map(({ id }) => id);
  const byId = new Map(lookup.findAll(ledger, ids).map((object) => [object.id, object]));
  return owners.flatMap(({ id, tenantId }) => {
    const object = byId.get(id);
    return object
      ? [{ ...object, developerId: developerOfTenant(tenantId) } as unknown as SearchedObject]
      : [];
  });
}

function listOperation(lookup: LookupRoutes): Operation {
  const { noun, plural } = lookup;
  const indexed = { [PREFIXES[noun]]: ['id'], ...lookup.indexed };
  const route = createRoute({
    method: 'get',
    path: `/v1/ops/${plural}`,
    operationId: `list${plural[0]?.toUpperCase()}${plural.slice(1)}AsOperator`,
    tags: ['ops'],
    summary: `List and search ${plural} of all developers, newest first`,
    description:
      'With a filter, a page may be short or empty although hasMore is true: continue at ' +
      'its nextCursor.',
    request: {
      query: pageQuery.extend({
        environment: environmentField,
        developerId: z.string().max(64).optional(),
        search: SEARCH_TEXT.optional().openapi({ description: describeSearch(lookup) }),
        status: z
          .string()
          .min(1)
          .max(40)
          .optional()
          .openapi({
            description: lookup.status
              ? `Its ${lookup.status.replace('_', ' ')}.`
              : 'Not supported for these objects.',
          }),
        ...dateFields,
      }),
    },
    responses: {
      200: jsonAnswer('A page.', listOf(resultSchemaOf(lookup))),
    },
  });
  return operation('operator', route, (deps) => async (c) => {
    const { environment, startDate, endDate, timezone, ...query } = c.req.valid('query');
    const range = readRange({ startDate, endDate, timezone });
    const filter = { ...query, ...pageOrder(noun, query), ...range };
    const { ledger } = deps.environments[environment];
    const page = await lookUp(ledger, { ...lookup, indexed }, filter);
    const data = readAll(lookup, ledger, page.data);
    return json(c, listBody({ ...page, data }));
  });
}

function detailOperation(lookup: LookupRoutes): Operation {
  const { noun, plural, name } = lookup;
  const param = `${noun}Id`;
  const route = createRoute({
    method: 'get',
    path: `/v1/ops/${plural}/{${param}}`,
    operationId: `get${name}AsOperator`,
    tags: ['ops'],
    summary: `Read one of the ${plural} of all developers`,
    request: { params: pathId(noun, param), query: environmentQuery },
    responses: {
      200: jsonAnswer('The object and its developer.', detailSchemaOf(lookup)),
    },
  });
  return operation('operator', route, (deps) => async (c) => {
    const { [param]: id = '' } = c.req.valid('param') as Record<string, string>;
    const { environment } = c.req.valid('query');
    const { ledger } = deps.environments[environment];
    const tenantId = ownerIn(ledger, lookup, id);
    const [object] = tenantId === null ? [] : await readOne(lookup, ledger, { id, tenantId });
    if (!object) throw new Problem(lookup.notFoundCode);
    return json(c, { ...object, ...(await lookup.detail?.read(ledger, id)) });
  });
}

/** The schemas of the nouns differ, so answers have a general type. */
function json(c: Context<AppEnv>, body: object) {
  return c.json(body, 200) as never;
}

/** The two operations of a noun that operators look up. */
export function lookUpOperations(lookup: LookupRoutes): readonly Operation[] {
  return [listOperation(lookup), detailOperation(lookup)];
}

export const SEARCH_OPERATIONS: readonly Operation[] = LOOKUPS.flatMap(lookUpOperations);
