// The process that does the work of an evaluation or of a batch, outside the processes that serve
// requests. When it is started again, it repeats the whole work, with the same result.

import { ModelKilled } from '../confined/supervise-scoring.ts';
import { readRows } from '../learn/train/job.ts';
import { NoProbability } from '../session-pool.ts';
import { scoreBatch } from './batch.ts';
import { evaluate, UnfitRows } from './evaluate.ts';
import { readScoringJob, type ScorerMessage, type ScoringEnd } from './job.ts';

process.on('disconnect', () => process.exit(1));

/** Resolves once the message is sent: a process that ends earlier would lose it. */
function send(message: ScorerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, {}, () => resolve());
    else resolve();
  });
}

async function run(folder: string): Promise<ScoringEnd> {
  const job = readScoringJob(folder);
  await send({ kind: 'progress', stage: 'reading', done: 0, all: 0 });
  try {
    const read = readRows(folder, job.rowsFormat);
    const all = read.rows.length;
    const onRows = async (doneCount: number) => {
      await send({ kind: 'progress', stage: 'scoring', done: doneCount, all });
      if (doneCount < all) return;
      const next = job.kind === 'batch' ? 'writing' : 'measuring';
      await send({ kind: 'progress', stage: next, done: all, all });
    };
    if (job.kind === 'batch') {
      return { kind: 'scored', report: await scoreBatch(folder, job, read, onRows) };
    }
    return { kind: 'evaluated', report: await evaluate(job, read, onRows) };
  } catch (error) {
    if (error instanceof UnfitRows) {
      return { kind: 'refused', code: error.code, faults: error.faults.slice(0, 100) };
    }
    if (error instanceof SyntaxError) {
      const fault = { pointer: '/dataset', code: 'unreadable', message: error.message };
      return { kind: 'refused', code: 'dataset_invalid', faults: [fault] };
    }
    if (error instanceof NoProbability) {
      const fault = { pointer: '/dataset', code: 'model_output_invalid', message: error.message };
      return { kind: 'refused', code: 'model_output_invalid', faults: [fault] };
    }
    if (error instanceof ModelKilled) {
      const { reason, message } = error;
      const fault = { pointer: '/version', code: 'model_limit_exceeded', message };
      const kill = { reason, detail: message };
      return { kind: 'refused', code: 'model_limit_exceeded', faults: [fault], kill };
    }
    throw error;
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('expected the folder of the scoring as argument');
await send(await run(folder));
process.exit(0);
