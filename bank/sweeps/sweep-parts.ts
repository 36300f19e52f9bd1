// The sweeps of a module, and the parts that they get.

import type { Logger } from 'pino';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import type { Rescreener } from '../../ai/screening/rescreen.ts';
import type { Spreads } from '../../ai/serving/performance/spread.ts';
import type { ConfiguredAddresses } from '../../db/chain/contract-addresses.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { FileStore } from '../../models/artifact-store.ts';
import type { WorkflowTarget } from '../../workflows/record-workflows.ts';
import type { ArchiveTerms } from './archives.ts';

/** The parts of a process that sweeps. */
export interface SweptParts {
  readonly ledger: Ledger;
  /** Where workflows are started: client and task queue. */
  readonly target: WorkflowTarget;
  readonly log: Logger;
  /** Addresses of contracts; absent or null when this process has no chain. */
  readonly contracts?: ConfiguredAddresses | null;
  /** Files of data sets; absent when none are pruned here. */
  readonly datasets?: FileStore;
  /** Sealed images of documents; absent when none are pruned here. */
  readonly documents?: FileStore;
  /** Results of batches of scores; absent when they are stored elsewhere. */
  readonly results?: FileStore;
  /** Distributions of training data; absent to evaluate drift of the engine's models only. */
  readonly spreads?: Spreads;
  /** Screens parties in the daily monitoring for laundering; absent for none. */
  readonly monitored?: PartyScreen;
  /** Screens all customers after a change of the lists; absent for no automatic rescreening. */
  readonly rescreens?: Rescreener;
  /** The terms of archiving; absent when nothing is archived here. */
  readonly archiving?: Omit<ArchiveTerms, 'log'>;
}

/** Ensures some workflows; returns their number. */
export type Pass = (leaseMs: number) => Promise<number>;

export type Step = () => Promise<unknown>;

/** The steps of a pass, in this order, and the slow ones. */
export interface SweepSteps {
  /** Steps before all others. */
  readonly first?: readonly Step[];
  /** Passes that ensure a workflow for each object that is not finished. */
  readonly passes?: readonly Pass[];
  /** Every ten seconds: steps that restart the permanent workflows. */
  readonly permanent?: readonly Step[];
  /** Every ten seconds: steps that delete expired data. */
  readonly pruned?: readonly Step[];
  /**
   * Steps that run beside the passes, because one may take longer than the interval of the passes.
   * A step begins again with the first pass after its end.
   */
  readonly slow?: readonly Step[];
}

export type Sweeps = (parts: SweptParts) => SweepSteps;
