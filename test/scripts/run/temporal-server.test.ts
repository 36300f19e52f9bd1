import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import BetterSqlite3 from 'better-sqlite3';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readPidFile } from '../../../scripts/run/pid-file.mjs';
import { freePort } from '../../../scripts/run/ports.mjs';
import {
  NAMESPACES,
  RETENTION_HOURS,
  SEARCH_ATTRIBUTES,
  startTemporal,
} from '../../../scripts/run/temporal-server.mjs';
import { pollUntil, temporaryFolder } from '../harness.ts';

const binary = inject('temporalBinary');
// A run with TEMPORAL_ADDRESS has no binary to start another server.
const testWithBinary = test.runIf(binary !== null);

async function startIn(folder: string, port: number) {
  const server = await startTemporal({
    binary: binary ?? '',
    port,
    uiPort: null,
    databaseFile: join(folder, 'made', 'temporal.db'),
    logFile: join(folder, 'temporal.log'),
  });
  onTestFinished(() => server.kill());
  return server;
}

async function connect(address: string): Promise<Connection> {
  const connection = await Connection.connect({ address });
  onTestFinished(() => connection.close());
  return connection;
}

/**
 * Reads the search attributes and the retention of each namespace, in the form of
 * SEARCH_ATTRIBUTES.
 */
async function equipmentOf(connection: Connection) {
  const names: Record<number, string> = {
    ...{ 2: 'Keyword', 3: 'Int', 6: 'Datetime', 7: 'KeywordList' },
  };
  return Promise.all(
    NAMESPACES.map(async (namespace) => {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({
        namespace,
      });
      const { config } = await connection.workflowService.describeNamespace({ namespace });
      const pairs = Object.entries(customAttributes).map(([name, type]) => [name, names[type]]);
      const retentionHours = Number(config?.workflowExecutionRetentionTtl?.seconds) / 3600;
      return { attributes: Object.fromEntries(pairs), retentionHours };
    }),
  );
}

const FULL_NAMESPACES = NAMESPACES.map(() => ({
  attributes: { ...SEARCH_ATTRIBUTES },
  retentionHours: RETENTION_HOURS,
}));

/**
 * Starts a workflow with a search attribute, which the server refuses unless the namespace has it.
 */
async function startWorkflow(connection: Connection, namespace: string): Promise<string> {
  const key = defineSearchAttributeKey('TransactionId', SearchAttributeType.KEYWORD);
  const workflowId = `transfer/${randomUUID()}`;
  await new Client({ connection, namespace }).workflow.start('nobody-runs-this', {
    taskQueue: 'nobody-listens',
    workflowId,
    typedSearchAttributes: [{ key, value: workflowId }],
  });
  return workflowId;
}

testWithBinary('a new database has every search attribute and the retention', async () => {
  const server = await startIn(await temporaryFolder(), await freePort());
  const connection = await connect(server.address);
  expect(await equipmentOf(connection)).toEqual(FULL_NAMESPACES);
  for (const namespace of NAMESPACES) await startWorkflow(connection, namespace);
});

/** Returns the columns of the indexes that each start of a workflow writes. */
function writtenIndexes(databaseFile: string): string[] {
  const db = new BetterSqlite3(databaseFile, { readonly: true });
  const created = db
    .prepare<[], string>(
      `SELECT sql FROM sqlite_master WHERE type = 'index' AND sql NOT LIKE '% IS NOT NULL'
       AND tbl_name = 'executions_visibility'`,
    )
    .pluck()
    .all();
  db.close();
  return created.map((sql) => /namespace_id,\s*\(?(\w+)/.exec(sql)?.[1] ?? sql).sort();
}

const EACH_HAS = ['COALESCE', 'root_workflow_id', 'status', 'workflow_id', 'workflow_type_name'];

testWithBinary('the list of workflows has no index of what no workflow has', async () => {
  const folder = await temporaryFolder();
  const server = await startIn(folder, await freePort());
  expect(writtenIndexes(join(folder, 'made', 'temporal.db'))).toEqual(EACH_HAS);
  const connection = await connect(server.address);
  const workflowId = await startWorkflow(connection, 'sandbox');
  const { workflow } = new Client({ connection, namespace: 'sandbox' });
  // The second query is about an attribute without an index.
  for (const query of [`TransactionId = "${workflowId}"`, 'HistoryLength IS NULL']) {
    await pollUntil(query, async () => {
      for await (const result of workflow.list({ query }))
        if (result.workflowId === workflowId) return true;
      return null;
    });
  }
});

testWithBinary('an existing database gets what it lacks, usable at once', async () => {
  const folder = await temporaryFolder();
  const port = await freePort();
  // A server that was started by hand: one namespace, one attribute, a day of retention.
  const plain = spawn(
    binary ?? '',
    `server start-dev --headless --port ${port} --namespace sandbox --db-filename`
      .split(' ')
      .concat(join(folder, 'temporal.db'), '--search-attribute', 'Tenant=Keyword'),
    { stdio: 'ignore' },
  );
  onTestFinished(() => {
    plain.kill('SIGKILL');
  });
  const probe = await pollUntil('the plain server', () =>
    Connection.connect({ address: `127.0.0.1:${port}` }).catch(() => null),
  );
  await probe.close();
  const ended = new Promise((resolve) => plain.once('exit', resolve));
  plain.kill('SIGTERM');
  await ended;
  const databaseFile = join(folder, 'temporal.db');
  expect(writtenIndexes(databaseFile).length).toBeGreaterThan(EACH_HAS.length);
  const server = await startTemporal({
    binary: binary ?? '',
    port,
    uiPort: null,
    databaseFile,
    logFile: join(folder, 'temporal.log'),
  });
  onTestFinished(() => server.kill());
  const connection = await connect(server.address);
  for (const namespace of NAMESPACES) await startWorkflow(connection, namespace);
  expect(await equipmentOf(connection)).toEqual(FULL_NAMESPACES);
  expect(writtenIndexes(databaseFile)).toEqual(EACH_HAS);
});

testWithBinary('a workflow that was started survives kill -9 of the server', async () => {
  const folder = await temporaryFolder();
  const port = await freePort();
  const first = await startIn(folder, port);
  const workflowId = await startWorkflow(await connect(first.address), 'sandbox');
  await first.kill();
  const second = await startIn(folder, port);
  const client = new Client({ connection: await connect(second.address), namespace: 'sandbox' });
  const { status } = await client.workflow.getHandle(workflowId).describe();
  expect(status.name).toBe('RUNNING');
});

testWithBinary('a server that was killed while it made its database starts again', async () => {
  const folder = await temporaryFolder();
  const port = await freePort();
  const file = join(folder, 'made', 'temporal.db');
  const interrupted = startTemporal({
    binary: binary ?? '',
    port,
    uiPort: null,
    databaseFile: file,
    logFile: join(folder, 'temporal.log'),
    pidFile: join(folder, 'temporal.pid'),
  });
  await pollUntil('the first page of the database', () => existsSync(file));
  process.kill(readPidFile(join(folder, 'temporal.pid'))?.pid ?? 0, 'SIGKILL');
  // The start retries by itself, and sets aside a file that no server can read.
  const server = await interrupted;
  onTestFinished(() => server.kill());
  expect(await equipmentOf(await connect(server.address))).toEqual(FULL_NAMESPACES);
  expect([existsSync(`${file}.aside`), existsSync(`${file}.unfinished`)]).toEqual([true, false]);
});

testWithBinary('a database that was made to its end is never set aside', async () => {
  const folder = await temporaryFolder();
  const port = await freePort();
  await (await startIn(folder, port)).kill();
  await startIn(folder, port);
  expect(existsSync(join(folder, 'made', 'temporal.db.aside'))).toBe(false);
});

testWithBinary('a failed start names the log file', async () => {
  const folder = await temporaryFolder();
  const started = startTemporal({
    binary: join(folder, 'no-such-binary'),
    port: await freePort(),
    uiPort: null,
    databaseFile: join(folder, 'temporal.db'),
    logFile: join(folder, 'temporal.log'),
  });
  await expect(started).rejects.toThrow(`see ${join(folder, 'temporal.log')}`);
});
