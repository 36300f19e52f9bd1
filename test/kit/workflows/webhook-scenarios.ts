// The paths that the workflows of webhooks can take, played by receivers with the matching
// behaviour.

import { setTimeout as sleep } from 'node:timers/promises';
import { removeEndpoint } from '../../../db/webhooks/endpoints.ts';
import { eventRelayWorkflowId, webhookEndpointWorkflowId } from '../../../ledger/workflow-id.ts';
import { cause, TENANT } from '../bank/books.ts';
import { BEHAVIOURS, openReceiver } from '../outside/receiver.ts';
import { openWebhookRig, type WebhookRig } from './webhook-rig.ts';

interface PlayedPath {
  readonly name: string;
  readonly workflowId: string;
}

/** The paths for which a history is recorded. */
export const WEBHOOK_PATHS = [
  'event-relay',
  'webhook-endpoint-delivered',
  'webhook-endpoint-retried',
  'webhook-endpoint-down',
  'webhook-endpoint-gone',
] as const;

const WITHIN_MS = 60_000;

async function pollUntil(isReached: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + WITHIN_MS;
  while (!(await isReached())) {
    if (Date.now() > limit) throw new Error('the expected state was not reached');
    await sleep(50);
  }
}

/** Plays all paths at the same time, and calls `usePaths` while their workflows still run. */
export async function playWebhooks(
  temporalAddress: string,
  usePaths: (rig: WebhookRig, paths: readonly PlayedPath[]) => Promise<void>,
): Promise<void> {
  const patience = { delaysMs: [400, 400, 400, 400, 400, 400, 400], stopAfterMs: WITHIN_MS };
  const rig = await openWebhookRig({ temporalAddress, patience });
  const receiver = await openReceiver();
  const failed = new Set<string>();
  receiver.behave((arrival, response) => {
    const isFirst = !failed.has(arrival.event.id);
    if (arrival.path === '/down') return BEHAVIOURS.fails(arrival, response);
    if (arrival.path === '/gone') return BEHAVIOURS.gone(arrival, response);
    if (arrival.path !== '/retried' || !isFirst) return BEHAVIOURS.ok(arrival, response);
    failed.add(arrival.event.id);
    BEHAVIOURS.fails(arrival, response);
  });
  try {
    await rig.startRelay();
    const createEndpoint = (path: string) => rig.createEndpoint(`${receiver.url}/${path}`);
    const delivered = await createEndpoint('delivered');
    const retried = await createEndpoint('retried');
    const down = await createEndpoint('down');
    const gone = await createEndpoint('gone');
    await rig.emit(1);
    const readDeliveryStatus = async (id: string) => (await rig.listAllDeliveries(id))[0]?.status;
    await pollUntil(async () => (await readDeliveryStatus(delivered.id)) === 'delivered');
    await pollUntil(async () => (await readDeliveryStatus(retried.id)) === 'delivered');
    await pollUntil(async () => (await readDeliveryStatus(down.id)) === 'failed');
    await pollUntil(async () => (await rig.readStatus(gone.id)) === 'auto_disabled');
    // Longer than a run waits for more work, so that the next event signals both workflows.
    await sleep(1_500);
    await rig.emit(1);
    await pollUntil(async () => (await rig.listAllDeliveries(delivered.id)).length === 2);
    const removal = { tenantId: TENANT, endpointId: delivered.id, ifVersion: null, cause };
    await pollUntil(
      async () => (await rig.listAllDeliveries(delivered.id))[1]?.status === 'delivered',
    );
    await rig.ledger.run(removeEndpoint, removal);
    await sleep(3_000);
    const idOf = ({ id }: { id: string }) => webhookEndpointWorkflowId(id);
    const [relayName, ...names] = WEBHOOK_PATHS;
    const workflowIds = [delivered, retried, down, gone].map(idOf);
    await usePaths(rig, [
      { name: relayName, workflowId: eventRelayWorkflowId(rig.ledger.taskQueue) },
      ...names.map((name, index) => ({ name, workflowId: workflowIds[index] ?? '' })),
    ]);
  } finally {
    await rig.close();
    await receiver.close();
  }
}
