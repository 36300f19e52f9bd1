// A run in words and figures.

import type { FaultKind } from './plan.ts';
import type { Report } from './run.ts';

/** The line that a run is known by. */
export function closingLine(report: Report): string {
  const { faults, acknowledged, lost, duplicated, centsOff } = report;
  if (!report.judged) return 'the run was broken off: nothing is proved';
  const found = `lost ${lost}, duplicated ${duplicated}, cents off ${centsOff}`;
  return `${faults} faults, ${acknowledged} acknowledged, ${found}`;
}

/** What was sent, and how long a transfer did not work after each kind of kill. */
export function recoveryTable({ recoveries, counts, duplicates, seconds }: Report): string[] {
  const kinds = [...new Set(recoveries.map(({ kind }) => kind))];
  return [
    `${seconds} s; ${counts.invoke} requests sent: ${counts.ok} ok, ${counts.fail} fail, ` +
      `${counts.unknown} unknown and sent again; ${duplicates.sent} sent twice on purpose, ` +
      `${duplicates.cut} cut off`,
    ...(kinds.length > 0 ? ['until a transfer works again      kills   median    worst'] : []),
    ...kinds.map((kind) => row(kind, recoveries.filter((one) => one.kind === kind).map(msOf))),
  ];
}

const msOf = ({ ms }: { ms: number }) => ms;

function row(kind: FaultKind, times: number[]): string {
  const sorted = times.sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const worst = sorted.at(-1) ?? 0;
  const cell = (text: string | number, width: number) => String(text).padStart(width);
  const figures = `${cell(sorted.length, 5)} ${cell(median, 5)} ms ${cell(worst, 5)} ms`;
  return `  ${kind.padEnd(30)}  ${figures}`;
}
