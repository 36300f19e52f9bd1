// Scenarios of the workflow of an evaluation: the unwind suite plays them under each fault, and
// scripts/record-histories.ts records them. Imports nothing of vitest.

import { randomUUID } from 'node:crypto';
import { registerVersion } from '../../../db/models/acts.ts';
import { acceptScoring } from '../../../db/scorings/acts.ts';
import { keepDataset } from '../../../db/trainings/datasets.ts';
import { scoringWorkflowId } from '../../../ledger/workflow-id.ts';
import { readArtifact, SHIPPED_FOLDER, sha256 } from '../../../models/artifact.ts';
import type { ScoringRequest } from '../../../models/evaluate/request.ts';
import { inspectModel } from '../../../models/gate/inspect.ts';
import { ensureWorkflow } from '../../../workflows/record-workflows.ts';
import { cause } from '../bank/books.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './unwind.ts';

const EVALUATION: ScoringRequest = {
  kind: 'evaluation',
  format: 'ndjson',
  labelField: 'fraud',
  segmentField: null,
  thresholds: [],
  costs: { falsePositive: 1, falseNegative: 1 },
  metadata: {},
};
const BATCH: ScoringRequest = { kind: 'batch', format: 'ndjson', idField: null, metadata: {} };
const REQUESTS = { evaluation: EVALUATION, batch: BATCH } as const;

/** The step at which a fault strikes. */
export interface ScoringStrike {
  readonly step: 'scoreRows' | 'giveUpScoring';
  readonly fault: Fault;
}

/** Registers the bank's model as a version of a new developer. */
async function registerScored(rig: Rig, tenantId: string) {
  const { card, model } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.1.0');
  await rig.training.artifacts.put(card.artifact.sha256, model);
  const names = card.features.map(({ name }) => name);
  const { version } = await rig.faultFreeLedger.run(registerVersion, {
    tenantId,
    name: 'scored',
    task: 'fraud',
    label: '1.0.0',
    source: 'upload',
    approved: true,
    artifact: { sha256: card.artifact.sha256, bytes: card.artifact.bytes },
    card: { features: card.features, threshold: 0.5 },
    checks: { ...inspectModel(model, names) },
    requestHash: Buffer.alloc(32),
    cause,
  });
  return { version, card };
}

/** Plays a scoring to its end. */
export async function playScoring(
  rig: Rig,
  kind: 'evaluation' | 'batch',
  strikes: readonly ScoringStrike[] = [],
) {
  const tenantId = `dev_${randomUUID()}`;
  const { version, card } = await registerScored(rig, tenantId);
  const rows = Array.from({ length: 60 }, (_, index) => {
    const golden = card.golden[index % card.golden.length];
    const fields = card.features.map(({ name }, column) => [name, golden?.features[column]]);
    return { ...Object.fromEntries(fields), fraud: index % 3 === 0 ? 1 : 0 };
  });
  const file = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
  const datasetSha256 = sha256(file);
  const commonFields = { tenantId, requestHash: Buffer.alloc(32), cause };
  const dataset = { format: 'ndjson', sha256: datasetSha256, bytes: file.length } as const;
  await rig.training.datasets.put(datasetSha256, file);
  await rig.faultFreeLedger.run(keepDataset, { ...commonFields, ...dataset });
  const { id } = await rig.faultFreeLedger.run(acceptScoring, {
    ...commonFields,
    kind,
    modelId: version.modelId,
    versionId: version.id,
    championVersionId: null,
    source: 'upload',
    datasetSha256,
    request: JSON.stringify(REQUESTS[kind]),
  });
  const traps = strikes.map(({ step, fault }) => rig.faults.set(id, step, fault));
  await ensureWorkflow(rig.starter, 'scoring', { id, tenantId });
  const workflowId = scoringWorkflowId(id);
  const result: unknown = await rig.client.workflow.getHandle(workflowId).result();
  return { id, tenantId, versionId: version.id, workflowId, result, traps };
}
