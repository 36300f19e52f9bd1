// Weighs what was learnt: against the version that decides now, and against the gates, on rows that
// taught nothing. Where the file has learnt from all rows, the model of the split is weighed.

import { readFileSync } from 'node:fs';
import { sha256 } from '../../artifact.ts';
import type { ModelCard } from '../../card.ts';
import { fileScores, pickColumns } from '../../evaluate/model-file.ts';
import type { Built, DataParts } from './build-artifact.ts';
import type { Champion, Gates, JobReport, MissedGate, TrainingJob } from './job.ts';
import type { Examples } from './matrix.ts';
import { measure } from './measure.ts';
import { areaUnderRoc, falsePositivesAtRecall, rankingOf } from './metrics.ts';
import { scoresOf } from './samples.ts';
import { type Candidates, shortened } from './select.ts';

/** What is told besides the card, and the gates that the hold-out does not pass. */
export async function weigh(
  job: TrainingJob,
  { training, holdout }: DataParts,
  { artifact, score }: Pick<Built, 'artifact' | 'score'>,
  candidates: Candidates,
): Promise<{ readonly report: JobReport; readonly missed: readonly MissedGate[] }> {
  const { card } = artifact;
  const area = areaUnderRoc(rankingOf(scoresOf(training.x, score), training.y));
  const report = {
    rows: card.data.rows,
    training: { rows: training.y.length, areaUnderRoc: shortened(area) },
    candidates,
    champion: await measured(job.champion ?? null, card, holdout),
  };
  const scores = scoresOf(holdout.x, score);
  return { report, missed: missedIn(job.gates ?? {}, card, scores, holdout.y) };
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
      missed.push({ gate: 'maxFprAt', wanted: maxFprAt.rate, measured: shortened(rate) });
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
  // The numbers of a category are another list in another model.
  if (card.features.some(({ kind }) => kind === 'category')) return null;
  const file = readFileSync(champion.file);
  if (sha256(file) !== champion.sha256)
    throw new Error('the file of the champion differs from its registered hash');
  const scores = await fileScores(file, champion.signature, pickColumns(x, columns));
  const { name, version } = champion;
  const what = `${name}@${version} on the same rows`;
  return { name, version, measured: measure(scores, y, { what, threshold: 0.5 }) };
}
