// Compares a learned model with the champion and the gates on hold-out rows. When the file was
// fitted on all rows, the model of the split is compared.

import { readFileSync } from 'node:fs';
import { sha256 } from '../../artifact.ts';
import type { ModelCard } from '../../card.ts';
import { ModelKilled } from '../../confined/supervise-scoring.ts';
import type { ScoredVersion } from '../../evaluate/job.ts';
import { type ScoredFile, scoreFile } from '../../evaluate/score-file.ts';
import type { BuiltArtifact, DataParts } from './build-artifact.ts';
import type { Gates, JobReport, MissedGate, TrainingJob } from './job.ts';
import type { Examples, Matrix } from './matrix.ts';
import { measureHoldout } from './measure.ts';
import { areaUnderRoc, falsePositivesAtRecall, rankRows } from './metrics.ts';
import { scoreAll } from './samples.ts';
import { type Candidates, roundFigure } from './select.ts';

/** Returns the report besides the card, with the gates that the hold-out misses. */
export async function judgeModel(
  job: TrainingJob,
  { training, holdout }: DataParts,
  { artifact, score }: Pick<BuiltArtifact, 'artifact' | 'score'>,
  candidates: Candidates,
): Promise<{ readonly report: JobReport; readonly missed: readonly MissedGate[] }> {
  const { card } = artifact;
  const area = areaUnderRoc(rankRows(scoreAll(training.x, score), training.y));
  const report = {
    rows: card.data.rows,
    training: { rows: training.y.length, areaUnderRoc: roundFigure(area) },
    candidates,
    champion: await measureChampion(job.champion ?? null, card, holdout),
  };
  const scores = scoreAll(holdout.x, score);
  return { report, missed: findMissedGates(job.gates ?? {}, card, scores, holdout.y) };
}

function findMissedGates(
  { minAuc, maxFprAt }: Gates,
  card: ModelCard,
  scores: Float64Array,
  events: Uint8Array,
): MissedGate[] {
  const missed: MissedGate[] = [];
  const area = card.measured.areaUnderRoc.value;
  if (minAuc !== undefined && area < minAuc) {
    missed.push({ gate: 'minAuc', wanted: minAuc, measured: area });
  }
  if (maxFprAt) {
    const rate = falsePositivesAtRecall(rankRows(scores, events), maxFprAt.recall);
    if (rate > maxFprAt.rate) {
      missed.push({ gate: 'maxFprAt', wanted: maxFprAt.rate, measured: roundFigure(rate) });
    }
  }
  return missed;
}

/**
 * Returns the champion's figures on the same rows, or null when the rows lack its features or give
 * them another meaning.
 */
async function measureChampion(
  champion: ScoredVersion | null,
  card: ModelCard,
  { x, y }: Examples,
) {
  if (!champion) return null;
  const columns = mapColumns(champion, card);
  if (columns === null) return null;
  const bytes = readFileSync(champion.file);
  if (sha256(bytes) !== champion.sha256)
    throw new Error('the file of the champion differs from its registered hash');
  const scores = await scoreChampion({ ...champion, bytes }, reorderColumns(columns, x));
  if (scores === null) return null;
  const { name, label: version, threshold } = champion;
  const subject = `${name}@${version} on the same rows`;
  return { name, version, measured: measureHoldout(scores, y, { what: subject, threshold }) };
}

/** Returns null for a developer's model that exceeded the limits of a call. */
async function scoreChampion(file: ScoredFile, x: Matrix): Promise<Float64Array | null> {
  try {
    return await scoreFile(file, x);
  } catch (error) {
    if (error instanceof ModelKilled) return null;
    throw error;
  }
}

interface ChampionColumn {
  /** Position in the rows. */
  readonly at: number;
  /**
   * The champion's number of each category, by its number in the rows; the last is for unknown
   * categories.
   */
  readonly codes: readonly number[] | null;
}

/**
 * Columns of the champion's features in the rows, or null when one is missing or of another kind.
 */
function mapColumns({ features }: ScoredVersion, card: ModelCard): ChampionColumn[] | null {
  const columns = features.map(({ name, kind = 'number', categories: ownCategories = [] }) => {
    const index = card.features.findIndex((feature) => feature.name === name);
    const { kind: rowKind = 'number', categories = [] } = card.features[index] ?? {};
    if (index === -1 || kind !== rowKind) return null;
    if (kind !== 'category') return { at: index, codes: null };
    const codeOfText = new Map(ownCategories.map((text, code) => [text, code]));
    const codes = categories.map((text) => codeOfText.get(text) ?? ownCategories.length);
    return { at: index, codes: [...codes, ownCategories.length] };
  });
  return columns.some((column) => column === null) ? null : (columns as ChampionColumn[]);
}

/** Returns the rows in the champion's order of columns and with its numbers of categories. */
function reorderColumns(columns: readonly ChampionColumn[], x: Matrix): Matrix {
  const values = new Float32Array(x.rows * columns.length);
  for (let row = 0; row < x.rows; row++) {
    columns.forEach(({ at, codes }, column) => {
      const value = x.values[row * x.columns + at] as number;
      const isText = codes !== null && !Number.isNaN(value);
      values[row * columns.length + column] = isText ? (codes[value] as number) : value;
    });
  }
  return { rows: x.rows, columns: columns.length, values };
}
