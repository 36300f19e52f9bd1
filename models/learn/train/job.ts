// A training on disk: its order in `job.json`, the rows in `rows.ndjson` (or `.json`, `.csv`), and
// beside them the trainer's output: a checkpoint, then the finished artefact and a report. All are
// passed by reference, so that no workflow carries data.

import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../artifact.ts';
import type { Feature, Measurement } from '../../card.ts';
import type { ScoredVersion } from '../../evaluate/job.ts';
import type { BoostingOptions, Checkpoint } from './boosted-trees.ts';
import type { Blueprint } from './build-artifact.ts';
import type { DataFinding } from './leakage.ts';
import { parseCsv } from './read-csv.ts';
import type { RowFault } from './read-examples.ts';
import type { TuningOptions, TuningResult } from './tune.ts';

export interface TrainingJob {
  /** Without features, each other field of the rows is a feature. */
  readonly blueprint: Omit<Blueprint, 'data' | 'features'> & {
    readonly features: readonly Feature[] | null;
  };
  readonly dataName: string;
  readonly licence: string;
  readonly labelField: string;
  /**
   * With a field, the oldest rows train and the newest measure. Null splits at random, stratified
   * by label.
   */
  readonly timeField: string | null;
  /** Rows with the same value stay on one side of the split. */
  readonly groupField?: string | null;
  readonly shares: { readonly validation: number; readonly holdout: number };
  /** Rounds between two checkpoints. */
  readonly checkpointEvery: number;
  /** `ndjson` when omitted. */
  readonly rowsFormat?: RowsFormat;
  /** True to ignore fields of the rows that are not features. */
  readonly ignoresOthers?: boolean;
  /** Fields that are not features when the request names no features. */
  readonly passesOver?: readonly string[];
  /**
   * True for credit: protected characteristics are refused, and the task's own columns are known.
   */
  readonly isCredit?: boolean;
  /** True when a feature that is given only by name gets the kind of its column. */
  readonly describes?: boolean;
  /** True to choose the logistic regression when the trees are not clearly better. */
  readonly triesLogistic?: boolean;
  /** When omitted, the options of the blueprint are used. */
  readonly tuning?: TuningOptions;
  /** True to give both labels the same total weight, which the calibration corrects afterwards. */
  readonly balances?: boolean;
  readonly gates?: Gates;
  /** Measured on the same hold-out. */
  readonly champion?: ScoredVersion | null;
}

export type RowsFormat = 'ndjson' | 'json' | 'csv';

/** Requirements on the hold-out; a model that misses one is not kept. */
export interface Gates {
  readonly minAuc?: number | undefined;
  /** Maximum false positive rate at the threshold with the given recall. */
  readonly maxFprAt?: { readonly recall: number; readonly rate: number } | undefined;
}

export interface MissedGate {
  readonly gate: 'minAuc' | 'maxFprAt' | 'maxLatencyMs';
  readonly wanted: number;
  readonly measured: number;
}

/** The report of a training besides the card. */
export interface JobReport {
  readonly rows: number;
  readonly training: { readonly rows: number; readonly areaUnderRoc: number };
  /** Area under ROC on the validation part, by learner. */
  readonly candidates: Readonly<Record<string, number>>;
  /** Null when there is no champion, or the rows lack some of its features. */
  readonly champion: {
    readonly name: string;
    readonly version: string;
    readonly measured: Measurement;
  } | null;
}

/** Messages of the trainer to the process that started it. */
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
  /** Columns that no model for credit may learn from. */
  | { readonly kind: 'protected'; readonly fields: readonly string[] }
  | { readonly kind: 'unfit'; readonly findings: readonly DataFinding[] }
  /** The text does not follow its format. */
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'gate_failed'; readonly missed: readonly MissedGate[] };

export interface JobFiles {
  readonly job: TrainingJob;
  readonly rows: readonly unknown[];
  readonly rowsSha256: string;
  /** Returns the latest checkpoint of this job with these rows. */
  readCheckpoint(): Checkpoint | undefined;
  writeCheckpoint(checkpoint: Checkpoint): void;
  /** Returns the tuning result of this job. */
  readTuned(): StoredTuning | undefined;
  writeTuned(tuned: StoredTuning): void;
}

export interface StoredTuning {
  readonly options: BoostingOptions;
  readonly result: TuningResult;
}

/**
 * Returns the rows of a file with one JSON value per line.
 * @throws SyntaxError with the line at fault
 */
export function parseRows(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch (cause) {
      throw new SyntaxError(`line ${index + 1} is not JSON`, { cause });
    }
  });
}

/**
 * Returns the rows in a folder and the hash of their text.
 * @throws SyntaxError
 */
export function readRows(folder: string, format: RowsFormat) {
  const text = readRowsText(folder, format);
  return { rows: parseRowsText(text, format), sha256: sha256(text) };
}

/**
 * @throws SyntaxError with the first line that is not valid UTF-8, because decoding would change it
 */
function readRowsText(folder: string, format: RowsFormat): string {
  const bytes = readFileSync(join(folder, `rows.${format}`));
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const newline = bytes.indexOf('\n', from);
    const end = newline === -1 ? bytes.length : newline;
    if (!isUtf8(bytes.subarray(from, end))) break;
    from = end + 1;
  }
  throw new SyntaxError(`line ${line} is no text in UTF-8`);
}

/** @throws SyntaxError with the fault of the text */
function parseRowsText(text: string, format: RowsFormat): unknown[] {
  if (format === 'csv') return parseCsv(text);
  if (format === 'ndjson') return parseRows(text);
  const rows: unknown = JSON.parse(text);
  if (Array.isArray(rows)) return rows;
  throw new SyntaxError('the text is not a JSON array of rows');
}

export function openJob(folder: string): JobFiles {
  const text = readFileSync(join(folder, 'job.json'), 'utf8');
  const job = JSON.parse(text) as TrainingJob;
  const format = job.rowsFormat ?? 'ndjson';
  const rows = readRowsText(folder, format);
  const rowsSha256 = sha256(rows);
  const jobSha256 = sha256(text + rowsSha256);
  const checkpoints = openJobFile<Checkpoint>(join(folder, 'checkpoint.json'), jobSha256);
  const tunings = openJobFile<StoredTuning>(join(folder, 'tuning.json'), jobSha256);
  return {
    job,
    rows: parseRowsText(rows, format),
    rowsSha256,
    readCheckpoint: checkpoints.read,
    writeCheckpoint: checkpoints.write,
    readTuned: tunings.read,
    writeTuned: tunings.write,
  };
}

/** A file that is only read by the job that wrote it, with the same rows. */
function openJobFile<Content>(path: string, jobSha256: string) {
  return {
    read(): Content | undefined {
      if (!existsSync(path)) return undefined;
      const content = JSON.parse(readFileSync(path, 'utf8')) as StoredContent<Content>;
      return content.jobSha256 === jobSha256 ? content.content : undefined;
    },
    write(content: Content): void {
      // The rename is atomic: a process that is killed while it writes leaves the previous file.
      writeFileSync(`${path}.new`, JSON.stringify({ jobSha256, content }));
      renameSync(`${path}.new`, path);
    },
  };
}

interface StoredContent<Content> {
  readonly jobSha256: string;
  readonly content: Content;
}

const REPORT = 'report.json';

/** Writes the report atomically, like a checkpoint. */
export function writeReport(folder: string, report: JobReport): void {
  const path = join(folder, REPORT);
  writeFileSync(`${path}.new`, JSON.stringify(report));
  renameSync(`${path}.new`, path);
}

export function readReport(folder: string): JobReport {
  return JSON.parse(readFileSync(join(folder, REPORT), 'utf8')) as JobReport;
}

/** Returns the directory of a finished job's artefact, the root for `readArtifact`. */
export function artifactFolderOf(folder: string): string {
  return join(folder, 'artifacts');
}
