// Formats the result of a run.

import type { FaultKind } from './plan.ts';
import type { Report } from './run.ts';

/** Formats the last line of a run. */
export function formatLastLine(report: Report): string {
  const { faults, acknowledged, lost, duplicated, centsOff } = report;
  if (!report.judged) return 'the run was aborted: it proves nothing';
  const result = `lost ${lost}, duplicated ${duplicated}, cents off ${centsOff}`;
  return `${faults} faults, ${acknowledged} acknowledged, ${result}`;
}

/** Formats the number of requests, and for how long transfers failed after each kind of kill. */
export function formatRecoveries({ recoveries, counts, duplicates, seconds }: Report): string[] {
  const kinds = [...new Set(recoveries.map(({ kind }) => kind))];
  return [
    `${seconds} s; ${counts.invoke} requests sent: ${counts.ok} ok, ${counts.fail} fail, ` +
      `${counts.unknown} unknown and sent again; ${duplicates.sent} sent twice on purpose, ` +
      `${duplicates.cut} cut off`,
    ...(kinds.length > 0 ? ['until a transfer works again      kills   median    worst'] : []),
    ...kinds.map((kind) =>
      formatRow(kind, recoveries.filter((recovery) => recovery.kind === kind).map(msOf)),
    ),
    ...formatDistribution(recoveries.map(msOf)),
  ];
}

/** Upper bounds of the histogram in seconds. */
const STEPS = [0.5, 1, 2, 3, 5, 10, 20, Number.POSITIVE_INFINITY];
const WIDEST_BAR = 40;

/** Formats the distribution of the recovery times of all kinds. */
function formatDistribution(times: readonly number[]): string[] {
  if (times.length === 0) return [];
  const sorted = [...times].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  const shares = [0.5, 0.9, 0.95, 1].map((share) => `p${share * 100} ${quantile(share)} ms`);
  const counts = STEPS.map((to, step) => {
    const from = STEPS[step - 1] ?? 0;
    return sorted.filter((ms) => ms > from * 1_000 && ms <= to * 1_000).length;
  });
  const max = Math.max(...counts);
  const lines = counts.map((count, step) => {
    const to = STEPS[step] ?? 0;
    const name = Number.isFinite(to) ? `up to ${to} s` : 'longer';
    const bar = '#'.repeat(Math.ceil((count / max) * WIDEST_BAR));
    return `  ${name.padEnd(12)} ${String(count).padStart(5)} ${bar}`.trimEnd();
  });
  return [`all ${times.length} recoveries: ${shares.join(', ')}`, ...lines];
}

const msOf = ({ ms }: { ms: number }) => ms;

function formatRow(kind: FaultKind, times: number[]): string {
  const sorted = times.sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const worst = sorted.at(-1) ?? 0;
  const cell = (text: string | number, width: number) => String(text).padStart(width);
  const figures = `${cell(sorted.length, 5)} ${cell(median, 5)} ms ${cell(worst, 5)} ms`;
  return `  ${kind.padEnd(30)}  ${figures}`;
}
