// Reads the words of messages, with the model and the grammar, on a thread of their own, which
// starts with the first message and ends with the bank. Books are not read there, so a long
// question does not delay a command. Beside a ledger in memory, words are read in the calling
// thread.

import { openThread } from '../../db/threads/calls.ts';
import type { Heard, HearOrder } from '../conversation/hear.ts';
import { INTENT_MODEL } from './intent-model.ts';
import type { Encoded, IntentGuesses, IntentJudge, ReadMessage, ReadOrder } from './judge.ts';
import type { WordTask } from './word-worker.ts';

/** The file of the ledger, and the owner of the message: developers take turns. */
export interface Beside {
  /** The file of the ledger, or null for one in memory. */
  readonly file: string | null;
  readonly owner?: string;
}

export interface WordThread {
  /**
   * Reads the intent of a message. Resolves to null when too many messages of the owner are
   * waiting.
   */
  read(
    ledger: Beside,
    order: ReadOrder,
    encoded: Pick<Encoded, 'embedding'>,
  ): Promise<ReadMessage | null>;
  /**
   * Returns the intents that a message may have. Resolves to null when too many messages of the
   * owner wait already.
   */
  guess(ledger: Beside, encoded: Encoded): Promise<IntentGuesses | null>;
  /**
   * Reads a message as a reply to an open command. Resolves to null when too many messages of the
   * owner wait already.
   */
  hear(ledger: Beside, order: HearOrder): Promise<Heard | null>;
}

/** Maximum queue, which takes less than half a second. */
const MOST_WAITING = 512;

/**
 * @param closing ends the thread
 * @param folder of the intent model that is asked
 */
export function wordThread(closing: AbortSignal, folder: string = INTENT_MODEL): WordThread {
  const file = new URL('./word-worker.ts', import.meta.url);
  type Said = ReadMessage | IntentGuesses | Heard;
  const thread = openThread<WordTask, Said>({ name: 'words', file, data: folder, closing });
  let own: Promise<IntentJudge> | null = null;
  /** Grammar and model are loaded where words are read, which is nearly always the thread. */
  function openJudge(): Promise<IntentJudge> {
    own ??= import('./judge.ts').then(({ intentJudge }) => intentJudge(folder));
    return own;
  }
  async function callThread<Result extends Said>({ owner = '' }: Beside, task: WordTask) {
    if (thread.isFull(owner, MOST_WAITING)) return null;
    return (await thread.call(task, { owner })) as Result;
  }
  return {
    async read(ledger, order, encoded) {
      if (ledger.file === null) return (await openJudge()).read(order, encoded);
      return callThread<ReadMessage>(ledger, { kind: 'read', order, asked: encoded });
    },
    async guess(ledger, encoded) {
      if (ledger.file === null) return (await openJudge()).guess(encoded);
      return callThread<IntentGuesses>(ledger, { kind: 'guess', asked: encoded });
    },
    async hear(ledger, order) {
      if (ledger.file === null) return (await import('../conversation/hear.ts')).hear(order);
      return callThread<Heard>(ledger, { kind: 'hear', order });
    },
  };
}
