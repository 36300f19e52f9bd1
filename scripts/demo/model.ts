// Trains a model of the developer with simulated payments of another town. During the demo it
// decides about the payments of some accounts, so that the demo shows a canary.

import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import { isFraud, isLaundering } from '../../models/learn/simulator/plan.ts';
import { simulateBeginning } from '../../models/learn/simulator/simulate.ts';
import type { Answer } from './client.ts';

export interface DemoModel {
  readonly versionId: string;
  readonly deploymentId: string;
  /** `canary`, or another status of the deployment when it did not become one. */
  readonly status: string;
}

interface ModelClient {
  get(path: string): Promise<Answer>;
  post(path: string, body: object, key: string): Promise<Answer>;
}

const MODELS = '/v1/ai/custom-models';
/** Small, and the same in every demo: the model is trained once for all worlds. */
const TRAINING_WORLD = { seed: 7, customers: 100, businesses: 10, days: 14 };
const PLANTED_COUNTS = { fraud: 80, laundering: 0 };
/** Percentage of the accounts. */
const CANARY_PERCENT = 50;
const LIMIT_MS = 120_000;
const POLL_EVERY_MS = 250;

/** Simulates some hundred payments of a town in which every account is new, as in the demo. */
export function simulateRows(): Record<string, number | null>[] {
  const rows: Record<string, number | null>[] = [];
  for (const { atMs, typology, features } of simulateBeginning({
    ...TRAINING_WORLD,
    planted: PLANTED_COUNTS,
  })) {
    if (isLaundering(typology)) continue;
    const cells = TRANSFER_FEATURES.map(({ name }, index) => {
      const value = features[index] ?? Number.NaN;
      return [name, Number.isNaN(value) ? null : value] as const;
    });
    const label = { fraud: isFraud(typology) ? 1 : 0, at: Math.round(atMs) };
    rows.push({ ...Object.fromEntries(cells), ...label });
  }
  return rows;
}

/** Starts the training; its result is read later. */
export function beginTraining({ post }: ModelClient): Promise<Answer> {
  const rows = simulateRows();
  const dataset = { source: 'inline', rows, labelField: 'fraud', timeField: 'at' };
  const order = { name: 'demo-fraud', task: 'fraud', dataset, algorithm: 'gbdt' };
  const hyperparameters = { rounds: 40, leaves: 8 };
  return post(`${MODELS}/train`, { ...order, hyperparameters }, 'model');
}

/**
 * Deploys the trained version as a canary for a part of the accounts. When that fails, the demo
 * reports the reason and continues without a model.
 */
export async function deployCanary(
  client: ModelClient,
  training: Answer,
  report: (line: string) => void,
): Promise<DemoModel | null> {
  const giveUpModel = (reason: string) => {
    report(`no model of your own: ${reason}`);
    return null;
  };
  if (training.status >= 300) return giveUpModel(reasonOf(training));
  const job = await waitForEnd(client, `${MODELS}/jobs/${training.body.id}`, ['queued', 'running']);
  if (job.status !== 'succeeded')
    return giveUpModel(job.error?.message ?? `its training is ${job.status}`);
  // The deployment stays a canary until an operator decides: an hour and a thousand payments are
  // more than a demo has.
  const steps = [{ percent: CANARY_PERCENT, minMinutes: 60, minSamples: 1_000 }];
  // The model differs from the bank's, because it is of another kind and the town has planted
  // crimes: that must not roll it back.
  const rollbackIf = { maxScoreDrift: 100, maxAlertRatio: 1_000, maxP99Ms: 10_000 };
  const strategy = { type: 'canary', steps, rollbackIf };
  const version = { modelId: job.modelId, version: job.modelVersion, environment: 'sandbox' };
  const ordered = await client.post(`${MODELS}/deploy`, { ...version, strategy }, 'canary');
  if (ordered.status >= 300) return giveUpModel(reasonOf(ordered));
  const deploymentId: string = ordered.body.id;
  const path = `${MODELS}/deployments/${deploymentId}`;
  const deployment = await waitForEnd(client, path, ['pending', 'validating']);
  const { versionId, status } = deployment;
  report(
    `your own model is a ${status}: it decides for ${deployment.trafficPercent} % of accounts`,
  );
  return { versionId, deploymentId, status };
}

const reasonOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}: ${body.detail ?? ''}`;

/** Polls an object until its status is final or the time is over. */
async function waitForEnd({ get }: ModelClient, path: string, passing: readonly string[]) {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const { body } = await get(path);
    if (!passing.includes(body.status) || performance.now() > end) return body;
    await sleep(POLL_EVERY_MS);
  }
}
