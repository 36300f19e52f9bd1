// The additions of risk to the core: its reviews are items of work for operators.

import { reviewPayment } from '../../db/risk/acts.ts';
import type { BankExtension } from '../kit/context.ts';
import type { CloseWork } from '../kit/extension.ts';

const review =
  (decision: 'approved' | 'rejected'): CloseWork =>
  (ledger, { id: reviewId, reason, cause }) =>
    ledger.run(reviewPayment, { reviewId, decision, reason, decidedBy: cause.actor, cause });

export const riskExtension: BankExtension = {
  closesWork: {
    account_alerts: { false_positive: review('approved'), confirmed: review('rejected') },
  },
};
