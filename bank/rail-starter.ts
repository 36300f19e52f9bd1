// Starts the workflow of a payment on a network as soon as its money is held. One that is not
// started here, because the process died or Temporal is away, is started by the sweeper.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Ledger } from '../db/ledger.ts';
import { ensure } from '../workflows/carried.ts';

export function startRails(ledger: Ledger, client: () => Client | null, log: Logger): void {
  const { taskQueue } = ledger;
  ledger.store.onSettled(({ transaction: { id, stage } }) => {
    const reached = stage === 'submitting' ? client() : null;
    if (!reached) return;
    ensure({ client: reached, taskQueue, eager: false }, 'railPayment', id).catch(
      (error: unknown) => {
        log.debug({ cause: String(error) }, 'no workflow for a network was started; trying on');
      },
    );
  });
}
