// Runs the crash suite for a short time as a test, which fails with the deviations that were found.
import { expect } from 'vitest';
import { isOnPostgres } from '../kit/bank/postgres.ts';
import { isDeep } from '../kit/suite/tier.ts';
import type { FaultKind } from './plan.ts';
import { formatLastLine } from './report.ts';
import { type RunOptions, runCrash } from './run.ts';

const TEST_DATABASE = isOnPostgres ? 'postgres' : 'sqlite';

/**
 * Injects each of these faults once, in an order that depends on the seed.
 * @param database engine of the bank; left out for the engine of the test run
 */
export async function runFaultsOnce(
  kinds: readonly FaultKind[],
  { database = TEST_DATABASE }: Partial<Pick<RunOptions, 'database'>> = {},
): Promise<void> {
  const lines: string[] = [];
  const report = await runCrash({
    kills: kinds.length,
    seed: 1,
    kinds,
    secondsBetween: 0.6,
    // Enough clients that faults strike during requests; more would slow the restarts.
    clients: isDeep ? 4 : 2,
    accounts: 8,
    database,
    say: (line) => lines.push(line),
  });
  const { lost, duplicated, centsOff, problems } = report;
  const summary = [...lines, ...problems, formatLastLine(report), report.keptIn ?? ''].join('\n');
  expect({ lost, duplicated, centsOff, problems }, summary).toEqual({
    lost: 0,
    duplicated: 0,
    centsOff: 0,
    problems: [],
  });
  expect(report.faults).toBe(kinds.length);
  expect(report.acknowledged).toBeGreaterThan(10);
}
