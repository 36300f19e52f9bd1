// Trains a job on disk (learn/train/job.ts) in a process of its own and shows each round. Ctrl-C
// stops it after the round; the next start continues it. Usage:
//   node scripts/train-model.ts FOLDER

import { startTrainer } from '../models/learn/train/start-trainer.ts';
import { endWith, say } from './say.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('expected the folder with job.json and rows.ndjson as argument');

const trainer = startTrainer(folder, ({ stage, round, of, validationLoss }) => {
  say(round === 0 ? stage : `${stage} ${round} of ${of}: loss ${validationLoss}`);
});
process.on('SIGINT', () => trainer.cancel());
const end = await trainer.end;
say(JSON.stringify(end, null, 2));
await endWith(end.kind === 'trained' ? 0 : 1);
