// Curves about one version across all developers: drift, calibration, review rate, and its answers
// compared with the deciding version.

import { countCreditDays, listEndedLoansOfFile } from '../../../db/credit/loans.ts';
import type { Reader } from '../../../db/kernel/read-thread.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { ModelVersionRow } from '../../../db/models/view.ts';
import {
  type DriftDay,
  deploymentsOf,
  driftDays,
  listScorePairs,
  type ScorePair,
} from '../../../db/models/watch-reads.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { PSI_BOUNDS } from '../../../ledger/models/deployment-verdict.ts';
import type { ModelCard } from '../../../models/card.ts';
import { type CalibrationPoint, calibrationPoints } from '../../../models/evaluate/figures.ts';
import { labelPayment } from '../training/label.ts';
import {
  countReviewDays,
  type JudgedPayment,
  MAX_JUDGED,
  type ReviewDay,
  readJudgedSince,
} from './judgements.ts';
import { MATURITY_DAYS } from './unknown-figures.ts';
import { listWatchedEvaluations } from './watch-evaluations.ts';

const OUTCOME_DAYS = 180;
const MAX_DAYS = 90;
const MAX_DEPLOYMENTS = 10;
const MAX_SIGHTS = 5_000;
/** Number of time slices of a deployment's observations. */
const PIECES = 40;
/** With fewer outcomes the curve would be chance. */
const MIN_LABELLED = 50;

/** Returns the start of the period. */
export const periodStart = (now: number) => now - OUTCOME_DAYS * DAY_MS;

/**
 * Returns the figures of a version of any developer, by the bank's clock.
 * @param live result of `readLive`, which reads 10,000 payments on a separate thread
 */
export async function readWatch(ledger: Ledger, version: ModelVersionRow, live: LiveFigures) {
  const { database } = ledger;
  const deployments = [];
  for (const row of deploymentsOf(database, version.id, MAX_DEPLOYMENTS)) {
    const pairs = listScorePairs(database, row.id, MAX_SIGHTS);
    const { id: deploymentId, status, championLabel: champion } = row;
    deployments.push({ deploymentId, status, champion, ...compareScorePairs(pairs) });
    await new Promise(setImmediate);
  }
  return {
    drift: driftDays(database, version.id, MAX_DAYS).map(formatDay),
    reviews: [...live.reviews],
    calibration: { holdOut: readHoldOut(version), live: live.calibration },
    evaluations: listWatchedEvaluations(ledger, version.id),
    deployments,
  };
}

export interface LiveOrder extends Pick<ModelVersionRow, 'task' | 'artifactSha256'> {
  readonly from: number;
  readonly now: number;
}

export interface LiveFigures {
  readonly reviews: readonly ReviewDay[];
  /** Null when answers of its task are not stored. */
  readonly calibration: ReturnType<typeof computeCalibration> | null;
}

/** Reads decisions by a file's answers, with their outcomes. */
export async function readLive(reader: Reader, order: LiveOrder): Promise<LiveFigures> {
  const { task, artifactSha256, from, now } = order;
  if (task === 'fraud') {
    const rows = await readJudgedSince(reader, from);
    const ownRows = rows.filter((row) => row.artifactSha256 === artifactSha256);
    return { reviews: countReviewDays(ownRows), calibration: computeLiveCalibration(ownRows, now) };
  }
  if (task !== 'credit') return { reviews: [], calibration: null };
  const days = countCreditDays(reader.database, { artifactSha256, from, limit: MAX_JUDGED });
  const loans = listEndedLoansOfFile(reader.database, { artifactSha256, limit: MAX_JUDGED });
  const labelled = loans.map(({ probability, defaulted }) => ({ probability, label: defaulted }));
  return {
    reviews: days.map(({ applications: payments, ...day }) => ({ ...day, payments })),
    calibration: computeCalibration(labelled),
  };
}

function formatDay({ day, ...driftFields }: DriftDay) {
  return { day: new Date(day * DAY_MS).toISOString().slice(0, 10), ...driftFields };
}

/** Figures on uploaded cards are not trusted. */
function readHoldOut({ source, card }: ModelVersionRow) {
  if (source === 'upload') return null;
  return (JSON.parse(card) as Partial<ModelCard>).measured?.calibrationError ?? null;
}

const SCORED_MARK = Buffer.alloc(0);

/**
 * Returns the calibration on decisions with a known outcome; without points when those are too few
 * or all alike.
 */
export function computeLiveCalibration(rows: readonly JudgedPayment[], now: number) {
  const matureBefore = now - MATURITY_DAYS * DAY_MS;
  const labelled = rows.flatMap((row) => {
    if (row.probability === null) return [];
    const { label } = labelPayment({ ...row, features: SCORED_MARK }, matureBefore);
    return label === null ? [] : [{ probability: row.probability, label }];
  });
  return computeCalibration(labelled);
}

interface LabelledScore {
  readonly probability: number;
  /** 1 when the predicted event happened. */
  readonly label: number;
}

function computeCalibration(scores: readonly LabelledScore[]) {
  const events = scores.filter(({ label }) => label === 1).length;
  const isSignificant = scores.length >= MIN_LABELLED && events > 0 && events < scores.length;
  const points: CalibrationPoint[] = isSignificant
    ? calibrationPoints(
        Float64Array.from(scores, ({ probability }) => probability),
        Uint8Array.from(scores, ({ label }) => label),
      )
    : [];
  return { labelled: scores.length, events, points };
}

const BOUNDS = [0, ...PSI_BOUNDS];

/** Compares a version's scores with the deciding version's, by score and over time. */
export function compareScorePairs(sights: readonly ScorePair[]) {
  const scoredByBoth = sights.filter(
    (sight): sight is ScorePair & { champion: number; challenger: number } =>
      sight.champion !== null && sight.challenger !== null,
  );
  const binOf = (score: number) => BOUNDS.findLastIndex((bound) => score >= bound);
  const scores = BOUNDS.map((from, bin) => ({
    from,
    to: BOUNDS[bin + 1] ?? 1,
    champion: scoredByBoth.filter(({ champion }) => binOf(champion) === bin).length,
    challenger: scoredByBoth.filter(({ challenger }) => binOf(challenger) === bin).length,
  }));
  return {
    samples: sights.length,
    compared: scoredByBoth.length,
    decided: sights.filter(({ decidedBy }) => decidedBy === 'challenger').length,
    disagreement: shareDiffering(scoredByBoth),
    scores: scoredByBoth.length === 0 ? [] : scores,
    course: computeCourse(scoredByBoth),
  };
}

function shareDiffering(sights: readonly ScorePair[]): number | null {
  if (sights.length === 0) return null;
  const differ = sights.filter((sight) => sight.championFlags !== sight.challengerFlags);
  return differ.length / sights.length;
}

/** Returns mean scores and disagreement in time slices of equal length. */
function computeCourse(sights: readonly (ScorePair & { champion: number; challenger: number })[]) {
  const first = sights[0]?.at ?? 0;
  const span = (sights.at(-1)?.at ?? 0) - first;
  const pieces = new Map<number, (typeof sights)[number][]>();
  for (const sight of sights) {
    const pieceIndex = Math.min(
      PIECES - 1,
      Math.floor(((sight.at - first) / Math.max(span, 1)) * PIECES),
    );
    const piece = pieces.get(pieceIndex);
    if (piece) piece.push(sight);
    else pieces.set(pieceIndex, [sight]);
  }
  return [...pieces.values()].map((piece) => {
    const mean = (readValue: (pair: (typeof piece)[number]) => number) =>
      piece.reduce((sum, pair) => sum + readValue(pair), 0) / piece.length;
    return {
      at: new Date(piece[0]?.at ?? first).toISOString(),
      samples: piece.length,
      champion: mean(({ champion }) => champion),
      challenger: mean(({ challenger }) => challenger),
      disagreement: shareDiffering(piece) ?? 0,
    };
  });
}
