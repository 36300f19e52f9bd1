// The operations about the risk of payments, for developers and operators.

import type { Operation } from '../kit/operation.ts';
import { getRiskDesk } from '../ops/risk/figures.ts';
import { approveRiskReview, listRiskReviews, rejectRiskReview } from '../ops/risk/reviews.ts';
import { simulateFraudHit } from '../sandbox/fraud-hit.ts';
import { getRiskDecision, listRiskDecisions } from './read.ts';
import { scoreRisk } from './score.ts';
import { simulateReviewDecision } from './simulate-review.ts';

export const RISK_OPERATIONS: readonly Operation[] = [
  simulateFraudHit,
  simulateReviewDecision,
  scoreRisk,
  listRiskDecisions,
  getRiskDecision,
  getRiskDesk,
  listRiskReviews,
  approveRiskReview,
  rejectRiskReview,
];
