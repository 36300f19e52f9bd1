// A plot of observed shares against predicted shares: on the diagonal they are equal.

interface Point {
  readonly predicted: number;
  readonly observed: number;
  readonly low: number;
  readonly high: number;
}

interface DiagonalProps {
  readonly label: string;
  readonly points: readonly Point[];
}

const SIZE = 260;
const EDGE = 34;
const SIDE = SIZE - EDGE - 6;
const toX = (share: number, max: number) => EDGE + (share / max) * SIDE;
const toY = (share: number, max: number) => SIZE - EDGE - (share / max) * SIDE;

/** Returns the upper end of both axes. It fits the points, because most probabilities are small. */
function chooseAxisEnd(points: readonly Point[]): number {
  const largest = Math.max(...points.flatMap(({ predicted, high }) => [predicted, high]), 0.01);
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((tick) => largest <= tick) ?? 1;
}

export function Diagonal({ label, points }: DiagonalProps) {
  const max = chooseAxisEnd(points);
  const ticks = [0, max / 2, max];
  return (
    <svg class="diagonal" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label}>
      <rect class="frame" x={EDGE} y={6} width={SIDE} height={SIDE} />
      <line class="even" x1={EDGE} y1={SIZE - EDGE} x2={EDGE + SIDE} y2={6} />
      {ticks.map((tick) => [
        <text key={`${tick}x`} x={toX(tick, max)} y={SIZE - EDGE + 14} text-anchor="middle">
          {tick}
        </text>,
        <text key={`${tick}y`} x={EDGE - 5} y={toY(tick, max) + 4} text-anchor="end">
          {tick}
        </text>,
      ])}
      <text x={EDGE + SIDE / 2} y={SIZE - 4} text-anchor="middle">
        predicted
      </text>
      <text
        x={10}
        y={6 + SIDE / 2}
        text-anchor="middle"
        transform={`rotate(-90 10 ${6 + SIDE / 2})`}
      >
        observed
      </text>
      {points.map(({ predicted, observed, low, high }) => [
        <line
          key={`${predicted} range`}
          class="range"
          x1={toX(predicted, max)}
          x2={toX(predicted, max)}
          y1={toY(low, max)}
          y2={toY(high, max)}
        />,
        <circle
          key={predicted}
          class="point"
          cx={toX(predicted, max)}
          cy={toY(observed, max)}
          r={3.5}
        />,
      ])}
    </svg>
  );
}
