// The additions of identity assessments to a ledger.

import { assessments } from '../customers/acts.ts';
import type { LedgerSubject } from '../subject.ts';
import { kycDue } from './due.ts';
import { KYC_BUSINESS } from './reads.ts';
import { applyDecision, findAssessmentRow, findOpenAssessment } from './rows.ts';
import { KYC_TABLES } from './subject-tables.ts';

export const KYC_SUBJECT: LedgerSubject = {
  tables: KYC_TABLES,
  connect(tx) {
    const findOpen = findOpenAssessment;
    assessments.set(tx, { find: findAssessmentRow, findOpen, applyDecision });
  },
  business: KYC_BUSINESS,
  dueWork: kycDue,
};
