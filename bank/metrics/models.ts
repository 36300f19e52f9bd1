// Metrics of warnings and alarms about models that need an action.

import { Gauge, type Registry } from 'prom-client';
import { countModelWarnings } from '../../db/inventory/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { countOpenAlarms } from '../../db/model-alarms/reads.ts';
import { ALARM_KINDS } from '../../ledger/models/alarm.ts';
import { MODEL_WARNINGS } from '../../ledger/models/inventory.ts';
import { LEDGER_LABELS, labelsOf } from './labels.ts';

/** Maximum number of models in use that are counted, newest first. */
const MAX_MODELS = 500;
/** Time for which a reading is reused, because it takes some milliseconds. */
const CACHE_MS = 60_000;

/** Adds the gauges; `ledgers` is called at every collection. */
export function modelGauges(registry: Registry, ledgers: () => readonly Ledger[]): void {
  const cache = new Map<Ledger, { at: number; counts: ReturnType<typeof countModelWarnings> }>();
  function countsOf(ledger: Ledger) {
    const now = Date.now();
    const sample = cache.get(ledger);
    if (sample && now - sample.at < CACHE_MS) return sample.counts;
    const counts = countModelWarnings(ledger, MAX_MODELS);
    cache.set(ledger, { at: now, counts });
    return counts;
  }
  new Gauge({
    name: 'kontor_model_warnings',
    help: 'Models in use with a warning, at most the newest 500, by warning.',
    labelNames: [...LEDGER_LABELS, 'code'],
    registers: [registry],
    collect() {
      for (const ledger of ledgers()) {
        const counts = countsOf(ledger);
        for (const code of MODEL_WARNINGS) {
          this.set({ ...labelsOf(ledger), code }, counts.get(code) ?? 0);
        }
      }
    },
  });
  new Gauge({
    name: 'kontor_model_alarms_open',
    help: 'Open alarms about deployed models, by kind.',
    labelNames: [...LEDGER_LABELS, 'kind'],
    registers: [registry],
    collect() {
      for (const ledger of ledgers()) {
        const counts = countOpenAlarms(ledger);
        for (const kind of ALARM_KINDS) {
          this.set({ ...labelsOf(ledger), kind }, counts.get(kind) ?? 0);
        }
      }
    },
  });
}
