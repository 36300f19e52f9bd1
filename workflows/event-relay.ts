// Relays the event log of a ledger for as long as the bank runs: each event becomes a delivery for
// every endpoint that subscribes to it. The cursor is in the database, so the workflow can be
// stopped, restarted or repeated at any point. Other reactions to an event belong beside `relay`.

import {
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { RelayActivities } from '../activities/relaying.ts';
import { NUDGE } from './messages.ts';
import { runPasses } from './passes.ts';
import { PERMANENT_WORKFLOWS } from './permanent-workflows.ts';
import { finishWhenCancelled, longWork } from './policies.ts';

const { relay } = proxyActivities<RelayActivities>(longWork('relay new events'));

/** The longest delay of an event after a lost signal. */
const POLL_EVERY_MS = 30_000;

export const nudge = defineSignal(NUDGE);

/** Never completes. */
export async function eventRelay(): Promise<void> {
  setCurrentDetails(PERMANENT_WORKFLOWS.eventRelay.details);
  await runPasses({
    signals: [nudge],
    summaries: { rest: 'minimum pause between two reads', pause: 'next read without a signal' },
    async pass() {
      await finishWhenCancelled(relay);
      return { restMs: 0, pauseMs: POLL_EVERY_MS };
    },
    startNewRun: () => continueAsNew<typeof eventRelay>(),
  });
}
