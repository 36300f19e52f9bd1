// A ledger in a file with rows to archive, and functions that inspect it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createRiskScorer } from '../../../ai/risk/scorer.ts';
import { archiveSweep } from '../../../bank/sweeps/archives.ts';
import { orderArchive } from '../../../db/archives/acts.ts';
import { type ArchivedNoun, type ArchivedRow, kindOf } from '../../../db/archives/archive-kinds.ts';
import { loadArchives } from '../../../db/archives/archived-rows.ts';
import { archiveFolder } from '../../../db/archives/folder.ts';
import { decodeRows } from '../../../db/archives/parquet.ts';
import { archiveFiles } from '../../../db/archives/reads.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { openLedger } from '../../../db/ledger.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { tellerOf } from '../teller.ts';

const TRANSFERS = 20;

const NO_MODELS = { servingFor: () => null, isForeign: () => false, versionFor: () => null };

/**
 * Makes a ledger in a file whose events are all relayed.
 * @param isJudged true to judge the risk of payments
 */
export async function openTestbed({ isJudged = false } = {}) {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'sandbox.db');
  let daysAhead = 0;
  const open = () =>
    openLedger({
      ...{ environment: 'sandbox', file, now: () => Date.now() + daysAhead * DAY_MS },
      // Without a model, only the rules decide.
      ...(isJudged ? { risk: (parts) => createRiskScorer({ ...parts, serving: NO_MODELS }) } : {}),
    });
  let ledger = open();
  const closing = new AbortController();
  onTestFinished(() => {
    closing.abort();
    ledger.close();
  });
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const parts = { store: ledger, people: ledger, balance: async () => null, execute };
  const teller = tellerOf(parts);
  const to = await teller.account();
  const ids: string[] = [];
  for (let i = 0; i < TRANSFERS; i += 1) ids.push(await teller.post({ to, amount: 100 + i }));
  while ((await ledger.run(relayEvents, 256)).events > 0) {}
  const { tenantId } = teller;
  const folder = archiveFolder(dataDir, 'sandbox');
  return {
    ...{ dataDir, file, folder, tenantId, teller, to, ids },
    ledger: () => ledger,
    count: (table = 'events') => count(ledger.database.raw, table),
    /** Returns the rows of a noun in all recorded files, in order. */
    readArchived: (noun: ArchivedNoun) => readRowsInFiles(folder, archiveFiles(ledger), noun),
    /** Ids are dated by real time, so an order for old rows uses tomorrow as the limit. */
    order: (days: number) =>
      ledger.run(orderArchive, {
        beforeAt: Date.now() - days * DAY_MS,
        actor: 'opr_1',
        reason: 'The disk is full',
      }),
    /** Opens the ledger again, as after `kill -9`. */
    restart() {
      ledger.close();
      ledger = open();
    },
    /** Advances the clock by a number of days. */
    advanceDays(days: number) {
      daysAhead += days;
    },
    sweep: (rowsPerFile: number, failPoint?: (name: string) => void) =>
      archiveSweep(ledger, {
        ...{ dataDir, afterDays: 0, log: pino({ level: 'silent' }), rowsPerFile },
        ...{ closing: closing.signal, ...(failPoint ? { failPoint } : {}) },
      }),
  };
}

const count = (raw: BetterSqlite3.Database, table: string) =>
  raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;

async function readRowsInFiles(
  folder: string,
  files: readonly string[],
  noun: ArchivedNoun,
): Promise<ArchivedRow[]> {
  const firstRowOf = (name: string) => Number(name.split('-')[1]);
  const ownFiles = files
    .filter((name) => name.startsWith(`${noun}-`))
    .sort((a, other) => firstRowOf(a) - firstRowOf(other));
  const decode = (name: string) => decodeRows(kindOf(noun), readFileSync(join(folder, name)));
  return (await Promise.all(ownFiles.map(decode))).flat();
}

/** Returns the failed checks of `npm run verify` for the file and its archives. */
export async function listFailedChecks({ file, folder }: { file: string; folder: string }) {
  const db = new BetterSqlite3(file, { readonly: true });
  try {
    const archived = await loadArchives(db, folder);
    const { checks } = checkInvariants(db, Date.now(), { archived });
    return checks
      .filter(({ violations, name }) => violations > 0 && name !== 'workflow_has_begun')
      .map(({ name, examples }) => `${name}: ${JSON.stringify(examples)}`);
  } finally {
    db.close();
  }
}

export async function sweepAll(pass: () => Promise<number>): Promise<void> {
  while ((await pass()) > 0) {}
}
