// No data about a person, and no secret, reaches Temporal. The test fills the customers, payments,
// schedules, batches, assessments and mails of a bank with marked values, makes steps fail on them,
// and searches everything that Temporal then stores or answers for the marks.

import type { Client, WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MODULES } from '../../modules/contents.ts';
import * as workflows from '../../modules/workflows.ts';
import { OPERATOR_KEY, RUN_MODULES } from '../kit/bank/bank.ts';
import { isOnPostgres } from '../kit/bank/postgres.ts';
import { hasAnvil } from '../kit/chain/anvil.ts';
import { waitUntilWorkflowsStarted } from '../kit/workflows/lane.ts';
import { MARKS, type MarkedBank, openMarkedBank } from '../kit/workflows/marked-bank.ts';

/** Every workflow answers these to an operator. */
const OPERATOR_QUERIES = ['status', 'history'];

const REDACTED_FIELDS = new Set(['identity']);

const NEEDS_CHAIN = ['chainAnchoring', 'chainSigner', 'contractExecution'];
const UNTESTED_WORKFLOWS = hasAnvil ? [] : NEEDS_CHAIN;

let marked: MarkedBank;
beforeAll(async () => {
  marked = await openMarkedBank();
}, 120_000);
afterAll(() => marked.close());

/** The text of everything in a value, with payloads decoded. */
function renderText(value: unknown): string {
  return JSON.stringify(value, (name, part) => {
    if (REDACTED_FIELDS.has(name)) return '';
    const bytes = part?.type === 'Buffer' ? part.data : part;
    if (bytes instanceof Uint8Array || part?.type === 'Buffer') {
      return Buffer.from(bytes).toString('utf8');
    }
    return typeof part === 'bigint' ? String(part) : part;
  });
}

function findMarks(text: string): string[] {
  const secrets = { ...MARKS, ...marked.secrets, operatorKey: OPERATOR_KEY };
  const contains = (mark: string) => text.toLowerCase().includes(mark.toLowerCase());
  return Object.entries(secrets).flatMap(([label, mark]) => (contains(mark) ? [label] : []));
}

interface StoredHistory {
  readonly text: string;
  /** The queries that the workflow did not answer, with the reasons. */
  readonly unanswered: readonly { readonly query: string; readonly reason: string }[];
}

const MAX_TIMEOUTS = 3;

/**
 * Asks a query again when Temporal did not deliver it in time, as on a busy machine. A refusal by the
 * workflow counts at once.
 */
async function ask(handle: WorkflowHandle, query: string, timeouts = 0): Promise<unknown> {
  try {
    return await handle.query(query);
  } catch (error) {
    const isTimeout = String((error as Error).cause).includes('Timeout expired');
    if (!isTimeout || timeouts + 1 >= MAX_TIMEOUTS) throw error;
    return ask(handle, query, timeouts + 1);
  }
}

/** Everything that Temporal keeps of a workflow, and its answers to queries. */
async function readAll(client: Client, workflowId: string, runId: string): Promise<StoredHistory> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const answer = await handle.describe();
  const unanswered: { query: string; reason: string }[] = [];
  const answers = ['__temporal_workflow_metadata', 'status', 'history', '__stack_trace'].map(
    (query) =>
      ask(handle, query).catch((error: Error) => {
        unanswered.push({ query, reason: `${error.message}: ${String(error.cause)}` });
        return `${query}: ${error.message}`;
      }),
  );
  const text = renderText([
    answer.raw,
    await answer.staticSummary(),
    await answer.staticDetails(),
    await handle.fetchHistory(),
    await Promise.all(answers),
  ]);
  return { text, unanswered };
}

// Each module has workflows of its own.
it.skipIf(isOnPostgres || RUN_MODULES.length < MODULES.length)(
  'every kind of workflow answers its queries and does not fail, and no data that Temporal stores or returns contains a value that people typed',
  async () => {
    const services = marked.bank.bank.environments.sandbox;
    await marked.runWorkflows();
    await waitUntilWorkflowsStarted(services.ledger);
    // Time for the workflows to run their steps. Those that wait for a network, a clock or a person
    // stay open.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const client = services.client();
    if (!client) throw new Error('Temporal was not reached');
    const query = `TaskQueue = "${services.ledger.taskQueue}"`;
    const texts = new Map<string, string>();
    const results: string[] = [];
    const failed: string[] = [];
    const unansweredQueries: string[] = [];
    for await (const item of client.workflow.list({ query })) {
      if (['FAILED', 'TIMED_OUT', 'TERMINATED'].includes(item.status.name))
        failed.push(item.workflowId);
      const { text, unanswered } = await readAll(client, item.workflowId, item.runId);
      unansweredQueries.push(
        ...unanswered
          .filter(({ query }) => OPERATOR_QUERIES.includes(query))
          .map(({ query, reason }) => `${item.workflowId}: ${query}: ${reason}`),
      );
      texts.set(item.type, `${texts.get(item.type) ?? ''}${text}`);
      results.push(...findMarks(text).map((label) => `${item.workflowId}: ${label}`));
    }
    expect(results).toEqual([]);
    expect(failed).toEqual([]);
    expect(unansweredQueries).toEqual([]);
    // Fails when a new kind of workflow is not run here.
    const kinds = Object.keys(workflows).filter((type) => !UNTESTED_WORKFLOWS.includes(type));
    expect([...texts.keys()].sort()).toEqual(kinds.sort());
    // The searched texts include two failed steps, one of a capture and one of a mail.
    expect(texts.get('transfer')).toContain('stackTrace');
    expect(texts.get('mail')).toContain('EENVELOPE 450');
  },
  240_000,
);
