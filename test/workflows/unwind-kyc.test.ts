// Steps of an identity assessment that fail, repeat or lose their reply: each round decides once,
// the assessment ends once, and a check that cannot run denies no customer.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { changeCustomer } from '../../db/customers/acts.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { checkInvariants } from '../../db/invariants.ts';
import { findKycAssessment } from '../../db/kyc/reads.ts';
import { kycWorkflowId } from '../../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow } from '../../workflows/record-workflows.ts';
import { cause, TENANT } from '../kit/bank/books.ts';
import { WORKFLOWS_IN_MEMORY } from '../kit/suite/tier.ts';
import { acceptKyc, KYC_STEPS, playKyc } from '../kit/workflows/kyc-scenarios.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { createFault, FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';

const PERMANENT_FAULT = retryAtOnce({
  name: 'never ends',
  kind: 'fail',
  times: 8,
  error: createFault,
});

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

  const listEvents = (id: string) =>
    rig.faultFreeLedger.database.raw
      .prepare<[string], string>('SELECT type FROM events WHERE object_id = ? ORDER BY rowid')
      .pluck()
      .all(id);

  const faults = (
    maxCachedWorkflows === 0 ? FAULTS.filter(({ kind }) => kind === 'lose') : FAULTS
  ).map(retryAtOnce);
  it('an assessment is decided once and ends once, whatever fault occurs at a step', async () => {
    const cases = [null, ...KYC_STEPS.flatMap((step) => faults.map((fault) => ({ step, fault })))];
    await Promise.all(
      cases.map(async (strike) => {
        const name = strike ? `${strike.step} ${strike.fault.name}` : 'no step fails';
        const { id, customerId, result, traps } = await playKyc(rig, strike ? [strike] : []);
        for (const trap of traps) expect(trap.struck, name).toBe(trap.fault.times);
        expect(result, name).toEqual({
          status: 'completed',
          decision: 'approve',
          riskLevel: 'low',
        });
        expect(await findKycAssessment(rig.faultFreeLedger, TENANT, id)).toMatchObject({
          decision: 'approve',
          kycStatus: 'verified',
        });
        expect(listEvents(id), name).toEqual([
          'kyc.assessment.created',
          'kyc.assessment.updated',
          'kyc.assessment.updated',
          'kyc.assessment.completed',
        ]);
        const emitted = listEvents(customerId).filter((type) => type === 'customer.kyc.verified');
        expect(emitted, name).toHaveLength(1);
      }),
    );
  }, 120_000);

  // Eight attempts take long; a worker without workflows in memory runs the same code.
  it.skipIf(maxCachedWorkflows === 0)(
    'an assessment fails when a check cannot be made, and leaves the customer unchanged',
    async () => {
      const { id, customerId, result } = await playKyc(rig, [
        { step: 'decideKyc', fault: PERMANENT_FAULT },
      ]);
      expect(result).toMatchObject({ status: 'failed', decision: null });
      expect(await findKycAssessment(rig.faultFreeLedger, TENANT, id)).toMatchObject({
        status: 'failed',
        failureCode: 'check_failed',
        decision: null,
        kycStatus: 'unverified',
      });
      expect(listEvents(customerId)).toEqual([
        'customer.created',
        'customer.kyc.pending',
        'customer.updated',
      ]);
    },
    120_000,
  );

  it("an assessment continues after a cancel request, and a new run finds the reviewer's decision", async () => {
    const assessment = await acceptKyc(rig);
    await ensureWorkflow(rig.starter, 'kyc', assessment);
    const handle = rig.client.workflow.getHandle(kycWorkflowId(assessment.id));
    await handle.cancel();
    const readStage = async () =>
      (await findKycAssessment(rig.faultFreeLedger, TENANT, assessment.id))?.stage;
    await expect.poll(readStage, { timeout: 20_000 }).toBe('awaiting_documents');
    await handle.terminate();
    const order = {
      tenantId: null,
      customerId: assessment.customerId,
      fields: {},
      ifVersion: null,
    };
    await rig.faultFreeLedger.run(changeCustomer, { ...order, kycStatus: 'denied', cause });
    await signalWorkflow(rig.starter, 'kyc', assessment);
    expect(
      await rig.client.workflow.getHandle(kycWorkflowId(assessment.id)).result(),
    ).toMatchObject({
      status: 'completed',
      decision: 'reject',
    });
    expect(
      (await findCustomer(rig.faultFreeLedger, TENANT, assessment.customerId))?.kycStatus,
    ).toBe('denied');
  }, 60_000);
});
