// The tables of all subjects, each after those that it refers to.

import type BetterSqlite3 from 'better-sqlite3';
import { AML_TABLES } from './aml/subject-tables.ts';
import { ARCHIVE_TABLES } from './archives/subject-tables.ts';
import { CREDIT_TABLES } from './credit/subject-tables.ts';
import { CONTEST_TABLES } from './decisions/subject-tables.ts';
import { CONTRACT_TABLES } from './executions/subject-tables.ts';
import { LANGUAGE_TABLES } from './intents/subject-tables.ts';
import { isPresent, tableNamesIn } from './kernel/subject-schema.ts';
import { KYC_TABLES } from './kyc/subject-tables.ts';
import { ACCESS_TABLES } from './passkeys/subject-tables.ts';
import { RISK_TABLES } from './risk/subject-tables.ts';
import { MODEL_TABLES } from './scorings/subject-tables.ts';
import { SCREENING_TABLES } from './screening/subject-tables.ts';
import type { SubjectTables } from './subject-tables.ts';
import { WEBHOOK_TABLES } from './webhooks/subject-tables.ts';

export const SUBJECT_TABLES: readonly SubjectTables[] = [
  ACCESS_TABLES,
  SCREENING_TABLES,
  KYC_TABLES,
  AML_TABLES,
  MODEL_TABLES,
  RISK_TABLES,
  CREDIT_TABLES,
  CONTEST_TABLES,
  LANGUAGE_TABLES,
  CONTRACT_TABLES,
  WEBHOOK_TABLES,
  ARCHIVE_TABLES,
];

/**
 * Returns the subjects whose tables are in a ledger, whether or not it is opened with them.
 * @param schema `source` for a ledger that is attached
 */
export function subjectsIn(
  raw: BetterSqlite3.Database,
  schema: 'main' | 'source' = 'main',
): readonly SubjectTables[] {
  const names = tableNamesIn(raw, schema);
  return SUBJECT_TABLES.filter((subject) => isPresent(names, subject));
}

/** Returns the subjects without a table among these names. */
export function subjectsMissingIn(names: ReadonlySet<string>): readonly SubjectTables[] {
  return SUBJECT_TABLES.filter((subject) => !isPresent(names, subject));
}
