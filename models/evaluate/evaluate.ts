// Measures a version on labelled rows, and the champion (the version that decides now) on the same
// rows.

import { readFileSync } from 'node:fs';
import { sha256 } from '../artifact.ts';
import type { Feature } from '../card.ts';
import { ModelKilled } from '../confined/supervise-scoring.ts';
import { createFeature } from '../learn/train/field-names.ts';
import { countPositives, type Examples, type Matrix } from '../learn/train/matrix.ts';
import { type RowFault, readExamples, reduceToColumns } from '../learn/train/read-examples.ts';
import { compareAreas } from './delong.ts';
import { computeFairness, type Fairness } from './fairness.ts';
import { type Figures, measureFigures } from './figures.ts';
import {
  type ChampionComparison,
  type EvaluationFinding,
  type EvaluationJob,
  type EvaluationReport,
  roundInterval,
  type ScoredVersion,
  type ScoringFault,
} from './job.ts';
import { measurePermutationImportance, type PermutationImportance } from './permutation.ts';
import { scoreFile } from './score-file.ts';
import { assignSegments, isInSomeRow } from './segments.ts';

/** The rows do not fit the request. */
export class UnfitRows extends Error {
  readonly code: string;
  readonly faults: readonly ScoringFault[];

  constructor(code: string, faults: readonly ScoringFault[]) {
    super(faults.map(({ message }) => message).join('; '));
    this.code = code;
    this.faults = faults;
  }
}

type OnRows = (doneCount: number) => Promise<unknown>;

interface Rows {
  readonly rows: readonly unknown[];
  readonly sha256: string;
}

const FEW_EVENTS = 20;
const MAX_FAULTS = 10_000;
const SIGNIFICANCE = 0.05;
const INTERVALS =
  '95 %: DeLong for areas under ROC, Wilson for shares, bootstrap of the rows for the others';

/** @throws UnfitRows */
export async function evaluate(
  job: EvaluationJob,
  { rows, sha256: rowsSha256 }: Rows,
  onRows: OnRows,
): Promise<EvaluationReport> {
  const { version, labelField, segmentField } = job;
  const examples = readInputs(version.features, rows, labelField);
  const events = examples.y;
  const positives = countPositives(events);
  refuseOneClass(events.length, positives);
  requireField(rows, segmentField, '/segmentField');
  requireField(rows, job.fairness?.groupField ?? null, GROUP_POINTER);
  const segments = segmentField === null ? null : assignSegments(rows, segmentField);
  if (segmentField !== null && segments === null)
    throw makeManyValuesError(segmentField, '/segmentField');
  const groups = job.fairness && assignSegments(rows, job.fairness.groupField);
  if (job.fairness && !groups) throw makeManyValuesError(job.fairness.groupField, GROUP_POINTER);
  const scores = await scoreVersion(version, examples.x, onRows);
  const figureOptions = {
    threshold: version.threshold,
    thresholds: job.thresholds,
    costs: job.costs,
  };
  const champion = await scoreChampion(job, rows, onRows);
  const importance = await computeImportance(version, examples);
  const findings = [
    ...warnOfTrainingRows(job, rowsSha256),
    ...warnOfFewEvents(positives, events.length),
    ...(champion && 'code' in champion ? [champion] : []),
    ...('code' in importance ? [importance] : []),
  ];
  return {
    rows: events.length,
    positives,
    rowsSha256,
    threshold: version.threshold,
    costs: job.costs,
    intervals: INTERVALS,
    figures: roundFigures(measureFigures(scores, events, figureOptions, segments)),
    fairness: groups && measureFairness(job, { scores, events, groups }),
    importance: 'code' in importance ? null : importance,
    comparison:
      champion && !('code' in champion) && job.champion
        ? compareWithChampion(job.champion, champion, {
            scores,
            events,
            options: figureOptions,
            segments,
          })
        : null,
    findings,
  };
}

/**
 * Converts the rows to the version's inputs.
 * @throws UnfitRows
 */
export function readInputs(
  features: ScoredVersion['features'],
  rows: readonly unknown[],
  labelField: string | null,
) {
  const rules = {
    features: features.map((feature): Feature => ({ ...createFeature(feature.name), ...feature })),
    labelField,
    timeField: null,
    ignoresOthers: true,
    maxFaults: MAX_FAULTS,
  };
  const { examples, faults } = readExamples(rows, rules);
  if (rows.length === 0) throw new UnfitRows('dataset_too_small', [NO_ROWS]);
  if (!examples) throw new UnfitRows('dataset_invalid', reduceToColumns(faults).map(toFault));
  return examples;
}

const NO_ROWS = { pointer: '/dataset', code: 'dataset_too_small', message: 'There are no rows.' };

function toFault({ row, field, code, message }: RowFault): ScoringFault {
  const pointer = `/dataset/rows/${row}`;
  const name = (field ?? '').slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: field === null ? pointer : `${pointer}/${name}`, code, message };
}

/** The version has already scored all rows, so a failure here comes from a shuffled row. */
async function computeImportance(
  version: ScoredVersion,
  examples: Examples,
): Promise<PermutationImportance | EvaluationFinding> {
  const names = version.features.map(({ name }) => name);
  try {
    const score = (x: Matrix) => scoreVersion(version, x);
    return roundFigures(await measurePermutationImportance(score, examples, names));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The version has no score for a row with one value of another row: ${reason}.`;
    return { code: 'importance_not_measured', message };
  }
}

async function scoreVersion(version: ScoredVersion, x: Matrix, onRows?: OnRows) {
  const bytes = readFileSync(version.file);
  if (sha256(bytes) !== version.sha256) {
    throw new Error(`the file of ${version.name}@${version.label} differs from its hash`);
  }
  return scoreFile({ ...version, bytes }, x, onRows);
}

/**
 * Returns the champion's scores, or the reason that it has none; null when there is no champion or
 * the version is the champion.
 */
async function scoreChampion(
  { champion, version, labelField }: EvaluationJob,
  rows: readonly unknown[],
  onRows: OnRows,
): Promise<Float64Array | EvaluationFinding | null> {
  if (!champion || champion.versionId === version.versionId) return null;
  const fieldNames = new Set(rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])));
  const lacking = champion.features.filter(({ name }) => !fieldNames.has(name));
  if (lacking.length > 0) {
    const names = lacking.slice(0, 5).map(({ name }) => name);
    const message = `The rows lack ${names.join(', ')}: ${champion.name} cannot be asked.`;
    return { code: 'champion_lacks_features', message };
  }
  try {
    return await scoreVersion(champion, readInputs(champion.features, rows, labelField).x, onRows);
  } catch (error) {
    if (error instanceof ModelKilled) {
      const message = `${champion.name} has no scores for these rows: ${error.message}`;
      return { code: 'champion_cannot_score', message };
    }
    if (!(error instanceof UnfitRows)) throw error;
    const fault = error.faults[0];
    const message = `${champion.name} does not take ${fault?.pointer}: ${fault?.message}`;
    return { code: 'champion_cannot_score', message };
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

interface MeasuredScores {
  readonly scores: Float64Array;
  readonly events: Uint8Array;
  readonly options: Parameters<typeof measureFigures>[2];
  readonly segments: readonly string[] | null;
}

function compareWithChampion(
  champion: ScoredVersion,
  championScores: Float64Array,
  { scores, events, options, segments }: MeasuredScores,
): ChampionComparison {
  const test = compareAreas(scores, championScores, events);
  const championOptions = { ...options, threshold: champion.threshold };
  const isSignificant = test.pValue < SIGNIFICANCE;
  return {
    versionId: champion.versionId,
    name: champion.name,
    version: champion.label,
    figures: roundFigures(measureFigures(championScores, events, championOptions, segments)),
    test: { ...test, difference: roundInterval(test.difference) },
    verdict: isSignificant ? (test.difference.value > 0 ? 'better' : 'worse') : 'no_difference',
  };
}

function warnOfTrainingRows(job: EvaluationJob, rowsSha256: string): EvaluationFinding[] {
  if (!job.overlaps && !job.learntFrom.includes(rowsSha256)) return [];
  const message = 'The version has learnt from rows of these: its figures flatter it.';
  return [{ code: 'learnt_from_these_rows', message }];
}

function warnOfFewEvents(positives: number, rows: number): EvaluationFinding[] {
  const rarer = Math.min(positives, rows - positives);
  if (rarer >= FEW_EVENTS) return [];
  const message = `Only ${rarer} rows have the rarer label: read the intervals, not the figures.`;
  return [{ code: 'few_events', message }];
}

function refuseOneClass(rows: number, positives: number): void {
  if (positives > 1 && rows - positives > 1) return;
  const message = `${positives} of ${rows} rows are positive; two rows of each label are needed.`;
  throw new UnfitRows('dataset_invalid', [
    { pointer: '/dataset', code: 'one_class_only', message },
  ]);
}

function makeManyValuesError(field: string, pointer: string): UnfitRows {
  const message = `${field} has more values than a segment may have.`;
  return new UnfitRows('dataset_invalid', [{ pointer, code: 'too_many_segments', message }]);
}

/** @throws UnfitRows when no row has a value in a field that the request names */
export function requireField(
  rows: readonly unknown[],
  field: string | null,
  pointer: string,
): void {
  if (field === null || isInSomeRow(rows, field)) return;
  const message = `${field} has a value in no row.`;
  throw new UnfitRows('dataset_invalid', [{ pointer, code: 'missing_field', message }]);
}

const GROUP_POINTER = '/fairness/groupField';

/** @throws UnfitRows */
function measureFairness(
  { fairness, version }: EvaluationJob,
  {
    scores,
    events,
    groups,
  }: Pick<MeasuredScores, 'scores' | 'events'> & { groups: readonly string[] },
): Fairness | null {
  if (!fairness) return null;
  const fairnessOptions = { ...fairness, threshold: version.threshold };
  const result = computeFairness(scores, events, groups, fairnessOptions);
  if (result) return roundFigures(result);
  const message = `${fairness.referenceGroup} is no group of enough rows.`;
  const fault = { pointer: '/fairness/referenceGroup', code: 'unknown_group', message };
  throw new UnfitRows('dataset_invalid', [fault]);
}

/** Rounds figures to six decimal places. */
function roundFigures<Shown extends Figures | Fairness | PermutationImportance>(
  figures: Shown,
): Shown {
  return JSON.parse(JSON.stringify(figures), (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Math.round(value * 1e6) / 1e6 : value,
  ) as Shown;
}
