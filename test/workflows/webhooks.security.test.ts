// Temporal stores only ids and figures of deliveries. It stores no secret, no part of a message and
// no part of a receiver's answer: operators must not see them, and histories outlive an erasure.

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventRelayWorkflowId, webhookEndpointWorkflowId } from '../../ledger/workflow-id.ts';
import { openReceiver, type Receiver } from '../kit/outside/receiver.ts';
import { openWebhookRig, type WebhookRig } from '../kit/workflows/webhook-rig.ts';

const POLL = { timeout: 45_000, interval: 50 };
const RECEIVER_TEXT = 'canary of the receiver';

let rig: WebhookRig;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  rig = await openWebhookRig({
    temporalAddress: inject('temporalAddress'),
    patience: { delaysMs: [100, 100], stopAfterMs: 60_000 },
  });
  await rig.startRelay();
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

/** Everything that the server keeps of a workflow, with the bytes of its payloads as text. */
async function readKept(workflowId: string): Promise<string> {
  const handle = rig.client.workflow.getHandle(workflowId);
  const parts: string[] = [];
  const collect = (value: unknown): void => {
    if (value instanceof Uint8Array) parts.push(Buffer.from(value).toString());
    else if (typeof value === 'string') parts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(await handle.fetchHistory());
  collect((await handle.describe()).raw);
  return parts.join('\n');
}

it('histories of the relay and of endpoints contain no secret, no message and no answer', async () => {
  receiver.behave((_, response) => void response.writeHead(500).end(RECEIVER_TEXT));
  const { id, secret } = await rig.createEndpoint(`${receiver.url}/hook`);
  await rig.emit(1);
  await expect.poll(async () => (await rig.listAllDeliveries(id))[0]?.status, POLL).toBe('failed');
  const [delivery] = await rig.listAllDeliveries(id);
  expect(delivery?.attempts[0]?.responseExcerpt).toBe(RECEIVER_TEXT);
  expect(receiver.arrivals[0]?.text).toContain('Ada Lovelace');
  const workflowId = webhookEndpointWorkflowId(id);
  // The run that sent the delivery has ended, and its history contains the failure.
  await expect.poll(() => readKept(workflowId), POLL).toContain('answered 500');
  const stored =
    (await readKept(workflowId)) + (await readKept(eventRelayWorkflowId(rig.ledger.taskQueue)));
  for (const canary of [
    secret,
    secret.replace('whsec_', ''),
    RECEIVER_TEXT,
    'Ada Lovelace',
    receiver.url,
  ]) {
    expect(stored).not.toContain(canary);
  }
  // The id by which an operator finds a delivery is there.
  expect(stored).toContain(delivery?.id);
});
