// Shared by all measurements: a row of the table, a clock, percentiles, a temporary folder.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Target of a row; a row without a target is informative. */
export interface Target {
  readonly ratioAtLeast?: number;
  readonly ratioAtMost?: number;
  readonly valueAtLeast?: number;
  readonly valueAtMost?: number;
}

/** One line of the table: a figure and its floor from the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floorName: string;
  /** Null when there is nothing to compare with (a start-up time, an amount of memory). */
  readonly floor: number | null;
  readonly target: Target;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** Reason why the row was not measured; the figure is then meaningless. */
  readonly notRun?: string;
}

export function ratioOf(row: Row): number | null {
  return row.floor ? row.value / row.floor : null;
}

/** Null when the row has no target, or was not measured. */
export function isMet(row: Row): boolean | null {
  if (row.notRun !== undefined) return null;
  const { ratioAtLeast, ratioAtMost, valueAtLeast, valueAtMost } = row.target;
  const ratio = ratioOf(row) ?? 0;
  const checks = [
    ratioAtLeast === undefined ? null : ratio >= ratioAtLeast,
    ratioAtMost === undefined ? null : ratio <= ratioAtMost,
    valueAtLeast === undefined ? null : row.value >= valueAtLeast,
    valueAtMost === undefined ? null : row.value <= valueAtMost,
  ].filter((check) => check !== null);
  return checks.length === 0 ? null : checks.every(Boolean);
}

/** Returns the units of work per second. */
export async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return count / ((performance.now() - started) / 1000);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const folders = new Set<string>();

process.on('exit', () => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

/** Makes a folder that is removed at the end of this process at the latest. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  folders.add(path);
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
      folders.delete(path);
    },
  };
}
