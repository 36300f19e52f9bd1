// Relays the event log of a ledger, for as long as the bank lives: each event becomes a delivery
// for every endpoint that listens. The cursor is in the database, so this workflow may end, start
// or repeat itself anywhere. Further consequences of an event belong beside `relay`.

import {
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { RelayActivities } from '../activities/relaying.ts';
import { NUDGE } from './messages.ts';
import { runPasses } from './passes.ts';
import { finishWhenCancelled, longWork } from './policies.ts';
import { STANDING } from './standing.ts';

const { relay } = proxyActivities<RelayActivities>(longWork('hand on what is new'));

/** A nudge that was lost costs so much time, no event. */
const POLL_EVERY_MS = 30_000;

export const nudge = defineSignal(NUDGE);

/** Never completes. */
export async function eventRelay(): Promise<void> {
  setCurrentDetails(STANDING.eventRelay.details);
  await runPasses({
    wakes: [nudge],
    summaries: { rest: 'between two looks', pause: 'looks without a signal' },
    async pass() {
      await finishWhenCancelled(relay);
      return { restMs: 0, pauseMs: POLL_EVERY_MS };
    },
    again: () => continueAsNew<typeof eventRelay>(),
  });
}
