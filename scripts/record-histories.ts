// Records the history of each path through each workflow, from a real run, into
// test/histories/<release>/: run it once per release and keep the files. The tests replay all of
// them, which shows that this release can finish workflows that an older release started.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { laneActivities } from '../activities/lane.ts';
import { openMailer } from '../activities/mails.ts';
import { listPermanentWorkflows } from '../bank/permanent-workflows.ts';
import { readAnchoring } from '../db/chain/anchor-reads.ts';
import { queueMail } from '../db/mails/acts.ts';
import { executionWorkflowId, laneWorkflowId, mailWorkflowId } from '../ledger/workflow-id.ts';
import { TENANT } from '../test/kit/bank/books.ts';
import { type ChainRig, openChainRig, pollUntil } from '../test/kit/chain/chain-rig.ts';
import { openMailServer } from '../test/kit/outside/mail-server.ts';
import {
  openApplicationRig,
  playApplication,
} from '../test/kit/workflows/application-scenarios.ts';
import { playBatch } from '../test/kit/workflows/batch-scenarios.ts';
import { playDeployment } from '../test/kit/workflows/deployment-scenarios.ts';
import {
  acceptExecution,
  createPlan,
  deployContracts,
  placeHold,
  runExecution,
} from '../test/kit/workflows/execution-rig.ts';
import { type SavedHistory, writeHistories } from '../test/kit/workflows/histories.ts';
import { playKyc } from '../test/kit/workflows/kyc-scenarios.ts';
import { playRail, RAIL_PATHS } from '../test/kit/workflows/rail-scenarios.ts';
import { openRig, type Rig } from '../test/kit/workflows/rig.ts';
import { play, SCENARIOS, type Scenario, type Strike } from '../test/kit/workflows/scenarios.ts';
import {
  playClock,
  playSchedule,
  playSchedules,
} from '../test/kit/workflows/schedule-scenarios.ts';
import { playScoring } from '../test/kit/workflows/scoring-scenarios.ts';
import { playTraining } from '../test/kit/workflows/training-scenarios.ts';
import { FAULTS } from '../test/kit/workflows/unwind.ts';
import { playWebhooks } from '../test/kit/workflows/webhook-scenarios.ts';
import { laneTaskQueue } from '../workflows/messages.ts';
import { ensureWorkflow } from '../workflows/record-workflows.ts';
import { ensurePermanent } from '../workflows/start.ts';
import { freePort } from './run/ports.mjs';
import { findTemporal } from './run/temporal-binary.mjs';
import { startTemporal } from './run/temporal-server.mjs';
import { say } from './say.mjs';

/** Names of the histories to record; empty means all. */
const ONLY_NAMES = process.argv.slice(2);

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface RecordedHistory {
  readonly name: string;
  readonly workflowId: string;
  /** Left out for the last run of the workflow. */
  readonly runId?: string;
}

/** Plays all scenarios at the same time and returns the workflow of each path. */
async function playAll(rig: Rig, address: string): Promise<RecordedHistory[]> {
  const scenarios = SCENARIOS.map((scenario) => record(rig, scenario.name, scenario, null));
  const recorded = await Promise.all([
    ...scenarios,
    recordOutage(rig),
    recordMovedClock(rig),
    recordBatch(rig),
    recordNetworkPayment(rig),
    recordDeployment(rig),
    recordTraining(rig),
    recordEvaluation(rig),
    recordAssessment(rig),
    recordSchedule(rig),
    recordSchedules(rig),
    recordWithoutLane(rig, address),
  ]);
  return recorded.flat();
}

async function record(
  rig: Rig,
  name: string,
  scenario: Scenario,
  strike: Strike | null,
): Promise<RecordedHistory[]> {
  const { workflowId: mainWorkflowId, members } = await play(rig, scenario, strike);
  const handedOver = members.flatMap(({ workflowId, result }) =>
    workflowId && result && workflowId !== mainWorkflowId
      ? [{ name: `${name}-${result.status}`, workflowId }]
      : [],
  );
  return [{ name, workflowId: mainWorkflowId }, ...handedOver];
}

/** Records steps that are retried, with the waits between. */
function recordOutage(rig: Rig): Promise<RecordedHistory[]> {
  const scenario = SCENARIOS.find((scenario) => scenario.name === 'captured');
  const fault = FAULTS.find((fault) => fault.kind === 'fail' && fault.times > 1);
  if (!scenario || !fault) throw new Error('the scenario of an outage is missing');
  return record(rig, 'captured-after-outage', scenario, { step: 'capture', fault });
}

async function recordMovedClock(rig: Rig): Promise<RecordedHistory[]> {
  const { workflowId } = await playClock(rig, null);
  return [{ name: 'clock', workflowId }];
}

async function recordTraining(rig: Rig): Promise<RecordedHistory[]> {
  const { workflowId } = await playTraining(rig);
  return [{ name: 'model-training', workflowId }];
}

async function recordEvaluation(rig: Rig): Promise<RecordedHistory[]> {
  const { workflowId } = await playScoring(rig, 'evaluation');
  return [{ name: 'model-scoring', workflowId }];
}

async function recordAssessment(rig: Rig): Promise<RecordedHistory[]> {
  const { workflowId } = await playKyc(rig);
  return [{ name: 'kyc-assessment', workflowId }];
}

async function recordBatch(rig: Rig): Promise<RecordedHistory[]> {
  const { workflowId } = await playBatch(rig, 'best_effort', null);
  return [{ name: 'batch', workflowId }];
}

async function recordNetworkPayment(rig: Rig): Promise<RecordedHistory[]> {
  const played = await Promise.all(RAIL_PATHS.map((path) => playRail(rig, path)));
  return played.map(({ path, workflowId }) => ({ name: `rail-payment-${path}`, workflowId }));
}

async function recordDeployment(rig: Rig): Promise<RecordedHistory[]> {
  const { workflowId } = await playDeployment(rig, null);
  return [{ name: 'model-deployment', workflowId }];
}

/** Records a schedule whose first run ends with the first occurrence. */
async function recordSchedule(rig: Rig): Promise<RecordedHistory[]> {
  const [first, second] = [await playSchedule(rig, null), await playSchedule(rig, null)];
  return [
    { name: 'schedule-goes-on', workflowId: first.workflowId, runId: first.firstRunId },
    { name: 'schedule', workflowId: second.workflowId },
  ];
}

/** Records the workflow of all schedules. It never completes: its history ends where it waits. */
async function recordSchedules(rig: Rig): Promise<RecordedHistory[]> {
  const { workflowId } = await playSchedules(rig, null);
  return [{ name: 'schedules', workflowId }];
}

/**
 * A bank without a lane reports it, and the lane's workflow completes. The rig has no worker for
 * its activity either: without this worker the workflow would wait for ever.
 */
async function recordWithoutLane(rig: Rig, address: string): Promise<RecordedHistory[]> {
  const { taskQueue } = rig.ledger;
  const workflowId = laneWorkflowId(taskQueue);
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace: rig.client.options.namespace,
    taskQueue: laneTaskQueue(taskQueue),
    activities: laneActivities(null, new AbortController().signal),
  });
  await worker.runUntil(rig.client.workflow.execute('lane', { taskQueue, workflowId }));
  await connection.close();
  return [{ name: 'lane', workflowId }];
}

async function fetchAll({ client }: Pick<Rig, 'client'>, recorded: readonly RecordedHistory[]) {
  return Promise.all(
    recorded.map(async ({ name, workflowId, runId }) => {
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      say(`${name}: ${history.events?.length} events`);
      return { name, workflowId, history };
    }),
  );
}

async function recordAt(address: string): Promise<void> {
  const histories: Awaited<ReturnType<typeof fetchAll>> = [];
  if (
    !ONLY_NAMES.length ||
    ONLY_NAMES.some((name) => !/^(mail$|production-application)/.test(name))
  ) {
    const rig = await openRig({ temporalAddress: address });
    try {
      histories.push(...(await fetchAll(rig, await playAll(rig, address))));
    } finally {
      await rig.close();
    }
    await playWebhooks(address, async (webhookRig, paths) => {
      histories.push(...(await fetchAll(webhookRig, paths)));
    });
    histories.push(...(await recordChain(address)));
  }
  histories.push(await recordMail(address));
  histories.push(...(await recordApplications(address)));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeHistories(version, histories, ONLY_NAMES);
}

/** Records a mail that the server accepts at the second attempt. */
async function recordMail(temporalAddress: string): Promise<Omit<SavedHistory, 'release'>> {
  const server = await openMailServer();
  const seal = { open: (text: string) => text };
  const config = { url: server.url, from: 'bank@example.com' };
  const mailer = await openMailer(config, { seal, addressOf: async () => null });
  const rig = await openRig({ temporalAddress, mailer });
  try {
    server.answer('ada@example.com', 451);
    const mailFields = { tenantId: TENANT, kind: 'alert', subjectId: 'alr_1' } as const;
    const letter = { recipient: 'ada@example.com', subject: 'Alert', body: 'It fired.' };
    const mailId = (await rig.ledger.run(queueMail, { ...mailFields, ...letter })) ?? '';
    await ensureWorkflow(rig.starter, 'mail', mailId);
    const workflowId = mailWorkflowId(mailId);
    const handle = rig.client.workflow.getHandle(workflowId);
    await handle.result();
    return { name: 'mail', workflowId, history: await handle.fetchHistory() };
  } finally {
    await rig.close();
    mailer.transport.close();
    await server.close();
  }
}

/** Records one application without a decision, and one that is approved. */
async function recordApplications(temporalAddress: string) {
  const played = [];
  for (const decision of [null, 'approved'] as const) {
    const applications = await openApplicationRig({ temporalAddress }, decision !== null);
    const { workflowId } = await playApplication(applications, [], decision);
    const handle = applications.rig.client.workflow.getHandle(workflowId);
    const name = `production-application-${decision ?? 'expired'}`;
    played.push({ name, workflowId, history: await handle.fetchHistory() });
    await applications.close();
  }
  return played;
}

/**
 * Records the permanent workflows of a ledger with a chain, from its start to a confirmed anchor.
 */
async function recordChain(temporalAddress: string): Promise<Omit<SavedHistory, 'release'>[]> {
  const rig = await openChainRig({ temporalAddress });
  const permanentWorkflows = listPermanentWorkflows(rig.faultFreeLedger, rig.chain).filter(
    ({ type }) => {
      return type in CHAIN_HISTORIES;
    },
  );
  try {
    await rig.openPair(1_000);
    for (const workflow of permanentWorkflows) await ensurePermanent(rig.starter, workflow);
    const { logSize } = readAnchoring(rig.faultFreeLedger);
    await pollUntil(
      'all events emitted',
      async () => readAnchoring(rig.faultFreeLedger).toldSize === logSize,
    );
    const histories = permanentWorkflows.map(async ({ workflowId, type }) => {
      const history = await rig.client.workflow.getHandle(workflowId).fetchHistory();
      say(`${type}: ${history.events?.length} events`);
      return { name: CHAIN_HISTORIES[type] ?? type, workflowId, history };
    });
    const results = await Promise.all(histories);
    return [...results, await recordExecution(rig)];
  } finally {
    for (const { workflowId } of permanentWorkflows.slice(1)) {
      await rig.client.workflow.getHandle(workflowId).terminate('the recording is over');
    }
    await rig.close();
  }
}

const CHAIN_HISTORIES: Readonly<Record<string, string>> = {
  chainSigner: 'chain-signer',
  chainAnchoring: 'chain-anchoring',
};

/** Records a tranche that is paid: simulated, sent, final, and its hold booked. */
async function recordExecution(rig: ChainRig): Promise<Omit<SavedHistory, 'release'>> {
  await deployContracts(rig);
  const planId = await createPlan(rig, 1);
  const { id: transactionId } = await placeHold(rig, 100);
  const id = await acceptExecution(rig, {
    path: 'disbursement/pay',
    arguments: [planId, 0, 100, 'EUR'],
    payment: { transactionId, amount: 100n },
  });
  await runExecution(rig, id);
  const workflowId = executionWorkflowId(id);
  const history = await rig.client.workflow.getHandle(workflowId).fetchHistory();
  say(`contract-execution: ${history.events?.length} events`);
  return { name: 'contract-execution', workflowId, history };
}

const source = await findTemporal({ env: process.env, cacheDir: join(ROOT, '.cache') });
if (source.kind === 'external') {
  await recordAt(source.address);
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'kontor-histories-'));
  const server = await startTemporal({
    binary: source.path,
    port: await freePort(),
    uiPort: null,
    databaseFile: join(scratch, 'temporal.db'),
    logFile: join(scratch, 'temporal.log'),
  });
  await recordAt(server.address).finally(() => server.kill());
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
