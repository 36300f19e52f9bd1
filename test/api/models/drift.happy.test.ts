// Drift of the model in force: measured once a day by the developer's clock, with events when it
// begins and ends.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordDriftCheck } from '../../../ai/serving/performance/drift.ts';
import { createSpreads } from '../../../ai/serving/performance/spread.ts';
import { driftSweep } from '../../../bank/sweeps/drift.ts';
import { recordDrift } from '../../../db/drift/acts.ts';
import { findChampion } from '../../../db/trainings/reads.ts';
import { hasModule, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { advanceDays, makePayments } from '../../kit/models/ledger-training.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
}, 60_000);
afterAll(() => bank.close());

const ledgerOf = () => bank.bank.environments.sandbox.ledger;
const spreads = createSpreads(null);
const checkDrift = (tenantId: string) =>
  recordDriftCheck({ ledger: ledgerOf(), spreads }, tenantId, 'fraud');
async function historyOf(key: string) {
  const { body } = await bank.call('/v1/ai/model-performance', { key });
  return body.models.find(({ name }: { name: string }) => name === 'fraud-detection').driftHistory;
}
async function listEmitted(key: string): Promise<string[]> {
  const { body } = await bank.call('/v1/events?type=model.drift.*&limit=100', { key });
  return body.data.map(({ type }: { type: string }) => type.slice('model.drift.'.length));
}

it.runIf(hasModule('risk'))(
  'payments unlike those of the training emit one drift event, and are measured every day',
  async () => {
    const { key, developerId } = await makePayments(bank, 510);
    // The bank's own sweeper may have run before.
    expect(['written', 'done_before']).toContain(await checkDrift(developerId));
    expect(await checkDrift(developerId)).toBe('done_before');
    const [firstEntry, ...otherEntries] = await historyOf(key);
    expect(otherEntries).toEqual([]);
    expect(firstEntry).toMatchObject({ object: 'drift_evaluation', rows: 510, drifted: true });
    expect(firstEntry.features).toHaveLength(23);
    expect(firstEntry.psi).toBe(firstEntry.features[0].psi);
    expect(await listEmitted(key)).toEqual(['detected']);

    await advanceDays(bank, key, 1);
    expect(['written', 'done_before']).toContain(await checkDrift(developerId));
    const history = await historyOf(key);
    expect(history).toHaveLength(2);
    expect(Date.parse(history[0].day) - Date.parse(history[1].day)).toBe(86_400_000);
    expect(await listEmitted(key)).toEqual(['detected']);
  },
  60_000,
);

it('a figure near the limit emits nothing: drift ends well below the level at which it begins', async () => {
  const { key, developerId: tenantId } = await register(bank);
  const versionId = findChampion(ledgerOf(), tenantId, 'fraud')?.id ?? '';
  let day = 20_000;
  const writeDrift = (psi: number, scorePsi: number | null = null) => {
    day += 1;
    const features = [{ feature: 'hour', psi }];
    const driftRecord = { tenantId, versionId, day, rows: 500, psi, scorePsi, features };
    return ledgerOf().run(recordDrift, driftRecord);
  };
  for (const psi of [0.24, 0.251, 0.4, 0.21, 0.2]) await writeDrift(psi);
  expect(await listEmitted(key)).toEqual(['detected']);
  for (const psi of [0.19, 0.24, 0.25]) await writeDrift(psi);
  expect(await listEmitted(key)).toEqual(['detected', 'cleared']);
  // Drift of the score alone suffices.
  await writeDrift(0.01, 0.3);
  expect(await listEmitted(key)).toEqual(['detected', 'cleared', 'detected']);
  day -= 1;
  expect(await writeDrift(0.01)).toBe(false);
  const [newestEntry] = await historyOf(key);
  expect(newestEntry).toMatchObject({ psi: 0.01, score: 0.3, drifted: true });
});

it('few payments never count as drift, and no day is measured twice', async () => {
  const { key, developerId } = await makePayments(bank, 20);
  expect(await checkDrift(developerId)).toBe('nothing');
  expect(await historyOf(key)).toEqual([]);
  const sweep = driftSweep(ledgerOf(), spreads);
  for (let n = 0; n < 4; n++) await sweep();
  expect(await sweep()).toBe(0);
  const { raw } = ledgerOf().database;
  const repeatedRow = raw.prepare(
    `SELECT 1 FROM model_drift_evaluations GROUP BY tenant_id, version_id, day HAVING count(*) > 1`,
  );
  expect(repeatedRow.get()).toBeUndefined();
  expect(() => raw.prepare('UPDATE model_drift_evaluations SET psi = 0').run()).toThrow('never');
  expect(() => raw.prepare('DELETE FROM model_drift_evaluations').run()).toThrow('never');
}, 60_000);
