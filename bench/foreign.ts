// Hostile model files of developers during an open loop of other developers' payments: the latency
// of the payments before and during the kills of eleven kinds of hostile files.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openLedger } from '../db/ledger.ts';
import { registerVersion } from '../db/models/acts.ts';
import { createArtifactStore } from '../models/artifact-store.ts';
import { TRANSFER_FEATURES } from '../models/features/transfer-features.ts';
import { makeHostileModels, TRIGGER } from '../test/kit/models/hostile-models.ts';
import type { Row } from './measure.ts';
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
import { startTestbed, type Testbed } from './testbed.ts';

/** Number of versions of each hostile file: each version is stopped after its third call. */
const VERSIONS = 2;
/** Number of scores that are requested of each hostile file. */
const SCORES = 200;
const FRAUD = TRANSFER_FEATURES.map(({ name }) => name);

/** @param seconds duration of the measurement without hostile models, and of the one with them */
export async function benchForeign(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed({ env: { KONTOR_STORAGE_QUOTA_MB: '0' } });
  const pool = new Pool(testbed.url, { connections: 512, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const kinds = makeHostileModels({ columns: FRAUD.length });
    const payers = await openPayers(pool, DEVELOPERS);
    const hostilePayers = await openPayers(pool, Object.keys(kinds).length);
    const files = Object.values(kinds).map(({ file }) => file);
    const models: string[] = [];
    for (const [index, file] of files.entries()) {
      models.push(await storeHostileVersions(testbed, (hostilePayers[index] as Payer).id, file));
    }
    // The first seconds of a process are slower.
    await openLoop(pool, payers, Math.min(seconds, 5) * 1_000);
    const calmLoad = await openLoop(pool, payers, seconds * 1_000);
    const storm = startStorm(pool, hostilePayers, models);
    await sleep(SETTLE_MS);
    const loadedLoad = await openLoop(pool, payers, seconds * 1_000);
    // The kills take two seconds each, one after the other: the other scores come after the
    // measurement.
    const { statuses, scores } = await storm.end();
    process.stderr.write(
      `${JSON.stringify({ calm: calmLoad, loud: loadedLoad, statuses, scores })}\n`,
    );
    return rowsOf(calmLoad, loadedLoad, Math.min(...scores));
  } finally {
    await pool.close();
    await testbed.stop();
  }
}

function rowsOf(calmLoad: LoadFigures, loudLoad: LoadFigures, scores: number): Row[] {
  return [
    {
      name: `p99 of ${PER_SECOND} transfers/s of ${DEVELOPERS} developers beside 11 hostile models`,
      value: loudLoad.p99Ms,
      unit: 'ms',
      p50Ms: loudLoad.p50Ms,
      p99Ms: loudLoad.p99Ms,
      floorName: 'calm',
      floor: calmLoad.p99Ms,
      target: { ratioAtMost: MAX_RATIO_TO_CALM },
    },
    {
      name: 'slowest /healthz beside them, p99',
      value: loudLoad.healthMs,
      unit: 'ms',
      floorName: 'calm',
      floor: calmLoad.healthMs,
      target: { valueAtMost: MAX_HEALTH_MS },
    },
    {
      name: 'transfers beside them that were not answered with 201',
      value: loudLoad.failed,
      unit: 'transfers',
      floorName: 'sent',
      floor: loudLoad.sent,
      target: { valueAtMost: 0 },
    },
    {
      name: 'scores of the hostile file that was answered least often',
      value: scores,
      unit: 'scores',
      floorName: 'none',
      floor: null,
      target: { valueAtLeast: SCORES },
    },
  ];
}

/** Stores versions that no gate would let pass; one of them decides. */
async function storeHostileVersions(
  testbed: Testbed,
  tenantId: string,
  file: Buffer,
): Promise<string> {
  const sha256 = createHash('sha256').update(file).digest('hex');
  await createArtifactStore(join(testbed.dataDir, 'models')).put(sha256, file);
  const ledger = openLedger({
    environment: 'sandbox',
    file: join(testbed.dataDir, 'sandbox.db'),
  });
  const register = (name: string, task: 'fraud' | 'churn', label: string) =>
    ledger.run(registerVersion, {
      tenantId,
      name,
      task,
      label,
      source: 'upload',
      approved: true,
      artifact: { sha256, bytes: file.length },
      card: { features: FRAUD.map((feature) => ({ name: feature })) },
      checks: { signature: { input: 'features', output: 'probability', column: 0, columns: 1 } },
      requestHash: Buffer.alloc(32),
      cause: { actor: 'bench', requestId: 'bench', idempotencyKey: null },
    });
  try {
    const { version } = await register('judge', 'fraud', '1.0.0');
    ledger.database.raw
      .prepare("UPDATE model_versions SET stage = 'production' WHERE id = ?")
      .run(version.id);
    let modelId = '';
    for (let index = 0; index < VERSIONS; index += 1) {
      modelId = (await register('asked', 'churn', `1.${index}.0`)).version.modelId;
    }
    return modelId;
  } finally {
    ledger.close();
  }
}

/**
 * Each hostile developer pays until the end, and requests scores: of one version until it is
 * stopped, then of the next version, and of the stopped versions.
 */
function startStorm(pool: Pool, hostilePayers: readonly Payer[], models: readonly string[]) {
  const post = createPost(pool);
  let isOver = false;
  const statuses: Record<string, number> = {};
  const count = ({ status, body }: Answer) => {
    const word = body.code ?? body.status ?? status;
    statuses[word] = (statuses[word] ?? 0) + 1;
  };
  const row = Object.fromEntries(FRAUD.map((name, index) => [name, index === 0 ? TRIGGER : 0]));
  const scoring = hostilePayers.map(async ({ key }, index) => {
    let answered = 0;
    for (let call = 0; call < SCORES; call += 1) {
      const label = `1.${Math.floor(call / 6) % VERSIONS}.0`;
      const path = `/v1/ai/custom-models/${models[index]}/versions/${label}/score`;
      const answer = await post(path, key, { rows: [row] });
      count(answer);
      // A refusal by a limit is not an answer of the model.
      if (answer.status !== 429) answered += 1;
      await sleep(50);
    }
    return answered;
  });
  const paying = hostilePayers.map(async ({ key, pairs }) => {
    for (let index = 0; !isOver; index += 1) {
      const [from, to] = pairs[index % pairs.length] ?? [];
      const transfer = { type: 'transfer', amount: 100, currency: 'EUR' };
      const sides = { sourceAccountId: from, destinationAccountId: to };
      count(await post('/v1/transactions', key, { ...transfer, ...sides }));
      await sleep(200);
    }
  });
  return {
    /** Waits for the last score. */
    async end() {
      const scores = await Promise.all(scoring);
      isOver = true;
      await Promise.all(paying);
      return { statuses, scores };
    },
  };
}
