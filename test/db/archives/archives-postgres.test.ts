// Archives and erasures on PostgreSQL: rows deleted from the copy are deleted in PostgreSQL too,
// which refuses every other deletion.

import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRiskScorer } from '../../../ai/risk/scorer.ts';
import { archiveSweep } from '../../../bank/sweeps/archives.ts';
import { moveAccount } from '../../../db/accounts/acts.ts';
import { orderArchive } from '../../../db/archives/acts.ts';
import { beginErasure, eraseSlice } from '../../../db/customers/erasures.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { createLedgerDatabase, openForTest, queryServer } from '../postgres/rig.ts';
import { postgresForTests } from '../postgres/server.ts';
import { violationsOf } from '../sqlite-rig.ts';
import { tellerOf } from '../teller.ts';

const NAME = 'Zebedee';
const server = await postgresForTests();

const NO_MODELS = { servingFor: () => null, isForeign: () => false, versionFor: () => null };

async function openTestbed() {
  const url = await createLedgerDatabase(server as PostgresServer);
  let daysAhead = 0;
  const { ledger } = await openForTest({
    ...{ url, environment: 'sandbox', retentionDays: 0 },
    now: () => Date.now() + daysAhead * DAY_MS,
    risk: (parts) => createRiskScorer({ ...parts, serving: NO_MODELS }),
  });
  const advanceDays = (days: number) => {
    daysAhead += days;
  };
  const parts = { store: ledger, people: ledger, balance: async () => null };
  const teller = tellerOf({ ...parts, execute: async () => {} });
  const to = await teller.account();
  for (let i = 0; i < 10; i += 1) await teller.post({ to, amount: 100, description: NAME });
  return { ledger, url, teller, to, pass: advanceDays };
}

test.skipIf(!server)(
  'archived rows are deleted from PostgreSQL too, and no other rows can be deleted',
  async () => {
    const { ledger, url, teller, to, pass: advanceDays } = await openTestbed();
    await teller.post({ from: to, to: await teller.account(), amount: 5 });
    advanceDays(400);
    while ((await ledger.run(relayEvents, 256)).events > 0) {}
    await expect(queryServer(url, 'DELETE FROM events')).rejects.toThrow('append-only');
    await expect(queryServer(url, 'DELETE FROM timeline')).rejects.toThrow('append-only');
    const removal = 'DELETE FROM risk_decisions';
    await expect(queryServer(url, removal)).rejects.toThrow('never deleted');
    const beforeAt = ledger.now() + DAY_MS;
    await ledger.run(orderArchive, { beforeAt, actor: 'opr_1', reason: 'Full' });
    const closing = new AbortController();
    const log = pino({ level: 'silent' });
    const terms = { dataDir: temporaryFolder(), afterDays: 0, closing: closing.signal, log };
    const sweep = archiveSweep(ledger, { ...terms, rowsPerFile: 15 });
    while ((await sweep()) > 0) {}
    closing.abort();
    const { rows } = await queryServer(url, 'SELECT count(*)::int AS events FROM events');
    expect(rows).toEqual([{ events: 1 }]);
    const server = await queryServer(url, 'SELECT sum(rows)::int AS rows FROM archives');
    expect(server.rows[0].rows).toBeGreaterThan(20);
    await expect(queryServer(url, 'DELETE FROM events')).rejects.toThrow('append-only');
    const steps = await queryServer(url, 'SELECT count(*)::int AS steps FROM timeline');
    expect(steps.rows).toEqual([{ steps: 0 }]);
    const selectMarks = 'SELECT DISTINCT archived_version AS mark FROM transactions';
    const marks = await queryServer(url, selectMarks);
    expect(marks.rows).toEqual([{ mark: '2' }]);
    const countDecisions = `SELECT (SELECT count(*)::int FROM risk_decisions) AS decisions,
    (SELECT count(*)::int FROM transactions WHERE archived_risk IS NOT NULL) AS archived`;
    expect((await queryServer(url, countDecisions)).rows).toEqual([{ decisions: 0, archived: 1 }]);
    await teller.post({ from: to, amount: 5 });
    await expect(queryServer(url, removal)).rejects.toThrow('never deleted');
    await expect(queryServer(url, 'DELETE FROM timeline')).rejects.toThrow('append-only');
  },
);

test.skipIf(!server)(
  'an erasure removes the texts in PostgreSQL, and the books balance',
  async () => {
    const { ledger, url, teller, to } = await openTestbed();
    const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
    const owner = await queryServer(url, `SELECT customer_id FROM accounts WHERE id = '${to}'`);
    const customerId: string = owner.rows[0].customer_id;
    await teller.post({ from: to, amount: 1_000, description: NAME });
    await ledger.run(moveAccount, {
      ...{ tenantId: null, accountId: to, to: 'closed', freezeReason: null, message: null },
      ...{ creditsBlocked: false, ifVersion: null, cause },
    });
    const countNamed = `SELECT count(*)::int AS n FROM transactions WHERE description = '${NAME}'`;
    expect((await queryServer(url, countNamed)).rows).toEqual([{ n: 11 }]);
    const changed = `UPDATE events SET data = '{"object":{}}'`;
    await expect(queryServer(url, changed)).rejects.toThrow('append-only');
    await ledger.run(beginErasure, {
      ...{ customerId, requestedBy: 'opr_1', approvedBy: 'opr_2', reason: 'Asked for', cause },
    });
    while (await ledger.run(eraseSlice, { maxRows: 5 })) {}
    expect((await queryServer(url, countNamed)).rows).toEqual([{ n: 0 }]);
    const countInEvents = `SELECT count(*)::int AS n FROM events WHERE data LIKE '%${NAME}%'`;
    expect((await queryServer(url, countInEvents)).rows).toEqual([{ n: 0 }]);
    expect(violationsOf(ledger, Date.now())).toEqual([]);
  },
);
