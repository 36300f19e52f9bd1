// Tests the workflows of webhooks while the steps that relay and deliver events fail, run twice and
// lose their reply. Every event reaches its receiver, and is sent again only when its
// acknowledgement could not be recorded.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { removeEndpoint } from '../../../db/webhooks/endpoints.ts';
import { eventRelayWorkflowId } from '../../../ledger/workflow-id.ts';
import { cause, TENANT } from '../bank/books.ts';
import { createFaultyDeliveries } from '../outside/faulty-deliveries.ts';
import { BEHAVIOURS, openReceiver, type Receiver } from '../outside/receiver.ts';
import type { Fault } from './unwind.ts';
import { openWebhookRig, type WebhookRig } from './webhook-rig.ts';

interface SuiteOptions {
  readonly maxCachedWorkflows: number;
  readonly faults: readonly Fault[];
}

const POLL = { timeout: 60_000, interval: 25 };
/**
 * A retry schedule short enough that a test reaches the last attempt, and long enough for a loaded
 * machine.
 */
const RETRY_TIMING = { delaysMs: Array.from({ length: 12 }, () => 300), stopAfterMs: 600_000 };

/** The guarantees of the relay and of the endpoints, for one kind of worker. */
export function testWebhooks({ maxCachedWorkflows, faults }: SuiteOptions): void {
  let rig: WebhookRig;
  let receiver: Receiver;
  const deliveries = createFaultyDeliveries();
  beforeAll(async () => {
    receiver = await openReceiver();
    rig = await openWebhookRig({
      temporalAddress: inject('temporalAddress'),
      maxCachedWorkflows,
      patience: RETRY_TIMING,
      sweeps: true,
      disturb: ({ ledger, sender }) => ({ ledger: deliveries.disturb(ledger), sender }),
    });
    await rig.startRelay();
  });
  afterAll(async () => {
    await rig.close();
    await receiver.close();
  });

  /**
   * Returns true while the relay runs no step. A test waits for this, because otherwise the next
   * fault would strike an attempt that still runs.
   */
  async function isRelayIdle(): Promise<boolean> {
    const id = eventRelayWorkflowId(rig.ledger.taskQueue);
    const { raw } = await rig.client.workflow.getHandle(id).describe();
    return (raw.pendingActivities ?? []).length === 0;
  }

  let paths = 0;
  /**
   * Delivers three events to a new endpoint, with a fault at a step; with `fails` the receiver
   * refuses the first message.
   */
  async function play(step: 'relay' | 'record', fault: Fault, fails: boolean) {
    const path = `/${++paths}`;
    const endpoint = await rig.createEndpoint(receiver.url + path);
    const arrivals = () => receiver.arrivals.filter((arrival) => arrival.path === path);
    receiver.behave((arrival, response) => {
      const isFirst = arrival.path === path && arrivals().length === 1;
      (isFirst && fails ? BEHAVIOURS.fails : BEHAVIOURS.ok)(arrival, response);
    });
    const trap = deliveries.trap(step, fault);
    await rig.emit(3);
    const readStates = async () =>
      (await rig.listAllDeliveries(endpoint.id)).map(({ status }) => status);
    await expect.poll(readStates, POLL).toEqual(['delivered', 'delivered', 'delivered']);
    // A page that was written is not relayed again, so the fault strikes once.
    const isOnce = step === 'relay' && fault.kind !== 'fail';
    await expect.poll(() => trap.struck, POLL).toBe(isOnce ? 1 : fault.times);
    const all = await rig.listAllDeliveries(endpoint.id);
    await expect.poll(isRelayIdle, POLL).toBe(true);
    const deliveryKey = { tenantId: TENANT, endpointId: endpoint.id };
    await rig.ledger.run(removeEndpoint, { ...deliveryKey, ifVersion: null, cause });
    return { all, arrivals: arrivals() };
  }

  describe('each event has one delivery, and arrives once,', () => {
    // A written page is not written again, so losing its reply twice is the same as losing it once.
    const applicableFaults = faults.filter(({ kind, times }) => kind === 'fail' || times === 1);
    it.each(applicableFaults)(
      'when the relay step $name',
      async (fault) => {
        const { all, arrivals } = await play('relay', fault, false);
        expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(3);
        expect(arrivals.map(({ event }) => event.id).sort()).toEqual(
          all.map(({ eventId }) => eventId).sort(),
        );
      },
      120_000,
    );
  });

  describe('each event is delivered, and again only if its answer was not recorded,', () => {
    const answers = [
      ['of a receiver that accepts messages', false],
      ['of a receiver that refuses the first message', true],
    ] as const;
    it.each(faults.flatMap((fault) => answers.map(([whose, fails]) => ({ fault, whose, fails }))))(
      'when the step that records the answer $whose $fault.name',
      async ({ fault, fails }) => {
        const { all, arrivals } = await play('record', fault, fails);
        expect(all).toHaveLength(3);
        const unwritten = fault.kind === 'fail' ? fault.times : 0;
        expect(arrivals.length).toBeGreaterThanOrEqual(3);
        expect(arrivals.length).toBeLessThanOrEqual(3 + unwritten * 3 + (fails ? 1 : 0));
        const ids = new Set(arrivals.map(({ event }) => event.id));
        expect(ids).toEqual(new Set(all.map(({ eventId }) => eventId)));
      },
      120_000,
    );
  });

  it('the invariants hold after all deliveries', () => {
    const { checks } = checkInvariants(rig.ledger.database.raw, Date.now());
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  });
}
