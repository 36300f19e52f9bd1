// What the sweeper does about models that decide. At once it emits the event of a version whose end
// has passed. Once a day, by each developer's own clock, it looks at drift and decay. Which days of
// drift are done stands in the ledger; a look at decay that is repeated finds its alarms open.

import { lookAtDecay } from '../../ai/serving/performance/decay.ts';
import { lookAtDrift } from '../../ai/serving/performance/drift.ts';
import type { Spreads } from '../../ai/serving/performance/spread.ts';
import { nextJudgedTenant } from '../../db/drift/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listEnding, noteExpired } from '../../db/models/expiry.ts';
import { LIVE_TASKS, type LiveTask } from '../../ledger/models/deployment.ts';
import { dayOf } from '../../ledger/models/drift.ts';

/** Developers in one pass, in turn, for each task. */
const PER_PASS = 2;
/** Who had too few decisions is looked at again so much later. */
const AGAIN_MS = 60_000;
/** Remembered; beyond it the ledger says again what is done. */
const MOST_KNOWN = 10_000;

/** Returns one pass of it, which answers how many days it recorded. */
export function driftSweep(ledger: Ledger, spreads: Spreads): () => Promise<number> {
  const passes = LIVE_TASKS.map((task) => sweepOf(task, ledger, spreads));
  const ends = endsOf(ledger);
  return async () => {
    let written = await ends();
    for (const pass of passes) written += await pass();
    return written;
  };
}

/** Versions that decide and have an end, looked at in one pass. */
const ENDS_PER_PASS = 64;

/** Emits an event for each version that expired while it decides, once. */
function endsOf(ledger: Ledger): () => Promise<number> {
  let after = '';
  return async () => {
    const rows = listEnding(ledger, { after, limit: ENDS_PER_PASS });
    after = rows.length < ENDS_PER_PASS ? '' : (rows.at(-1)?.id ?? '');
    const due = rows.filter(({ tenantId, expiresAt }) => expiresAt <= ledger.clock(tenantId));
    for (const { id } of due) await ledger.run(noteExpired, id);
    return due.length;
  };
}

function sweepOf(task: LiveTask, ledger: Ledger, spreads: Spreads): () => Promise<number> {
  let after = '';
  const looked = new Map<string, { readonly day: number; readonly until: number }>();

  function isDue(tenantId: string, day: number): boolean {
    const last = looked.get(tenantId);
    return last === undefined || last.day !== day || last.until <= Date.now();
  }

  return async () => {
    let written = 0;
    for (let count = 0; count < PER_PASS; count += 1) {
      const tenantId = nextJudgedTenant(ledger.database, task, after);
      after = tenantId ?? '';
      if (tenantId === undefined) break;
      const day = dayOf(ledger.clock(tenantId));
      if (!isDue(tenantId, day)) continue;
      const isFirst = looked.get(tenantId)?.day !== day;
      const look = await lookAtDrift({ ledger, spreads }, tenantId, task);
      // After the look at drift, which it goes by; once a day, and again when that look comes late.
      if (isFirst || look === 'written') await lookAtDecay(ledger, tenantId, task);
      if (looked.size >= MOST_KNOWN) looked.clear();
      looked.set(tenantId, { day, until: look === 'nothing' ? Date.now() + AGAIN_MS : Infinity });
      written += Number(look === 'written');
    }
    return written;
  };
}
