// The sweeper's work for webhooks.

import type { Sweeps } from '../../bank/sweeps/swept.ts';
import { listForsaken } from '../../db/webhooks/mailboxes.ts';
import { pruneDeliveries } from '../../db/webhooks/prunings.ts';
import { nudge } from '../../workflows/carried.ts';

/** Time without activity after which a mailbox counts as quiet. */
const QUIET_MS = 10_000;
/** Endpoints of one look; those that are nudged are no longer forsaken at the next. */
const FORSAKEN_PER_PASS = 100;
/** Deliveries that ended long ago, deleted in one transaction, and such slices in one pass. */
const PRUNED_AT_ONCE = 256;
const SLICES_PER_PASS = 8;

export const webhookSweeps: Sweeps = ({ ledger, place }) => ({
  lasting: [
    async () => {
      const order = { quietSince: Date.now() - QUIET_MS, limit: FORSAKEN_PER_PASS };
      for (const one of listForsaken(ledger, order)) await nudge(place, 'endpoint', one);
    },
  ],
  pruned: [
    async () => {
      for (let slice = 0; slice < SLICES_PER_PASS; slice += 1) {
        if ((await ledger.run(pruneDeliveries, PRUNED_AT_ONCE)) < PRUNED_AT_ONCE) return;
      }
    },
  ],
});
