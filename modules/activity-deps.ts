// The parts that modules' activities get for one ledger, and the task queues of activities.

import type { Applications } from '../activities/applications.ts';
import type { RetryTiming } from '../activities/delivering.ts';
import type { Lane } from '../activities/lane.ts';
import type { Mailer } from '../activities/mails.ts';
import type { ScoringTools } from '../activities/scorings.ts';
import type { TrainingTools } from '../activities/training.ts';
import type { Sender } from '../activities/webhooks/send.ts';
import type { Screening } from '../ai/screening/open.ts';
import type { WatchProvider } from '../ai/watchlists/provider.ts';
import type { DeliveryNotifier } from '../bank/delivery-notifier.ts';
import type { Chain } from '../bank/opening/chain.ts';
import type { Tracing } from '../bank/tracing/port.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { Ledger } from '../db/ledger.ts';
import type { ArtifactStore, FileStore } from '../models/artifact-store.ts';
import type { ForeignScorer } from '../models/confined/foreign-scorer.ts';

/** The parts of a process that runs the activities of a ledger; null for a missing part. */
export interface ActivityDeps {
  readonly ledger: Ledger;
  readonly deliveryNotifier: DeliveryNotifier;
  /** Lets the workflow of a transaction, if it runs, read its row again. */
  readonly signalTransfer: (transactionId: string) => Promise<void>;
  /** Aborted when the process has to stop. */
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
  /** Yields to requests of the process; true when nobody but the tenant has sent one lately. */
  readonly yieldToRequests: (tenantId: string) => Promise<boolean>;
  /** URL of the console of the environment; null when unknown. */
  readonly consoleUrl: string | null;
  readonly screening: Screening;
  readonly watchlist: WatchProvider;
  readonly artifacts: FileStore;
  readonly covers: ArtifactStore;
  readonly foreign: ForeignScorer;
  readonly chain: Chain | null;
  readonly training: (TrainingTools & ScoringTools) | null;
  readonly lane: Lane | null;
  /** Lets the lane settle accepted transactions; returns the ids that are left to workflows. */
  readonly settleNow: ((ids: readonly string[]) => Promise<readonly string[]>) | null;
  readonly deliveries: {
    readonly seal: Seal;
    readonly sender: Sender;
    readonly retryTiming: RetryTiming | undefined;
  } | null;
  readonly tracing: Tracing | null;
  readonly mailer: Mailer | null;
  readonly applications: Applications | null;
}

/** Activities by task queue: the queue of the workflows (`own`), and separate queues. */
export interface QueuedActivities {
  readonly own?: object;
  readonly lane?: object | null;
  readonly deliveries?: object | null;
  readonly training?: object | null;
  readonly scoring?: object | null;
}

/** The activities of a module. */
export type ModuleActivities = (deps: ActivityDeps) => QueuedActivities;

/** Merges the activities of several modules for one queue; null when there are none. */
export function activitiesOfQueue(
  queue: keyof QueuedActivities,
  activities: readonly QueuedActivities[],
): object | null {
  const functions = activities.flatMap((queued) => queued[queue] ?? []);
  return functions.length === 0 ? null : Object.assign({}, ...functions);
}
