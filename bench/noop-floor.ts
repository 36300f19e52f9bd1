// The floor under HTTP: an empty workflow, on the same server, with worker and client in one
// process and eager starts. Started and awaited, as a caller who wants its result would.

import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { workflowBundle } from '../bank/bundle.ts';
import { percentile } from './measure.ts';

export interface NoopTask {
  readonly address: string;
  readonly cacheDir: string;
  readonly inFlight: number;
  readonly seconds: number;
}

export interface NoopResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function noops(task: NoopTask): Promise<NoopResult> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const connection = await NativeConnection.connect({ address: task.address });
  const namespace = 'sandbox';
  const taskQueue = 'noop-floor';
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: await workflowBundle(task.cacheDir),
    maxCachedWorkflows: 200,
    maxConcurrentWorkflowTaskExecutions: 40,
    workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 2, initial: 4, maximum: 10 },
    workflowThreadPoolSize: 1,
  });
  const running = worker.run();
  const client = new Client({ connection, namespace });
  const latencies: number[] = [];
  const warmUntil = performance.now() + 1_000;
  const until = warmUntil + task.seconds * 1000;
  let n = 0;
  await Promise.all(
    Array.from({ length: task.inFlight }, async () => {
      while (performance.now() < until) {
        const started = performance.now();
        await client.workflow.execute('noop', {
          workflowId: `noop/${process.pid}/${n++}`,
          taskQueue,
          requestEagerStart: true,
        });
        if (started > warmUntil) latencies.push(performance.now() - started);
      }
    }),
  );
  const result = {
    perSecond: latencies.length / task.seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
  worker.shutdown();
  await running;
  await connection.close();
  return result;
}

const given = process.argv[2];
if (given) {
  process.stdout.write(`${JSON.stringify(await noops(JSON.parse(given) as NoopTask))}\n`);
}
