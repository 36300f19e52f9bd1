// Ways to falsify risk decisions, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

const decision = (id: string, text: string) =>
  `INSERT INTO risk_decisions (id, tenant_id, transaction_id, account_id, customer_id, rule_set,
   rules, level, decision, degraded, as_of, created_at)
   SELECT 'dec_' || id, tenant_id, id, source_account_id, customer_id, 1, '[]', 'high', '${text}',
   'no_model', 1, 1 FROM transactions WHERE id = '${id}'`;

export const RISK_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  risk_agrees_with_status: {
    'a booked payment that the risk decision declined': ({ posted }) => decision(posted, 'decline'),
    'a booked payment that the risk decision held, without a review': ({ posted }) =>
      decision(posted, 'block_and_review'),
  },
  waits_for_review: {
    'a payment that waits for a review that does not exist': ({ waiting }) =>
      `UPDATE transactions SET status = 'pending_review' WHERE id = '${waiting}'`,
  },
  every_payment_is_judged: {
    'payments without a risk decision after the first judged payment': ({ posted }) =>
      decision(posted, 'approve'),
  },
  archived_risk_is_that_of_the_decision: {
    'an archived outcome without the archived decision': ({ posted }) =>
      `UPDATE transactions SET archived_risk = '{"decisionId":"dec_1"}' WHERE id = '${posted}'`,
  },
  reviewed_by_another: {
    'a review by the person who made the payment': ({ posted }) =>
      `INSERT INTO risk_reviews SELECT 'rvw_1', 'alert', 'dec_1', id, tenant_id,
       source_account_id, 'approved', actor, 'Mine.', 1, 1 FROM transactions
       WHERE id = '${posted}'`,
  },
};
