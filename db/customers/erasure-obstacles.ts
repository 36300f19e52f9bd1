// The obstacles to erasing a customer: open business, then the time for which the law requires
// records to be kept (for AML and KYC, counted from the end of the business relationship).

import { DAY_MS } from '../../ledger/durations.ts';
import type { Database } from '../kernel/connect.ts';
import { partOf } from '../kernel/part.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { CustomerRow } from './view.ts';

export const OBSTACLES = [
  'account_open',
  'transaction_open',
  'schedule_open',
  'intent_open',
  'kyc_open',
  'screening_open',
  'aml_open',
  'credit_open',
  'contest_open',
  'retention',
] as const;

export interface Obstacle {
  readonly code: (typeof OBSTACLES)[number];
  readonly objectId: string | null;
  readonly message: string;
  /** End of the obstacle, milliseconds since 1970 UTC; null when open business must end first. */
  readonly until: number | null;
}

/** Business of one kind with a customer (`@id`), as SQL. */
export interface CustomerBusinessQueries {
  readonly code: Exclude<Obstacle['code'], 'retention'>;
  readonly message: string;
  /** SQL that selects the ids of open business. */
  readonly open: string;
  /** SQL that selects the time of the last business, from which the retention period runs. */
  readonly last?: string;
}

/** Obstacles listed per kind. */
const MAX_PER_KIND = 20;
const MONEY_BUSINESS: readonly CustomerBusinessQueries[] = [
  {
    code: 'account_open',
    message: 'The account is not closed.',
    open: `SELECT id FROM accounts WHERE customer_id = @id AND status NOT IN ('closed', 'rejected')`,
    last: `SELECT max(at) FROM (
      SELECT max(coalesce(closed_at, updated_at)) AS at FROM accounts WHERE customer_id = @id
      UNION ALL SELECT (SELECT max(posted_at) FROM entries WHERE account_id = a.id)
        FROM accounts a WHERE a.customer_id = @id)`,
  },
  {
    code: 'transaction_open',
    message: 'The transaction is not final.',
    open: `SELECT id FROM transactions WHERE customer_id = @id AND status IN
      ('requires_confirmation', 'pending_approval', 'pending_review', 'pending')`,
  },
  {
    code: 'schedule_open',
    message: 'The schedule has not ended.',
    open: `SELECT id FROM schedules WHERE customer_id = @id
      AND status IN ('active', 'paused', 'suspended')`,
  },
];

/** The business of other subjects with the customers of a ledger. */
export const customerBusiness = partOf<Pick<Database, 'raw'>, readonly CustomerBusinessQueries[]>(
  'business with customers',
  [],
);

const statementsOf = prepareOnce((database: Pick<Database, 'raw'>) => {
  const { raw } = database;
  const all = [...MONEY_BUSINESS, ...customerBusiness(database)];
  return {
    open: all.map(({ code, message, open }) => ({
      ...{ code, message },
      find: raw.prepare<[object], string>(`${open} LIMIT ${MAX_PER_KIND}`).pluck(),
    })),
    last: all.flatMap(({ last }) =>
      last === undefined ? [] : [raw.prepare<[object], number | null>(last).pluck()],
    ),
  };
});

/**
 * Returns the obstacles to erasing a customer.
 * @param terms `now` by the developer's clock; `days` that records are kept
 */
export function obstaclesOf(
  database: Pick<Database, 'raw'>,
  { id }: Pick<CustomerRow, 'id'>,
  { now, days }: { readonly now: number; readonly days: number },
): Obstacle[] {
  const { open, last: lasts } = statementsOf(database);
  const obstacles = open.flatMap(({ code, message, find }) =>
    find.all({ id }).map((objectId) => ({
      ...{ code, objectId, until: null },
      message: `${objectId}: ${message}`,
    })),
  );
  const times = lasts.flatMap((statement) => statement.get({ id }) ?? []);
  const until = Math.max(...times) + days * DAY_MS;
  if (until <= now) return obstacles;
  const message = `Records are kept for ${days} days after the last business, until ${new Date(
    until,
  ).toISOString()}.`;
  return [...obstacles, { code: 'retention', objectId: null, message, until }];
}
