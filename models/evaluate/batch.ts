// Scores every row of a data set, and writes the scores as CSV.

import { closeSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { sha256 } from '../artifact.ts';
import { readInputs, requireField } from './evaluate.ts';
import { type BatchJob, type BatchReport, resultFilePath } from './job.ts';
import { scoreFile } from './score-file.ts';

interface Rows {
  readonly rows: readonly unknown[];
  readonly sha256: string;
}

const ROWS_PER_CALL = 2_000;
/** The beginning of a cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Scores the rows and writes the result beside them.
 * @throws UnfitRows
 */
export async function scoreBatch(
  folder: string,
  { version, idField }: BatchJob,
  { rows, sha256: rowsSha256 }: Rows,
  onRows: (doneCount: number) => Promise<unknown>,
): Promise<BatchReport> {
  const { x } = readInputs(version.features, rows, null);
  requireField(rows, idField, '/idField');
  const bytes = readFileSync(version.file);
  if (sha256(bytes) !== version.sha256) throw new Error('the file of the model differs');
  const scores = await scoreFile({ ...version, bytes }, x, onRows);
  const path = resultFilePath(folder);
  const handle = openSync(`${path}.new`, 'w', 0o600);
  const { threshold } = version;
  const header = ['row', ...(idField === null ? [] : [idField]), 'probability', 'flagged'];
  writeSync(handle, `${header.map(formatCell).join(',')}\n`);
  for (let from = 0; from < scores.length; from += ROWS_PER_CALL) {
    const lines = Array.from(scores.subarray(from, from + ROWS_PER_CALL), (score, index) => {
      const idCells = idField === null ? [] : [formatCell(idOf(rows[from + index], idField))];
      return [from + index, ...idCells, score, score >= threshold].join(',');
    });
    writeSync(handle, `${lines.join('\n')}\n`);
  }
  closeSync(handle);
  renameSync(`${path}.new`, path);
  return {
    rows: scores.length,
    flagged: scores.reduce((count, score) => count + (score >= threshold ? 1 : 0), 0),
    threshold,
    meanProbability: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    rowsSha256,
  };
}

function idOf(row: unknown, field: string): string {
  if (typeof row !== 'object' || row === null || !Object.hasOwn(row, field)) return '';
  const value = (row as Readonly<Record<string, unknown>>)[field];
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value) : '';
}

function formatCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
