// Falsifications of limits, approvals and confirmations, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

export const LIMIT_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  limit_usage_is_outflow: {
    'a counted use without a transaction': (_, [id]) =>
      `INSERT INTO limit_usage VALUES ('${id}', 'day', 0, 5, 1)`,
    'a booked outflow missing from the counted use': ({ posted }, [id]) =>
      `INSERT INTO limit_usage SELECT '${id}', 'day', posted_at / 86400000 * 86400000, 0, 0
       FROM transactions WHERE id = '${posted}'`,
  },
  limit_usage_is_complete: {
    'an account whose outflow is not counted': ({ posted }) =>
      `INSERT INTO limit_terms SELECT source_account_id, 1, 'lim_1', tenant_id, '{}', 0, NULL, 0
       FROM transactions WHERE id = '${posted}'`,
  },
  limits_are_marked: {
    'limits of an account that is not marked as having limits': ({ posted }) =>
      `INSERT INTO limit_terms SELECT source_account_id, 1, 'lim_1', tenant_id, '{}', 0, NULL, 0
       FROM transactions WHERE id = '${posted}'`,
    'an account marked as having limits that has none': (_, [id]) =>
      `UPDATE accounts SET limits_configured = 1 WHERE id = '${id}'`,
  },
  approved_by_another: {
    'an approval granted by the requester': ({ posted }) =>
      `INSERT INTO approvals SELECT 'apr_1', id, tenant_id, 'granted', actor, 'Mine.', 1, 1
       FROM transactions WHERE id = '${posted}'`,
  },
  waits_for_confirmation: {
    'a transaction that waits for a confirmation that was never requested': ({ waiting }) =>
      `UPDATE transactions SET status = 'requires_confirmation' WHERE id = '${waiting}'`,
  },
  confirmed_before_money: {
    'a booked transaction whose requested confirmation is missing': ({ posted }) =>
      `INSERT INTO step_ups SELECT id, tenant_id, customer_id, 'requested', NULL, NULL, NULL, NULL,
       1 FROM transactions WHERE id = '${posted}'`,
  },
  waits_for_approval: {
    'a transaction that waits for an approval that was never requested': ({ waiting }) =>
      `UPDATE transactions SET status = 'pending_approval' WHERE id = '${waiting}'`,
  },
};
