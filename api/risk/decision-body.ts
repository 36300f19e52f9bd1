// A risk decision with the hypothetical payment.

import type { z } from '@hono/zod-openapi';
import { readWrittenReasons } from '../../ai/risk/explain.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import { riskDecisionView } from '../../db/risk/view.ts';
import type { askedDecisionSchema } from './score-schema.ts';

type Question = z.infer<typeof askedDecisionSchema>['question'];

/** Returns the wire form with the stored reasons. */
export function decisionBody(row: RiskDecisionRow, livemode: boolean) {
  const question = row.question === null ? null : (JSON.parse(row.question) as Question);
  return { ...riskDecisionView(row, livemode), ...readWrittenReasons(row), question };
}
