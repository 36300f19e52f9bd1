// One object of each kind that a developer can have beside customers, accounts and transactions.
// Each is final: the bank does not change it later.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { recordAssessment } from '../../../db/credit/acts.ts';
import { acceptDeployment, commandDeployment } from '../../../db/deployments/acts.ts';
import { acceptExecution, failExecution } from '../../../db/executions/rows.ts';
import { failKyc, startAssessment } from '../../../db/kyc/acts.ts';
import { keepKycFile } from '../../../db/kyc/files.ts';
import { registerVersion } from '../../../db/models/acts.ts';
import {
  acceptScoring,
  beginScoring,
  failScoring,
  succeedScoring,
} from '../../../db/scorings/acts.ts';
import { acceptTraining, cancelTraining } from '../../../db/trainings/acts.ts';
import { keepDataset } from '../../../db/trainings/datasets.ts';
import { sha256 } from '../../../models/artifact.ts';
import { createArtifactStore } from '../../../models/artifact-store.ts';
import { openReceiver } from '../outside/receiver.ts';
import { keepAmlRun } from '../people/aml.ts';
import { creditOrderOf } from '../people/credit.ts';
import { kycOrderOf } from '../people/kyc.ts';
import { hasModule, type TestBank } from './bank.ts';
import { transferOf } from './checked-bank.ts';

/** Locks a quote of EUR in USD for a quarter of an hour. */
export async function lockQuote(bank: TestBank, key: string): Promise<string> {
  const ask = { sourceCurrency: 'EUR', destinationCurrency: 'USD', sourceAmount: 100 };
  const body = { ...ask, lockSeconds: 900 };
  return (await bank.call('/v1/exchange-rates/quotes', { key, body })).body.id;
}

/** Creates a balance alert that is not triggered. */
export async function watchBalance(
  bank: TestBank,
  key: string,
  accountId: string,
): Promise<string> {
  const body = { type: 'low_balance', threshold: 0 };
  return (await bank.call(`/v1/accounts/${accountId}/alerts`, { key, body })).body.id;
}

/** Registers an OAuth app that acts for customers. */
export async function registerApp(bank: TestBank, key: string): Promise<string> {
  const redirectUris = ['https://app.example.com/callback'];
  const body = { name: 'Planner', type: 'confidential', redirectUris, scopes: ['accounts:read'] };
  return (await bank.call('/v1/developer/oauth-clients', { key, body })).body.id;
}

/** Returns a request in the developer's request log, which is written a moment after the answer. */
export async function waitForLoggedRequest(bank: TestBank, key: string): Promise<string> {
  const { headers } = await bank.call('/v1/events?limit=1', { key });
  const id = headers.get('x-request-id') ?? '';
  const isLogged = async () =>
    expect((await bank.call(`/v1/request-log/${id}`, { key })).status).toBe(200);
  await vi.waitFor(isLogged, 20_000);
  return id;
}

/** Opens a wallet with one currency. */
export async function openWallet(bank: TestBank, key: string, customerId: string): Promise<string> {
  const body = { customerId, name: 'Travel', currencies: ['EUR'] };
  return (await bank.call('/v1/wallets', { key, body })).body.id;
}

/** Makes a payment that is authorised and waits for its capture. */
export async function authorisePayment(
  bank: TestBank,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const { type: _, ...sides } = transferOf(from, to, 1);
  const body = { ...sides, capture: 'manual' };
  return (await bank.call('/v1/payments?wait=10', { key, body })).body.id;
}

/** Creates a schedule whose date is never reached. */
export async function scheduleTransfer(
  bank: TestBank,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const { type: _, ...terms } = transferOf(from, to, 1);
  const body = { ...terms, startDate: '2098-01-01', timezone: 'UTC' };
  return (await bank.call('/v1/transactions/scheduled', { key, body })).body.id;
}

/** Sends an instruction from which no intent can be read. */
export async function sendUnreadableInstruction(
  bank: TestBank,
  key: string,
  customerId: string,
): Promise<string> {
  const body = { customerId, message: 'What is the weather like today?' };
  return (await bank.call('/v1/transactions/ai-intent', { key, body })).body.id;
}

/** Starts a conversation with one question. */
export async function startConversation(
  bank: TestBank,
  key: string,
  customerId: string,
): Promise<string> {
  const body = { customerId, message: 'Hello' };
  return (await bank.call('/v1/ai/conversation', { key, body })).body.conversationId;
}

/** Sends a batch and waits for its end. */
export async function sendBatch(
  bank: TestBank,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const items = [{ ...transferOf(from, to, 1), reference: 'batch' }];
  const path = '/v1/transactions/batch?wait=10';
  return (await bank.call(path, { key, body: { mode: 'atomic', items } })).body.id;
}

/** Accepts an execution that waits, because there is no chain. */
export async function acceptWaitingExecution(bank: TestBank, tenantId: string): Promise<string> {
  const { ledger } = bank.bank.environments.sandbox;
  const accepted = await ledger.run(acceptExecution, {
    tenantId,
    contract: 'escrow',
    function: 'dispute',
    arguments: [],
    address: `0x${'11'.repeat(20)}`,
    chainId: 1,
    callData: '0x',
    value: '0',
    gasLimit: 1,
    effect: 'none',
    payment: null,
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  return accepted.id;
}

/** Accepts an execution and ends it. */
export async function endExecution(bank: TestBank, tenantId: string): Promise<string> {
  const id = await acceptWaitingExecution(bank, tenantId);
  const { ledger } = bank.bank.environments.sandbox;
  await ledger.run(failExecution, { id, code: 'test', message: 'There is no chain.' });
  return id;
}

/** Records a credit assessment that an operator has to decide. */
export async function recordCredit(
  bank: TestBank,
  tenantId: string,
  customerId: string,
): Promise<string> {
  const order = creditOrderOf(tenantId, customerId, { decision: 'manual_review' });
  const outcome = await bank.bank.environments.sandbox.ledger.run(recordAssessment, order);
  return outcome.assessment.id;
}

/** Records a KYC assessment that is decided. */
async function recordKyc(bank: TestBank, tenantId: string, customerId: string): Promise<string> {
  const { ledger } = bank.bank.environments.sandbox;
  const started = await ledger.run(startAssessment, kycOrderOf(tenantId, customerId));
  await ledger.run(failKyc, { assessmentId: started.id, code: 'check_failed' });
  return started.id;
}

/** Records an image without a picture, because no test reads it. */
export async function recordImage(bank: TestBank, tenantId: string): Promise<string> {
  const { file } = await bank.bank.environments.sandbox.ledger.run(keepKycFile, {
    tenantId,
    width: 200,
    height: 200,
    bytes: 1,
    sealedSha256: randomUUID(),
    pixelMac: randomUUID(),
    findings: { givenType: 'image/jpeg', removed: [], editors: [], barcodes: [] },
    sealedBarcodes: 'sealed',
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  return file.id;
}

type MadeIds = Readonly<Record<string, string>>;

/** The developer of a bank for whom objects are made. */
interface Owner {
  readonly key: string;
  readonly developerId: string;
}

/** Makes the objects of each module, by the names of the path parameters that take their ids. */
const MAKERS: Readonly<
  Record<string, (bank: TestBank, owner: Owner, customerId: string) => Promise<MadeIds>>
> = {
  access: async (bank, { key }) => ({ clientId: await registerApp(bank, key) }),
  kyc: async (bank, { developerId }, customerId) => ({
    kycAssessmentId: await recordKyc(bank, developerId, customerId),
    kycFileId: await recordImage(bank, developerId),
  }),
  aml: async (bank, { developerId }, customerId) => ({
    amlRunId: await keepAmlRun(bank, developerId, customerId),
  }),
  models: async (bank, { developerId }) => ({
    ...(await recordTraining(bank, developerId)),
    ...(await endDeployment(bank, developerId)),
  }),
  risk: async (bank, { developerId }) => ({ riskDecisionId: findFirstDecision(bank, developerId) }),
  credit: async (bank, { developerId }, customerId) => {
    const creditAssessmentId = await recordCredit(bank, developerId, customerId);
    return { creditAssessmentId, decisionId: creditAssessmentId };
  },
  language: async (bank, { key }, customerId) => ({
    intentId: await sendUnreadableInstruction(bank, key, customerId),
    conversationId: await startConversation(bank, key, customerId),
  }),
  contracts: async (bank, { developerId }) => ({
    executionId: await endExecution(bank, developerId),
  }),
  webhooks: (bank, { key }) => deliverPing(bank, key),
};

/**
 * Makes one object of each kind that the subjects of the run have. The developer has paid, so that
 * a payment was judged; the bank has to allow 127.0.0.0/8 for webhooks.
 */
export async function makeForSubjects(
  bank: TestBank,
  owner: Owner,
  customerId: string,
): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [name, make] of Object.entries(MAKERS)) {
    if (hasModule(name)) Object.assign(made, await make(bank, owner, customerId));
  }
  return made;
}

/** Returns the id of the decision about a payment of a developer. */
function findFirstDecision(bank: TestBank, tenantId: string): string {
  const id = bank.bank.environments.sandbox.ledger.database.raw
    .prepare<[string], string>('SELECT id FROM risk_decisions WHERE tenant_id = ? LIMIT 1')
    .pluck()
    .get(tenantId);
  if (id === undefined) throw new Error('no payment was judged');
  return id;
}

/** Registers a model version whose file is only downloaded: no runtime could load it. */
export async function registerModel(bank: TestBank, tenantId: string) {
  const file = Buffer.from('no model');
  const artifact = { sha256: sha256(file), bytes: file.length };
  await createArtifactStore(join(bank.dataDir, 'models')).put(artifact.sha256, file);
  const outcome = await bank.bank.environments.sandbox.ledger.run(registerVersion, {
    tenantId,
    name: 'belonging',
    task: 'churn',
    label: '1.0.0',
    source: 'upload',
    approved: true,
    artifact,
    card: {},
    checks: {},
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  const { id, modelId } = outcome.version;
  return { versionId: id, modelId, label: '1.0.0' };
}

/** Creates a deployment and stops it before it begins. */
async function endDeployment(bank: TestBank, tenantId: string) {
  const { ledger } = bank.bank.environments.sandbox;
  const model = await registerModel(bank, tenantId);
  const { versionId } = model;
  const noShadow = { minMinutes: 0, minSamples: 0 };
  const accepted = await ledger.run(acceptDeployment, {
    tenantId,
    versionId,
    strategy: 'immediate',
    plan: {
      shadow: noShadow,
      steps: [],
      promoteIf: null,
      autoRollback: false,
      watchMinutes: 0,
      replay: null,
      approvedBy: null,
    },
    metadata: {},
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  await ledger.run(commandDeployment, {
    tenantId,
    deploymentId: accepted.id,
    act: 'abort',
    reason: null,
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  const scored = await recordScorings(bank, tenantId, model);
  return { ...model, ...scored, deploymentId: accepted.id };
}

/** Records an evaluation that failed, and a batch of scores with its file. */
async function recordScorings(
  bank: TestBank,
  tenantId: string,
  { modelId, versionId }: { readonly modelId: string; readonly versionId: string },
) {
  const { ledger } = bank.bank.environments.sandbox;
  const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
  const storeScoring = async (kind: 'evaluation' | 'batch') => {
    const { id } = await ledger.run(acceptScoring, {
      tenantId,
      kind,
      modelId,
      versionId,
      championVersionId: null,
      source: 'ledger_query',
      datasetSha256: null,
      request: '{}',
      requestHash: Buffer.alloc(32),
      cause,
    });
    return id;
  };
  const evaluationId = await storeScoring('evaluation');
  const error = { code: 'test', message: 'Test.', errors: [] };
  await ledger.run(failScoring, { scoringId: evaluationId, error });
  const modelBatchId = await storeScoring('batch');
  const file = Buffer.from('row,probability,flagged\n');
  const sha = sha256(file);
  await createArtifactStore(join(bank.dataDir, 'scores', 'sandbox'), 'csv').put(sha, file);
  await ledger.run(beginScoring, { scoringId: modelBatchId, runId: 'run' });
  const result = { sha256: sha, bytes: file.length };
  const report = { rows: 0, flagged: 0, threshold: 0.5, meanProbability: 0, rowsSha256: sha };
  await ledger.run(succeedScoring, { scoringId: modelBatchId, report, result });
  return { evaluationId, modelBatchId };
}

/**
 * Records a training that was canceled before it began, and a data set whose file no test reads.
 */
async function recordTraining(bank: TestBank, tenantId: string) {
  const { ledger } = bank.bank.environments.sandbox;
  const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
  const commonFields = { tenantId, requestHash: Buffer.alloc(32), cause };
  const accepted = await ledger.run(acceptTraining, {
    ...commonFields,
    name: 'belonging-trained',
    task: 'churn',
    source: 'inline',
    datasetSha256: 'ab'.repeat(32),
    bodyBytes: 0,
    estimatedSeconds: 1,
    request: '{}',
  });
  await ledger.run(cancelTraining, { tenantId, jobId: accepted.id, cause });
  const file = { format: 'csv', sha256: 'cd'.repeat(32), bytes: 1 } as const;
  const dataset = await ledger.run(keepDataset, { ...commonFields, ...file });
  return { jobId: accepted.id, datasetId: dataset.dataset.id };
}

/**
 * Creates an endpoint, delivers a ping to it and disables it. The bank has to allow 127.0.0.0/8.
 */
export async function deliverPing(
  bank: TestBank,
  key: string,
): Promise<{ endpointId: string; deliveryId: string }> {
  const receiver = await openReceiver();
  const path = '/v1/webhook-endpoints';
  const body = { url: receiver.url, events: ['account.closed'] };
  const endpointId = (await bank.call(path, { key, body })).body.id;
  await bank.call(`${path}/${endpointId}/ping`, { key, method: 'POST' });
  const ask = () => bank.call(`${path}/${endpointId}/deliveries?status=delivered`, { key });
  await vi.waitFor(async () => expect((await ask()).body.data).toHaveLength(1), 30_000);
  const deliveryId = (await ask()).body.data[0].id;
  const stopped = { key, method: 'PATCH', body: { status: 'disabled' } };
  await bank.call(`${path}/${endpointId}`, stopped);
  await receiver.close();
  return { endpointId, deliveryId };
}

/** Well-formed ids of no object, by the name of the path parameter. */
export const MISSING_IDS: Readonly<Record<string, string>> = {
  customerId: 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5',
  accountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5',
  alertId: 'alr_06ayx0rw7mf5w0h1y6k2v3c4d5',
  transactionId: 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5',
  holdId: 'hold_06ayx0rw7mf5w0h1y6k2v3c4d5',
  conversationId: 'conv_06ayx0rw7mf5w0h1y6k2v3c4d5',
  intentId: 'int_06ayx0rw7mf5w0h1y6k2v3c4d5',
  quoteId: 'qte_06ayx0rw7mf5w0h1y6k2v3c4d5',
  walletId: 'wal_06ayx0rw7mf5w0h1y6k2v3c4d5',
  paymentId: 'pay_06ayx0rw7mf5w0h1y6k2v3c4d5',
  eventId: 'evt_06ayx0rw7mf5w0h1y6k2v3c4d5',
  clientId: 'cli_06ayx0rw7mf5w0h1y6k2v3c4d5',
  keyId: 'key_06ayx0rw7mf5w0h1y6k2v3c4d5',
  applicationId: 'app_06ayx0rw7mf5w0h1y6k2v3c4d5',
  endpointId: 'wh_06ayx0rw7mf5w0h1y6k2v3c4d5',
  deliveryId: 'dlv_06ayx0rw7mf5w0h1y6k2v3c4d5',
  scheduleId: 'sch_06ayx0rw7mf5w0h1y6k2v3c4d5',
  executionId: 'exe_06ayx0rw7mf5w0h1y6k2v3c4d5',
  batchId: 'bat_06ayx0rw7mf5w0h1y6k2v3c4d5',
  kycAssessmentId: 'kyc_06ayx0rw7mf5w0h1y6k2v3c4d5',
  kycFileId: 'file_06ayx0rw7mf5w0h1y6k2v3c4d5',
  amlRunId: 'amr_06ayx0rw7mf5w0h1y6k2v3c4d5',
  amlAlertId: 'aml_06ayx0rw7mf5w0h1y6k2v3c4d5',
  amlCaseId: 'case_06ayx0rw7mf5w0h1y6k2v3c4d5',
  creditAssessmentId: 'crd_06ayx0rw7mf5w0h1y6k2v3c4d5',
  riskDecisionId: 'dec_06ayx0rw7mf5w0h1y6k2v3c4d5',
  decisionId: 'dec_06ayx0rw7mf5w0h1y6k2v3c4d5',
  modelId: 'mdl_06ayx0rw7mf5w0h1y6k2v3c4d5',
  versionId: 'mdv_06ayx0rw7mf5w0h1y6k2v3c4d5',
  deploymentId: 'dep_06ayx0rw7mf5w0h1y6k2v3c4d5',
  label: '1.0.0',
  jobId: 'job_06ayx0rw7mf5w0h1y6k2v3c4d5',
  datasetId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5',
};
