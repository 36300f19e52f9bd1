// The sweeps of webhooks.

import type { Sweeps } from '../../bank/sweeps/sweep-parts.ts';
import { listUnattendedEndpoints } from '../../db/webhooks/mailboxes.ts';
import { pruneDeliveries } from '../../db/webhooks/prunings.ts';
import { signalWorkflow } from '../../workflows/record-workflows.ts';

/** Milliseconds without deliveries after which an endpoint with due deliveries is signalled. */
const UNATTENDED_MS = 10_000;
/** Maximum number of such endpoints in one pass. */
const UNATTENDED_PER_PASS = 100;
/** Old deliveries that one transaction deletes, and maximum transactions of one pass. */
const DELETED_PER_COMMIT = 256;
const SLICES_PER_PASS = 8;

export const webhookSweeps: Sweeps = ({ ledger, target }) => ({
  permanent: [
    async () => {
      const order = { quietSince: Date.now() - UNATTENDED_MS, limit: UNATTENDED_PER_PASS };
      for (const endpoint of listUnattendedEndpoints(ledger, order))
        await signalWorkflow(target, 'endpoint', endpoint);
    },
  ],
  pruned: [
    async () => {
      for (let slice = 0; slice < SLICES_PER_PASS; slice += 1) {
        if ((await ledger.run(pruneDeliveries, DELETED_PER_COMMIT)) < DELETED_PER_COMMIT) return;
      }
    },
  ],
});
