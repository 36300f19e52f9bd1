// Falsifications of credit decisions, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

export const CREDIT_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  credit_denied_with_reasons: {
    'a denial without a reason': () =>
      "UPDATE credit_decisions SET reasons = '[]' WHERE decision = 'denied'",
    'an approval of less than the requested amount without a reason': () =>
      "UPDATE credit_decisions SET reasons = '[]' WHERE approved_amount = 500",
  },
  credit_has_its_decisions: {
    'an assessment without a decision': () =>
      "DELETE FROM credit_decisions WHERE decision = 'approved'",
    'a decision without an assessment': () => 'DELETE FROM credit_assessments',
    'an approval of more than the requested amount': () =>
      'UPDATE credit_decisions SET approved_amount = 1001 WHERE approved_amount = 1000',
    'a decision of a person about a case that was not referred': () =>
      "UPDATE credit_decisions SET decision = 'approved' WHERE decision = 'manual_review'",
    'a review by the applicant': () =>
      "UPDATE credit_decisions SET actor = 'key_test' WHERE number = 2",
    'a decision of another developer': () =>
      "UPDATE credit_decisions SET tenant_id = 'dev_other' WHERE number = 1",
  },
  credit_within_the_floor: {
    'an approval of an application that failed the written rules': () =>
      `UPDATE credit_assessments SET findings = replace(findings, '"floorPassed":true',
       '"floorPassed":false')`,
    'an approval without a score': () => 'UPDATE credit_assessments SET probability = NULL',
  },
  credit_outcome_of_a_loan: {
    'an outcome of a loan that was denied': () =>
      `INSERT INTO credit_outcomes SELECT assessment_id, 1, tenant_id, 'repaid', decided_at, NULL,
       NULL, 'key_test', decided_at FROM credit_decisions WHERE decision = 'denied'`,
    'an outcome without an event': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'credit.outcome.recorded'",
    'a loss larger than the loan': () => 'UPDATE credit_outcomes SET loss_amount = 100000000',
  },
  credit_has_events: {
    'a denial with the event of an approval': () =>
      `UPDATE events SET type = 'credit.decision.approved'
       WHERE type = 'credit.decision.denied'`,
    'a decision without an event': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'credit.decision.manual_review'",
  },
};
