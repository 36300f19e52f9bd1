// A bank with one developer and webhook receivers on this machine, for tests of the API about
// deliveries.

import { expect, vi } from 'vitest';
import { register } from '../bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../bank/checked-bank.ts';
import { BEHAVIOURS, type Behaviour, openReceiver } from './receiver.ts';

export const ENDPOINTS_PATH = '/v1/webhook-endpoints';
const POLL = { timeout: 45_000, interval: 100 };

type Json = Record<string, ReturnType<typeof JSON.parse>>;

/** Opens the bank, a developer and a receiver that serves all endpoints by their paths. */
export async function openHookedBank() {
  const bank: CheckedBank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
  const { key } = await register(bank);
  const receiver = await openReceiver();
  const behaviours = new Map<string, Behaviour>();
  receiver.behave((arrival, response) => {
    (behaviours.get(arrival.path) ?? BEHAVIOURS.ok)(arrival, response);
  });
  let endpointCount = 0;

  /** Causes an event of type customer.created. */
  async function causeEvent(callerKey = key): Promise<Json> {
    const body = { type: 'individual', name: 'Ada Lovelace' };
    const customer = (await bank.call('/v1/customers', { key: callerKey, body })).body;
    const answer = await bank.call(`/v1/events?objectId=${customer.id}`, { key: callerKey });
    return answer.body.data[0];
  }

  /** Creates an endpoint with its own path; by default for events about customers. */
  async function createEndpoint(
    behaviour: Behaviour = BEHAVIOURS.ok,
    fields: object = {},
    callerKey = key,
  ) {
    const path = `/${++endpointCount}`;
    behaviours.set(path, behaviour);
    const body = { url: receiver.url + path, events: ['customer.created'], ...fields };
    const { id, secret } = (await bank.call(ENDPOINTS_PATH, { key: callerKey, body })).body;
    const ownPath = `${ENDPOINTS_PATH}/${id}`;
    const listDeliveries = async (query = ''): Promise<Json[]> =>
      (await bank.call(`${ownPath}/deliveries${query}`, { key: callerKey })).body.data;
    return {
      id: id as string,
      secret: secret as string,
      path: ownPath,
      deliveries: listDeliveries,
      arrivals: () => receiver.arrivals.filter((arrival) => arrival.path === path),
      behave: (next: Behaviour) => void behaviours.set(path, next),
      post: (verb: string, sent?: object, headers: Record<string, string> = {}) =>
        bank.call(`${ownPath}/${verb}`, {
          key: callerKey,
          method: 'POST',
          headers,
          ...(sent ? { body: sent } : {}),
        }),
      setStatus: (status: 'enabled' | 'disabled') =>
        bank.call(ownPath, { key: callerKey, method: 'PATCH', body: { status } }),
      /** Waits until `count` deliveries have a status. */
      async waitForDeliveries(status: string, count: number): Promise<Json[]> {
        const ask = () => listDeliveries(`?status=${status}&limit=100`);
        await vi.waitFor(async () => expect(await ask()).toHaveLength(count), POLL);
        return ask();
      },
    };
  }

  return {
    bank,
    key,
    causeEvent,
    createEndpoint,
    async close() {
      await bank.close();
      await receiver.close();
    },
  };
}

export type HookedBank = Awaited<ReturnType<typeof openHookedBank>>;
export type HookedEndpoint = Awaited<ReturnType<HookedBank['createEndpoint']>>;
