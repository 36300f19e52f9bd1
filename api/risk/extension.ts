// The additions of risk to the core: its reviews are items of work for operators.

import { reviewPayment } from '../../db/risk/acts.ts';
import type { BankExtension } from '../kit/context.ts';
import type { CloseWork } from '../kit/extension.ts';

const decideReviewAs =
  (decision: 'approved' | 'rejected'): CloseWork =>
  (ledger, { id: reviewId, reason, cause }) =>
    ledger.run(reviewPayment, { reviewId, decision, reason, decidedBy: cause.actor, cause });

export const riskExtension: BankExtension = {
  closesWork: {
    account_alerts: {
      false_positive: decideReviewAs('approved'),
      confirmed: decideReviewAs('rejected'),
    },
  },
};
