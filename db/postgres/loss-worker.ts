// The thread that saves a copy whose commits PostgreSQL lacks, and lists the lost rows: a large
// ledger would block all other work for seconds.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { tableNamesIn } from '../kernel/subject-schema.ts';
import { flushFolder } from '../kernel/whole-file.ts';
import { answerCalls } from '../threads/answers.ts';
import { modelIn } from './copy.ts';
import type { KeepOrder, ListOrder, LossList, LossOrder, LostRecord } from './loss.ts';
import type { Table } from './schema.ts';
import { rowJson } from './sets.ts';

/** Maximum number of records in the report; the file lists all. */
const MAX_RECORDS = 10_000;

const RECORD_KINDS: Readonly<Record<string, LostRecord['kind']>> = {
  transactions: 'transaction',
  events: 'event',
  deliveries: 'delivery',
};

/**
 * Tables whose rows are never pruned: when none of these lost a row, other processes have only
 * written further commits.
 */
const NEVER_PRUNED = ['transactions', 'audit', 'developers'];

async function saveCopy({ from, to }: KeepOrder): Promise<void> {
  const draft = `${to}.part`;
  rmSync(draft, { force: true });
  const raw = new BetterSqlite3(from, { readonly: true });
  try {
    await raw.backup(draft);
  } finally {
    raw.close();
  }
  flushFile(draft);
  renameSync(draft, to);
  flushFolder(dirname(to));
}

function flushFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Returns the rows of the previous copy that the current one lacks, as JSON. */
function lostRowsSql(table: Table): string {
  const name = `"${table.name}"`;
  const row = rowJson(table, 'b');
  const hasId = table.columns.some((column) => column.name === 'id' && column.type === 'TEXT');
  // Numbers are reused: the row that has the number now may be another one.
  if (table.isNumbered && !hasId) {
    return `SELECT ${row} FROM (SELECT * FROM before.${name} EXCEPT SELECT * FROM main.${name}) b`;
  }
  if (table.isNumbered) {
    return `SELECT ${row} FROM before.${name} b WHERE b.id NOT IN (SELECT id FROM main.${name})`;
  }
  const sameKeySql = table.key.map((key) => `t."${key}" = b."${key}"`).join(' AND ');
  return `SELECT ${row} FROM before.${name} b
    WHERE NOT EXISTS (SELECT 1 FROM main.${name} t WHERE ${sameKeySql})`;
}

/** Returns the rows whose previous version was higher than the current one. */
function setBackSql(table: Table): string | null {
  const hasVersion = table.columns.some(({ name }) => name === 'version');
  if (!hasVersion || table.isNumbered || table.key.includes('version')) return null;
  const sameKeySql = table.key.map((key) => `t."${key}" = b."${key}"`).join(' AND ');
  return `SELECT ${rowJson(table, 'b')} FROM before."${table.name}" b
    JOIN main."${table.name}" t ON ${sameKeySql} WHERE b.version > t.version`;
}

function listLosses(order: ListOrder): LossList {
  const { schema, before, now, file, isCertain } = order;
  const db = new BetterSqlite3(now, { readonly: true });
  db.prepare('ATTACH ? AS before').run(before);
  db.exec('BEGIN');
  const draft = `${file}.part`;
  const descriptor = openSync(draft, 'w', 0o600);
  const write = (line: object) => void writeSync(descriptor, `${JSON.stringify(line)}\n`);
  try {
    const position = (schemaName: string) =>
      db.prepare(`SELECT number, mark FROM ${schemaName}.__copy`).get() as LossList['from'];
    const [from, to] = [position('before'), position('main')];
    const [lostCounts, setBack]: Record<string, number>[] = [{}, {}];
    const records: LostRecord[] = [];
    write({ schema: order.name, from, to, listedAt: new Date().toISOString() });
    // The schema may have got the tables of a subject after the copy was saved.
    const namesBefore = tableNamesIn(db, 'before');
    const tables = [...modelIn(db, schema).tables.values()].filter(({ name }) =>
      namesBefore.has(name),
    );
    for (const table of tables) {
      const kind = RECORD_KINDS[table.name];
      let count = 0;
      for (const json of db.prepare<[], string>(lostRowsSql(table)).pluck().iterate()) {
        const row = JSON.parse(json) as Record<string, unknown>;
        write({ lost: table.name, row });
        count += 1;
        if (kind === undefined || records.length >= MAX_RECORDS) continue;
        records.push({ kind, id: String(row['id']), tenantId: String(row['tenant_id']) });
      }
      if (count > 0 && lostCounts) lostCounts[table.name] = count;
      count = 0;
      const sql = setBackSql(table);
      for (const json of sql === null ? [] : db.prepare<[], string>(sql).pluck().iterate()) {
        write({ setBack: table.name, was: JSON.parse(json) });
        count += 1;
      }
      if (count > 0 && setBack) setBack[table.name] = count;
    }
    fsyncSync(descriptor);
    const counts = { lost: lostCounts ?? {}, setBack: setBack ?? {} };
    const isLoss = isCertain
      ? Object.keys({ ...counts.lost, ...counts.setBack }).length > 0
      : NEVER_PRUNED.some((name) => counts.lost[name] !== undefined);
    const result = { from, to, ...counts, records, log: lostLogSize(db, schema), isLoss };
    if (isLoss) renameSync(draft, file);
    return result;
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
    db.close();
    flushFolder(dirname(file));
  }
}

/**
 * Returns the size of the log that a lost checkpoint had signed and the present size, or null when
 * no signed leaf is lost.
 */
function lostLogSize(db: BetterSqlite3.Database, schema: ListOrder['schema']): LossList['log'] {
  if (schema !== 'ledger') return null;
  const signed = db.prepare<[], number>(
    `SELECT coalesce(max(tree_size), 0) FROM before.checkpoints
     WHERE id NOT IN (SELECT id FROM main.checkpoints)`,
  );
  const [signedSize = 0, keptSize = 0] = [
    signed.pluck().get(),
    db.prepare<[], number>('SELECT size FROM main.log_head').pluck().get(),
  ];
  return signedSize > keptSize ? { signedSize, keptSize } : null;
}

answerCalls<LossOrder, LossList | undefined>(async (order) => {
  if (order.act === 'list') return listLosses(order);
  await saveCopy(order);
  return undefined;
});
