// Finds damaged database files before they are used.

import { statSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';

/** Thrown for a damaged file. The message is one line for the operator. */
export class DatabaseDamaged extends Error {}

/**
 * Size above which a file is not checked page by page, which would delay the start; `npm run verify`
 * checks any size.
 */
const MAX_BYTES_CHECKED = 64 * 1024 * 1024;

/** True for errors of a damaged file, which no retry repairs. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DatabaseDamaged) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** Returns the error, or an error that names the file when SQLite cannot read the file. */
export function asDamaged(error: unknown, file: string): unknown {
  if (error instanceof DatabaseDamaged || !isDamage(error)) return error;
  return damageOf(file, error instanceof Error ? error.message : String(error), error);
}

/**
 * Checks every page of the file.
 * @param maxBytes larger files, in bytes, are not checked
 * @throws DatabaseDamaged
 */
export function requireWhole(
  db: BetterSqlite3.Database,
  file: string,
  maxBytes = MAX_BYTES_CHECKED,
) {
  if (file === ':memory:' || statSync(file).size > maxBytes) return;
  const [report] = db.pragma('quick_check(1)') as { quick_check: string }[];
  const verdict = report?.quick_check ?? 'ok';
  if (verdict !== 'ok') throw damageOf(file, verdict);
}

function damageOf(file: string, reason: string, cause?: unknown): DatabaseDamaged {
  const line = reason.replaceAll(/\s+/g, ' ').trim();
  const remedy = 'restore it from a backup, or move it away to begin without it';
  return new DatabaseDamaged(`${file} is damaged (${line}): ${remedy}`, { cause });
}
