// Metrics of the lag of signing and anchoring behind the log. An environment without a chain has no
// anchoring metrics, because its lag would grow for ever.

import { Gauge, type Registry } from 'prom-client';
import { readAnchoring } from '../../db/chain/anchor-reads.ts';
import { readChainStatus } from '../../db/chain/order-reads.ts';
import { anchorLag, countOnChain } from '../../db/chain/report.ts';
import type { Ledger } from '../../db/ledger.ts';
import { LEDGER_LABELS, labelsOf } from './labels.ts';

/** Adds the gauges; `ledgers` is called at every collection. */
export function chainGauges(registry: Registry, ledgers: () => readonly Ledger[]): void {
  const gauge = (
    name: string,
    help: string,
    collect: (to: Gauge, ledger: Ledger) => Promise<void> | void,
    labels: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [...LEDGER_LABELS, ...labels],
      registers: [registry],
      async collect() {
        for (const ledger of ledgers()) await collect(this, ledger);
      },
    });
  gauge(
    'kontor_log_unsigned_leaves',
    'Leaves of the log that no signed checkpoint covers.',
    (to, ledger) => {
      const { logSize, signedSize } = readAnchoring(ledger);
      to.set(labelsOf(ledger), logSize - signedSize);
    },
  );
  gauge(
    'kontor_anchor_lag_leaves',
    'Leaves of the log that no confirmed anchor covers.',
    (to, ledger) => {
      const anchoring = readAnchoring(ledger);
      if (anchoring.state === 'unknown') return;
      const { leaves } = anchorLag(anchoring, Date.now());
      to.set(labelsOf(ledger), leaves);
    },
  );
  gauge(
    'kontor_anchor_lag_seconds',
    'Age of the oldest leaf that no confirmed anchor covers.',
    (to, ledger) => {
      const anchoring = readAnchoring(ledger);
      if (anchoring.state === 'unknown') return;
      const { ms } = anchorLag(anchoring, Date.now());
      to.set(labelsOf(ledger), ms / 1000);
    },
  );
  gauge('kontor_chain_ok', '1 when signer and anchoring work.', async (to, ledger) => {
    const { state } = await readChainStatus(ledger);
    if (state === 'unknown') return;
    const isWorking = state === 'ok' && ['ok', 'unknown'].includes(readAnchoring(ledger).state);
    to.set(labelsOf(ledger), isWorking ? 1 : 0);
  });
  const counts = (to: Gauge, ledger: Ledger) => {
    const labels = labelsOf(ledger);
    for (const [status, count] of Object.entries(countOnChain(ledger, Date.now()))) {
      to.set({ ...labels, status }, count);
    }
  };
  gauge('kontor_chain_transactions', 'Chain transactions that are not final, by status.', counts, [
    'status',
  ]);
}
