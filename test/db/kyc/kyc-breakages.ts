// Falsifications of identity assessments, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

const COMPLETED_CUSTOMERS = "SELECT customer_id FROM kyc_assessments WHERE status = 'completed'";
const OPEN_ASSESSMENTS = "SELECT customer_id FROM kyc_assessments WHERE status = 'pending'";

export const KYC_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  kyc_one_open: {
    'two open assessments of a customer': () =>
      `UPDATE kyc_assessments SET status = 'pending', customer_id = (${OPEN_ASSESSMENTS})`,
    'an assessment of a customer of another developer': () =>
      "UPDATE kyc_assessments SET tenant_id = 'dev_other'",
  },
  kyc_agrees: {
    'a customer with a pending check but without an open assessment': () =>
      `UPDATE customers SET kyc_status = 'pending', next_review_at = NULL WHERE id IN (${COMPLETED_CUSTOMERS})`,
    'a denied customer with an open assessment': () =>
      `UPDATE customers SET kyc_status = 'denied' WHERE id IN (${OPEN_ASSESSMENTS})`,
    'a verified customer whose assessment ended with a rejection': () =>
      "UPDATE kyc_assessments SET decision = 'reject' WHERE status = 'completed'",
  },
  kyc_has_findings: {
    'an approval without a risk rating': () =>
      `UPDATE kyc_assessments SET risk_level = NULL, risk_score = NULL
       WHERE status = 'completed'`,
    'an approval at high risk': () =>
      "UPDATE kyc_assessments SET risk_level = 'high' WHERE status = 'completed'",
    'an approval without a required document': () =>
      `UPDATE kyc_assessments SET findings =
       json_set(findings, '$.requiredDocuments[0].status', 'required')
       WHERE status = 'completed'`,
    'an approval without the result of a check': () =>
      `UPDATE kyc_assessments SET findings = json_remove(findings, '$.checks[0]')
       WHERE status = 'completed'`,
  },
  kyc_has_events: {
    'a completed assessment without an event': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'kyc.assessment.completed'",
  },
};
