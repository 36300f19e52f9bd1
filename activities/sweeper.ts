// The sweeper makes sure that every transaction that is not final has a workflow: after a crash
// between acceptance and start, after Temporal lost its database, after a restored backup.
// It starts workflows and writes nothing; starting one twice is harmless.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Ledger } from '../db/sqlite.ts';
import { listAccepted, listOverdue, listTransferFacts, listWaiting } from '../db/transactions.ts';
import { ensureTransfer, startTransfers } from '../workflows/start.ts';

export interface SweeperDeps {
  readonly ledger: Ledger;
  readonly client: Client;
  readonly log: Logger;
  /** True when this process is about to start the transaction's workflow itself. */
  readonly inHand?: (transactionId: string) => boolean;
}

export interface Sweeper {
  /** One pass; returns how many workflows it started or made sure of. */
  sweep(): Promise<number>;
  stop(): void;
}

const EVERY_MS = 2_000;
/** A dispatcher gets this long to start what it accepted. */
const LEASE_MS = 5_000;
const GROUP = 256;
/** Waiting transactions looked at in one pass: 10,000 of them take about 40 minutes. */
const WAITING_PER_PASS = 8;

/** Starts sweeping in the background. The first pass takes everything that a crash left behind. */
export function startSweeper(deps: SweeperDeps): Sweeper {
  const { ledger, log } = deps;
  const starter = { client: deps.client, taskQueue: ledger.taskQueue, eager: false };
  let leaseMs = 0;
  let cursor = '';
  let busy = false;

  async function accepted(): Promise<number> {
    const acceptedBefore = Date.now() - leaseMs;
    let after = '';
    let count = 0;
    for (;;) {
      const ids = await listAccepted(ledger, { acceptedBefore, after, limit: GROUP });
      const left = ids.filter((id) => !deps.inHand?.(id));
      if (left.length > 0) {
        await startTransfers(starter, await listTransferFacts(ledger, left));
        log.info({ transactions: left.length }, 'sweeper started what was accepted and left');
      }
      count += left.length;
      after = ids.at(-1) ?? '';
      if (ids.length < GROUP) return count;
    }
  }

  /**
   * A hold that nobody ended in time has lost its workflow. It does not wait for its turn: with
   * many holds that takes long, and every restart begins again with the oldest of them.
   */
  async function overdue(): Promise<number> {
    const ids = await listOverdue(ledger, Date.now() - LEASE_MS, WAITING_PER_PASS);
    for (const id of ids) await ensureTransfer(starter, id);
    return ids.length;
  }

  async function waiting(): Promise<number> {
    const rows = await listWaiting(ledger, cursor, WAITING_PER_PASS);
    cursor = rows.length < WAITING_PER_PASS ? '' : (rows.at(-1)?.id ?? '');
    for (const row of rows) await ensureTransfer(starter, row.id);
    return rows.length;
  }

  async function sweep(): Promise<number> {
    const count = await accepted();
    leaseMs = LEASE_MS;
    return count + (await overdue()) + (await waiting());
  }

  async function tick(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      await sweep();
    } catch (error) {
      // Temporal is away: the rows stay, and so does the duty.
      log.debug({ cause: String(error) }, 'sweep did not finish');
    } finally {
      busy = false;
    }
  }

  const timer = setInterval(() => void tick(), EVERY_MS);
  void tick();
  return { sweep, stop: () => clearInterval(timer) };
}
