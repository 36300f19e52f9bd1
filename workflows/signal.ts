// A signal to a workflow that may not run. It reads the rows when it starts, so nothing is lost.

import { getExternalWorkflowHandle } from '@temporalio/workflow';
import { CHECK_AGAIN } from './messages.ts';

/** Has a workflow read its row again, if it runs. */
export async function signalToCheck(workflowId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(workflowId).signal(CHECK_AGAIN);
  } catch {
    // It is over, or the sweeper will start it.
  }
}
