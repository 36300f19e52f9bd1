// The dependencies of modules' activities for one ledger, and the task queues of the activities.

import type { Applications } from '../activities/applications.ts';
import type { Patience } from '../activities/delivering.ts';
import type { Lane } from '../activities/lane.ts';
import type { Mailer } from '../activities/mails.ts';
import type { ScoringTools } from '../activities/scorings.ts';
import type { TrainingTools } from '../activities/training.ts';
import type { Screening } from '../ai/screening/open.ts';
import type { WatchProvider } from '../ai/watchlists/provider.ts';
import type { Bells } from '../bank/bells.ts';
import type { Chain } from '../bank/opening/chain.ts';
import type { Tracing } from '../bank/tracing/port.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { Ledger } from '../db/ledger.ts';
import type { ArtifactStore, FileStore } from '../models/artifact-store.ts';
import type { ForeignScorer } from '../models/confined/foreign-scorer.ts';
import type { Sender } from '../webhooks/send.ts';

/** Resources of a process that carries out the work of a ledger; null where it lacks one. */
export interface Crew {
  readonly ledger: Ledger;
  readonly bells: Bells;
  /** Has the workflow of a transaction read its row again, if it runs. */
  readonly tellTransfer: (transactionId: string) => Promise<void>;
  /** Aborted when the process is to stop. */
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
  /** Lets requests of the process go first; true: one caller at most has sent any lately. */
  readonly letOthersGo: () => Promise<boolean>;
  /** Address of the console in the environment. */
  readonly consoleUrl: string | null;
  readonly screening: Screening;
  readonly watchlist: WatchProvider;
  readonly artifacts: FileStore;
  readonly covers: ArtifactStore;
  readonly foreign: ForeignScorer;
  readonly chain: Chain | null;
  readonly training: (TrainingTools & ScoringTools) | null;
  readonly lane: Lane | null;
  /** Has the lane settle accepted transactions; returns the ids that are left to workflows. */
  readonly settleNow: ((ids: readonly string[]) => Promise<readonly string[]>) | null;
  readonly deliveries: {
    readonly seal: Seal;
    readonly sender: Sender;
    readonly patience: Patience | undefined;
  } | null;
  readonly tracing: Tracing | null;
  readonly mailer: Mailer | null;
  readonly applications: Applications | null;
}

/** Activities by the queue that they wait in: that of the workflows, and queues of their own. */
export interface QueuedActivities {
  readonly own?: object;
  readonly lane?: object | null;
  readonly deliveries?: object | null;
  readonly training?: object | null;
  readonly scoring?: object | null;
}

/** The activities of a module. */
export type CrewActivities = (crew: Crew) => QueuedActivities;

/** The activities of some modules in one queue, or null when there are none. */
export function inQueue(
  queue: keyof QueuedActivities,
  activities: readonly QueuedActivities[],
): object | null {
  const found = activities.flatMap((one) => one[queue] ?? []);
  return found.length === 0 ? null : Object.assign({}, ...found);
}
