// Signals a workflow that may not be running. A lost signal is harmless: a workflow reads its rows
// when it starts.

import { getExternalWorkflowHandle } from '@temporalio/workflow';
import { CHECK_AGAIN } from './messages.ts';

/** Signals a running workflow to read its row again. */
export async function signalToCheck(workflowId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(workflowId).signal(CHECK_AGAIN);
  } catch {
    // The workflow has ended, or the sweeper will start it.
  }
}
