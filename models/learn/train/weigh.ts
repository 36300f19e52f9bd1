// Weighs what was learnt: against the logistic regression, against the version that decides now,
// and against the gates. All on rows that taught nothing.

import { readFileSync } from 'node:fs';
import { type Artifact, sha256 } from '../../artifact.ts';
import type { ModelCard } from '../../card.ts';
import { fileScores, pickColumns } from '../../evaluate/model-file.ts';
import { openSession } from '../../session.ts';
import type { Blueprint, DataParts } from './build-artifact.ts';
import type { Champion, Gates, JobReport, MissedGate, TrainingJob } from './job.ts';
import { type Learned, marginBy } from './learned.ts';
import { LOGISTIC, trainLogistic } from './logistic.ts';
import type { Examples } from './matrix.ts';
import { measure } from './measure.ts';
import { areaUnderRoc, falsePositivesAtRecall, rankingOf } from './metrics.ts';
import { scoresOf } from './samples.ts';

/** Area under ROC. */
const CLEARLY = 0.002;

export interface Chosen {
  readonly blueprint: Blueprint;
  readonly learned: Learned;
  /** Area under ROC on the validation part, by learner. */
  readonly candidates: Readonly<Record<string, number>>;
}

/**
 * The trees, or the logistic regression where they are not clearly better: the validation part has
 * told the trees when to stop, so it flatters them a little.
 */
export function choose(
  blueprint: Blueprint,
  { training, validation }: DataParts,
  learned: Learned,
  triesLogistic: boolean,
): Chosen {
  const areaOf = (one: Learned) =>
    areaUnderRoc(rankingOf(scoresOf(validation.x, marginBy(one)), validation.y));
  const area = areaOf(learned);
  const alone = { blueprint, learned, candidates: { [learned.kind]: short(area) } };
  if (!triesLogistic || blueprint.learner.kind === 'logistic') return alone;
  const { seed } = blueprint.learner.options;
  const linear: Learned = { kind: 'logistic', linear: trainLogistic(training, LOGISTIC) };
  const other = areaOf(linear);
  const candidates = { ...alone.candidates, logistic: short(other) };
  if (other + CLEARLY < area) return { ...alone, candidates };
  const learner = { kind: 'logistic', options: LOGISTIC, seed } as const;
  return { blueprint: { ...blueprint, learner }, learned: linear, candidates };
}

/** What is told besides the card, and the gates that the hold-out does not pass. */
export async function weigh(
  job: TrainingJob,
  parts: DataParts,
  artifact: Artifact,
  candidates: Chosen['candidates'],
): Promise<{ readonly report: JobReport; readonly missed: readonly MissedGate[] }> {
  const { card, model } = artifact;
  const session = await openSession(model, card.features.length);
  const scored = async ({ x }: Examples) => Float64Array.from(await session.scoreRows(x.values));
  try {
    const { training, holdout } = parts;
    const area = areaUnderRoc(rankingOf(await scored(training), training.y));
    const report = {
      rows: card.data.rows,
      training: { rows: training.y.length, areaUnderRoc: short(area) },
      candidates,
      champion: await measured(job.champion ?? null, card, holdout),
    };
    const missed = missedIn(job.gates ?? {}, card, await scored(holdout), holdout.y);
    return { report, missed };
  } finally {
    await session.close();
  }
}

function missedIn(
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
    const rate = falsePositivesAtRecall(rankingOf(scores, events), maxFprAt.recall);
    if (rate > maxFprAt.rate) {
      missed.push({ gate: 'maxFprAt', wanted: maxFprAt.rate, measured: short(rate) });
    }
  }
  return missed;
}

/** The champion on the same rows; null where they have not all that it asks for. */
async function measured(champion: Champion | null, card: ModelCard, { x, y }: Examples) {
  if (!champion) return null;
  const columns = champion.features.map((name) => {
    return card.features.findIndex((feature) => feature.name === name);
  });
  if (columns.includes(-1)) return null;
  const file = readFileSync(champion.file);
  if (sha256(file) !== champion.sha256)
    throw new Error('the file of the champion differs from its registered hash');
  const scores = await fileScores(file, champion.signature, pickColumns(x, columns));
  const { name, version } = champion;
  const what = `${name}@${version} on the same rows`;
  return { name, version, measured: measure(scores, y, { what, threshold: 0.5 }) };
}

function short(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
