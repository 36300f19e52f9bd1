// Relays the event log of a ledger, for as long as the bank lives: each event becomes a delivery
// for every endpoint that listens. The cursor is in the database, so this workflow may end, start
// or repeat itself anywhere. Further consequences of an event belong beside `relay`.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { RelayActivities } from '../activities/relaying.ts';
import { NUDGE } from './messages.ts';
import { runLength } from './passes.ts';
import { finishWhenCancelled, longWork } from './policies.ts';
import { STANDING } from './standing.ts';

const { relay } = proxyActivities<RelayActivities>(longWork('hand on what is new'));

/** A nudge that was lost costs so much time, no event. */
const POLL_EVERY = '30s';

export const nudge = defineSignal(NUDGE);

/** Never completes. */
export async function eventRelay(): Promise<void> {
  let nudged = false;
  setCurrentDetails(STANDING.eventRelay.details);
  setHandler(nudge, () => {
    nudged = true;
  });
  await CancellationScope.nonCancellable(async () => {
    const isOver = runLength();
    while (!isOver()) {
      nudged = false;
      await finishWhenCancelled(relay);
      await condition(() => nudged, POLL_EVERY, { summary: 'looks without a signal' });
    }
    await continueAsNew<typeof eventRelay>();
  });
}
