// The curves of a validation report: points between 0 and 1, or up to the highest cost.

import type { Figures } from '../../../models/evaluate/figures.ts';

export interface Line {
  readonly name: string;
  /** Horizontal and vertical, as shares of the axes. */
  readonly points: readonly (readonly [number, number])[];
  readonly style: 'version' | 'champion' | 'reference';
}

export interface Plot {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  /** What the upper end of the vertical axis stands for. */
  readonly top: number;
  readonly lines: readonly Line[];
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

/** ROC, precision and recall, calibration and cost; the champion's beside the version's. */
export function plotsOf(figures: Figures, champion: Figures | null, name: string | null): Plot[] {
  const both = (draw: Draw): Line[] => [
    { name: 'this version', points: draw(figures), style: 'version' },
    ...(champion && name !== null
      ? [{ name: `champion ${name}`, points: draw(champion), style: 'champion' } as const]
      : []),
  ];
  const costs = [figures, champion].flatMap((one) => one?.curve ?? []);
  const top = Math.max(Number.MIN_VALUE, ...costs.map(({ costPerRow }) => costPerRow));
  return [
    {
      title: 'ROC',
      across: 'false positive rate',
      up: 'recall',
      top: 1,
      lines: [DIAGONAL, ...both(roc)],
    },
    {
      title: 'Precision and recall',
      across: 'recall',
      up: 'precision',
      top: 1,
      lines: both(precisionRecall),
    },
    {
      title: 'Calibration',
      across: 'mean score',
      up: 'observed share of events',
      top: 1,
      lines: [DIAGONAL, ...both(calibration)],
    },
    {
      title: 'Cost by threshold',
      across: 'threshold',
      up: 'cost per row',
      top,
      lines: both(costUpTo(top)),
    },
  ];
}

/** The path of a line in a square, in the language of SVG, which PDF understands too. */
export function pathOf(
  { points }: Line,
  { left, top, size }: { left: number; top: number; size: number },
): string {
  const at = ([x, y]: readonly [number, number]) =>
    `${hundredths(left + x * size)} ${hundredths(top + (1 - y) * size)}`;
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'} ${at(point)}`).join(' ');
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
