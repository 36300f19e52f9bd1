// The thread that speaks with the language model: what it answers is read and checked here, off
// the thread that moves money.

import { parentPort, workerData } from 'node:worker_threads';
import { type ModelPlace, type ModelTask, openExchange } from './exchange.ts';

const exchange = openExchange(workerData as ModelPlace);

parentPort?.on('message', async (task: ModelTask) => {
  parentPort?.postMessage({ id: task.id, answer: await exchange(task) });
});
