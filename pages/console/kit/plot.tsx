// A plot over time. Its content is also described in words beside it.

import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';

export interface Series {
  readonly name: string;
  /** A custom property of the style sheet, such as `--info`. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

interface PlotProps {
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** True for lines between the points. By default, steps: a figure holds until the next one. */
  readonly isSloped?: boolean;
  /** The lower and the upper end of the vertical axis; by default those of the figures. */
  readonly range?: readonly [number, number];
  /** Formats a figure. */
  format(value: number): string;
}

const HEIGHT = 220;

/** Ticks of the time axis: day before month, 24 hours; the larger unit below its first tick. */
const DAY = '\n{D} {MMM} {YYYY}';
const TICKS: (number | string | null)[][] = [
  [31_536_000, '{YYYY}', null, null, null, null, null, null, 1],
  [2_419_200, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', DAY, null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', DAY, null, '\n{D} {MMM}', null, null, null, 1],
];

export function Plot(props: PlotProps) {
  const { label, times, series } = props;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let destroy = () => {};
    let isUnmounted = false;
    // Imported late, because the module fails to load in a browser whose language has no valid tag.
    // The rest of the page must work there.
    import('uplot').then(
      ({ default: plotting }) => {
        if (!isUnmounted) destroy = drawPlot(plotting, element, props);
      },
      () => {},
    );
    return () => {
      isUnmounted = true;
      destroy();
    };
  }, [times, series]);
  return <div class="plot" ref={container} role="img" aria-label={label} />;
}

/** Returns the width of the longest label of the vertical axis in pixels. */
function measureLabels(labels: readonly string[] | null): number {
  const longest = Math.max(0, ...(labels ?? []).map((label) => label.length));
  return 20 + 7 * longest;
}

function drawPlot(plotting: typeof UPlot, element: HTMLElement, props: PlotProps): () => void {
  const { times, series, format, isSloped = false, range } = props;
  const style = getComputedStyle(element);
  const colourOf = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colourOf('--quiet'), grid: { stroke: colourOf('--line'), width: 1 } };
  const values = (_: UPlot, ticks: number[]) => ticks.map(format);
  const { stepped } = plotting.paths;
  const lines = series.map(({ name, colour }) => ({
    label: name,
    stroke: colourOf(colour),
    width: 2,
    ...(stepped && !isSloped ? { paths: stepped({ align: 1 }) } : {}),
  }));
  const plot = new plotting(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      ...(range ? { scales: { y: { range: [range[0], range[1]] as [number, number] } } } : {}),
      axes: [
        { ...axis, values: TICKS as UPlot.Axis['values'] & [], space: 80 },
        { ...axis, values, size: (_, labels) => measureLabels(labels) },
      ],
      series: [{}, ...lines],
    },
    [[...times], ...series.map((line) => [...line.values])],
    element,
  );
  const fit = new ResizeObserver(() => {
    plot.setSize({ width: element.clientWidth, height: HEIGHT });
  });
  fit.observe(element);
  return () => {
    fit.disconnect();
    plot.destroy();
  };
}
