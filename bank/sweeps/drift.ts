// The sweep for deployed models. It emits an event when the end date of a version passes, and
// evaluates drift and decay once a day by each developer's business clock. Evaluated days of drift
// are stored in the ledger; repeating the evaluation of decay is harmless, because its alarms are
// then open.

import { recordDecayCheck } from '../../ai/serving/performance/decay.ts';
import { recordDriftCheck } from '../../ai/serving/performance/drift.ts';
import type { Spreads } from '../../ai/serving/performance/spread.ts';
import { nextJudgedTenant } from '../../db/drift/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listEnding, recordExpiry } from '../../db/models/expiry.ts';
import { LIVE_TASKS, type LiveTask } from '../../ledger/models/deployment.ts';
import { dayAt } from '../../ledger/value-date.ts';

/** Maximum number of developers in one pass, for each task. */
const DEVELOPERS_PER_PASS = 2;
/** Time after which a developer with too few decisions is evaluated again. */
const RETRY_MS = 60_000;
/** Maximum remembered developers; beyond it the ledger is read again. */
const MAX_REMEMBERED = 10_000;

/** Returns the function for one pass, which returns the number of written records. */
export function driftSweep(ledger: Ledger, spreads: Spreads): () => Promise<number> {
  const passes = LIVE_TASKS.map((task) => taskSweep(task, ledger, spreads));
  const ends = expirySweep(ledger);
  return async () => {
    let count = await ends();
    for (const pass of passes) count += await pass();
    return count;
  };
}

/** Maximum number of deciding versions with an end date in one pass. */
const ENDS_PER_PASS = 64;

/** Returns the step that emits one event for each deciding version that expired. */
function expirySweep(ledger: Ledger): () => Promise<number> {
  let after = '';
  return async () => {
    const rows = listEnding(ledger, { after, limit: ENDS_PER_PASS });
    after = rows.length < ENDS_PER_PASS ? '' : (rows.at(-1)?.id ?? '');
    const dueVersions = rows.filter(
      ({ tenantId, expiresAt }) => expiresAt <= ledger.clock(tenantId),
    );
    for (const { id } of dueVersions) await ledger.run(recordExpiry, id);
    return dueVersions.length;
  };
}

function taskSweep(task: LiveTask, ledger: Ledger, spreads: Spreads): () => Promise<number> {
  let after = '';
  const checks = new Map<string, { readonly day: number; readonly until: number }>();

  function isDue(tenantId: string, day: number): boolean {
    const last = checks.get(tenantId);
    return last === undefined || last.day !== day || last.until <= Date.now();
  }

  return async () => {
    let total = 0;
    for (let count = 0; count < DEVELOPERS_PER_PASS; count += 1) {
      const tenantId = nextJudgedTenant(ledger.database, task, after);
      after = tenantId ?? '';
      if (tenantId === undefined) break;
      const day = dayAt(ledger.clock(tenantId));
      if (!isDue(tenantId, day)) continue;
      const isFirst = checks.get(tenantId)?.day !== day;
      const outcome = await recordDriftCheck({ ledger, spreads }, tenantId, task);
      // After drift, on which decay depends: once a day, and again when drift was written late.
      if (isFirst || outcome === 'written') await recordDecayCheck(ledger, tenantId, task);
      if (checks.size >= MAX_REMEMBERED) checks.clear();
      checks.set(tenantId, {
        day,
        until: outcome === 'nothing' ? Date.now() + RETRY_MS : Infinity,
      });
      total += Number(outcome === 'written');
    }
    return total;
  };
}
