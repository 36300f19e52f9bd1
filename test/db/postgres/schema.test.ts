// The schema in PostgreSQL leaves out some triggers: those of the money tables are listed here by
// name. A copy has all of them.

import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { type Copy, claimCopy, modelOf, openCopy } from '../../../db/postgres/copy.ts';
import { schemaParts, triggersLeftOut } from '../../../db/postgres/schema.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { TABLES } from '../store-rig.ts';

const model = openDatabase(':memory:', 'ledger');
/** Tables whose archived rows are deleted, so the check runs at the end of the commit. */
const ARCHIVED_TABLES = ['events', 'timeline'];
const findTable = model.raw
  .prepare<[string], string>(
    "SELECT tbl_name FROM sqlite_master WHERE type = 'trigger' AND name = ?",
  )
  .pluck();

test('of the triggers on money tables only those listed here have no PostgreSQL counterpart', () => {
  const isOnMoneyTable = (name: string) =>
    (TABLES as readonly string[]).includes(findTable.get(name) ?? '');
  // `…_stay` refuses a developer's writes while rows move to another file (docs/decisions/one-process.md): on
  // PostgreSQL no rows move.
  const leftOut = triggersLeftOut(model.raw).filter((name) => !name.endsWith('_stay'));
  expect(leftOut.filter(isOnMoneyTable).sort()).toEqual([
    'accounts_closed_without_schedules',
    'accounts_metadata_changed',
    'accounts_metadata_new',
    'accounts_of_a_wallet',
    'accounts_of_the_erased',
    'accounts_status_edges',
    'accounts_watched',
    'customers_erased',
    'customers_metadata_changed',
    'customers_metadata_new',
    'entries_watched',
    'events_erased_with_their_customer',
    'holds_lose_their_end',
    'holds_status_edges',
    'holds_within_agreement',
    'leaf_salts_erased',
    'transactions_archived_in_a_file',
    'transactions_born_accepted_or_posted',
    'transactions_erased_with_their_customer',
    'transactions_metadata_changed',
    'transactions_metadata_new',
    'transactions_risk_archived_in_a_file',
    'transactions_status_edges',
  ]);
});

test('append-only tables refuse changes and deletions in PostgreSQL too', () => {
  const schema = schemaParts(model.raw).triggers.join(';');
  for (const table of ['entries', 'events', 'leaves', 'timeline', 'hold_movements']) {
    expect(schema).toMatch(new RegExp(`BEFORE UPDATE ON ${table} FOR EACH ROW`));
    const before = `BEFORE DELETE ON ${table} FOR EACH ROW`;
    const atTheEnd = `AFTER DELETE ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW`;
    expect(schema).toMatch(new RegExp(ARCHIVED_TABLES.includes(table) ? atTheEnd : before));
  }
});

test.each(['ledger', 'platform'] as const)(
  'the connection that runs acts on a copy of a %s has every trigger of the schema',
  (schema) => {
    const folder = temporaryFolder();
    const { acts, reads, close } = openCopy(
      claimCopy(folder, schema, modelOf(schema)),
      modelOf(schema),
    );
    onTestFinished(close);
    const { raw } = openDatabase(':memory:', schema);
    const listTriggers = (item: typeof raw, from: string) =>
      item
        .prepare<[], string>(`SELECT name FROM ${from} WHERE type = 'trigger' ORDER BY name`)
        .pluck()
        .all()
        .filter((name) => !name.startsWith('note_'));
    expect(listTriggers(acts, 'sqlite_temp_master')).toEqual(listTriggers(raw, 'sqlite_master'));
    expect(listTriggers(reads, 'sqlite_master')).toEqual([]);
  },
);

test('a copy that was found damaged while it was used is replaced at the next start', () => {
  const folder = temporaryFolder();
  const model = modelOf('platform');
  const first = openCopy(claimCopy(folder, 'platform', model), model);
  first.acts.exec("INSERT INTO application_reminders VALUES ('one', 1, 1)");
  first.close();
  const reopenedCopy = openCopy(claimCopy(folder, 'platform', model), model);
  const countReminders = (copy: Copy) =>
    copy.reads.prepare<[], number>('SELECT count(*) FROM application_reminders').pluck().get();
  expect(countReminders(reopenedCopy)).toBe(1);
  reopenedCopy.markDamaged();
  reopenedCopy.close();
  const claimed = claimCopy(folder, 'platform', model);
  expect(claimed.isUsable()).toBe(false);
  const replaced = openCopy(claimed, model);
  onTestFinished(replaced.close);
  expect(countReminders(replaced)).toBe(0);
  expect(claimed.isUsable()).toBe(true);
});
