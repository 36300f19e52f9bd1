// A thread for tests: it doubles numbers, and fails or dies on request.

import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../../db/threads/answers.ts';

answerCalls<number | 'fail' | 'die', number, string>((order, sendPart) => {
  if (order === 'fail') throw new Error('failed on request');
  if (order === 'die') process.exit(7);
  for (let part = 1; part <= order; part++) sendPart(`part ${part}`);
  return order * workerData.factor;
});
