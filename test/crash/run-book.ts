// The committed table of the runs of `npm run crash`: each run appends its row to
// docs/understand/crash-runs.md, also a failed one.

import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './instance.ts';
import type { Report, RunOptions } from './run.ts';

export const RUN_BOOK = 'docs/understand/crash-runs.md';

interface RunOrigin {
  /** Short hash of the commit, with a plus sign when the tree has uncommitted changes. */
  readonly commit: string;
  readonly at: Date;
}

const runGit = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Returns the commit of the tree, or `unknown` outside of git. */
export function readCommit(): string {
  try {
    const changed = runGit('status', '--porcelain', '--untracked-files=no', '--', `:!${RUN_BOOK}`);
    return `${runGit('rev-parse', '--short=8', 'HEAD').trim()}${changed.trim() === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}

/** Formats the row of a run, without a line break. */
export function formatRunRow(
  { seed, database, kinds, kills, clients }: Omit<RunOptions, 'say'>,
  report: Report,
  { commit, at }: RunOrigin,
): string {
  const { faults, lostAnswers, acknowledged, lost, duplicated, stuck, centsOff, seconds } = report;
  const formatFigure = (count: number) => (report.judged ? String(count) : 'not judged');
  const struck = faults < kills ? `${faults} of ${kills}` : String(faults);
  const cells = [
    at.toISOString().slice(0, 16).replace('T', ' '),
    commit,
    database,
    seed,
    kinds === null ? struck : `${struck} (${[...new Set(kinds)].join(', ')})`,
    clients,
    lostAnswers,
    acknowledged,
    ...[lost, duplicated, stuck, centsOff].map(formatFigure),
    report.problems.length,
    `${Math.round(seconds / 60)} min, load ${Math.round(loadavg()[1] ?? 0)} on ${availableParallelism()}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Appends the row of a run to the table. */
export function appendRun(
  options: Omit<RunOptions, 'say'>,
  report: Report,
  origin: RunOrigin,
): void {
  appendFileSync(join(ROOT, RUN_BOOK), `${formatRunRow(options, report, origin)}\n`);
}
