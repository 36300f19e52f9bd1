// Ensures that each pending application for production has a workflow. Applications younger than
// ten minutes wait for a later round, because many are decided at once.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Platform } from '../identity/platform.ts';
import { ensureWorkflow } from '../workflows/record-workflows.ts';

const EVERY_MS = 60_000;
const MAX_PER_ROUND = 64;
const MIN_AGE_MS = 10 * 60_000;

interface RoundDeps {
  readonly platform: Pick<Platform, 'applications'>;
  readonly client: Client;
  readonly taskQueue: string;
  readonly log: Logger;
}

/** One round; returns the id after which the next one continues, or null to begin again. */
export async function ensureApplicationWorkflows(
  { platform, ...roundDeps }: Omit<RoundDeps, 'log'>,
  before: string | null,
  now: number,
): Promise<string | null> {
  const developers = platform.applications.pending(before, MAX_PER_ROUND);
  for (const { applicationId, appliedAt } of developers) {
    if ((appliedAt ?? now) + MIN_AGE_MS <= now)
      await ensureWorkflow(roundDeps, 'application', applicationId);
  }
  return developers.length < MAX_PER_ROUND ? null : (developers.at(-1)?.applicationId ?? null);
}

/** Repeats the round every minute until it is stopped. */
export function startApplicationRound(deps: RoundDeps): { stop(): void } {
  let before: string | null = null;
  const timer = setInterval(async () => {
    try {
      before = await ensureApplicationWorkflows(deps, before, Date.now());
    } catch (err) {
      deps.log.warn({ err }, 'checking the applications failed; the next round tries again');
    }
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
