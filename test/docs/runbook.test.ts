// A test carries out each recipe of the runbook, or the reason why no test can is stated.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './shell-blocks.ts';

/** Tests that cause the incident and carry out the recipe, by heading. */
const RECIPES: Readonly<Record<string, readonly string[] | { readonly not: string }>> = {
  'Reading `npm run verify`': [
    'test/db/invariants.test.ts',
    'test/scripts/damaged-database.test.ts',
  ],
  'Move to PostgreSQL': ['test/bank/bank-move.test.ts'],
  'The disk is full': ['test/db/kernel/full-disk.test.ts', 'test/cluster/runbook.deep.test.ts'],
  'A limit is near': ['test/bank/limit-watch.test.ts'],
  'Temporal is down': ['test/crash/lane-outage.test.ts', 'test/scripts/run/supervisor.test.ts'],
  "Temporal's database is lost or broken": ['test/bank/sweeps/sweeper.test.ts'],
  'Schedules do not run': ['test/workflows/unwind-schedules.test.ts'],
  'Exchange rates are stale': ['test/api/exchange/exchange-rates.error.test.ts'],
  'Sanctions lists are stale': ['test/api/screening/stale-lists.test.ts'],
  'Stuck transactions': [
    'test/api/ops/workflows/retry.security.test.ts',
    'test/bank/sweeps/sweeper.test.ts',
  ],
  'A batch does not end': ['test/workflows/unwind-batches.test.ts'],
  'Overdraft fees are not charged': ['test/api/accounts/overdraft.happy.test.ts'],
  'A webhook endpoint gets nothing': ['test/api/webhooks/deliveries.happy.test.ts'],
  'An anchor does not come': ['test/workflows/chain-signer.test.ts'],
  'Reviews wait for people': ['test/api/ops/work/items.security.test.ts'],
  'Payments are slow': {
    not: 'the machine is slow, or a model is; test/deploy/observability/rules.test.ts fires its alarm',
  },
  'A model of a developer was stopped': ['test/api/models/stopped.happy.test.ts'],
  'One developer fills the disk': ['test/api/models/storage-quota.error.test.ts'],
  'A process is down': ['test/scripts/run/supervisor.test.ts', 'test/crash/kills.test.ts'],
  'The writer failed over': ['test/cluster/runbook.deep.test.ts', 'test/bank/standby.test.ts'],
  'The standby is lost': ['test/cluster/runbook.deep.test.ts'],
  'Requests fail': ['test/api/transactions/overload.error.test.ts'],
  'Back up': ['test/scripts/backup.test.ts'],
  Restore: ['test/scripts/backup.test.ts'],
  'Recover PostgreSQL to a point in time': [
    'test/cluster/runbook.deep.test.ts',
    'test/db/postgres/point-in-time.deep.test.ts',
  ],
  'Another bank in the place of this one': ['test/bank/foreign-database.test.ts'],
  'The database lost commits': ['test/bank/lost-commits.test.ts'],
  'A copy that differs': ['test/db/postgres/damaged-copy.test.ts'],
  'Archive old events, timelines and decisions': [
    'test/db/archives/archives.test.ts',
    'test/db/archives/timelines.test.ts',
    'test/db/archives/decisions.test.ts',
  ],
  'Erase a customer': ['test/api/customers/customer-erasure.security.test.ts'],
  'Rotate keys': ['test/api/ops/operators/operators.security.test.ts'],
  'Other start-up errors': [
    'test/scripts/run/supervisor.test.ts',
    'test/bank/config/settings.test.ts',
  ],
};

test('each recipe of the runbook names the test that executes it', () => {
  const page = readFileSync(join(ROOT, 'docs/operate/runbook.md'), 'utf8');
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(Object.keys(RECIPES)).toEqual(headings);
  for (const [heading, fate] of Object.entries(RECIPES)) {
    if ('not' in fate) expect(fate.not.split(' ').length, heading).toBeGreaterThan(5);
    else for (const file of fate) expect(existsSync(join(ROOT, file)), file).toBe(true);
  }
});
