// A plot of observed shares against predicted shares: on the diagonal they are equal.

interface Point {
  readonly said: number;
  readonly seen: number;
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
const across = (share: number, most: number) => EDGE + (share / most) * SIDE;
const up = (share: number, most: number) => SIZE - EDGE - (share / most) * SIDE;

/** The largest share of the axes: most probabilities of fraud are small. */
function mostOf(points: readonly Point[]): number {
  const largest = Math.max(...points.flatMap(({ said, high }) => [said, high]), 0.01);
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((one) => largest <= one) ?? 1;
}

export function Diagonal({ label, points }: DiagonalProps) {
  const most = mostOf(points);
  const ticks = [0, most / 2, most];
  return (
    <svg class="diagonal" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label}>
      <rect class="frame" x={EDGE} y={6} width={SIDE} height={SIDE} />
      <line class="even" x1={EDGE} y1={SIZE - EDGE} x2={EDGE + SIDE} y2={6} />
      {ticks.map((tick) => [
        <text key={`${tick}x`} x={across(tick, most)} y={SIZE - EDGE + 14} text-anchor="middle">
          {tick}
        </text>,
        <text key={`${tick}y`} x={EDGE - 5} y={up(tick, most) + 4} text-anchor="end">
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
      {points.map(({ said, seen, low, high }) => [
        <line
          key={`${said} range`}
          class="range"
          x1={across(said, most)}
          x2={across(said, most)}
          y1={up(low, most)}
          y2={up(high, most)}
        />,
        <circle key={said} class="point" cx={across(said, most)} cy={up(seen, most)} r={3.5} />,
      ])}
    </svg>
  );
}
