// A worker that dies during a task, is restarted and dies again: the server must not wait longer
// each time, or the tasks of a restarted worker wait for minutes.

import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { expect, inject, it } from 'vitest';

/**
 * By default Temporal makes the eighth attempt 40 s after the seventh, and doubles the pause before
 * each later one.
 */
const DEATHS = 7;
const NEXT_WITHIN_MS = 20_000;

it('a worker that dies repeatedly gets its task again within seconds', async () => {
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  const service = connection.workflowService;
  const name = `dead-workers-${crypto.randomUUID()}`;
  const queueFields = { namespace: 'sandbox', taskQueue: { name } };
  await service.startWorkflowExecution({
    ...queueFields,
    workflowId: name,
    workflowType: { name: 'none' },
    requestId: name,
    workflowTaskTimeout: { seconds: 1 as never },
  });
  /** Returns the attempt that a worker is given, which then never answers. */
  async function takeTask(deadline: number): Promise<number> {
    while (Date.now() < deadline) {
      const poll = () => service.pollWorkflowTaskQueue({ ...queueFields, identity: 'dies' });
      const task = await connection.withDeadline(deadline, poll).catch(() => null);
      if (task && task.taskToken.length > 0) return task.attempt;
      await sleep(50);
    }
    return 0;
  }
  for (let attempt = 1; attempt <= DEATHS; attempt++) {
    expect(await takeTask(Date.now() + 2 * NEXT_WITHIN_MS)).toBe(attempt);
  }
  expect(await takeTask(Date.now() + NEXT_WITHIN_MS)).toBe(DEATHS + 1);
  await connection.withDeadline(Date.now() + 5_000, () =>
    service.terminateWorkflowExecution({
      namespace: 'sandbox',
      workflowExecution: { workflowId: name },
    }),
  );
  await connection.close();
}, 120_000);
