// Scores many rows with a model file, in the order of its own columns. A developer's file runs in a
// separate process. The number of rows in one call depends only on the file, so that the same rows
// have the same scores to the last bit.

import {
  createScoringProcess,
  PATIENT_LIMITS,
  type ScoringProcess,
} from '../confined/supervise-scoring.ts';
import type { Matrix } from '../learn/train/matrix.ts';
import { combinePools, createOwnSessions, NoProbability } from '../session-pool.ts';
import type { ScoredVersion } from './job.ts';

/** A version with its file and the form of its inputs. */
export interface ScoredFile
  extends Pick<ScoredVersion, 'sha256' | 'signature' | 'isForeign' | 'rowBytes'> {
  readonly bytes: Uint8Array;
}

type OnRows = (doneCount: number) => Promise<unknown>;
type ScoreRows = (rows: readonly Float32Array[]) => Promise<readonly number[]>;

/** Rows in one call: to files of this bank, and to files of developers. */
const MAX_OWN_ROWS = 4_096;
const MAX_FOREIGN_ROWS = 512;
/** Most bytes that the nodes of a file may allocate for the rows of one call. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Returns the probability of each row.
 * @throws NoProbability when the model answers with something else
 * @throws ModelKilled when a developer's file exceeds the limits of a call
 */
export async function scoreFile(
  file: ScoredFile,
  x: Matrix,
  onRows: OnRows = async () => {},
): Promise<Float64Array> {
  const scores = new Float64Array(x.rows);
  const { ask, close } = file.isForeign
    ? openInScoringProcess(file, x.columns)
    : openOwnModel(file, x.columns);
  const atOnce = rowsPerCall(file);
  try {
    for (let from = 0; from < x.rows; from += atOnce) {
      const rows = Math.min(atOnce, x.rows - from);
      const part = Array.from({ length: rows }, (_, row) => {
        return x.values.subarray((from + row) * x.columns, (from + row + 1) * x.columns);
      });
      for (const [row, score] of (await ask(part)).entries()) {
        if (!(score >= 0 && score <= 1)) {
          throw new NoProbability(`the model answered ${score} for row ${from + row}`);
        }
        scores[from + row] = score;
      }
      await onRows(from + rows);
    }
  } finally {
    await close();
  }
  return scores;
}

/** Returns the number of rows in one call to a file. */
export function rowsPerCall({
  isForeign,
  rowBytes,
}: Pick<ScoredFile, 'isForeign' | 'rowBytes'>): number {
  if (!isForeign) return MAX_OWN_ROWS;
  const fit = Math.floor(MAX_BYTES / Math.max(1, rowBytes));
  return Math.max(1, Math.min(MAX_FOREIGN_ROWS, fit));
}

function openOwnModel(file: ScoredFile, columns: number) {
  const pool = combinePools(createOwnSessions(storeOf(file), 1));
  const model = { sha256: file.sha256, signature: file.signature, columns, foreign: null };
  const ask: ScoreRows = (rows) => pool.scoreTogether(model, rows);
  return { ask, close: pool.close };
}

/** The scoring process of all files; it ends with this process. */
let scoringProcess: ScoringProcess | null = null;
const files = new Map<string, Uint8Array>();
const NICENESS = 19;

function openInScoringProcess(file: ScoredFile, columns: number) {
  files.set(file.sha256, file.bytes);
  scoringProcess ??= createScoringProcess({
    artifacts: { get: async (sha256) => Buffer.from(files.get(sha256) ?? []) },
    niceness: NICENESS,
    hasSpare: false,
  });
  const { ask: asks } = scoringProcess;
  const { sha256, signature } = file;
  const modelFile = { sha256, signature, columns, owner: sha256 };
  const ask: ScoreRows = async (rows) => {
    const { scores } = await asks({
      file: modelFile,
      rows,
      isRowByRow: false,
      limits: PATIENT_LIMITS,
    });
    return scores;
  };
  return { ask, close: async () => {} };
}

function storeOf({ bytes }: ScoredFile) {
  return { put: async () => {}, get: async () => Buffer.from(bytes) };
}
