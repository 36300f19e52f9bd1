// Records calls of developers' models that exceeded their limits, in the ledger of the version. The
// third one within an hour stops the version.

import type { Logger } from 'pino';
import { noteKill } from '../db/deployments/kills.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import type { Ledger } from '../db/ledger.ts';
import type { PerEnvironment } from '../db/ledgers.ts';
import type { Kill } from '../models/confined/foreign-scorer.ts';

export interface ModelStops {
  readonly onKill: (environment: EnvironmentName, kill: Kill) => void;
  /** Sets the ledgers when they are open. */
  begin(ledgers: PerEnvironment<Ledger>): void;
}

/** Returns a recorder, which records nothing before `begin` is called. */
export function modelStops(log: Logger): ModelStops {
  let ledgers: PerEnvironment<Ledger> | null = null;

  async function recordKill(environment: EnvironmentName, kill: Kill): Promise<void> {
    const { versionId, tenantId, reason } = kill;
    const isStopped = (await ledgers?.[environment].run(noteKill, kill)) ?? false;
    const stop = { environment, tenantId, versionId, reason, isStopped };
    log.warn(stop, 'a call of a model went beyond its limits, and its process was ended');
  }

  return {
    onKill(environment, kill) {
      recordKill(environment, kill).catch((error: unknown) => {
        const failure = { versionId: kill.versionId, cause: String(error) };
        log.warn(failure, 'recording that a model exceeded its limits failed');
      });
    },
    begin(openedLedgers) {
      ledgers = openedLedgers;
    },
  };
}
