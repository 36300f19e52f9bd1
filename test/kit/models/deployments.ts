// Deployments over HTTP: models that can judge payments, and functions that wait for a status.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { type Answer, hasModule, type TestBank } from '../bank/bank.ts';
import { upload } from './custom-models.ts';
import { makeConstantModel } from './transfer-models.ts';

const DEPLOY = '/v1/ai/custom-models/deploy';
const DEPLOYMENTS = '/v1/ai/custom-models/deployments';

const FEATURES = TRANSFER_FEATURES.map(({ name, min, max, mayBeMissing }) => {
  return { name, min, max, mayBeMissing };
});

interface UploadOptions {
  readonly file: Uint8Array;
  readonly version?: string;
  readonly name?: string;
  readonly threshold?: number;
  readonly limits?: readonly string[];
}

/** Uploads a model that can judge payments and returns its version. */
export async function uploadPaymentModel(bank: TestBank, key: string, options: UploadOptions) {
  const { file, version = '1.0.0', name = 'own-fraud', threshold = 0.5, limits = [] } = options;
  const card = { name, version, task: 'fraud', features: FEATURES, threshold, limits };
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await upload(bank, key, { file, card });
    // On a busy machine a model may fail the gate of speed: a client uploads it again.
    if (body.code === 'model_too_slow' && attempt < 5) continue;
    expect([status, body.code]).toEqual([201, undefined]);
    return body;
  }
}

/** Orders a deployment in the sandbox. */
export function deploy(
  bank: TestBank,
  key: string,
  { modelId, modelVersion }: { modelId: string; modelVersion: string },
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const strategy = { type: 'immediate' };
  const order = { modelId, version: modelVersion, environment: 'sandbox', strategy };
  return bank.call(DEPLOY, { key, body: { ...order, ...more } });
}

/**
 * Deploys a model of the developer that never finds fraud, so that rapid payments are approved. A
 * bank without the module of risk approves each payment.
 */
export async function trustPayments(bank: TestBank, key: string): Promise<void> {
  if (!hasModule('risk')) return;
  const version = await uploadPaymentModel(bank, key, {
    file: makeConstantModel(-9),
    name: 'trusting',
  });
  const { body } = await deploy(bank, key, version);
  await waitForStatus(bank, key, body.id, 'active');
}

/** Promotes, rolls back or aborts a deployment. */
export function commandDeployment(
  bank: TestBank,
  key: string,
  id: string,
  act: string,
): Promise<Answer> {
  return bank.call(`${DEPLOYMENTS}/${id}/${act}`, { key, body: {} });
}

export async function readDeployment(bank: TestBank, key: string, id: string) {
  return (await bank.call(`${DEPLOYMENTS}/${id}`, { key })).body;
}

/** Final statuses of a deployment. */
const FINAL_STATUSES: ReadonlySet<string> = new Set(['failed', 'rolled_back', 'aborted']);
/** Half a minute on an idle machine; reads take longer on a busy one. */
const MAX_ATTEMPTS = 200;
const POLL_MS = 150;

/** Waits until a deployment has a status; fails when it ends with another one. */
export async function waitForStatus(bank: TestBank, key: string, id: string, status: string) {
  for (let attempt = 1; ; attempt += 1) {
    const deployment = await readDeployment(bank, key, id);
    if (deployment.status === status) return deployment;
    if (FINAL_STATUSES.has(deployment.status) || attempt === MAX_ATTEMPTS) {
      expect(deployment.status, JSON.stringify(deployment.statusReason)).toBe(status);
    }
    await sleep(POLL_MS);
  }
}

/** Returns the types of the events about a deployment, in order. */
export async function listEventTypes(bank: TestBank, key: string, id: string): Promise<string[]> {
  const { body } = await bank.call('/v1/events?type=model.deployment.*&limit=100', { key });
  return body.data
    .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
    .map((event: { type: string }) => event.type.slice('model.deployment.'.length));
}
