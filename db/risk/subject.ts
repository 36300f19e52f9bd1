// The additions of judging payments to a ledger.

import { riskJudge, riskScoring } from '../kernel/judge.ts';
import type { LedgerSubject } from '../subject.ts';
import { paymentChecks } from '../transactions/followers.ts';
import { followHabits, RISK_JUDGE } from './acts.ts';
import { applyReview, scoreQueued, screenQueued } from './review-acts.ts';
import { RISK_SCORING } from './scoring.ts';
import { RISK_TABLES } from './subject-tables.ts';

export const RISK_SUBJECT: LedgerSubject = {
  tables: RISK_TABLES,
  connect(tx) {
    riskJudge.set(tx, RISK_JUDGE);
    riskScoring.set(tx, RISK_SCORING);
    paymentChecks.set(tx, { applyReview, screenQueued, scoreQueued });
  },
  followBooking: followHabits,
};
