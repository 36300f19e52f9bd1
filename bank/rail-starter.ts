// Starts the workflow of a payment on a network as soon as its money is held. One that is not
// started here, because the process died or Temporal is away, is started by the sweeper.

import type { Logger } from 'pino';
import type { Ledger } from '../db/ledger.ts';
import { ensure, type Place } from '../workflows/carried.ts';

export function startRails(ledger: Ledger, placeNow: () => Place | null, log: Logger): void {
  ledger.store.onSettled(({ id, stage }) => {
    const place = stage === 'submitting' ? placeNow() : null;
    if (!place) return;
    ensure(place, 'railPayment', id).catch((error: unknown) => {
      log.debug({ cause: String(error) }, 'no workflow for a network was started; trying on');
    });
  });
}
