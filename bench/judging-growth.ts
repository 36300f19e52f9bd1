// The cost of judging as the history of a few hot accounts grows: processor time and memory of the
// same transfers between them, booked in groups, after every hundred thousand.
//   node bench/judging-growth.ts [TRANSFERS] [ACCOUNTS] [PAYEES]
// With PAYEES the first account also pays that many other accounts once, and each of them pays it.

import { join } from 'node:path';
import { createRiskScorer } from '../ai/risk/scorer.ts';
import { createModelFinder } from '../ai/serving/finder.ts';
import { registerShipped } from '../api/models/shipped-models.ts';
import { openLedger } from '../db/ledger.ts';
import { createArtifactStore } from '../models/artifact-store.ts';
import { createSessionPool } from '../models/session-pool.ts';
import { say } from '../scripts/say.mjs';
import { bookAndCountHeld, makeDraft, openBooks } from './books.ts';
import { temporaryFolder } from './measure.ts';

const GROUP = 256;
/** Number of transfers of one measurement that are committed one by one. */
const SINGLE_TRANSFERS = 300;
const MINUTE = 60_000;
/** Days of the warm-up, in which each account pays each of its payees. */
const WARM_UP_DAYS = 60;

const [transfers = 300_000, accounts = 30, payees = 0] = process.argv.slice(2).map(Number);
const folder = temporaryFolder();
const artifacts = createArtifactStore(join(folder.path, 'models'));
const pool = createSessionPool(artifacts, 4);
let now = Date.UTC(2026, 0, 5);
const ledger = openLedger({
  environment: 'sandbox',
  file: join(folder.path, 'ledger.db'),
  now: () => now,
  risk: (parts) => createRiskScorer({ ...parts, serving: createModelFinder(parts, pool) }),
});
await registerShipped([ledger], artifacts);
const ids = await openBooks(ledger, accounts + payees, 1_000_000_000);
const hotIds = ids.slice(0, accounts);
let next = 0;
let heldCount = 0;

function nextDraft() {
  const n = next++;
  const [from, to] = [hotIds[n % accounts], hotIds[(n * 7 + 1 + (n % 13)) % accounts]];
  const isSame = from === to;
  const sides = {
    sourceAccountId: from ?? '',
    destinationAccountId: isSame ? (hotIds[(n + 1) % accounts] ?? '') : (to ?? ''),
  };
  return makeDraft({ ...sides, amount: 5 + (n % 400) });
}

/**
 * Books transfers in commits of a group or of one; returns the microseconds of processor time of
 * each transfer.
 */
async function bookTransfers(count: number, group: number): Promise<number> {
  const before = process.cpuUsage();
  for (let doneCount = 0; doneCount < count; doneCount += group) {
    now += MINUTE / 4;
    heldCount += await bookAndCountHeld(ledger, Array.from({ length: group }, nextDraft));
  }
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / count);
}

const read = ledger.database.raw.prepare(
  `SELECT count(*) AS rows, max(length(habits)) AS longest FROM account_habits`,
);

function report(name: string, grouped: number, aloneRate: number): void {
  const { rows, longest } = read.get() as { rows: number; longest: number };
  const heap = Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  say(`${name} | ${grouped} | ${aloneRate} | ${heap} | ${rows} | ${longest} | ${heldCount}`);
  heldCount = 0;
}

say(
  'transfers booked | µs in groups of 256 | µs alone | heap, MB | rows kept | longest, bytes | held',
);
for (let day = 0; day < WARM_UP_DAYS; day++) {
  now += 24 * 60 * MINUTE;
  heldCount += await bookAndCountHeld(ledger, Array.from({ length: accounts }, nextDraft));
}
await bookTransfers(20 * GROUP, GROUP);
report('5,120', await bookTransfers(20 * GROUP, GROUP), await bookTransfers(SINGLE_TRANSFERS, 1));
const step = 100_000;
for (let booked = step; booked <= transfers; booked += step) {
  await bookTransfers(step - 20 * GROUP, GROUP);
  report(
    booked.toLocaleString('en'),
    await bookTransfers(20 * GROUP, GROUP),
    await bookTransfers(SINGLE_TRANSFERS, 1),
  );
}
if (payees > 0) {
  const first = ids[0] ?? '';
  for (let index = accounts; index < ids.length; index += GROUP) {
    now += MINUTE;
    const groupIds = ids.slice(index, index + GROUP);
    heldCount += await bookAndCountHeld(
      ledger,
      groupIds.map((id) => makeDraft({ sourceAccountId: first, destinationAccountId: id })),
    );
    heldCount += await bookAndCountHeld(
      ledger,
      groupIds.map((id) => makeDraft({ sourceAccountId: id, destinationAccountId: first })),
    );
  }
  const name = `and ${payees.toLocaleString('en')} payees and payers of one account`;
  report(name, await bookTransfers(20 * GROUP, GROUP), await bookTransfers(SINGLE_TRANSFERS, 1));
}
ledger.close();
await pool.close();
folder.remove();
