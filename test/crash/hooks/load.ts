// A third developer creates customers one after another while the bank is killed. Two webhook
// endpoints of the developer (receiver.ts) must receive an event about each customer.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog } from '../client-log.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { type HookReceivers, openHookReceivers } from './receiver.ts';

/**
 * Period of a fault, from before the kill until the bank worked again, in ms of this process's
 * clock.
 */
export interface Strike {
  readonly from: number;
  to: number;
}

export interface HookLoad {
  readonly tenantId: string;
  readonly endpointIds: Readonly<Record<'steady' | 'rough', string>>;
  readonly receivers: HookReceivers;
  /** Ids of customers whose creation the bank has acknowledged. */
  readonly promised: readonly string[];
  readonly strikes: Strike[];
  /** Stops causing events, and makes the receivers accept every message. */
  stop(): Promise<void>;
  /** Requests the deliveries that wait for their next attempt. */
  retryWaiting(): Promise<void>;
  close(): Promise<void>;
}

export interface HookOptions {
  readonly url: string;
  readonly seed: number;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
}

const PAUSE_MS = 60;
const RETRY_MS = 120;

export async function startHookLoad(options: HookOptions): Promise<HookLoad> {
  const { url, seed, log, giveUp } = options;
  const receivers = await openHookReceivers(seed, log);
  const anonymousClient = createHttpClient(url, null);
  const developer = await create<Developer>(anonymousClient, '/v1/developer/register', {
    company: 'Hooks',
    email: 'hooks@example.com',
    country: 'GB',
  });
  anonymousClient.close();
  const http = createHttpClient(url, developer.environment.sandbox.apiKey);
  const createEndpoint = async (name: 'steady' | 'rough') => {
    const body = { url: receivers.urls[name], events: ['customer.created'] };
    const created = await create<{ id: string; secret: string }>(
      http,
      '/v1/webhook-endpoints',
      body,
    );
    receivers.checkSignatures(name, created.secret);
    return created.id;
  };
  const endpointIds = {
    steady: await createEndpoint('steady'),
    rough: await createEndpoint('rough'),
  };
  const promised: string[] = [];
  let stopping = false;
  const creating = (async () => {
    for (let count = 1; !stopping && !giveUp.aborted; count += 1) {
      const id = await createCustomer(http, count, giveUp);
      if (id !== null) promised.push(id);
      await sleep(PAUSE_MS);
    }
  })();
  creating.catch((error: unknown) => log.reportProblem(`a client stopped: ${error}`));

  return {
    tenantId: developer.id,
    endpointIds,
    receivers,
    promised,
    strikes: [],
    async stop() {
      stopping = true;
      await creating;
      await receivers.acceptAll();
    },
    async retryWaiting() {
      for (const id of Object.values(endpointIds)) {
        const path = `/v1/webhook-endpoints/${id}/deliveries`;
        const { data } = await http.read<{ data: { id: string }[] }>(
          `${path}?status=retrying&limit=100`,
        );
        for (const delivery of data) {
          await http.send({ path: `${path}/${delivery.id}/retry`, body: {} });
        }
      }
    },
    async close() {
      http.close();
      await receivers.close();
    },
  };
}

interface Developer {
  readonly id: string;
  readonly environment: { readonly sandbox: { readonly apiKey: string } };
}

/** No process has been killed yet, so the first answer must be the expected one. */
async function create<T>(http: HttpClient, path: string, body: object): Promise<T> {
  const reply = await http.send({ path, body });
  if (reply.kind === 'answer' && reply.status === 201) return reply.body as T;
  throw new Error(`POST ${path}: ${JSON.stringify(reply)}`);
}

/** Sends with one key until the bank acknowledges the customer. */
async function createCustomer(http: HttpClient, count: number, giveUp: AbortSignal) {
  const body = { type: 'individual', name: `Customer ${count}` };
  const call = { path: '/v1/customers', body, idempotencyKey: `hook-${count}` };
  while (!giveUp.aborted) {
    const reply = await http.send(call);
    if (reply.kind === 'answer' && reply.status === 201) return reply.body.id ?? null;
    await sleep(RETRY_MS);
  }
  return null;
}
