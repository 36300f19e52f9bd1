// The analyses of a customer's books.

import type { InsightThread } from '../../ai/insight/analyses.ts';
import type { Operation } from '../kit/operation.ts';
import { analyseBehaviorOperation } from './behavior-analysis.ts';
import { adviseInvestmentOperation } from './investment-advice.ts';
import { analyseSpendingOperation } from './spending-analysis.ts';

declare module '../kit/context.ts' {
  interface BankDeps {
    /** Runs analyses that read much data. */
    readonly insight: InsightThread;
  }
}

export const INSIGHT_OPERATIONS: readonly Operation[] = [
  analyseSpendingOperation,
  analyseBehaviorOperation,
  adviseInvestmentOperation,
];
