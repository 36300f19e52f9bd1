// The curves of models: each is said in words, drawn, and there as a table.

import { useMemo } from 'preact/hooks';
import { Diagonal } from '../kit/diagonal.tsx';
import { Figures } from '../kit/figures.tsx';
import { Legend } from '../kit/legend.tsx';
import { Plot, type Series } from '../kit/plot.tsx';
import { Time } from '../kit/show.tsx';
import { figure, percent } from '../kit/text.ts';
import type { Schemas } from '../shell/bank.ts';

type Watch = Schemas['ModelWatch'];
type Course = Schemas['DeploymentCourse'];

/** Above it the inputs of a model have moved from those that it learnt from. */
const DRIFTED = 0.25;

const secondsOf = (when: string) => Date.parse(when) / 1000;
const share = (value: number) => percent(value);

interface CurvesProps {
  readonly label: string;
  readonly times: readonly number[];
  readonly series: readonly Series[];
  write(value: number): string;
}

/** One point is no curve: the table has it. */
function Curves({ label, times, series, write }: CurvesProps) {
  return (
    <>
      {times.length < 2 ? null : (
        <>
          <Plot label={label} times={times} series={series} write={write} isSloped />
          <Legend of={series} />
        </>
      )}
      <p class="quiet">{label}.</p>
    </>
  );
}

/** How much people look at, by day. */
export function ReviewCurve({
  of: days,
  target,
}: {
  readonly of: readonly Schemas['ReviewDay'][];
  readonly target: number | null;
}) {
  const times = useMemo(() => days.map(({ day }) => secondsOf(day)), [days]);
  const series = useMemo(() => {
    const rates = days.map(({ payments, lookedAt }) => lookedAt / payments);
    const looked = { name: 'Looked at', colour: '--info', values: rates };
    if (target === null) return [looked];
    return [looked, { name: 'Target', colour: '--warn', values: rates.map(() => target) }];
  }, [days, target]);
  if (days.length === 0) return <p class="quiet">It judged no payment in this time.</p>;
  const rates = series[0]?.values.map((value) => value ?? 0) ?? [];
  const label =
    `Share of payments that people looked at, ${days.length} days: ` +
    `lowest ${share(Math.min(...rates))}, highest ${share(Math.max(...rates))}, ` +
    `last ${share(rates.at(-1) ?? 0)}`;
  return (
    <>
      <Curves label={label} times={times} series={series} write={share} />
      <Figures
        of="payments by day"
        rows={days}
        columns={[
          { name: 'Day', cell: ({ day }) => day },
          { name: 'Payments', isNumber: true, cell: ({ payments }) => payments },
          { name: 'Looked at', isNumber: true, cell: ({ lookedAt }) => lookedAt },
        ]}
      />
    </>
  );
}

/** How far inputs and answers have moved from those of the training, by day. */
export function DriftCurve({ of: days }: { readonly of: Watch['drift'] }) {
  const times = useMemo(() => days.map(({ day }) => secondsOf(day)), [days]);
  const series = useMemo(
    () => [
      { name: 'Input that moved most', colour: '--info', values: days.map(({ psi }) => psi) },
      { name: 'Its answers', colour: '--bad', values: days.map(({ score }) => score) },
      { name: 'Limit', colour: '--warn', values: days.map(() => DRIFTED) },
    ],
    [days],
  );
  const last = days.at(-1);
  if (!last) {
    return (
      <p class="quiet">
        No daily look yet: one takes enough decisions of a developer, and a model whose training
        kept how its inputs were spread.
      </p>
    );
  }
  const label =
    `Stability index over ${days.length} days (drifted above ${DRIFTED}): inputs ` +
    `${figure(last.psi)}, answers ${figure(last.score)} on ${last.day}; ` +
    `${last.drifted} of ${last.developers} developers drifted`;
  return (
    <>
      <Curves label={label} times={times} series={series} write={(value) => figure(value, 2)} />
      <Figures
        of="drift by day"
        rows={days}
        columns={[
          { name: 'Day', cell: ({ day }) => day },
          { name: 'Decisions', isNumber: true, cell: ({ rows }) => rows },
          { name: 'Inputs', isNumber: true, cell: ({ psi }) => figure(psi) },
          { name: 'Answers', isNumber: true, cell: ({ score }) => figure(score) },
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

/** Whether what it says happens as often as it says. */
export function CalibrationCurve({ of }: { readonly of: Watch['calibration'] }) {
  const { labelled, events, points } = of.live;
  const seen = points.flatMap(({ meanProbability, observed }) =>
    observed === null
      ? []
      : [{ said: meanProbability, seen: observed.value, low: observed.low, high: observed.high }],
  );
  const label = `Said against seen: ${events} of ${labelled} payments were fraud`;
  return (
    <>
      {of.holdOut === null ? null : (
        <p>
          On rows that decided nothing it is off by {percent(of.holdOut.value)} on average (
          {percent(of.holdOut.low)} to {percent(of.holdOut.high)}).
        </p>
      )}
      {seen.length === 0 ? (
        <p class="quiet">
          {labelled} payments have a known outcome: a curve takes 50, of both kinds.
        </p>
      ) : (
        <>
          <Diagonal label={label} points={seen} />
          <p class="quiet">{label}. On the dashed line, what it says is what happens.</p>
          <Figures
            of="said and seen"
            rows={points}
            columns={[
              { name: 'Payments', isNumber: true, cell: ({ rows }) => rows },
              {
                name: 'Said',
                isNumber: true,
                cell: ({ meanProbability }) => percent(meanProbability),
              },
              { name: 'Seen', isNumber: true, cell: ({ observed }) => percent(observed?.value) },
            ]}
          />
        </>
      )}
    </>
  );
}

/** What it says beside the version that decided, over time and over its scores. */
export function BesideCurve({ of }: { readonly of: Course }) {
  const { course, scores, compared, disagreement, champion } = of;
  const before = champion ?? 'The one before';
  const times = useMemo(() => course.map(({ at }) => secondsOf(at)), [course]);
  const series = useMemo(
    () => [
      { name: before, colour: '--quiet', values: course.map((one) => one.champion) },
      { name: 'This one', colour: '--info', values: course.map((one) => one.challenger) },
    ],
    [course, before],
  );
  if (compared === 0) return <p class="quiet">No decision has an answer of both.</p>;
  const label =
    `Mean score beside ${before}, ${compared} decisions: ` +
    `${percent(disagreement)} flagged differently`;
  return (
    <>
      <Curves label={label} times={times} series={series} write={(value) => figure(value)} />
      <Figures
        of="decisions by score"
        rows={scores}
        columns={[
          { name: 'Score', cell: ({ from, to }) => `${figure(from)} to ${figure(to)}` },
          { name: before, isNumber: true, cell: (one) => one.champion },
          { name: 'This one', isNumber: true, cell: (one) => one.challenger },
        ]}
      />
      <Figures
        of="mean scores over time"
        rows={course}
        columns={[
          { name: 'From', cell: ({ at }) => <Time at={at} /> },
          { name: 'Decisions', isNumber: true, cell: ({ samples }) => samples },
          { name: before, isNumber: true, cell: (one) => figure(one.champion, 4) },
          { name: 'This one', isNumber: true, cell: (one) => figure(one.challenger, 4) },
          { name: 'Flagged differently', isNumber: true, cell: (one) => percent(one.disagreement) },
        ]}
      />
    </>
  );
}
