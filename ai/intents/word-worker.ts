// The thread that reads words: which intent they have, commands, dates and amounts in them. It
// reads no ledger.

import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../db/threads/answers.ts';
import { type Heard, type HearOrder, hear } from '../conversation/hear.ts';
import {
  type Encoded,
  type IntentGuesses,
  intentJudge,
  type ReadMessage,
  type ReadOrder,
} from './judge.ts';
import type { Contact } from './payees.ts';
import { readOnce } from './read-once.ts';

type Asked = Pick<Encoded, 'embedding'>;

export type WordTask =
  | { readonly kind: 'read'; readonly order: ReadOrder; readonly asked: Asked }
  | { readonly kind: 'guess'; readonly asked: Encoded }
  | { readonly kind: 'hear'; readonly order: HearOrder };

const judge = intentJudge(workerData as string);

/** Lists of contacts by their content: what was read of a list is kept beside it. */
const LISTS = new Map<string, readonly Contact[]>();
/** Each may have some two megabytes of candidates beside it. */
const MOST_LISTS = 16;

/** The order with the list of an earlier message where that had the same contacts. */
function withKnownContacts<Order extends ReadOrder | HearOrder>(order: Order): Order {
  const { contacts } = order;
  const known = readOnce(LISTS, JSON.stringify(contacts), () => contacts, MOST_LISTS);
  return { ...order, contacts: known };
}

answerCalls(async (task: WordTask): Promise<ReadMessage | IntentGuesses | Heard> => {
  if (task.kind === 'guess') return judge.guess(task.asked);
  if (task.kind === 'hear') return hear(withKnownContacts(task.order));
  return judge.read(withKnownContacts(task.order), task.asked);
});
