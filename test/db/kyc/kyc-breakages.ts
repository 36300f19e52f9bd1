// Falsifications of identity assessments, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

const COMPLETED_CUSTOMERS = "SELECT customer_id FROM kyc_assessments WHERE status = 'completed'";
const OPEN_ASSESSMENTS = "SELECT customer_id FROM kyc_assessments WHERE status = 'pending'";

export const KYC_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  kyc_one_open: {
    'two open ones of a customer': () =>
      `UPDATE kyc_assessments SET status = 'pending', customer_id = (${OPEN_ASSESSMENTS})`,
    'an assessment of a customer of another developer': () =>
      "UPDATE kyc_assessments SET tenant_id = 'dev_other'",
  },
  kyc_agrees: {
    'a customer who is being checked by nothing': () =>
      `UPDATE customers SET kyc_status = 'pending', next_review_at = NULL WHERE id IN (${COMPLETED_CUSTOMERS})`,
    'a customer who was denied while it is checked': () =>
      `UPDATE customers SET kyc_status = 'denied' WHERE id IN (${OPEN_ASSESSMENTS})`,
    'a customer who was rejected and is verified': () =>
      "UPDATE kyc_assessments SET decision = 'reject' WHERE status = 'completed'",
  },
  kyc_has_findings: {
    'an approval without a rating': () =>
      `UPDATE kyc_assessments SET risk_level = NULL, risk_score = NULL
       WHERE status = 'completed'`,
    'an approval at high risk': () =>
      "UPDATE kyc_assessments SET risk_level = 'high' WHERE status = 'completed'",
    'an approval without a document that was asked for': () =>
      `UPDATE kyc_assessments SET findings =
       json_set(findings, '$.requiredDocuments[0].status', 'required')
       WHERE status = 'completed'`,
    'an approval that forgot a check': () =>
      `UPDATE kyc_assessments SET findings = json_remove(findings, '$.checks[0]')
       WHERE status = 'completed'`,
  },
  kyc_has_events: {
    'an end without an event': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'kyc.assessment.completed'",
  },
};
