// The single step of a batch: settles slices until the batch has ended. It may run any number of
// times, also concurrently: the rows record where each slice begins.

import { activityInfo, heartbeat } from '@temporalio/activity';
import { type BatchStep, settleBatch } from '../db/batches/acts.ts';
import type { BatchFacts } from '../db/batches/reads.ts';
import type { RunsActs } from '../db/kernel/act.ts';
import { type BatchStatus, isBatchOver } from '../ledger/batch.ts';
import { limitAttempts } from './failure.ts';

export type { BatchFacts };

/** The final state of a batch: its status and how many of its items ended in each way. */
export interface BatchOutcome extends Pick<BatchStep, 'posted' | 'declined' | 'failed'> {
  readonly status: BatchStatus;
  /** Items on their way through a payment network. None when left out. */
  readonly travelling?: number;
}

export interface BatchActivities {
  /** Returns null when there is no such batch. */
  settleBatch(input: { readonly batchId: string }): Promise<BatchOutcome | null>;
}

interface Deps {
  readonly ledger: RunsActs;
  /** Aborted when the worker is about to stop; another worker continues. */
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
  /**
   * Yields to requests and other workflows between two slices. Resolves with true when nobody but
   * the batch's own tenant has sent requests lately.
   */
  readonly yieldToRequests: (tenantId: string) => Promise<boolean>;
}

/** The batch activities of one environment. */
export function batchActivities({
  ledger,
  stopping,
  failPoint,
  yieldToRequests,
}: Deps): BatchActivities {
  return {
    settleBatch: ({ batchId }) =>
      limitAttempts(activityInfo().attempt, async () => {
        const { workflowExecution } = activityInfo();
        const workflow = {
          id: workflowExecution?.workflowId ?? '',
          runId: workflowExecution?.runId ?? '',
        };
        for (let hasNoOtherRequests = false; ; ) {
          const step = await ledger.run(settleBatch, { batchId, workflow, hasNoOtherRequests });
          const { status, tenantId, decided, posted, declined, failed } = step;
          failPoint('after-batch-step');
          if (status === null) return null;
          const travelling = decided - posted - declined - failed;
          const counts = { posted, declined, failed };
          if (isBatchOver(status))
            return { status, ...counts, ...(travelling > 0 ? { travelling } : {}) };
          heartbeat(decided);
          if (stopping.aborted)
            throw new Error('the worker is stopping; another worker continues the activity');
          hasNoOtherRequests = await yieldToRequests(tenantId);
        }
      }),
  };
}
