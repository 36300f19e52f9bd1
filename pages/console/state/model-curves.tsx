// The curves of models, each as a sentence, a plot and a table.

import { useMemo } from 'preact/hooks';
import { Diagonal } from '../kit/diagonal.tsx';
import { Figures } from '../kit/figures.tsx';
import { Legend } from '../kit/legend.tsx';
import { Plot, type Series } from '../kit/plot.tsx';
import { Id, Time } from '../kit/show.tsx';
import { formatNumber, formatPercent } from '../kit/text.ts';
import type { Schemas } from '../shell/bank.ts';

type Watch = Schemas['ModelWatch'];
type Evaluation = Schemas['WatchedEvaluation'];
type DeploymentCourse = Schemas['DeploymentCourse'];

/** Above this drift, the inputs of a model differ from those of its training. */
const DRIFT_LIMIT = 0.25;

const secondsOf = (timeText: string) => Date.parse(timeText) / 1000;
const formatShare = (value: number) => formatPercent(value);

interface CurvesProps {
  readonly label: string;
  readonly times: readonly number[];
  readonly series: readonly Series[];
  write(value: number): string;
}

/** A plot and its table. A single point is only in the table. */
function Curves({ label, times, series, write }: CurvesProps) {
  return (
    <>
      {times.length < 2 ? null : (
        <>
          <Plot label={label} times={times} series={series} format={write} isSloped />
          <Legend series={series} />
        </>
      )}
      <p class="quiet">{label}.</p>
    </>
  );
}

interface ReviewCurveProps {
  readonly reviewDays: readonly Schemas['ReviewDay'][];
  readonly target: number | null;
  /** The items that people review, in the plural. */
  readonly cases?: string;
}

/** Number of items that people review, by day. */
export function ReviewCurve({ reviewDays: days, target, cases = 'payments' }: ReviewCurveProps) {
  const times = useMemo(() => days.map(({ day }) => secondsOf(day)), [days]);
  const series = useMemo(() => {
    const rates = days.map(({ payments, lookedAt }) => lookedAt / payments);
    const reviewed = { name: 'Reviewed', colour: '--info', values: rates };
    if (target === null) return [reviewed];
    return [reviewed, { name: 'Target', colour: '--warn', values: rates.map(() => target) }];
  }, [days, target]);
  if (days.length === 0) return <p class="quiet">No {cases} scored in this period.</p>;
  const rates = series[0]?.values.map((value) => value ?? 0) ?? [];
  const span = days.length === 1 ? 'one day' : `${days.length} days`;
  const label =
    `Share of ${cases} that operators reviewed, ${span}: ` +
    `lowest ${formatShare(Math.min(...rates))}, highest ${formatShare(Math.max(...rates))}, ` +
    `last ${formatShare(rates.at(-1) ?? 0)}`;
  return (
    <>
      <Curves label={label} times={times} series={series} write={formatShare} />
      <Figures
        title={`${cases} by day`}
        rows={days}
        columns={[
          { name: 'Day', cell: ({ day }) => day },
          { name: 'Scored', isNumber: true, cell: ({ payments }) => payments },
          { name: 'Reviewed', isNumber: true, cell: ({ lookedAt }) => lookedAt },
        ]}
      />
    </>
  );
}

/** Drift of inputs and scores from those of the training, by day. */
export function DriftCurve({ days }: { readonly days: Watch['drift'] }) {
  const times = useMemo(() => days.map(({ day }) => secondsOf(day)), [days]);
  const series = useMemo(
    () => [
      { name: 'Most drifted input', colour: '--info', values: days.map(({ psi }) => psi) },
      { name: 'Scores', colour: '--bad', values: days.map(({ score }) => score) },
      { name: 'Limit', colour: '--warn', values: days.map(() => DRIFT_LIMIT) },
    ],
    [days],
  );
  const last = days.at(-1);
  if (!last) {
    return (
      <p class="quiet">
        No daily measurement yet: it needs enough decisions of a developer, and a model whose
        training stored the distribution of its inputs.
      </p>
    );
  }
  const label =
    `Stability index over ${days.length} days (drifted above ${DRIFT_LIMIT}): inputs ` +
    `${formatNumber(last.psi)}, answers ${formatNumber(last.score)} on ${last.day}; ` +
    `${last.drifted} of ${last.developers} developers drifted`;
  return (
    <>
      <Curves
        label={label}
        times={times}
        series={series}
        write={(value) => formatNumber(value, 2)}
      />
      <Figures
        title="drift by day"
        rows={days}
        columns={[
          { name: 'Day', cell: ({ day }) => day },
          { name: 'Decisions', isNumber: true, cell: ({ rows }) => rows },
          { name: 'Inputs', isNumber: true, cell: ({ psi }) => formatNumber(psi) },
          { name: 'Answers', isNumber: true, cell: ({ score }) => formatNumber(score) },
          {
            name: 'Drifted',
            isNumber: true,
            cell: ({ drifted, developers }) => `${drifted} of ${developers}`,
          },
        ]}
      />
    </>
  );
}

/** The words for a task: its cases in the plural, and the event that its label states. */
interface TaskWords {
  readonly cases: string;
  readonly event: string;
}

const WORDS: Readonly<Partial<Record<Watch['task'], TaskWords>>> = {
  fraud: { cases: 'payments', event: 'fraud' },
  credit: { cases: 'loans', event: 'defaults' },
};

export function findTaskWords(task: Watch['task']): TaskWords {
  return WORDS[task] ?? { cases: 'rows', event: 'positive' };
}

/** Calibration: whether the predicted event happens as often as predicted. */
export function CalibrationCurve({
  calibration,
  task,
}: {
  calibration: Watch['calibration'];
  task: Watch['task'];
}) {
  const { cases, event } = findTaskWords(task);
  const { holdOut, live } = calibration;
  return (
    <>
      {holdOut === null ? null : (
        <p>
          On the hold-out the mean calibration error is {formatPercent(holdOut.value)} (
          {formatPercent(holdOut.low)} to {formatPercent(holdOut.high)}).
        </p>
      )}
      {live === null ? (
        <p class="quiet">
          The bank keeps answers of models for payments and loans only, so this model has none.
        </p>
      ) : (
        <PredictedAndObserved
          points={live.points}
          subject={`${live.events} of ${live.labelled} ${cases} were ${event}`}
          emptyText={`${live.labelled} ${cases} have a known outcome; the curve needs 50 of both kinds.`}
        />
      )}
    </>
  );
}

interface PredictedAndObservedProps {
  readonly points: readonly Evaluation['calibration'][number][];
  readonly subject: string;
  readonly emptyText: string;
}

function PredictedAndObserved({ points, subject, emptyText }: PredictedAndObservedProps) {
  const observedShares = points.flatMap(({ meanProbability, observed }) =>
    observed === null
      ? []
      : [
          {
            predicted: meanProbability,
            observed: observed.value,
            low: observed.low,
            high: observed.high,
          },
        ],
  );
  if (observedShares.length === 0) return <p class="quiet">{emptyText}</p>;
  const label = `Predicted against observed: ${subject}`;
  return (
    <>
      <Diagonal label={label} points={observedShares} />
      <p class="quiet">{label}. On the dashed line, predictions match the outcomes.</p>
      <Figures
        title="predicted and observed"
        rows={points}
        columns={[
          { name: 'Rows', isNumber: true, cell: ({ rows }) => rows },
          {
            name: 'Predicted',
            isNumber: true,
            cell: ({ meanProbability }) => formatPercent(meanProbability),
          },
          {
            name: 'Observed',
            isNumber: true,
            cell: ({ observed }) => formatPercent(observed?.value),
          },
        ]}
      />
    </>
  );
}

/** Results of evaluations: the curve of the newest, and the course of the figures. */
export function EvaluationCurves({ evaluations }: { readonly evaluations: readonly Evaluation[] }) {
  const times = useMemo(() => evaluations.map(({ at }) => secondsOf(at)), [evaluations]);
  const series = useMemo(
    () => [
      {
        name: 'Area under ROC',
        colour: '--info',
        values: evaluations.map((evaluation) => evaluation.areaUnderRoc.value),
      },
      {
        name: 'Calibration error',
        colour: '--bad',
        values: evaluations.map((evaluation) => evaluation.calibrationError.value),
      },
      { name: 'Flagged', colour: '--warn', values: evaluations.map(({ flagged }) => flagged) },
    ],
    [evaluations],
  );
  const last = evaluations.at(-1);
  if (!last) {
    return (
      <p class="quiet">Not evaluated yet. A developer evaluates a version with labelled rows.</p>
    );
  }
  const label =
    `Of ${evaluations.length} ${evaluations.length === 1 ? 'evaluation' : 'evaluations'} the last: area under ROC ` +
    `${formatNumber(last.areaUnderRoc.value)}, off by ${formatPercent(last.calibrationError.value)}, flags ` +
    `${formatPercent(last.flagged)}`;
  return (
    <>
      <PredictedAndObserved
        points={last.calibration}
        subject={`${last.positives} of ${last.rows} rows were positive`}
        emptyText="The last evaluation had too few rows for a curve."
      />
      <Curves label={label} times={times} series={series} write={(value) => formatNumber(value)} />
      <Figures
        title="evaluations"
        rows={evaluations}
        columns={[
          { name: 'Time', cell: ({ at }) => <Time at={at} /> },
          { name: 'Evaluation', cell: (row) => <span class="id">{row.evaluationId}</span> },
          { name: 'Developer', cell: ({ developerId }) => <Id id={developerId} /> },
          { name: 'Rows', isNumber: true, cell: ({ rows }) => rows },
          { name: 'Area', isNumber: true, cell: (row) => formatNumber(row.areaUnderRoc.value) },
          {
            name: 'Calibration error',
            isNumber: true,
            cell: (row) => formatPercent(row.calibrationError.value),
          },
          { name: 'Flagged', isNumber: true, cell: ({ flagged }) => formatPercent(flagged) },
        ]}
      />
    </>
  );
}

/** The model compared with the version that decided, over time and over its scores. */
export function ComparisonCurve({ deployment }: { readonly deployment: DeploymentCourse }) {
  const { course, scores, compared, disagreement, champion } = deployment;
  const previousName = champion ?? 'Previous version';
  const times = useMemo(() => course.map(({ at }) => secondsOf(at)), [course]);
  const series = useMemo(
    () => [
      { name: previousName, colour: '--quiet', values: course.map((day) => day.champion) },
      { name: 'This one', colour: '--info', values: course.map((day) => day.challenger) },
    ],
    [course, previousName],
  );
  if (compared === 0) return <p class="quiet">No decision was scored by both versions.</p>;
  const label =
    `Mean score beside ${previousName}, ${compared} decisions: ` +
    `${formatPercent(disagreement)} flagged differently`;
  return (
    <>
      <Curves label={label} times={times} series={series} write={(value) => formatNumber(value)} />
      <Figures
        title="decisions by score"
        rows={scores}
        columns={[
          { name: 'Score', cell: ({ from, to }) => `${formatNumber(from)} to ${formatNumber(to)}` },
          { name: previousName, isNumber: true, cell: (row) => row.champion },
          { name: 'This one', isNumber: true, cell: (row) => row.challenger },
        ]}
      />
      <Figures
        title="mean scores over time"
        rows={course}
        columns={[
          { name: 'From', cell: ({ at }) => <Time at={at} /> },
          { name: 'Decisions', isNumber: true, cell: ({ samples }) => samples },
          { name: previousName, isNumber: true, cell: (row) => formatNumber(row.champion, 4) },
          { name: 'This one', isNumber: true, cell: (row) => formatNumber(row.challenger, 4) },
          {
            name: 'Flagged differently',
            isNumber: true,
            cell: (row) => formatPercent(row.disagreement),
          },
        ]}
      />
    </>
  );
}
