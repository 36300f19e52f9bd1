// Steps of a deployment that fail, repeat or lose their reply: the deployment passes each stage
// once, and row, version and alias agree. Also with a worker that keeps no workflow in memory.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { commandDeployment } from '../../db/deployments/acts.ts';
import { readDeployment } from '../../db/deployments/reads.ts';
import { checkInvariants } from '../../db/invariants.ts';
import { deploymentWorkflowId } from '../../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow } from '../../workflows/record-workflows.ts';
import { cause } from '../kit/bank/books.ts';
import { WORKFLOWS_IN_MEMORY } from '../kit/suite/tier.ts';
import { orderDeployment, playDeployment } from '../kit/workflows/deployment-scenarios.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';

const STEPS = ['checkDeployment', 'watchDeployment'] as const;
const STAGES = ['created', 'shadow', 'canary', 'canary', 'active'];

describe.each(WORKFLOWS_IN_MEMORY)('with %s workflows in memory', (maxCachedWorkflows) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress'), maxCachedWorkflows });
  }, 60_000);
  afterAll(async () => {
    const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
    await rig.close();
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  });

  const listEmitted = (id: string) =>
    rig.faultFreeLedger.database.raw
      .prepare<[string], string>(
        `SELECT substr(type, 18) FROM events WHERE object_id = ?
         AND type LIKE 'model.deployment.%' ORDER BY row`,
      )
      .pluck()
      .all(id);

  const faults = (
    maxCachedWorkflows === 0 ? FAULTS.filter(({ kind }) => kind === 'lose') : FAULTS
  ).map(retryAtOnce);
  const cases = STEPS.flatMap((step) =>
    faults.map((fault) => ({ step, name: fault.name, strike: { step, fault } })),
  );
  it.concurrent.each([{ step: 'no step', name: 'fails', strike: null }, ...cases])(
    'a deployment passes each stage once when $step $name',
    async ({ strike }) => {
      const { result, trap, row, deploymentId } = await playDeployment(rig, strike);
      if (trap) expect(trap.struck).toBe(strike?.fault.times);
      expect([result, row?.status, row?.trafficPercent]).toEqual(['active', 'active', 100]);
      expect(listEmitted(deploymentId)).toEqual(STAGES);
    },
    120_000,
  );

  it('a deployment rolled back while it waits ends, and continues after a cancel request', async () => {
    const shadow = { minMinutes: 0, minSamples: 1_000 };
    const { deploymentId, tenantId } = await orderDeployment(rig, { shadow });
    const deployment = { id: deploymentId, tenantId };
    await ensureWorkflow(rig.starter, 'deployment', deployment);
    const handle = rig.client.workflow.getHandle(deploymentWorkflowId(deploymentId));
    await expect
      .poll(() => readDeployment(rig.faultFreeLedger, deploymentId)?.status, { timeout: 60_000 })
      .toBe('shadow');
    await handle.cancel();
    const order = { tenantId, deploymentId, act: 'rollback', reason: null } as const;
    await rig.faultFreeLedger.run(commandDeployment, { ...order, cause });
    await signalWorkflow(rig.starter, 'deployment', deployment);
    expect(await handle.result()).toBe('rolled_back');
    expect(listEmitted(deploymentId)).toEqual(['created', 'shadow', 'rolled_back']);
  }, 120_000);

  it('a terminated deployment resumes from its row in another run', async () => {
    const shadow = { minMinutes: 0, minSamples: 1_000 };
    const { deploymentId, tenantId } = await orderDeployment(rig, { shadow });
    const deployment = { id: deploymentId, tenantId };
    await ensureWorkflow(rig.starter, 'deployment', deployment);
    const handle = rig.client.workflow.getHandle(deploymentWorkflowId(deploymentId));
    await expect
      .poll(() => readDeployment(rig.faultFreeLedger, deploymentId)?.status, { timeout: 60_000 })
      .toBe('shadow');
    await handle.terminate();
    for (const _ of [1, 2, 3]) {
      const order = { tenantId, deploymentId, act: 'promote', reason: null } as const;
      await rig.faultFreeLedger.run(commandDeployment, { ...order, cause });
    }
    await ensureWorkflow(rig.starter, 'deployment', deployment);
    const restartedWorkflow = rig.client.workflow.getHandle(deploymentWorkflowId(deploymentId));
    expect(await restartedWorkflow.result()).toBe('active');
    expect(listEmitted(deploymentId)).toEqual(STAGES);
  }, 120_000);
});
