// The analyses of a customer's books.

import type { Operation } from '../kit/operation.ts';
import { analyseBehaviorOperation } from './behavior-analysis.ts';
import { adviseInvestmentOperation } from './investment-advice.ts';
import { analyseSpendingOperation } from './spending-analysis.ts';

export const INSIGHT_OPERATIONS: readonly Operation[] = [
  analyseSpendingOperation,
  analyseBehaviorOperation,
  adviseInvestmentOperation,
];
