// Reads for tests of the lane: the workflow of each transaction, and the results of workflows.

import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { expect, vi } from 'vitest';
import type { Ledger } from '../../../db/ledger.ts';
import { acquireLane } from '../../../db/money/lane.ts';
import { laneWorkflowId } from '../../../ledger/workflow-id.ts';
import { type Answer, openAccounts, register, type TestBank } from '../bank/bank.ts';

/** A developer with two accounts, and a function that requests a transfer between them. */
export interface Payer {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  pay(fields?: object, headers?: Record<string, string>, query?: string): Promise<Answer>;
}

export async function openPayer(bank: TestBank, funds: number): Promise<Payer> {
  const { key } = await register(bank);
  const [from = '', to = ''] = (await openAccounts(bank, key, [funds, 0])).accountIds;
  const sides = { sourceAccountId: from, destinationAccountId: to };
  return {
    key,
    from,
    to,
    pay: (fields = {}, headers = {}, query = '') =>
      bank.call(`/v1/transactions${query}`, {
        key,
        headers,
        body: { type: 'transfer', amount: 1, currency: 'EUR', ...sides, ...fields },
      }),
  };
}

/** Resolves once the lane of the sandbox books requests; its payments until then are booked. */
export async function waitUntilLaneBooks(payer: Payer): Promise<void> {
  const expectLane = async () => {
    const { body } = await payer.pay({}, {}, '?wait=10');
    expect(body.timeline?.at(-1)?.actor).toBe('lane');
  };
  await vi.waitFor(expectLane, { timeout: 30_000, interval: 100 });
}

/**
 * Sends requests until a workflow has settled the transactions: stops the lane of the sandbox
 * before each attempt, because the sweeper restarts it within 10 s.
 */
export async function sendWithoutLane(
  { bank }: TestBank,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const { ledger, lane, client } = bank.environments.sandbox;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const workflow = client()?.workflow.getHandle(laneWorkflowId(ledger.taskQueue));
    await workflow?.terminate('the lane is lost').catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
    await ledger.run(acquireLane, 'nobody');
    await vi.waitFor(() => expect(lane?.isOpen()).toBe(false), { timeout: 5_000, interval: 20 });
    const answer = await send();
    if (answer.body.timeline?.at(-1)?.actor === 'workflow') return answer;
  }
  throw new Error('the lane ran at each attempt');
}

/** Counts the transactions after the stage `accepted` whose workflow was not started. */
export function countUnstarted({ database }: Ledger): number {
  const sql = `SELECT count(*) FROM transactions
    WHERE workflow_started_at IS NULL AND stage <> 'accepted'`;
  return database.raw.prepare<[], number>(sql).pluck().get() ?? Number.NaN;
}

/**
 * Resolves once every transaction at rest has its workflow, which starts up to 250 ms after the
 * answer.
 */
export async function waitUntilWorkflowsStarted(ledger: Ledger): Promise<void> {
  await vi.waitFor(() => expect(countUnstarted(ledger)).toBe(0), { timeout: 30_000, interval: 20 });
}

/** Returns the workflow that each transaction names, by the transaction's id. */
export function readWorkflows({ database }: Ledger): ReadonlyMap<string, string | null> {
  const rows = database.raw
    .prepare<[], { id: string; workflowId: string | null }>(
      'SELECT id, workflow_id AS workflowId FROM transactions ORDER BY id',
    )
    .all();
  return new Map(rows.map(({ id, workflowId }) => [id, workflowId]));
}

function transferWorkflowsQuery({ taskQueue }: Ledger): string {
  return `TaskQueue = "${taskQueue}" AND WorkflowType IN ("transfer", "transfers")`;
}

/**
 * Expects that the workflow which each transaction names has completed, and that no further
 * workflow of transactions exists.
 */
export async function expectOneWorkflowEach(ledger: Ledger, client: Client): Promise<void> {
  await expect.poll(() => countUnstarted(ledger), { timeout: 40_000, interval: 100 }).toBe(0);
  const workflows = readWorkflows(ledger);
  const names = new Set(workflows.values());
  const query = transferWorkflowsQuery(ledger);
  const listSeen = async () => {
    const workflows: string[] = [];
    for await (const workflow of client.workflow.list({ query })) {
      workflows.push(`${workflow.workflowId} ${workflow.status.name}`);
    }
    return workflows.sort();
  };
  const expected = [...names].map((name) => `${name} COMPLETED`).sort();
  await expect.poll(listSeen, { timeout: 40_000, interval: 200 }).toEqual(expected);
}

/** Expects that the workflow of each of these transactions has run once and has completed. */
export async function expectWorkflowsOf(
  ids: readonly string[],
  ledger: Ledger,
  client: Client | null,
): Promise<void> {
  const workflows = readWorkflows(ledger);
  const names = [...new Set(ids.map((id) => workflows.get(id) ?? `none of ${id}`))].sort();
  const query = transferWorkflowsQuery(ledger);
  const listCompleted = async () => {
    const runs: string[] = [];
    for await (const workflow of client?.workflow.list({ query }) ?? []) {
      if (names.includes(workflow.workflowId))
        runs.push(`${workflow.workflowId} ${workflow.status.name}`);
    }
    expect(runs.sort()).toEqual(names.map((name) => `${name} COMPLETED`));
  };
  await vi.waitFor(listCompleted, { timeout: 40_000, interval: 200 });
}
