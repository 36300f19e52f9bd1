// What a module has the sweeper do, and what it is given for it.

import type { Logger } from 'pino';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import type { Rescreener } from '../../ai/screening/rescreen.ts';
import type { Spreads } from '../../ai/serving/performance/spread.ts';
import type { ConfiguredAddresses } from '../../db/chain/contract-addresses.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { FileStore } from '../../models/artifact-store.ts';
import type { Place } from '../../workflows/carried.ts';
import type { ArchiveTerms } from './archives.ts';

/** What the process has that sweeps. */
export interface SweptParts {
  readonly ledger: Ledger;
  /** Where workflows are started. */
  readonly place: Place;
  readonly log: Logger;
  /** Addresses of contracts; left out or null: this process sends nothing to a chain. */
  readonly contracts?: ConfiguredAddresses | null;
  /** Files of data sets; left out: none are pruned here. */
  readonly datasets?: FileStore;
  /** Sealed images of documents; left out: none are pruned here. */
  readonly documents?: FileStore;
  /** Left out: results of batches of scores are kept elsewhere. */
  readonly results?: FileStore;
  /** What own models learnt from; left out: drift is looked at of the engine's models only. */
  readonly spreads?: Spreads;
  /** Screens names in the daily look for laundering; left out: no look by the clock. */
  readonly monitored?: PartyScreen;
  /** Screens all customers when the lists have changed; left out: not by itself. */
  readonly rescreens?: Rescreener;
  /** Left out: nothing is archived here. */
  readonly archiving?: Omit<ArchiveTerms, 'log'>;
}

/** Makes sure of some workflows; answers of how many. */
export type Pass = (leaseMs: number) => Promise<number>;

type Step = () => Promise<unknown>;

/** Steps of each pass, in the order of the parts. */
export interface Swept {
  /** Before everything else. */
  readonly first?: readonly Step[];
  /** Work that workflows carry: each that is not over has one. */
  readonly carried?: readonly Pass[];
  /** Ten seconds after the one before: what has ended without a reason is back. */
  readonly lasting?: readonly Step[];
  /** Ten seconds after the one before: what is kept no longer goes. */
  readonly pruned?: readonly Step[];
  /** After everything else. */
  readonly last?: readonly Step[];
}

export type Sweeps = (parts: SweptParts) => Swept;
