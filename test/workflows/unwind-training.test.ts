// Steps of a training that fail, repeat or lose their reply, a killed process and a stopped worker:
// the training registers one version with the same bytes, or none.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { cancelTraining } from '../../db/trainings/acts.ts';
import { findTraining } from '../../db/trainings/reads.ts';
import type { TrainingView } from '../../db/trainings/view.ts';
import { trainingWorkflowId } from '../../ledger/workflow-id.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import { makeRowsWithRule } from '../kit/models/model-data.ts';
import { isDeep, WORKFLOWS_IN_MEMORY } from '../kit/suite/tier.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import {
  acceptTraining,
  findTrainer,
  playTraining,
  QUICK_REQUEST,
} from '../kit/workflows/training-scenarios.ts';
import { FAULTS, REGISTERING } from '../kit/workflows/unwind.ts';

const listVersions = (rig: Rig, tenantId: string) =>
  rig.faultFreeLedger.database.raw
    .prepare<[string], { label: string; artifact_sha256: string }>(
      'SELECT label, artifact_sha256 FROM model_versions WHERE tenant_id = ?',
    )
    .all(tenantId);

const listEvents = (rig: Rig, tenantId: string) =>
  rig.faultFreeLedger.database.raw
    .prepare<[string], string>('SELECT type FROM events WHERE tenant_id = ? ORDER BY sequence')
    .pluck()
    .all(tenantId);

const listFiles = (folder: string) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

describe.each(WORKFLOWS_IN_MEMORY)('with %s workflows in memory', (maxCachedWorkflows) => {
  let rig: Rig;
  let undisturbedSha: string;
  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress'), maxCachedWorkflows });
    const { tenantId } = await playTraining(rig);
    undisturbedSha = listVersions(rig, tenantId)[0]?.artifact_sha256 ?? '';
    expect(undisturbedSha).toMatch(/^[0-9a-f]{64}$/);
  }, 60_000);
  afterAll(async () => {
    const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
    expect([
      listFiles(rig.training.folder),
      listFiles(join(rig.training.datasets.pathOf(''), '..')),
    ]).toEqual([[], []]);
    await rig.close();
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  });

  // Each attempt trains from the beginning, so each kind of fault occurs once only.
  const singleFaults = FAULTS.filter(({ times }) => times === 1);
  const faults = isDeep ? singleFaults : singleFaults.filter(({ kind }) => kind === 'lose');
  const cases = ['beginning', REGISTERING].flatMap((step) =>
    faults.map((fault) => ({ step, fault, name: fault.name })),
  );
  it.each(cases)(
    'a training gives one version with the same bytes when its step $at $name',
    async ({ step, fault }) => {
      const extra = step === REGISTERING ? { about: step } : {};
      const strike = { step: 'trainModel', fault, ...extra } as const;
      const { tenantId, id, result, traps } = await playTraining(rig, [strike]);
      expect(traps[0]?.struck).toBe(fault.times);
      expect(result).toBe('succeeded');
      expect(listVersions(rig, tenantId)).toEqual([
        { label: '1.0.0', artifact_sha256: undisturbedSha },
      ]);
      expect(listEvents(rig, tenantId)).toEqual(EVENTS_OF_SUCCESS);
      const job = await findTraining(rig.faultFreeLedger, tenantId, id);
      expect(job).toMatchObject({ status: 'succeeded', modelVersion: '1.0.0', error: null });
    },
    90_000,
  );

  it.each(faults.filter(({ kind }) => kind === 'lose'))(
    'a training with unmet gates ends once and registers nothing when its last step $name',
    async (lostReply) => {
      const strictRequest = { ...QUICK_REQUEST, gates: { minAuc: 0.999 } };
      // The first step gets the fault too, and the end is reached after it.
      const strike = { step: 'trainModel', fault: lostReply } as const;
      const { tenantId, id, result } = await playTraining(rig, [strike], strictRequest);
      expect(result).toBe('failed');
      expect(listVersions(rig, tenantId)).toEqual([]);
      const job = await findTraining(rig.faultFreeLedger, tenantId, id);
      expect(job?.error).toMatchObject({ code: 'gate_failed' });
      expect(job?.error?.errors[0]?.pointer).toBe('/gates/minAuc');
      expect(listEvents(rig, tenantId)).toEqual([
        'model.training.started',
        'model.training.failed',
      ]);
    },
    60_000,
  );
});

describe('a training with a permanent fault', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress') });
  }, 60_000);
  afterAll(() => rig.close());

  it('fails once, even when the reply of its last step is lost', async () => {
    // The usual number of attempts, without the waits between them, which take 61 seconds.
    const error = () => ApplicationFailure.create({ message: 'a fault', nextRetryDelay: '20ms' });
    const permanentFault = { name: 'never ends', kind: 'fail', times: 8, error } as const;
    const lostReply = FAULTS.find(({ kind, times }) => kind === 'lose' && times === 1);
    const strikeLists = lostReply
      ? [[], [{ step: 'giveUpTraining', fault: lostReply } as const]]
      : [];
    const plays = strikeLists.map((strikes) =>
      playTraining(rig, [{ step: 'trainModel', fault: permanentFault }, ...strikes]),
    );
    for (const { tenantId, id, result, traps } of await Promise.all(plays)) {
      expect([result, traps[0]?.struck]).toEqual(['failed', 8]);
      const job = await findTraining(rig.faultFreeLedger, tenantId, id);
      expect(job?.error?.code).toBe('training_failed');
      expect(listVersions(rig, tenantId)).toEqual([]);
      expect(listEvents(rig, tenantId)).toEqual(['model.training.failed']);
    }
    expect(plays).toHaveLength(2);
  }, 180_000);
});

/** Takes long enough for a kill in the middle. */
const LONG_TRAINING = {
  ...QUICK_REQUEST,
  hyperparameters: { rounds: 300, patience: 300, leaves: 15 },
};
const MANY_ROWS = makeRowsWithRule(isDeep ? 6_000 : 3_000);
const EVENTS_OF_SUCCESS = [
  'model.training.started',
  'model.version.registered',
  'model.training.succeeded',
] as const;

type Progress = TrainingView['progress'];

/** True in the phase that tries settings, which has few rounds. */
function isTuning({ stage, round, rounds }: Progress): boolean {
  return stage === 'training' && round > 0 && rounds < 50;
}

function isLearning({ stage, round, rounds }: Progress): boolean {
  return stage === 'training' && rounds === 300 && round > 20;
}

/** Rounds on all rows follow the rounds on the split. */
function isRefitting({ stage, round, rounds }: Progress): boolean {
  return stage === 'training' && rounds !== 300 && rounds >= 100 && round > rounds / 2 + 5;
}

describe('a running training', () => {
  let rig: Rig;
  let undisturbedSha: string;
  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress') });
    const { tenantId } = await beginTraining(0);
    undisturbedSha = listVersions(rig, tenantId)[0]?.artifact_sha256 ?? '';
  }, 120_000);
  afterAll(() => rig.close());

  /** Begins a training and waits until it has passed this number of rounds; with 0, for its end. */
  async function beginTraining(rounds: number) {
    const job = await acceptTraining(rig, LONG_TRAINING, MANY_ROWS);
    await ensureWorkflow(rig.starter, 'training', job);
    const handle = rig.client.workflow.getHandle(trainingWorkflowId(job.id));
    const readRound = async () =>
      (await findTraining(rig.faultFreeLedger, job.tenantId, job.id))?.progress.round ?? 0;
    if (rounds === 0) await handle.result();
    else await expect.poll(readRound, { timeout: 60_000, interval: 20 }).toBeGreaterThan(rounds);
    return { ...job, handle, readRound };
  }

  const fewRounds = { rounds: 100, patience: 100, leaves: 15 };
  const tuningRequest = { ...LONG_TRAINING, hyperparameters: fewRounds, tuningSeconds: 4 };
  // The settings that tuning reaches in its time differ between machines, so its bytes may differ.
  const phases = [
    ...(isDeep
      ? [{ phase: 'learning', request: LONG_TRAINING, isIn: isLearning, hasSameBytes: true }]
      : []),
    { phase: 'tuning', request: tuningRequest, isIn: isTuning, hasSameBytes: false },
    {
      phase: 'learning again from all rows',
      request: LONG_TRAINING,
      isIn: isRefitting,
      hasSameBytes: true,
    },
  ];
  it.each(phases)(
    'killed while $phase ends once, and stores no partial result',
    async ({ request, isIn, hasSameBytes }) => {
      const { id, tenantId } = await acceptTraining(rig, request, MANY_ROWS);
      await ensureWorkflow(rig.starter, 'training', { id, tenantId });
      const isReached = async () => {
        const job = await findTraining(rig.faultFreeLedger, tenantId, id);
        return job !== null && isIn(job.progress);
      };
      await expect.poll(isReached, { timeout: 60_000, interval: 20 }).toBe(true);
      const pid = findTrainer(join(rig.training.folder, id));
      expect(pid).not.toBeNull();
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1];
      expect(Number(stat?.split(' ')[16]), 'its priority').toBeGreaterThan(0);
      process.kill(pid ?? 0, 'SIGKILL');
      const handle = rig.client.workflow.getHandle(trainingWorkflowId(id));
      expect(await handle.result()).toBe('succeeded');
      const versions = listVersions(rig, tenantId);
      expect(versions).toHaveLength(1);
      if (hasSameBytes) expect(versions[0]?.artifact_sha256).toBe(undisturbedSha);
      expect(listEvents(rig, tenantId)).toEqual(EVENTS_OF_SUCCESS);
      expect(listFiles(rig.training.folder)).not.toContain(id);
      expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
    },
    120_000,
  );

  it('resumes with the next worker, and produces the same bytes', async () => {
    const { tenantId, handle } = await beginTraining(20);
    await rig.restart();
    expect(await handle.result()).toBe('succeeded');
    expect(listVersions(rig, tenantId)[0]?.artifact_sha256).toBe(undisturbedSha);
  }, 120_000);

  it('is not stopped by cancelling its workflow, only through its row', async () => {
    const { id, tenantId, handle } = await beginTraining(5);
    const pid = findTrainer(join(rig.training.folder, id));
    await handle.cancel();
    const cause = { actor: 'key_rig', requestId: 'req_rig', idempotencyKey: null };
    const canceled = await rig.faultFreeLedger.run(cancelTraining, { tenantId, jobId: id, cause });
    expect(canceled).toEqual({ replayed: false });
    expect(await handle.result()).toBe('canceled');
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
    expect(listVersions(rig, tenantId)).toEqual([]);
  }, 60_000);
});
