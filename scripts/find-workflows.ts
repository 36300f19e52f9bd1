// Draws transactions and scheduled payments from a ledger and looks for the workflow of each in
// Temporal by its id, with the queries of docs/operate/temporal.md: the workflow that the row
// names has to be among those that are found. Reads only; the bank may be running.
// node scripts/find-workflows.ts [--transactions 1000] [--schedules 100] [--environment sandbox]
// Exits with 1 when a workflow is not found.

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import BetterSqlite3 from 'better-sqlite3';
import { readConfig } from '../bank/config/settings.ts';
import { readChoice } from '../bank/config/values.ts';
import { connectionOptions } from '../bank/temporal-access.ts';
import { scheduleWorkflowId } from '../ledger/workflow-id.ts';
import { say } from './say.mjs';

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '1000' },
    schedules: { type: 'string', default: '100' },
    environment: { type: 'string', default: 'sandbox' },
  },
});
const config = readConfig(process.env);
const environment = readChoice(values.environment, '--environment', ['sandbox', 'production']);
const file = join(resolve(config.dataDir), `${environment}.db`);
const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
const connection = await Connection.connect(connectionOptions(config.temporal));
const client = new Client({ connection, namespace: config.temporal.namespaces[environment] });

interface DrawnRow {
  readonly id: string;
  readonly workflowId: string | null;
}

/** Runs a query as an operator types it, and returns the ids of the workflows. */
async function findIds(query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
  return ids;
}

const rangeQuery = (id: string) => `TransactionFrom <= "${id}" AND TransactionTo >= "${id}"`;

async function findTransaction({ id, workflowId }: DrawnRow): Promise<'own' | 'shared' | null> {
  const ids = await findIds(`TransactionId = "${id}"`);
  if (ids.length > 0) return workflowId !== null && ids.includes(workflowId) ? 'own' : null;
  return (await findIds(rangeQuery(id))).includes(workflowId ?? '') ? 'shared' : null;
}

const counts = { own: 0, shared: 0, schedules: 0 };
const missing: string[] = [];
const transactions = db
  .prepare<[number], DrawnRow>(
    `SELECT id, workflow_id AS workflowId FROM transactions
     WHERE stage <> 'accepted' ORDER BY random() LIMIT ?`,
  )
  .all(Number(values.transactions));
for (const transaction of transactions) {
  const kind = await findTransaction(transaction);
  if (kind === null) missing.push(`${transaction.id} (${transaction.workflowId})`);
  else counts[kind] += 1;
}
const schedules = db
  .prepare<[number], string>('SELECT id FROM schedules ORDER BY random() LIMIT ?')
  .pluck()
  .all(Number(values.schedules));
for (const id of schedules) {
  if ((await findIds(`Ids = "${id}"`)).includes(scheduleWorkflowId(id))) counts.schedules += 1;
  else missing.push(id);
}
say(
  `${transactions.length} transactions: ${counts.own} by a workflow of their own, ` +
    `${counts.shared} by the range of a group; ${counts.schedules} of ${schedules.length} ` +
    `scheduled payments; ${missing.length} not found`,
);
for (const id of missing.slice(0, 20)) say(`not found: ${id}`);
db.close();
await connection.close();
process.exitCode = missing.length > 0 ? 1 : 0;
