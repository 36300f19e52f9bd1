// The operations about credit.

import type { Operation } from '../kit/operation.ts';
import { decideCreditReview, listCreditReviewsToDecide } from '../ops/credit/reviews.ts';
import { requestCreditAssessment } from './assess.ts';
import { recordCreditOutcome } from './outcome.ts';
import { getCreditAssessment, listCreditAssessments } from './read.ts';

export const CREDIT_OPERATIONS: readonly Operation[] = [
  requestCreditAssessment,
  listCreditAssessments,
  getCreditAssessment,
  recordCreditOutcome,
  listCreditReviewsToDecide,
  decideCreditReview,
];
