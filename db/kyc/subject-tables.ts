// The declaration of the tables of identity assessments (db/subject-tables.ts).

import { byCustomer, EMPTY_JSON, notesOn } from '../customers/held-table.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { aboutCustomer, customerItems, IN_LIST } from '../work/source.ts';
import { KYC_RULES } from './invariants.ts';

/** Keeps the name and result of each rule, so that decisions can still be verified. */
const CHECKS_WITHOUT_WORDS = `json_set(findings, '$.checks', json((SELECT json_group_array(
    json_object('name', value ->> 'name', 'result', value ->> 'result', 'detail', ''))
    FROM json_each(findings, '$.checks'))),
  '$.factors', json('[]'), '$.reviewReasons', json('[]'), '$.reasons', json('[]'),
  '$.owners', json('[]'))`;

const URGENCY = `CASE risk_level
  WHEN 'prohibited' THEN 'urgent' WHEN 'high' THEN 'high' WHEN 'low' THEN 'low' ELSE 'normal' END`;

export const KYC_TABLES: SubjectTables = {
  tables: ['kyc_documents', 'kyc_files', 'kyc_assessments'],
  rules: KYC_RULES,
  held: [
    notesOn('kyc_assessments'),
    byCustomer('kyc_files', 'deleted', {
      file: 'sealed_sha256',
      hidden: ['pixel_mac', 'sealed_barcodes'],
    }),
    byCustomer(
      'kyc_documents',
      {
        country: 'NULL',
        number_mac: 'NULL',
        number_last4: 'NULL',
        expires_on: 'NULL',
        issued_on: 'NULL',
        sealed_mrz: 'NULL',
        checks: "'[]'",
        reason: 'NULL',
      },
      { hidden: ['number_mac', 'sealed_mrz'] },
    ),
    byCustomer(
      'kyc_assessments',
      {
        subject: EMPTY_JSON,
        identity_mac: 'NULL',
        findings: CHECKS_WITHOUT_WORDS,
        comment: 'NULL',
        metadata: EMPTY_JSON,
      },
      { hidden: ['identity_mac'] },
    ),
  ],
  moves: {
    lasting: [
      {
        subject: 'identity assessments without a decision',
        remedy: 'decide them, or wait for them',
        sql: `SELECT id FROM kyc_assessments WHERE tenant_id = @tenantId AND status = 'pending'`,
      },
    ],
  },
  work: {
    sources: [
      {
        queue: 'kyc_reviews',
        noun: 'kycAssessment',
        table: 'kyc_assessments',
        select: customerItems('kyc_assessments', {
          usual: URGENCY,
          score: 'coalesce(risk_score, 0)',
        }),
        waits: "stage = 'manual_review'",
        cause: `SELECT id, findings ->> 'reviewReasons' AS cause FROM kyc_assessments
          WHERE id ${IN_LIST}`,
      },
    ],
    parties: { about: [aboutCustomer('kyc_assessments')] },
  },
  stored: { documents: 'SELECT tenant_id, bytes FROM kyc_files' },
  sealed: 'SELECT DISTINCT substr(sealed_barcodes, 1, 16) FROM kyc_files',
};
