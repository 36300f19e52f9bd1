// Lists which rows of a ledger belong to a developer. Every table is listed here or has the column
// `tenant_id`; a test compares the list with the schema.

import type BetterSqlite3 from 'better-sqlite3';
import { WORK_TABLES } from '../work/queues.ts';

/** Tables without a tenant: each row belongs to a row of another table, by a column. */
const PARTS: Readonly<Record<string, { readonly column: string; readonly of: string }>> = {
  account_habits: { column: 'account_id', of: 'accounts' },
  aml_case_notes: { column: 'case_id', of: 'aml_cases' },
  batch_items: { column: 'batch_id', of: 'batches' },
  batch_reserves: { column: 'batch_id', of: 'batches' },
  batch_slices: { column: 'batch_id', of: 'batches' },
  batch_staging: { column: 'batch_id', of: 'batches' },
  delivery_attempts: { column: 'delivery_id', of: 'deliveries' },
  exchanges: { column: 'transaction_id', of: 'transactions' },
  hold_movements: { column: 'hold_id', of: 'holds' },
  intent_steps: { column: 'intent_id', of: 'intents' },
  limit_usage: { column: 'account_id', of: 'accounts' },
  mailboxes: { column: 'endpoint_id', of: 'webhook_endpoints' },
  mfa_recovery_codes: { column: 'factor_id', of: 'mfa_factors' },
  party_habits: { column: 'account_id', of: 'accounts' },
  simulated_failures: { column: 'endpoint_id', of: 'webhook_endpoints' },
  simulated_hits: { column: 'account_id', of: 'accounts' },
  timeline: { column: 'transaction_id', of: 'transactions' },
};

/**
 * Tables that a move does not carry: only developers with their own models or contracts use them.
 */
export const NOT_CARRIED = [
  'contract_executions',
  'model_alarms',
  'model_deployments',
  'model_drift_evaluations',
  'model_entries',
  'model_findings',
  'model_scorings',
  'model_validations',
  'model_versions',
  'models',
  'training_datasets',
  'training_jobs',
] as const;

/**
 * Tables that belong to the ledger and not to a developer, and tables that the new ledger fills
 * itself.
 */
export const LEDGER_TABLES: readonly string[] = [
  'act_marks',
  'alert_readings',
  'anchoring',
  'anchors',
  'archive_orders',
  'archives',
  'arrived_leaves',
  'bank',
  'chain_attempts',
  'chain_status',
  'chain_transactions',
  'chains',
  'checkpoints',
  'delivery_retention',
  'departed_leaves',
  'deployment_observations',
  'engine_model_versions',
  'engine_models',
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
  'model_aliases',
  'relay_cursor',
  'relied_lists',
  'rescreenings',
  'screening_clearances',
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
  return sliceOf(columns.all());
}

function sliceOf(columns: readonly TableColumn[]): SliceTable[] {
  const byTable = new Map<string, string[]>();
  for (const { name, columnName } of columns) {
    byTable.set(name, [...(byTable.get(name) ?? []), columnName]);
  }
  const stays = new Set<string>([...LEDGER_TABLES, ...NOT_CARRIED]);
  return [...byTable]
    .filter(([name]) => !stays.has(name))
    .map(([name, own]) => ({ name, columns: own, ...placeOf(name, own) }))
    .sort((one, other) => Number(other.isPart) - Number(one.isPart));
}

function placeOf(name: string, columns: readonly string[]) {
  if (columns.includes('tenant_id')) {
    return { isPart: false, where: () => 's.tenant_id = @tenantId' };
  }
  const where = partOf(name);
  if (!where) throw new Error(`the owner of the rows in ${name} is not known`);
  return { isPart: true, where };
}

function partOf(name: string): SliceTable['where'] | null {
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
    return (schema) => {
      const all = WORK_TABLES.map(
        (of) => `SELECT id FROM ${schema}.${of}
        WHERE tenant_id = @tenantId`,
      );
      return `s.object_id IN (${all.join(' UNION ALL ')})`;
    };
  }
  return null;
}
