// A process that writes to a ledger file which others write to as well: bookings with shared
// idempotency keys in separate groups, captures of holds, and settlements of transactions that
// other processes accepted.

import type { KeyedResult } from '../../db/kernel/keys.ts';
import { openLedger } from '../../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../../db/money/calls.ts';
import { openPostgresLedger } from '../../db/postgres/ledger.ts';
import { draftOf, tellerOf, WORKFLOW } from './teller.ts';

/** The orders of a writer. */
export interface Task {
  readonly file: string;
  /** The database of a ledger on PostgreSQL, whose copies are in the folder `file`. */
  readonly url?: string;
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
  /** Idempotency keys; other writers have the same. */
  readonly keys: readonly string[];
  /** The number of holds of one unit to place and capture one after another. */
  readonly holds: number;
}

/** A writer's results. */
export interface Report {
  /** `kind id` by key. */
  readonly answers: readonly string[];
  readonly settled: readonly string[];
  readonly captured: number;
}

const GROUP = 16;

async function runTask(task: Task): Promise<Report> {
  const { ledger, close } = await openFor(task);
  const { tenantId, from, to } = task;
  const teller = tellerOf(
    {
      store: ledger,
      people: ledger,
      balance: async () => null,
      execute: async () => undefined,
    },
    tenantId,
  );
  const answers: string[] = [];
  const settled: string[] = [];
  for (let start = 0; start < task.keys.length; start += GROUP) {
    const group = await Promise.all(
      task.keys
        .slice(start, start + GROUP)
        .map((key) =>
          ledger.run(acceptTransaction, draftOf(tenantId, { from, to, amount: 1, key })),
        ),
    );
    answers.push(...group.map(textOf));
    // Replayed ones were accepted by another writer, which settles them at the same time.
    const outcomes = await ledger.run(settleTransactions, {
      ids: group.map(({ id }) => id),
      workflow: WORKFLOW,
    });
    settled.push(...outcomes.map(({ id, status }) => `${status} ${id}`));
  }
  let captured = 0;
  for (let i = 0; i < task.holds; i++) {
    const id = await teller.accept({ from, to, amount: 1, capture: 'manual' });
    await teller.settle(id);
    const outcome = await teller.capture(id);
    if (outcome?.status === 'posted') captured += 1;
  }
  await close();
  return { answers, settled, captured };
}

async function openFor({ file, url }: Task) {
  if (url !== undefined) return openPostgresLedger({ environment: 'sandbox', url, folder: file });
  const ledger = openLedger({ environment: 'sandbox', file });
  return { ledger, close: async () => ledger.close() };
}

function textOf({ id, replayed }: KeyedResult): string {
  return `${replayed ? 'replayed' : 'accepted'} ${id}`;
}

process.once('message', (task) => {
  runTask(task as Task).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
  );
});
process.send?.('ready');
