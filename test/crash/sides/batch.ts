// Sends batches beside the other work of a run: in both modes, of one slice and of several, some with
// an item that cannot be paid.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { AnsweredPayment } from './load.ts';

export interface BatchItem {
  readonly reference: string;
  readonly amount: number;
  readonly from: string;
  readonly to: string;
  /** False when the payer has no money. */
  readonly isPayable: boolean;
}

/** A batch with a final answer. */
export interface BatchAct {
  readonly key: string;
  /** Null when the bank has no record. */
  readonly id: string | null;
  readonly mode: 'atomic' | 'best_effort';
  readonly items: readonly BatchItem[];
  readonly answer: number;
}

interface BatchDeps {
  readonly ask: (key: string, path: string, body: object) => Promise<AnsweredPayment>;
  readonly batches: BatchAct[];
  readonly firm: string;
  readonly staff: string;
  /** An account without money. */
  readonly emptyAccount: string;
}

const PAUSE_MS = 400;
const SMALL_BATCH = 40;
/** More than two slices of a best-effort batch. */
const LARGE_BATCH = 600;
const SHARE_OF_LARGE = 0.1;
const SHARE_WITH_UNPAYABLE_ITEM = 0.4;

/** Returns a function that sends one batch. */
export function createBatchWork({ ask, batches, firm, staff, emptyAccount }: BatchDeps) {
  return async (random: Random, key: string): Promise<void> => {
    const mode = random.chance(0.5) ? 'atomic' : 'best_effort';
    const count = random.chance(SHARE_OF_LARGE) ? LARGE_BATCH : random.whole(1, SMALL_BATCH);
    const unpayableIndex = random.chance(SHARE_WITH_UNPAYABLE_ITEM)
      ? random.whole(0, count - 1)
      : -1;
    const items = Array.from({ length: count }, (_, index) => ({
      reference: `${key}-${index}`,
      amount: random.whole(1, 20),
      from: index === unpayableIndex ? emptyAccount : firm,
      to: staff,
      isPayable: index !== unpayableIndex,
    }));
    const body = { mode, items: items.map(itemOf) };
    const { status, body: answer } = await ask(key, '/v1/transactions/batch', body);
    const id = (status === 201 ? answer.id : answer.batchId) ?? null;
    batches.push({ key, id, mode, items, answer: status });
    await sleep(PAUSE_MS);
  };
}

function itemOf({ reference, amount, from, to }: BatchItem) {
  const sides = { sourceAccountId: from, destinationAccountId: to };
  return { type: 'transfer', amount, currency: 'EUR', reference, ...sides };
}
