// The ledger kernel (accept, decide, book, events, leaf) against raw SQLite with the same rows, a
// commit per transfer and a commit per group.

import { join } from 'node:path';
import { openLedger } from '../db/ledger.ts';
import { draft, openBooks, post } from './books.ts';
import { kernelFloor } from './kernel-floor.ts';
import { type Row, rate, temporaryFolder } from './measure.ts';

const GROUP = 256;
const ACCOUNTS = 100;

/** Rows of the table: grouped and single, each with its floor from the same minute. */
export async function benchKernel(transfers: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const group of [GROUP, 1]) {
    const count = group === 1 ? Math.round(transfers / 5) : transfers;
    const floors: number[] = [];
    const values: number[] = [];
    // Taken in turns, so that a busy minute of the machine hits both.
    for (let round = 0; round < 3; round++) {
      floors.push(await floorRate(count, group));
      values.push(await kernelRate(count, group));
    }
    const grouped = group > 1;
    rows.push({
      name: grouped ? `ledger kernel, ${GROUP} transfers a commit` : 'ledger kernel, one a commit',
      value: median(values),
      unit: 'transfers/s',
      floorName: 'raw better-sqlite3, same rows and commits',
      floor: median(floors),
      target: grouped ? { ratioAtLeast: 0.6, valueAtLeast: 20_000 } : {},
    });
  }
  return rows;
}

async function floorRate(count: number, group: number): Promise<number> {
  const folder = temporaryFolder();
  const floor = kernelFloor(join(folder.path, 'floor.db'));
  const result = await rate(count, async () => {
    for (let done = 0; done < count; done += group) floor.transfers(group);
  });
  floor.close();
  folder.remove();
  return result;
}

async function kernelRate(count: number, group: number): Promise<number> {
  const folder = temporaryFolder();
  const ledger = openLedger({ environment: 'sandbox', file: join(folder.path, 'ledger.db') });
  const ids = await openBooks(ledger, ACCOUNTS, 1_000_000_000);
  const id = (n: number) => ids[n % ACCOUNTS] as string;
  let next = 0;
  const result = await rate(count, async () => {
    for (let done = 0; done < count; done += group) {
      const drafts = Array.from({ length: group }, () => {
        const n = next++;
        return draft({
          sourceAccountId: id(n),
          destinationAccountId: id(n + 1 + (n % 97)),
          cause: { actor: 'bench', requestId: 'bench', idempotencyKey: `key-${n}` },
        });
      });
      await post(ledger, drafts);
    }
  });
  ledger.close();
  folder.remove();
  return result;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
