// Scenarios of the workflow of an assessment: the unwind suite plays them under each fault, and
// scripts/record-histories.ts records them.

import { createCustomer } from '../../../db/customers/acts.ts';
import { addKycDocuments, startAssessment } from '../../../db/kyc/acts.ts';
import { kycWorkflowId } from '../../../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow } from '../../../workflows/record-workflows.ts';
import { cause, TENANT } from '../bank/books.ts';
import { kycOrderOf, makeDocumentDraft } from '../people/kyc.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './unwind.ts';

export const KYC_STEPS = ['lookAtKyc', 'screenKyc', 'decideKyc'] as const;

/** The step at which a fault strikes. */
export interface KycStrike {
  readonly step: (typeof KYC_STEPS)[number] | 'giveUpKyc';
  readonly fault: Fault;
}

/** Accepts an assessment of an unverified customer; nothing starts its workflow. */
export async function acceptKyc({ faultFreeLedger }: Pick<Rig, 'faultFreeLedger'>) {
  const { id: customerId } = await faultFreeLedger.run(createCustomer, {
    tenantId: TENANT,
    type: 'individual',
    name: 'Ada Lovelace',
    email: null,
    phone: null,
    dateOfBirth: null,
    country: 'GB',
    address: null,
    metadata: {},
    kycStatus: 'unverified',
    requestHash: Buffer.alloc(32),
    cause,
  });
  const started = await faultFreeLedger.run(startAssessment, kycOrderOf(TENANT, customerId));
  return { id: started.id, tenantId: TENANT, customerId };
}

/** Plays an assessment that waits for a document, receives the document and is approved. */
export async function playKyc(rig: Rig, strikes: readonly KycStrike[] = []) {
  const assessment = await acceptKyc(rig);
  const traps = strikes.map(({ step, fault }) => rig.faults.set(assessment.id, step, fault));
  await ensureWorkflow(rig.starter, 'kyc', assessment);
  const workflowId = kycWorkflowId(assessment.id);
  const handle = rig.client.workflow.getHandle(workflowId);
  const reachedStage = await waitForStage(rig, assessment.id, ['awaiting_documents', 'done']);
  if (reachedStage !== 'done') {
    const order = {
      tenantId: TENANT,
      assessmentId: assessment.id,
      documents: [makeDocumentDraft()],
    };
    const request = { requestHash: Buffer.alloc(32), cause };
    await rig.faultFreeLedger.run(addKycDocuments, { ...order, ...request });
    await signalWorkflow(rig.starter, 'kyc', assessment);
  }
  const result: unknown = await handle.result();
  return { ...assessment, workflowId, result, traps };
}

async function waitForStage(
  { faultFreeLedger }: Rig,
  id: string,
  stages: readonly string[],
): Promise<string> {
  const stageStatement = faultFreeLedger.database.raw.prepare<[string], string>(
    'SELECT stage FROM kyc_assessments WHERE id = ?',
  );
  for (;;) {
    const stage = stageStatement.pluck().get(id) ?? '';
    if (stages.includes(stage)) return stage;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
