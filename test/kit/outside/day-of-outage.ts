// A receiver that is down for a given time: the clock of the ledger moves from one attempt to the
// next, and every attempt is really made at a closed port.

import { MockActivityEnvironment } from '@temporalio/testing';
import { deliveryActivities, type MailboxState } from '../../../activities/delivering.ts';
import { createSender } from '../../../activities/webhooks/send.ts';
import { createDeliveryNotifier } from '../../../bank/delivery-notifier.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import type { Seal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';

/** The clock of a ledger, which a test moves. */
export interface MovedClock {
  now(): number;
  advance(ms: number): void;
}

/** @param from milliseconds since 1970 UTC */
export function createMovedClock(from: number): MovedClock {
  let time = from;
  return {
    now: () => time,
    advance(ms) {
      time += Math.ceil(ms);
    },
  };
}

interface Outage {
  readonly ledger: Ledger;
  readonly seal: Seal;
  readonly clock: MovedClock;
  readonly endpointId: string;
  readonly forMs: number;
  readonly events: number;
  readonly emit: (count: number) => Promise<void>;
}

/** Opens the step that delivers to receivers on this machine. `deliver` takes the endpoint's id. */
export function openDeliverer(ledger: Ledger, seal: Seal) {
  const sender = createSender({ livemode: false, allow: ['127.0.0.0/8'] });
  const { deliver } = deliveryActivities({
    ledger,
    sender,
    seal,
    deliveryNotifier: createDeliveryNotifier(async () => undefined),
    stopping: new AbortController().signal,
    failPoint: () => undefined,
  });
  const environment = new MockActivityEnvironment();
  return {
    deliver: (endpointId: string): Promise<MailboxState> =>
      environment.run(deliver, { endpointId }),
    close: () => sender.close(),
  };
}

/** Emits events evenly while no receiver runs; returns the number of attempts. */
export async function emitDuringOutage(day: Outage): Promise<number> {
  const { ledger, seal, clock, endpointId } = day;
  const { deliver, close } = openDeliverer(ledger, seal);
  const began = clock.now();
  let emitted = 0;
  try {
    for (;;) {
      const share = Math.min(1, (clock.now() - began) / day.forMs);
      const due = Math.max(1, Math.floor(day.events * share)) - emitted;
      await day.emit(due);
      emitted += due;
      while ((await ledger.run(relayEvents, 256)).events > 0);
      if (share === 1) break;
      const state = await deliver(endpointId);
      clock.advance(Math.max(1, state.restMs, state.dueInMs ?? day.forMs));
    }
  } finally {
    await close();
  }
  return ledger.database.raw
    .prepare<[string], number>('SELECT count(*) FROM delivery_attempts WHERE endpoint_id = ?')
    .pluck()
    .get(endpointId) as number;
}
