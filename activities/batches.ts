// The one step of a batch: settles slice after slice until the batch is over. It may run any number
// of times, also twice at once: each slice begins where the rows say that the last one ended.

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
  /** The worker is about to stop: another one goes on. */
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
  /**
   * Resolves when requests and other workflows have had their turn between two slices, with
   * whether nobody asks for anything lately but one caller at most.
   */
  readonly letOthersGo: () => Promise<boolean>;
}

/** The batch activities of one environment. */
export function batchActivities({
  ledger,
  stopping,
  failPoint,
  letOthersGo,
}: Deps): BatchActivities {
  return {
    settleBatch: ({ batchId }) =>
      limitAttempts(activityInfo().attempt, async () => {
        const { workflowExecution } = activityInfo();
        const workflow = {
          id: workflowExecution?.workflowId ?? '',
          runId: workflowExecution?.runId ?? '',
        };
        for (let isAlone = false; ; ) {
          const step = await ledger.run(settleBatch, { batchId, workflow, isAlone });
          const { status, decided, posted, declined, failed } = step;
          failPoint('after-batch-step');
          if (status === null) return null;
          const travelling = decided - posted - declined - failed;
          const ends = { posted, declined, failed };
          if (isBatchOver(status))
            return { status, ...ends, ...(travelling > 0 ? { travelling } : {}) };
          heartbeat(decided);
          if (stopping.aborted)
            throw new Error('the worker is stopping; another worker continues the activity');
          isAlone = await letOthersGo();
        }
      }),
  };
}
