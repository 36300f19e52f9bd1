// The walk over a model that a developer deploys in production: the developer asks, and operators
// approve the version and the deployment. Neither the developer nor an operator whose role does not
// cover models may approve.

import { setTimeout as sleep } from 'node:timers/promises';
import { readArtifact, SHIPPED_FOLDER } from '../../models/artifact.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import type { Answer, BankClient } from './client.ts';
import type { Findings } from './walks.ts';

const REASON = 'node scripts/attack.ts';
const MAX_POLLS = 120;
const FILE = { model: 'fraud-detection', version: '2.4.0' } as const;

interface OperatorKeys {
  /** Key of a person whose roles do not cover models. */
  readonly unauthorized: string;
  readonly admin: string;
  /** Key of a person who asks for production access; the inviter of that person may not approve. */
  readonly requester: string;
  /** Key of the approving person. */
  readonly second: string;
}

/** Deploys a model in production as a shadow and tries to promote it alone. */
export async function deployModelAlone(
  client: BankClient,
  operatorKeys: OperatorKeys,
): Promise<Findings> {
  const { admin, unauthorized } = operatorKeys;
  const key = await openLiveDeveloper(client, operatorKeys);
  if (key === null) return ['a model: no developer came into production to bring one'];
  const version = await uploadModel(client, key);
  if (version.status !== 201) return [`a model: bringing it answered ${version.status}`];
  const { id: versionId, modelId, modelVersion } = version.body;
  const decide = (objectKind: string, id: string, operatorKey: string, decision: string) =>
    client.call(`/v1/ops/${objectKind}/${id}/decision`, {
      key: operatorKey,
      body: { environment: 'production', decision, reason: REASON },
    });
  const findings: Findings = [];
  const requireStatus = (label: string, { status, text }: Answer, allowed: readonly number[]) => {
    if (!allowed.includes(status))
      findings.push(`${label} answered ${status}: ${text.slice(0, 160)}`);
  };
  const noShadow = { minMinutes: 0, minSamples: 0 };
  const strategy = { type: 'shadow', shadow: noShadow, steps: [{ percent: 50, ...noShadow }] };
  const order = () =>
    client.call('/v1/ai/custom-models/deploy', {
      key,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { modelId, version: modelVersion, environment: 'production', strategy },
    });
  requireStatus('deploying a version without approval', await order(), [409, 422]);
  requireStatus(
    'its developer approving it',
    await decide('models', versionId, key, 'approved'),
    [404],
  );
  requireStatus(
    'another role approving it',
    await decide('models', versionId, unauthorized, 'approved'),
    [403],
  );
  await decide('models', versionId, admin, 'approved');
  const { body: ordered } = await order();
  const path = `/v1/ai/custom-models/deployments/${ordered?.id}`;
  const readDeployment = async () => (await client.call(path, { key })).body;
  for (let wait = 0; wait < MAX_POLLS && (await readDeployment())?.status !== 'shadow'; wait += 1) {
    await sleep(250);
  }
  const command = (act: string) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    return client.call(`${path}/${act}`, { key, headers, body: {} });
  };
  requireStatus('taking it further alone', await command('promote'), [409]);
  requireStatus(
    'its developer agreeing',
    await decide('deployments', ordered?.id, key, 'granted'),
    [404],
  );
  requireStatus(
    'another role agreeing',
    await decide('deployments', ordered?.id, unauthorized, 'granted'),
    [403],
  );
  const { status, trafficPercent } = (await readDeployment()) ?? {};
  if (status !== 'shadow' || trafficPercent !== 0) {
    findings.push(`a model: it is ${status} at ${trafficPercent} % without a second person`);
  }
  await decide('deployments', ordered?.id, admin, 'denied');
  return findings;
}

/** Returns the live key of a developer whom two people approved, or null when they did not. */
async function openLiveDeveloper(
  client: BankClient,
  { requester, second }: OperatorKeys,
): Promise<string | null> {
  const email = `attack-${crypto.randomUUID()}@example.com`;
  const registered = await client.call('/v1/developer/register', {
    body: { company: 'Attack', email, country: 'GB' },
  });
  const key = registered.body?.environment?.sandbox?.apiKey;
  if (typeof key !== 'string') return null;
  const { body } = await client.call('/v1/developer', { key });
  const decide = (operatorKey: string) =>
    client.call(`/v1/ops/applications/${body?.application?.id}/decision`, {
      key: operatorKey,
      body: { decision: 'approved', reason: REASON },
    });
  await decide(requester);
  const claimCode = (await decide(second)).body?.claim?.code;
  const answer = await client.call('/v1/developer/keys/claim', {
    body: { name: 'Attack', claimCode },
  });
  return typeof answer.body?.apiKey === 'string' ? answer.body.apiKey : null;
}

/** Uploads a copy of the bank's own model as the developer's. */
async function uploadModel({ api, countRequest }: BankClient, key: string) {
  const form = new FormData();
  const file = readArtifact(SHIPPED_FOLDER, FILE.model, FILE.version).model;
  const features = TRANSFER_FEATURES.map(({ name, min, max, mayBeMissing }) => {
    return { name, min, max, mayBeMissing };
  });
  const card = { name: 'attack', version: '1.0.0', task: 'fraud', features, threshold: 0.5 };
  form.set('file', new Blob([new Uint8Array(file)]), 'model.onnx');
  form.set('card', JSON.stringify({ ...card, limits: [] }));
  for (let tries = 1; ; tries += 1) {
    countRequest();
    const response = await fetch(new URL('/v1/ai/custom-models/upload', api), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    const body = (await response.json()) as ReturnType<typeof JSON.parse>;
    // On a busy machine a model may fail the gate of speed: a client uploads it again.
    if (body?.code !== 'model_too_slow' || tries === 5) return { status: response.status, body };
  }
}
