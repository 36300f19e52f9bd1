// The obstacles to erasing a customer: open business first, then the time for which the law has
// records kept (AML and KYC: counted from the end of the business relationship).

import type { Database } from '../kernel/connect.ts';
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
  /** Milliseconds since 1970 UTC at which it ends; null when the open business must end first. */
  readonly until: number | null;
}

const DAY_MS = 86_400_000;
/** Obstacles listed per kind: the first ones suffice to act on. */
const MOST = 20;
const OPEN: Readonly<Record<Exclude<Obstacle['code'], 'retention'>, readonly [string, string]>> = {
  account_open: [
    'The account is not closed.',
    `SELECT id FROM accounts WHERE customer_id = @id AND status NOT IN ('closed', 'rejected')`,
  ],
  transaction_open: [
    'The transaction is not final.',
    `SELECT id FROM transactions WHERE customer_id = @id AND status IN ('requires_confirmation',
       'pending_approval', 'pending_review', 'pending')`,
  ],
  schedule_open: [
    'The schedule has not ended.',
    `SELECT id FROM schedules WHERE customer_id = @id
     AND status IN ('active', 'paused', 'suspended')`,
  ],
  intent_open: [
    'The instruction waits for its confirmation.',
    `SELECT id FROM intents WHERE customer_id = @id
     AND status IN ('parsed', 'requires_confirmation', 'confirmed')`,
  ],
  kyc_open: [
    'The assessment of the identity is open.',
    `SELECT id FROM kyc_assessments WHERE customer_id = @id AND status = 'pending'`,
  ],
  screening_open: [
    'The hit on a sanctions list is not decided.',
    `SELECT id FROM screening_hits WHERE customer_id = @id AND status = 'pending'`,
  ],
  aml_open: [
    'The case about money laundering is open.',
    `SELECT id FROM aml_cases WHERE customer_id = @id AND status = 'open'`,
  ],
  credit_open: [
    'The request for credit waits for a person.',
    `SELECT c.id FROM credit_assessments c WHERE c.customer_id = @id
     AND (SELECT d.decision FROM credit_decisions d WHERE d.assessment_id = c.id
       ORDER BY d.number DESC LIMIT 1) = 'manual_review'`,
  ],
  contest_open: [
    'The contest of a decision is not answered.',
    'SELECT id FROM decision_contests WHERE customer_id = @id AND answer IS NULL',
  ],
};

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  open: Object.entries(OPEN).map(([code, [message, sql]]) => ({
    code: code as Obstacle['code'],
    message,
    find: raw.prepare<[object], string>(`${sql} LIMIT ${MOST}`).pluck(),
  })),
  lastBusiness: raw
    .prepare<[object], number | null>(
      `SELECT max(at) FROM (
         SELECT max(coalesce(closed_at, updated_at)) AS at FROM accounts WHERE customer_id = @id
         UNION ALL SELECT (SELECT max(posted_at) FROM entries WHERE account_id = a.id)
           FROM accounts a WHERE a.customer_id = @id
         UNION ALL SELECT max(completed_at) FROM kyc_assessments WHERE customer_id = @id
         UNION ALL SELECT max(updated_at) FROM aml_cases WHERE customer_id = @id)`,
    )
    .pluck(),
}));

/**
 * Returns the obstacles to erasing a customer.
 * @param terms `now` by the developer's clock; `days` that records are kept
 */
export function obstaclesOf(
  database: Pick<Database, 'raw'>,
  { id }: Pick<CustomerRow, 'id'>,
  { now, days }: { readonly now: number; readonly days: number },
): Obstacle[] {
  const { open, lastBusiness } = statementsOf(database);
  const found = open.flatMap(({ code, message, find }) =>
    find.all({ id }).map((objectId) => ({
      ...{ code, objectId, until: null },
      message: `${objectId}: ${message}`,
    })),
  );
  const last = lastBusiness.get({ id }) ?? null;
  const until = last === null ? null : last + days * DAY_MS;
  if (until === null || until <= now) return found;
  const message = `Records are kept for ${days} days after the last business, until ${new Date(
    until,
  ).toISOString()}.`;
  return [...found, { code: 'retention', objectId: null, message, until }];
}
