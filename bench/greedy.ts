// One developer with heavy models that the gate lets pass, who deploys one, scores with all of them
// and pays as fast as its limits allow, beside an open loop of twenty developers' payments and one
// developer with a small model of its own.

import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { TRANSFER_FEATURES } from '../models/features/transfer-features.ts';
import { makeConstantModel, makeHeavyModel } from '../test/kit/models/transfer-models.ts';
import { percentile, type Row } from './measure.ts';
import {
  type Answer,
  createPost,
  DEVELOPERS,
  type LoadFigures,
  MAX_HEALTH_MS,
  MAX_RATIO_TO_CALM,
  openLoop,
  openPayers,
  type Payer,
  PER_SECOND,
  SETTLE_MS,
} from './open-loop.ts';
import { startTestbed } from './testbed.ts';

const HEAVY_MODELS = 4;
/** Rows of one score: as many as one may have. */
const ROWS = 100;
const SCORING_CLIENTS = 16;
const PAYING_CLIENTS = 16;
const MAX_UPLOADS = 5;
const DEPLOYED_WITHIN_MS = 120_000;
/** Between two payments, and two scores, of the developer with the small model. */
const MODEST_PAUSE_MS = 200;

const FEATURES = TRANSFER_FEATURES.map(({ name, min, max, mayBeMissing }) => {
  return { name, min, max, mayBeMissing };
});
const ROW = Object.fromEntries(
  TRANSFER_FEATURES.map(({ name, min }) => [name, Math.max(0, min ?? 0)]),
);

interface Model {
  readonly modelId: string;
  readonly modelVersion: string;
}

interface ModestDeveloper {
  readonly payments: readonly number[];
  readonly scores: readonly number[];
  readonly fallback: number;
}

/** The limits of a developer as the bank ships them. */
const ENV = {
  KONTOR_RATE_MONEY: '100',
  KONTOR_RATE_AI: '10',
};

/** @param seconds of the calm, and of the noise */
export async function benchGreedy(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed({ env: ENV });
  const pool = new Pool(testbed.url, { connections: 512, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const payers = await openPayers(pool, DEVELOPERS);
    const [greedy, modest] = (await openPayers(pool, 2)) as [Payer, Payer];
    const smallModel = await uploadModel(pool, modest.key, 'small', makeConstantModel(-9));
    await decideWith(pool, modest.key, smallModel);
    const heavyModels: Model[] = [];
    for (let index = 0; index < HEAVY_MODELS; index += 1) {
      heavyModels.push(
        await uploadModel(pool, greedy.key, `heavy-${index}`, makeHeavyModel(-9 - index)),
      );
    }
    await decideWith(pool, greedy.key, heavyModels[0] as Model);
    await openLoop(pool, payers, Math.min(seconds, 5) * 1_000);
    const [calmLoad, before] = await measureBeside(pool, payers, {
      modest,
      small: smallModel,
      seconds,
    });
    const noise = makeNoise(pool, greedy, heavyModels);
    await sleep(SETTLE_MS);
    const [loudLoad, after] = await measureBeside(pool, payers, {
      modest,
      small: smallModel,
      seconds,
    });
    const statuses = await noise.end();
    process.stderr.write(`${JSON.stringify({ calm: calmLoad, loud: loudLoad, statuses })}\n`);
    return rowsOf([calmLoad, before], [loudLoad, after]);
  } finally {
    await pool.close();
    await testbed.stop();
  }
}

async function uploadModel(
  pool: Pool,
  key: string,
  name: string,
  file: Uint8Array,
): Promise<Model> {
  const card = { name, version: '1.0.0', task: 'fraud', features: FEATURES, threshold: 0.5 };
  const form = new FormData();
  form.set('card', JSON.stringify(card));
  form.set('file', new Blob([new Uint8Array(file)]), 'model.onnx');
  const encoded = new Response(form);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': encoded.headers.get('content-type') ?? '',
  };
  const content = Buffer.from(await encoded.arrayBuffer());
  for (let attempt = 1; ; attempt += 1) {
    const path = '/v1/ai/custom-models/upload';
    const response = await pool.request({ path, method: 'POST', headers, body: content });
    const body = (await response.body.json()) as ReturnType<typeof JSON.parse>;
    if (response.statusCode === 201) return body;
    // On a busy machine every model is slow, so a client retries.
    if (body.code === 'model_too_slow' && attempt < MAX_UPLOADS) continue;
    throw new Error(`${name}: ${JSON.stringify(body)}`);
  }
}

async function decideWith(pool: Pool, key: string, { modelId, modelVersion }: Model) {
  const order = { modelId, version: modelVersion, environment: 'sandbox' };
  const path = '/v1/ai/custom-models/deploy';
  const { body } = await createPost(pool)(path, key, { ...order, strategy: { type: 'immediate' } });
  const headers = { authorization: `Bearer ${key}` };
  for (const until = performance.now() + DEPLOYED_WITHIN_MS; performance.now() < until; ) {
    const path = `/v1/ai/custom-models/deployments/${body.id}`;
    const answer = await pool.request({ path, method: 'GET', headers });
    const deployment = (await answer.body.json()) as { status: string; statusReason: unknown };
    if (deployment.status === 'active') return;
    if (deployment.status === 'failed') throw new Error(JSON.stringify(deployment.statusReason));
    await sleep(100);
  }
  throw new Error('a model was not deployed in time');
}

/** The open loop, and the latency of the developer with the small model at the same time. */
async function measureBeside(
  pool: Pool,
  payers: readonly Payer[],
  { modest, small, seconds }: { modest: Payer; small: Model; seconds: number },
): Promise<[LoadFigures, ModestDeveloper]> {
  const post = createPost(pool);
  const until = performance.now() + seconds * 1_000;
  const timed = async (durations: number[], act: () => Promise<Answer>) => {
    const began = performance.now();
    const answer = await act();
    durations.push(performance.now() - began);
    await sleep(MODEST_PAUSE_MS);
    return answer;
  };
  const payments: number[] = [];
  const scores: number[] = [];
  let fallback = 0;
  const paying = async () => {
    for (let index = 0; performance.now() < until; index += 1) {
      const body = transferBy(modest, index);
      const { status } = await timed(payments, () => post('/v1/transactions', modest.key, body));
      if (status !== 201) fallback += 1;
    }
  };
  const scoring = async () => {
    const path = `/v1/ai/custom-models/${small.modelId}/versions/${small.modelVersion}/score`;
    while (performance.now() < until) {
      const { status } = await timed(scores, () => post(path, modest.key, { rows: [ROW] }));
      if (status !== 200) fallback += 1;
    }
  };
  const [load] = await Promise.all([openLoop(pool, payers, seconds * 1_000), paying(), scoring()]);
  return [load, { payments, scores, fallback }];
}

function transferBy({ pairs }: Payer, index: number) {
  const [sourceAccountId, destinationAccountId] = pairs[index % pairs.length] ?? [];
  const money = { amount: 100 + (index % 500), currency: 'EUR' };
  return { type: 'transfer', ...money, sourceAccountId, destinationAccountId };
}

/** Scores and pays without a pause until the end; a limit is waited for as the answer says. */
function makeNoise(pool: Pool, greedy: Payer, models: readonly Model[]) {
  const post = createPost(pool);
  const statuses: Record<string, number> = {};
  let isOver = false;
  const worker = async (kind: string, act: (turn: number) => Promise<Answer>) => {
    for (let index = 0; !isOver; index += 1) {
      const { status } = await act(index);
      const word = `${kind} ${status}`;
      statuses[word] = (statuses[word] ?? 0) + 1;
      if (status === 429) await sleep(100);
    }
  };
  const rows = Array.from({ length: ROWS }, () => ROW);
  const scores = Array.from({ length: SCORING_CLIENTS }, (_, client) => {
    const { modelId, modelVersion } = models[client % models.length] as Model;
    const path = `/v1/ai/custom-models/${modelId}/versions/${modelVersion}/score`;
    return worker('score', () => post(path, greedy.key, { rows }));
  });
  const payments = Array.from({ length: PAYING_CLIENTS }, (_, client) =>
    worker('payment', (index) =>
      post('/v1/transactions', greedy.key, transferBy(greedy, index * PAYING_CLIENTS + client)),
    ),
  );
  return {
    async end() {
      isOver = true;
      await Promise.all([...scores, ...payments]);
      return statuses;
    },
  };
}

function rowsOf(
  [calmLoad, before]: [LoadFigures, ModestDeveloper],
  [loudLoad, after]: [LoadFigures, ModestDeveloper],
): Row[] {
  const situation = 'beside a developer of heavy models';
  const row = (name: string, [value, floor]: readonly [number, number]): Row => ({
    name: `${name} ${situation}`,
    value,
    unit: 'ms',
    floorName: 'calm',
    floor,
    target: { ratioAtMost: MAX_RATIO_TO_CALM },
  });
  const p99 = (durations: readonly number[]) => percentile(durations, 0.99);
  return [
    {
      ...row(`p99 of ${PER_SECOND} transfers/s of ${DEVELOPERS} developers`, [
        loudLoad.p99Ms,
        calmLoad.p99Ms,
      ]),
      p50Ms: loudLoad.p50Ms,
      p99Ms: loudLoad.p99Ms,
    },
    row("p99 of payments that another developer's own model judges", [
      p99(after.payments),
      p99(before.payments),
    ]),
    row("p99 of scores by another developer's model", [p99(after.scores), p99(before.scores)]),
    {
      ...row('slowest /healthz, p99,', [loudLoad.healthMs, calmLoad.healthMs]),
      target: { valueAtMost: MAX_HEALTH_MS },
    },
    {
      ...row('transfers that were not answered with 201, of others', [
        loudLoad.failed + after.fallback,
        calmLoad.failed + before.fallback,
      ]),
      unit: 'transfers',
      target: { valueAtMost: 0 },
    },
  ];
}
