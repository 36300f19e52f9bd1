// The thread that reads words: which intent they have, commands, dates and amounts in them. It
// reads no ledger.

import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../threads/answers.ts';
import { type Heard, type HearOrder, hear } from '../conversation/hear.ts';
import {
  type Encoded,
  type IntentGuesses,
  intentJudge,
  type ReadMessage,
  type ReadOrder,
} from './judge.ts';

type Asked = Pick<Encoded, 'embedding'>;

export type WordTask =
  | { readonly kind: 'read'; readonly order: ReadOrder; readonly asked: Asked }
  | { readonly kind: 'guess'; readonly asked: Encoded }
  | { readonly kind: 'hear'; readonly order: HearOrder };

const judge = intentJudge(workerData as string);

answerCalls(async (task: WordTask): Promise<ReadMessage | IntentGuesses | Heard> => {
  if (task.kind === 'hear') return hear(task.order);
  return task.kind === 'guess' ? judge.guess(task.asked) : judge.read(task.order, task.asked);
});
