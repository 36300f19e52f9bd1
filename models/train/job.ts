// A training on disk: what to train in `job.json`, the rows in `rows.ndjson`, and beside them what
// the trainer leaves: a checkpoint, then the finished artefact. Both are named by reference, so
// that no workflow carries data.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../artifact.ts';
import type { Checkpoint } from './boosted-trees.ts';
import type { Blueprint } from './build-artifact.ts';
import type { DataFinding } from './leakage.ts';
import type { RowFault } from './read-examples.ts';

export interface TrainingJob {
  readonly blueprint: Omit<Blueprint, 'data'>;
  readonly dataName: string;
  readonly licence: string;
  readonly labelField: string;
  /** Named: the oldest rows train and the newest measure. Null: at random, stratified. */
  readonly timeField: string | null;
  readonly shares: { readonly validation: number; readonly holdout: number };
  /** Rounds between two checkpoints. */
  readonly checkpointEvery: number;
}

/** What the trainer tells the process that started it. */
export type TrainerMessage =
  | {
      readonly kind: 'progress';
      readonly stage: 'reading' | 'training' | 'measuring';
      readonly round: number;
      readonly of: number;
      readonly validationLoss: number | null;
    }
  | TrainingEnd;

export type TrainingEnd =
  | { readonly kind: 'trained'; readonly name: string; readonly version: string }
  | { readonly kind: 'canceled'; readonly round: number }
  | { readonly kind: 'refused'; readonly faults: readonly RowFault[] }
  | { readonly kind: 'unfit'; readonly findings: readonly DataFinding[] };

export interface JobFiles {
  readonly job: TrainingJob;
  readonly rows: readonly unknown[];
  readonly rowsSha256: string;
  /** The last checkpoint of this very job and these very rows. */
  checkpoint(): Checkpoint | undefined;
  keep(checkpoint: Checkpoint): void;
}

/** The rows of a file, one JSON value in a line. @throws SyntaxError with the line at fault */
export function parseRows(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, at) => {
    try {
      return JSON.parse(line);
    } catch (cause) {
      throw new SyntaxError(`line ${at + 1} is not JSON`, { cause });
    }
  });
}

export function openJob(folder: string): JobFiles {
  const text = readFileSync(join(folder, 'job.json'), 'utf8');
  const rowsText = readFileSync(join(folder, 'rows.ndjson'), 'utf8');
  const path = join(folder, 'checkpoint.json');
  const jobSha256 = sha256(text + sha256(rowsText));
  return {
    job: JSON.parse(text) as TrainingJob,
    rows: parseRows(rowsText),
    rowsSha256: sha256(rowsText),
    checkpoint() {
      if (!existsSync(path)) return undefined;
      const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptCheckpoint;
      return kept.jobSha256 === jobSha256 ? kept.checkpoint : undefined;
    },
    keep(checkpoint) {
      // A rename is whole or not at all: a process killed while writing leaves the one before.
      writeFileSync(`${path}.new`, JSON.stringify({ jobSha256, checkpoint }));
      renameSync(`${path}.new`, path);
    },
  };
}

interface KeptCheckpoint {
  readonly jobSha256: string;
  readonly checkpoint: Checkpoint;
}

/** Where a finished job leaves its artefact: a root for `readArtifact`. */
export function artifactsOf(folder: string): string {
  return join(folder, 'artifacts');
}
