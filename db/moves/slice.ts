// Lists which rows of a ledger belong to a developer. Every table is listed here or by its subject
// (`moves` in db/<noun>/subject-tables.ts), or has the column `tenant_id`; a test compares the lists
// with the schema.

import type BetterSqlite3 from 'better-sqlite3';
import { SUBJECT_TABLES } from '../all-subject-tables.ts';
import type { Part } from './moved-tables.ts';

/** Tables without a tenant: each row belongs to a row of another table, by a column. */
const CORE_PARTS: Readonly<Record<string, Part>> = {
  batch_items: { column: 'batch_id', of: 'batches' },
  batch_reserves: { column: 'batch_id', of: 'batches' },
  batch_slices: { column: 'batch_id', of: 'batches' },
  batch_staging: { column: 'batch_id', of: 'batches' },
  exchanges: { column: 'transaction_id', of: 'transactions' },
  hold_movements: { column: 'hold_id', of: 'holds' },
  limit_usage: { column: 'account_id', of: 'accounts' },
  timeline: { column: 'transaction_id', of: 'transactions' },
};

const ALL_MOVED = SUBJECT_TABLES.flatMap(({ moves }) => moves ?? []);

const PARTS: Readonly<Record<string, Part>> = Object.assign(
  {},
  CORE_PARTS,
  ...ALL_MOVED.map(({ parts }) => parts),
);

/** Tables of the items to which notes and assignments of operators refer. */
const ITEM_TABLES = new Set(
  SUBJECT_TABLES.flatMap(({ work }) => work?.sources?.map(({ table }) => table) ?? []),
);

/** Tables that a move does not carry, with all subjects. */
export const NOT_MOVED: readonly string[] = ALL_MOVED.flatMap(({ notMoved = [] }) => notMoved);

/**
 * Tables that belong to the ledger and not to a developer, and tables that the new ledger fills
 * itself.
 */
export const LEDGER_TABLES: readonly string[] = [
  ...ALL_MOVED.flatMap(({ ofLedger = [] }) => ofLedger),
  'act_marks',
  'alert_readings',
  'anchoring',
  'anchors',
  'arrived_leaves',
  'bank',
  'chain_attempts',
  'chain_status',
  'chain_transactions',
  'chains',
  'checkpoints',
  'departed_leaves',
  'environment',
  'lane',
  'leaf_erasures',
  'leaf_salts',
  'leaves',
  'ledger',
  'log_head',
  'log_keys',
  'log_nodes',
  'losses',
  'lost_records',
  'relay_cursor',
  'tenant_moves',
  'traces',
];

/** A table with rows of the developer. */
export interface SliceTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** SQL condition for the developer's rows; `s` is the row, `@tenantId` is bound. */
  where(schema: 'main' | 'source'): string;
}

interface TableColumn {
  readonly name: string;
  readonly columnName: string;
}

/** Returns the tables of a developer's rows; parts precede the rows that they belong to. */
export function findSliceTables(raw: BetterSqlite3.Database): SliceTable[] {
  // Tables whose names begin with two underscores describe the file: its migrations, or the last
  // commit that a copy contains.
  const columns = raw.prepare<[], TableColumn>(
    `SELECT m.name, p.name AS columnName FROM main.sqlite_schema m
     JOIN pragma_table_info(m.name) p
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT GLOB '__*'
     ORDER BY m.name, p.cid`,
  );
  return selectSliceTables(columns.all());
}

function selectSliceTables(columns: readonly TableColumn[]): SliceTable[] {
  const byTable = new Map<string, string[]>();
  for (const { name, columnName } of columns) {
    byTable.set(name, [...(byTable.get(name) ?? []), columnName]);
  }
  const excluded = new Set<string>([...LEDGER_TABLES, ...NOT_MOVED]);
  return [...byTable]
    .filter(([name]) => !excluded.has(name))
    .map(([name, ownColumns]) => ({
      name,
      columns: ownColumns,
      ...ownershipOf(name, ownColumns, byTable),
    }))
    .sort((one, other) => Number(other.isPart) - Number(one.isPart));
}

function ownershipOf(
  name: string,
  columns: readonly string[],
  all: ReadonlyMap<string, readonly string[]>,
) {
  if (columns.includes('tenant_id')) {
    return { isPart: false, where: () => 's.tenant_id = @tenantId' };
  }
  const part = partConditionOf(name, all);
  if (!part) throw new Error(`the owner of the rows in ${name} is not known`);
  return { isPart: true, where: part };
}

function partConditionOf(
  name: string,
  all: ReadonlyMap<string, readonly string[]>,
): SliceTable['where'] | null {
  const part = PARTS[name];
  if (part) {
    const { column, of } = part;
    return (schema) =>
      `s.${column} IN (SELECT id FROM ${schema}.${of} WHERE tenant_id = @tenantId)`;
  }
  if (name === 'counters') return () => "s.name = 'events/' || @tenantId";
  if (name === 'entries') {
    return (schema) =>
      `s.ledger_sequence IN (SELECT ledger_sequence FROM ${schema}.transactions
        WHERE tenant_id = @tenantId AND ledger_sequence IS NOT NULL)`;
  }
  if (name === 'work_items' || name === 'work_notes') {
    const items = [...ITEM_TABLES].filter((table) => all.has(table));
    if (items.length === 0) return () => 'false';
    return (schema) => {
      const ids = items.map(
        (table) => `SELECT id FROM ${schema}.${table} WHERE tenant_id = @tenantId`,
      );
      return `s.object_id IN (${ids.join(' UNION ALL ')})`;
    };
  }
  return null;
}
