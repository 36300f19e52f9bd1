// The curves of a validation report: points between 0 and 1, or up to the highest cost.

import type { DriftView } from '../../../db/drift/reads.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { PSI_DRIFT } from '../../../models/distribution.ts';
import type { Figures } from '../../../models/evaluate/figures.ts';

export interface Line {
  readonly name: string;
  /** Horizontal and vertical position, as shares of the axes. */
  readonly points: readonly (readonly [number, number])[];
  readonly style: 'version' | 'champion' | 'reference';
}

export interface Plot {
  readonly title: string;
  /** The horizontal axis with its range: `recall: 0 to 1`. */
  readonly across: string;
  readonly up: string;
  /** The value at the upper end of the vertical axis. */
  readonly top: number;
  readonly lines: readonly Line[];
}

/** A bar chart of shares or losses, the largest first. */
export interface Bars {
  readonly title: string;
  readonly bars: readonly {
    readonly name: string;
    /** Length as a fraction of the longest bar, 0 to 1. */
    readonly length: number;
    /** The figure as text. */
    readonly figure: string;
  }[];
}

type Draw = (figures: Figures) => Line['points'];

const DIAGONAL: Line = {
  name: 'reference',
  points: [
    [0, 0],
    [1, 1],
  ],
  style: 'reference',
};

const roc: Draw = ({ curve }) => [
  [0, 0],
  ...curve.map(({ falsePositiveRate, recall }) => [falsePositiveRate, recall] as const),
  [1, 1],
];

const precisionRecall: Draw = ({ curve }) =>
  curve.map(({ recall, precision }) => [recall, precision] as const);

const calibration: Draw = ({ calibrationCurve }) =>
  calibrationCurve.flatMap(({ meanProbability, observed }) =>
    observed ? [[meanProbability, observed.value] as const] : [],
  );

const costUpTo =
  (top: number): Draw =>
  ({ curve }) =>
    curve.map(({ threshold, costPerRow }) => [threshold, costPerRow / top] as const);

/**
 * Returns the plots of ROC, precision and recall, calibration and cost, with the champion's lines.
 */
export function buildPlots(
  figures: Figures,
  champion: Figures | null,
  name: string | null,
): Plot[] {
  const bothCurves = (draw: Draw): Line[] => [
    { name: 'this version', points: draw(figures), style: 'version' },
    ...(champion && name !== null
      ? [{ name: `champion ${name}`, points: draw(champion), style: 'champion' } as const]
      : []),
  ];
  const costs = [figures, champion].flatMap((point) => point?.curve ?? []);
  const top = Math.max(Number.MIN_VALUE, ...costs.map(({ costPerRow }) => costPerRow));
  return [
    {
      title: 'ROC',
      across: 'false positive rate: 0 to 1',
      up: 'recall',
      top: 1,
      lines: [DIAGONAL, ...bothCurves(roc)],
    },
    {
      title: 'Precision and recall',
      across: 'recall: 0 to 1',
      up: 'precision',
      top: 1,
      lines: bothCurves(precisionRecall),
    },
    {
      title: 'Calibration',
      across: 'mean score: 0 to 1',
      up: 'observed share of events',
      top: 1,
      lines: [DIAGONAL, ...bothCurves(calibration)],
    },
    {
      title: 'Cost by threshold',
      across: 'threshold: 0 to 1',
      up: 'cost per row',
      top,
      lines: bothCurves(costUpTo(top)),
    },
  ];
}

/**
 * Plots the distance of each day's decisions from the training data of the version.
 * @param driftViews the daily measurements, the newest first
 */
export function plotDrift(driftViews: readonly DriftView[]): Plot {
  const dayNumberOf = ({ day }: DriftView) => Date.parse(day) / DAY_MS;
  const [newest, oldest] = [driftViews[0], driftViews.at(-1)];
  const [first, last] = [oldest, newest].map((view) => (view ? dayNumberOf(view) : 0));
  const span = Math.max(1, (last ?? 0) - (first ?? 0));
  const all = driftViews.flatMap(({ psi, score }) => [psi, score ?? 0]);
  const top = Math.max(1.2 * PSI_DRIFT, ...all);
  const points = (readValue: (view: DriftView) => number | null) =>
    driftViews.toReversed().flatMap((view) => {
      const value = readValue(view);
      return value === null
        ? []
        : [[(dayNumberOf(view) - (first ?? 0)) / span, value / top] as const];
    });
  const bound = PSI_DRIFT / top;
  const limit: Line['points'] = [
    [0, bound],
    [1, bound],
  ];
  return {
    title: 'Drift by day',
    across: `day: ${oldest?.day ?? ''} to ${newest?.day ?? ''}`,
    up: 'PSI',
    top,
    lines: [
      { name: 'limit', points: limit, style: 'reference' },
      { name: 'feature that moved most', points: points(({ psi }) => psi), style: 'version' },
      { name: 'score', points: points(({ score }) => score), style: 'champion' },
    ],
  };
}

const MAX_BARS = 20;

/** Bars of the largest figures; those below 0 have none. */
export function buildBars(
  title: string,
  figures: readonly { readonly name: string; readonly value: number; readonly figure: string }[],
): Bars {
  const shownFigures = figures.filter(({ value }) => value > 0).slice(0, MAX_BARS);
  const longest = Math.max(Number.MIN_VALUE, ...shownFigures.map(({ value }) => value));
  return {
    title,
    bars: shownFigures.map(({ name, value, figure }) => ({
      name,
      length: value / longest,
      figure,
    })),
  };
}

/**
 * Returns the path of a line in a square, in the syntax of SVG, which the PDF library accepts, too.
 */
export function pathOf(
  { points }: Line,
  { left, top, size }: { left: number; top: number; size: number },
): string {
  const pointText = ([x, y]: readonly [number, number]) =>
    `${hundredths(left + x * size)} ${hundredths(top + (1 - y) * size)}`;
  const path = points
    .map((point, index) => `${index === 0 ? 'M' : 'L'} ${pointText(point)}`)
    .join(' ');
  // A line of one point is drawn as a dot, because line ends are round.
  return points.length === 1 ? `${path} ${path.replace('M', 'L')}` : path;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
