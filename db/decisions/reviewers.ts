// Reads the people who took part in a decision, because they may not answer its contest.

import type { DecisionKind } from '../../ledger/decisions/contest.ts';
import type { Database } from '../kernel/connect.ts';
import { prepareOnce } from '../kernel/statements.ts';

const REVIEWERS: Readonly<Record<DecisionKind, string>> = {
  payment: `SELECT r.decided_by FROM risk_reviews r JOIN risk_decisions d ON d.id = r.decision_id
    WHERE d.id = @id OR d.transaction_id = @id`,
  credit: 'SELECT actor FROM credit_decisions WHERE assessment_id = @id AND number > 1',
  identity: 'SELECT decided_by FROM kyc_assessments WHERE id = @id',
  // The audit log, not the ledger, names the operator who froze the account.
  account_freeze: 'SELECT NULL WHERE @id IS NULL',
};

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => {
  const prepare = (kind: DecisionKind) =>
    raw.prepare<[{ id: string }], string | null>(REVIEWERS[kind]).pluck();
  return {
    payment: prepare('payment'),
    credit: prepare('credit'),
    identity: prepare('identity'),
    account_freeze: prepare('account_freeze'),
    frozen: raw.prepare<[string], string>('SELECT object_id FROM events WHERE id = ?').pluck(),
  };
});

/** Returns the operators who took part in a decision, each once. */
export function listFirstReviewers(
  database: Pick<Database, 'raw'>,
  { kind, decisionId: id }: { readonly kind: DecisionKind; readonly decisionId: string },
): string[] {
  const reviewers = statementsOf(database)[kind].all({ id });
  return [...new Set(reviewers.filter((id) => id?.startsWith('opr_') === true))] as string[];
}

/** Returns the account of a freeze event. */
export function readFrozenAccount(
  database: Pick<Database, 'raw'>,
  eventId: string,
): string | undefined {
  return statementsOf(database).frozen.get(eventId);
}
