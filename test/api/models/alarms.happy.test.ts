// Alarms about a model in force: raised once per episode with an event, a metric and an entry in
// the operators' list, and closed when the figures recover or the version no longer decides.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordDecayCheck } from '../../../ai/serving/performance/decay.ts';
import { recordAssessment } from '../../../db/credit/acts.ts';
import { recordOutcome } from '../../../db/credit/outcomes.ts';
import { observeModels } from '../../../db/model-alarms/acts.ts';
import { findChampion } from '../../../db/trainings/reads.ts';
import { judgeAlarm } from '../../../ledger/models/alarm.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { creditOrderOf } from '../../kit/people/credit.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let developerId: string;
let customerId: string;
let operatorKey: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key, developerId } = await register(bank));
  customerId = (await openAccounts(bank, key, [0])).customerId;
  operatorKey = (await createOperator(bank, ['models'])).key;
}, 60_000);
afterAll(() => bank.close());

const ledgerOf = () => bank.bank.environments.sandbox.ledger;
const checkDecay = (task: 'credit' | 'fraud' = 'credit') =>
  recordDecayCheck(ledgerOf(), developerId, task);
const readAlarms = async (status = 'open') => {
  const path = `/v1/ops/models/alarms?environment=sandbox&status=${status}&limit=100`;
  return (await bank.call(path, { key: operatorKey })).body.data;
};
const listEmitted = async (): Promise<string[]> => {
  const { body } = await bank.call('/v1/events?type=model.alarm.*&limit=100', { key });
  return body.data.map(
    ({ type, data }: { type: string; data: { object: { kind: string } } }) =>
      `${data.object.kind} ${type.slice('model.alarm.'.length)}`,
  );
};

/** Ends loans decided by the model in force, whose prediction is `probability`. */
async function endLoans(count: number, probability: number, outcome: 'repaid' | 'defaulted') {
  const version = findChampion(ledgerOf(), developerId, 'credit');
  if (!version) throw new Error('no version of a credit model decides');
  const { name, modelVersion, artifact } = version;
  const model = { name, version: modelVersion, sha256: artifact.sha256 };
  for (let index = 0; index < count; index++) {
    const order = creditOrderOf(developerId, customerId, { model });
    const answer = { features: [], probability, score: 600, latencyUs: 100 };
    const { assessment } = await ledgerOf().run(recordAssessment, { ...order, answer });
    await ledgerOf().run(recordOutcome, {
      tenantId: developerId,
      assessmentId: assessment.id,
      outcome,
      observedAt: Date.parse(assessment.createdAt),
      ...{ daysPastDue: null, lossAmount: null, requestHash: Buffer.alloc(32) },
      cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
    });
  }
}

describe.runIf(hasModule('credit'))('the credit model in production', () => {
  it('raises no alarm while too few loans have ended', async () => {
    await endLoans(19, 0.05, 'defaulted');
    await endLoans(30, 0.05, 'repaid');
    await checkDecay();
    expect(await readAlarms()).toEqual([]);
  });

  it('raises each alarm once when loans end worse than promised', async () => {
    await endLoans(21, 0.02, 'defaulted');
    // The bank's own sweeper may run, too.
    await checkDecay();
    const openAlarms = await readAlarms();
    expect(openAlarms.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      ...['auc', 'brier', 'default_rate'],
    ]);
    const aucAlarm = openAlarms.find(({ kind }: { kind: string }) => kind === 'auc');
    expect(aucAlarm).toMatchObject({
      developerId,
      name: 'credit-scoring',
      status: 'open',
      rows: 70,
    });
    expect(aucAlarm.high).toBeLessThan(aucAlarm.bound);
    expect(await checkDecay()).toBe(0);
    expect((await listEmitted()).sort()).toEqual([
      'auc opened',
      'brier opened',
      'default_rate opened',
    ]);
    const metrics = await (await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`)).text();
    expect(metrics).toContain('kontor_model_alarms_open{environment="sandbox",kind="auc"} 1');
  });

  it('is shown with a warning in its inventory file and in the performance report', async () => {
    const { body } = await bank.call('/v1/ops/models/inventory?environment=sandbox&limit=100', {
      key: operatorKey,
    });
    const inventoryEntry = body.data.find(
      (item: { name: string }) => item.name === 'credit-scoring',
    );
    expect(inventoryEntry.warnings).toContain('performance_decayed');
    const { body: report } = await bank.call('/v1/ai/model-performance', { key });
    const ownModel = report.models.find((model: { versionId: string }) => {
      return model.versionId === inventoryEntry.serving.versionId;
    });
    expect(ownModel.alarms.map(({ status }: { status: string }) => status)).toEqual([
      ...['open', 'open', 'open'],
    ]);
    const otherKey = (await register(bank)).key;
    const { body: foreignReport } = await bank.call('/v1/ai/model-performance', { key: otherKey });
    for (const model of foreignReport.models) expect(model.alarms).toEqual([]);
  });

  it('has an alarm closed, with an event, when the figure recovers', async () => {
    await endLoans(200, 0.3, 'repaid');
    await endLoans(40, 0.9, 'defaulted');
    await checkDecay();
    const closedAlarms = await readAlarms('closed');
    const rateAlarm = closedAlarms.find(({ kind }: { kind: string }) => kind === 'default_rate');
    expect(rateAlarm).toMatchObject({ closedWhy: 'recovered', status: 'closed', version: 2 });
    expect(rateAlarm.closedValue).toBeLessThan(rateAlarm.value);
    expect(await listEmitted()).toContain('default_rate closed');
  }, 30_000);
});

it('an alarm of a version that no longer decides is closed at the next check', async () => {
  const version = findChampion(ledgerOf(), developerId, 'fraud');
  const versionId = version?.id ?? '';
  const reviewRate = { kind: 'review_rate', bound: 0.03, rows: 40 } as const;
  const badReading = judgeAlarm({ ...reviewRate, value: 0.2, low: 0.1, high: 0.3 });
  const observation = { tenantId: developerId, task: 'fraud' as const, readings: [badReading] };
  expect(await ledgerOf().run(observeModels, { ...observation, versionId })).toBe(1);
  // A figure between the limit and the bound of recovery changes nothing.
  const borderlineReading = judgeAlarm({ ...reviewRate, value: 0.031, low: 0.02, high: 0.05 });
  expect(
    await ledgerOf().run(observeModels, {
      ...observation,
      versionId,
      readings: [borderlineReading],
    }),
  ).toBe(0);
  const olderVersionId = ledgerOf()
    .database.raw.prepare("SELECT id FROM model_versions WHERE task = 'fraud' AND id <> ?")
    .pluck()
    .get(versionId);
  const nextOrder = { ...observation, versionId: String(olderVersionId), readings: [] };
  expect(await ledgerOf().run(observeModels, nextOrder)).toBe(1);
  const [closedAlarm] = await readAlarms('closed');
  expect(closedAlarm).toMatchObject({ kind: 'review_rate', closedWhy: 'not_in_force' });
  const { raw } = ledgerOf().database;
  const change = () => raw.prepare('UPDATE model_alarms SET value = 0').run();
  // Two triggers refuse the change; their order is not defined.
  expect(change).toThrow(/never changes|closed once/);
  expect(() => raw.prepare('DELETE FROM model_alarms').run()).toThrow('never deleted');
});
