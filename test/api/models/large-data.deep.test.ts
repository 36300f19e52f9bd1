// Operations on many rows: a batch of 100,000 scores, and an evaluation on the payments of a
// ledger.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readArtifact, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { uploadPaymentModel } from '../../kit/models/deployments.ts';
import { advanceDays, makePayments, reverseAsFraud } from '../../kit/models/ledger-training.ts';
import { evaluate, scoringsPath, waitForScores } from '../../kit/models/scorings.ts';
import { uploadRows } from '../../kit/models/training.ts';
import { readShippedFraudModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
}, 60_000);
afterAll(() => bank.close());

const ROWS = 100_000;

/** Returns repeated golden rows of the bank's model as CSV; equal rows have equal texts. */
function makePaymentsCsv(): string {
  const { features, golden } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.1.0').card;
  const cells = golden.slice(-20).map((row) => {
    return row.features.map((value) => (value === null ? '' : String(value))).join(',');
  });
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `p${index},${cells[index % cells.length]}`,
  );
  return [['ref', ...features.map(({ name }) => name)].join(','), ...lines].join('\n');
}

it('a batch of 100,000 rows shows its progress, and has a line for each row', async () => {
  const { key } = await register(bank);
  const version = await uploadPaymentModel(bank, key, {
    file: readShippedFraudModel(),
    name: 'in-bulk',
  });
  const { body: rows } = await uploadRows(bank, key, { text: makePaymentsCsv(), format: 'csv' });
  const batchBody = { datasetId: rows.id, idField: 'ref' };
  const path = scoringsPath(version, 'batches');
  const { headers } = await bank.call(path, { key, body: batchBody });
  const location = headers.get('location') ?? '';
  const events: { stage: string; rowsDone: number }[] = [];
  const finishedBatch = await vi.waitFor(
    async () => {
      const { body } = await bank.call(location, { key });
      events.push(body.progress);
      if (body.status === 'queued' || body.status === 'running') throw new Error(body.status);
      return body;
    },
    { timeout: 180_000, interval: 50 },
  );
  expect(finishedBatch).toMatchObject({
    ...{ status: 'succeeded', error: null, summary: { rows: ROWS } },
    progress: { rowsDone: ROWS, rowsAll: ROWS },
  });
  const counts = events.map(({ rowsDone }) => rowsDone);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(counts.some((count) => count > 0 && count < ROWS)).toBe(true);
  const requestOptions = { headers: { authorization: `Bearer ${key}` } };
  const file = Buffer.from(
    await (await fetch(`${bank.url}${location}/result`, requestOptions)).arrayBuffer(),
  );
  expect([createHash('sha256').update(file).digest('hex'), file.length]).toEqual([
    finishedBatch.result.sha256,
    finishedBatch.result.bytes,
  ]);
  const lines = file.toString().trimEnd().split('\n');
  expect([lines.length, lines[0]]).toEqual([ROWS + 1, 'row,ref,probability,flagged']);
  expect(lines.at(-1)).toMatch(/^99999,p99999,/);
  // Equal rows have equal scores at every position.
  const scoresOf = (from: number) =>
    lines.slice(from + 1, from + 21).map((line) => line.split(',').slice(2).join());
  expect(scoresOf(ROWS - 20)).toEqual(scoresOf(0));
}, 240_000);

it('payments of the ledger become rows of an evaluation, with labels from people', async () => {
  const { key, ids } = await makePayments(bank, 60);
  await reverseAsFraud(bank, key, ids.slice(0, 6));
  await advanceDays(bank, key, 3);
  const { body } = await bank.call('/v1/ai/custom-models?limit=100', { key });
  const { id: modelId } = body.data.find(({ name }: { name: string }) => {
    return name === 'fraud-detection';
  });
  const version = { modelId, modelVersion: '2.1.0' };
  const answer = await evaluate(bank, key, version, { ledger: { maturityDays: 1 } });
  expect([answer.status, answer.body.code]).toEqual([202, undefined]);
  const evaluation = await waitForScores(bank, key, answer.headers.get('location') ?? '');
  expect([evaluation.status, evaluation.error]).toEqual(['succeeded', null]);
  const { report } = evaluation;
  // Payments flagged while an alert is open are left out of the data.
  expect(report.positives).toBe(6);
  expect(report.rows).toBeGreaterThan(30);
  expect(report.rows).toBeLessThanOrEqual(60);
  expect(report.comparison).toMatchObject({ name: 'fraud-detection', version: '2.4.0' });
  expect(report.importance.features).toHaveLength(23);
  for (const figure of Object.values(report.figures) as { low?: number }[]) {
    if (typeof figure !== 'object' || figure.low === undefined) continue;
    const { value, low, high } = figure as { value: number; low: number; high: number };
    expect(low <= value && value <= high, JSON.stringify(figure)).toBe(true);
  }
}, 120_000);
