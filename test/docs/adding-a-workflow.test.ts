// Follows docs/contribute/adding-a-workflow.md literally: its activities, its workflow, and its
// names.

import { readFileSync, rmSync } from 'node:fs';
import { Client } from '@temporalio/client';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import pino from 'pino';
import { afterAll, expect, inject, it } from 'vitest';
import { installRuntime } from '../../bank/worker.ts';
import { blocksOf, guideFolder, writeBlock } from './guides.ts';

const folder = guideFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noop = () => {};
const logger = { log: noop, trace: noop, debug: noop, info: noop, warn: noop, error: noop };

interface Reports {
  write(reportId: string): Promise<'written'>;
}

it("the guide's workflow runs its activity, and completes with the result", async () => {
  const [activities = '', workflow = '', names = ''] = blocksOf(
    'docs/contribute/adding-a-workflow.md',
  );
  const replaced = ['activities/report.ts', 'workflows/messages.ts', 'workflows/report.ts'];
  const block = writeBlock(folder, 'activities/report.ts', { block: activities, replaced });
  writeBlock(folder, 'workflows/report.ts', { block: workflow, replaced });
  writeBlock(folder, 'workflows/messages.ts', { block: names, replaced });
  const workflowsPath = writeBlock(folder, 'modules/workflows.ts', {
    block: "export { report } from '../workflows/report.ts';\n",
    replaced,
  });
  const { reportActivities } = (await import(block)) as {
    reportActivities(reports: Reports): object;
  };
  const written: string[] = [];
  const write = async (reportId: string) => {
    written.push(reportId);
    return 'written' as const;
  };
  installRuntime(pino({ level: 'silent' }));
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const taskQueue = `guide-${crypto.randomUUID()}`;
  const worker = await Worker.create({
    connection,
    namespace: 'sandbox',
    taskQueue,
    workflowBundle: await bundleWorkflowCode({ workflowsPath, logger }),
    activities: reportActivities({ write }),
  });
  const client = new Client({ connection, namespace: 'sandbox' });
  const workflowId = `report/${crypto.randomUUID()}`;
  const args = [{ reportId: 'rep_1' }];
  const result = await worker.runUntil(
    client.workflow.execute('report', { taskQueue, workflowId, args }),
  );
  expect([result, written]).toEqual(['written', ['rep_1']]);
  await connection.close();
}, 180_000);

it("the guide's workflow imports at run time only modules that the sandbox allows", () => {
  const [, workflow = ''] = blocksOf('docs/contribute/adding-a-workflow.md');
  const values = [...workflow.matchAll(/^import (?!type )[^;]* from '([^']+)'/gm)];
  expect(values.map(([, from]) => from)).toEqual(['@temporalio/workflow', './policies.ts']);
  expect(readFileSync(new URL('../../workflows/policies.ts', import.meta.url), 'utf8')).toContain(
    'export function moneyStep(',
  );
});
