// Risk over HTTP: the latency of a model's answer compared with reading a transaction on the same
// server, and the outcome of payments while another model takes over.

import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../models/artifact.ts';
import { makeCalibrationSteps } from '../models/learn/export/calibration.ts';
import { encodeOnnxFile } from '../models/learn/export/onnx-model.ts';
import { makeForestSteps } from '../models/learn/export/tree-ensemble.ts';
import { UNCALIBRATED_PLATT } from '../models/learn/train/calibration.ts';
import { openCustomers } from './http.ts';
import {
  type Answer,
  type BankAccess,
  CLIENTS,
  measureRate,
  measureUntil,
  sendRequest,
  type TimedAnswer,
} from './http-clients.ts';
import { percentile, type Row } from './measure.ts';
import { startTestbed } from './testbed.ts';

const SWAPS = 3;
/** A decision that takes longer than this has waited for another model to load. */
const SLOW_MS = 1_000;

/** @param seconds duration of each measurement */
export async function benchRisk(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed();
  const pool = new Pool(testbed.url, { connections: CLIENTS });
  try {
    const opened = { testbed, pool, ...(await openCustomers(testbed)) };
    return [...(await measureScores(opened, seconds)), ...(await measureSwaps(opened, seconds))];
  } finally {
    await pool.close();
    await testbed.stop();
  }
}

function transferOf({ accounts }: BankAccess) {
  const from = Math.floor(Math.random() * accounts.length);
  const to = (from + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length;
  return {
    type: 'transfer',
    amount: 5,
    currency: 'EUR',
    sourceAccountId: accounts[from],
    destinationAccountId: accounts[to],
  };
}

async function measureScores(opened: BankAccess, seconds: number): Promise<Row[]> {
  const path = '/v1/transactions?wait=10';
  const { id } = (await sendRequest(opened, path, transferOf(opened))).body;
  const question = { transactionId: id };
  const read = () => sendRequest(opened, `/v1/transactions/${id}`);
  const requestStored = () => sendRequest(opened, '/v1/ai/risk-score', question);
  const scoreFresh = () =>
    sendRequest(opened, '/v1/ai/risk-score', { transaction: transferOf(opened) });
  for (const warm of [read, requestStored, scoreFresh]) await measureRate(1, warm);
  const floor = await measureRate(seconds, read);
  const rowOf = async (label: string, ask: () => Promise<Answer>): Promise<Row> => ({
    name: `${label}, ${CLIENTS} clients`,
    ...(await measureRate(seconds, ask)),
    unit: 'answers/s',
    floorName: 'reading a transaction, same server',
    floor: floor.value,
    target: {},
  });
  return [
    await rowOf('risk-score of a payment that was made', requestStored),
    await rowOf('risk-score of a payment that is only asked about', scoreFresh),
  ];
}

async function measureSwaps(opened: BankAccess, seconds: number): Promise<Row[]> {
  let isOver = false;
  const pay = () => sendRequest(opened, '/v1/transactions?wait=10', transferOf(opened));
  const load = measureUntil(pay, () => isOver);
  const spans: { from: number; to: number; version: string }[] = [];
  try {
    await sleep(seconds * 1_000);
    for (let n = 0; n < SWAPS; n++) {
      const from = performance.now();
      const version = await deployVersion(opened, `1.${n}.0`);
      await sleep(500);
      spans.push({ from, to: performance.now(), version });
      await sleep(1_000);
    }
    await sleep(seconds * 1_000);
  } finally {
    isOver = true;
  }
  const answers = await load;
  const first = spans[0]?.from ?? 0;
  const last = spans.at(-1)?.to ?? 0;
  const during = answers.filter(({ at, ms }) =>
    spans.some(({ from, to }) => at + ms >= from && at <= to),
  );
  const before = answers.filter(({ at, ms }) => at + ms < first);
  const after = answers.filter(({ at }) => at > last);
  return [
    ...countFailures(answers),
    formatTimes('during', during, before),
    formatTimes('after', after, before),
  ];
}

/** Uploads and deploys the engine's own model without its calibration, as a developer would. */
async function deployVersion(opened: BankAccess, version: string): Promise<string> {
  const { testbed, key } = opened;
  const artifact = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.1.0');
  const { features, golden } = artifact.card;
  const steps = [
    makeForestSteps(readArtifactForest(artifact)),
    makeCalibrationSteps(UNCALIBRATED_PLATT),
  ];
  const file = encodeOnnxFile({
    name: 'bench',
    columns: features.length,
    steps,
    metadata: { version },
  });
  const declared = features.map(({ name, mayBeMissing }) => ({ name, mayBeMissing }));
  const background = golden.map((row) => row.features);
  const terms = { name: 'bench-fraud', version, task: 'fraud', threshold: 0.99 };
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), 'model.onnx');
  form.set('card', JSON.stringify({ ...terms, features: declared, background }));
  const uploaded = await fetch(`${testbed.url}/v1/ai/custom-models/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const { modelId } = (await uploaded.json()) as { modelId: string };
  const order = { modelId, version, environment: 'sandbox', strategy: { type: 'immediate' } };
  const deployment = await sendRequest(opened, '/v1/ai/custom-models/deploy', order);
  for (let remaining = 600; remaining > 0; remaining--) {
    const path = `/v1/ai/custom-models/deployments/${deployment.body.id}`;
    const { body } = await sendRequest(opened, path);
    if (body.status === 'active') return version;
    if (body.status === 'failed') throw new Error(JSON.stringify(body.statusReason));
    await sleep(100);
  }
  throw new Error(`not active in a minute: ${JSON.stringify(deployment.body)}`);
}

function countFailures(answers: readonly TimedAnswer[]): Row[] {
  const count = (hasFailed: (answer: TimedAnswer) => boolean) => answers.filter(hasFailed).length;
  const rowOf = (name: string, value: number): Row => ({
    name,
    value,
    unit: 'payments',
    floorName: `of ${answers.length.toLocaleString('en')} made`,
    floor: null,
    target: { valueAtMost: 0 },
  });
  return [
    rowOf(
      `${SWAPS} swaps of the model under load: not posted`,
      count(({ answer }) => answer.body.status !== 'posted'),
    ),
    rowOf(
      'decided without a model',
      count(({ answer }) => answer.body.risk?.degraded !== false),
    ),
    rowOf(
      `slower than ${SLOW_MS} ms`,
      count(({ ms }) => ms > SLOW_MS),
    ),
  ];
}

function formatTimes(
  label: string,
  answers: readonly TimedAnswer[],
  before: readonly TimedAnswer[],
): Row {
  const p99 = (all: readonly TimedAnswer[]) =>
    percentile(
      all.map(({ ms }) => ms),
      0.99,
    );
  return {
    name: `p99 of a payment ${label} the swaps, ${CLIENTS} clients`,
    value: p99(answers),
    unit: 'ms',
    floorName: 'before them',
    floor: p99(before),
    target: {},
    p50Ms: percentile(
      answers.map(({ ms }) => ms),
      0.5,
    ),
  };
}
