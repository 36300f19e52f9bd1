// Starts the process that scores, and reports its end.

import { fileURLToPath } from 'node:url';
import { startSeparateProcess } from '../learn/train/start-trainer.ts';
import type { ScorerMessage } from './job.ts';

const SCORER = fileURLToPath(new URL('./scorer.ts', import.meta.url));

export function startScorer(
  folder: string,
  onProgress: (message: Extract<ScorerMessage, { kind: 'progress' }>) => void,
) {
  return startSeparateProcess<ScorerMessage>(SCORER, folder, (message) => {
    if (message.kind === 'progress') onProgress(message);
  });
}
