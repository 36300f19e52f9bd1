// The analyses that need much reading and computation. They run on a separate thread, each on one
// snapshot.

import { createHash } from 'node:crypto';
import {
  type OrderOf,
  type Reader,
  type ReadThread,
  readThread,
} from '../../db/kernel/read-thread.ts';
import { AmountTooLarge } from '../../ledger/money.ts';
import { analyseBehaviour } from './behaviour.ts';
import { adviseInvestment } from './investment.ts';
import { analyseSpending } from './spending.ts';

/**
 * The result of an analysis with its hash, which this thread computes so that no request waits for
 * it.
 */
export interface AnalysedResult<Result> {
  readonly result: Result;
  readonly digest: string;
}

function analysis<Order, Result>(analyse: (reader: Reader, order: Order) => Result) {
  return (reader: Reader, order: Order): AnalysedResult<Result | TooLarge> => {
    const result = reader.database.read(() => refuseTooLarge(() => analyse(reader, order)));
    const digest = createHash('sha256').update(JSON.stringify(result)).digest('hex');
    return { result, digest };
  };
}

interface TooLarge {
  readonly kind: 'too_large';
}

/** Sums of many movements may exceed the integers that JSON keeps exact. */
function refuseTooLarge<Result>(analyse: () => Result): Result | TooLarge {
  try {
    return analyse();
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error;
    return { kind: 'too_large' };
  }
}

export const ANALYSES = {
  spending: analysis(analyseSpending),
  behaviour: analysis(analyseBehaviour),
  investment: analysis(adviseInvestment),
};

export type AnalysisName = keyof typeof ANALYSES;
export type AnalysisOrder<Name extends AnalysisName> = OrderOf<(typeof ANALYSES)[Name]>;
export type AnalysisResult<Name extends AnalysisName> = ReturnType<
  (typeof ANALYSES)[Name]
>['result'];

export type InsightThread = ReadThread<typeof ANALYSES>;

/** @param closing ends the thread */
export function insightThread(closing: AbortSignal): InsightThread {
  const worker = new URL('./worker.ts', import.meta.url);
  return readThread({ name: 'the analysis', worker, reads: ANALYSES, closing });
}
