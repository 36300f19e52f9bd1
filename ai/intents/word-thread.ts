// Where the words of messages are read: on a thread of their own, which starts with the first one
// and ends with the bank. Books are not read there, so a long question holds up no command. Beside
// a ledger in memory, words are read where they are.

import type { Ledger } from '../../db/ledger.ts';
import { openThread } from '../../threads/calls.ts';
import { type Heard, type HearOrder, hear } from '../conversation/hear.ts';
import { type ParsedIntent, type ParseOrder, parseIntent } from './parse.ts';
import type { WordTask } from './word-worker.ts';

type Beside = Pick<Ledger, 'file'>;

export interface WordThread {
  /** What a message asks for; null: too many wait already. */
  parse(ledger: Beside, order: ParseOrder): Promise<ParsedIntent | null>;
  /** What a message says to an open command; null: too many wait already. */
  hear(ledger: Beside, order: HearOrder): Promise<Heard | null>;
}

/** Less than half a second of work. */
const MOST_WAITING = 512;

/** @param closing ends the thread */
export function wordThread(closing: AbortSignal): WordThread {
  const file = new URL('./word-worker.ts', import.meta.url);
  const thread = openThread<WordTask, ParsedIntent | Heard>({ name: 'words', file, closing });
  async function called<Result extends ParsedIntent | Heard>(task: WordTask) {
    return thread.waiting() >= MOST_WAITING ? null : ((await thread.call(task)) as Result);
  }
  return {
    async parse(ledger, order) {
      if (ledger.file === null) return parseIntent(order);
      return called<ParsedIntent>({ kind: 'parse', order });
    },
    async hear(ledger, order) {
      if (ledger.file === null) return hear(order);
      return called<Heard>({ kind: 'hear', order });
    },
  };
}
