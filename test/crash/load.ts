// The load of a run: accounts with money, and clients that move it until they are stopped. After the
// stop they wait until every request has its answer.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog } from './client-log.ts';
import { type Clients, createClients } from './clients.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createRandom } from './random.ts';
import { type Bank, createWork } from './work.ts';

export interface LoadOptions {
  readonly url: string;
  readonly seed: number;
  readonly clients: number;
  readonly accounts: number;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
}

export interface Load {
  readonly bank: Bank;
  readonly http: HttpClient;
  readonly clients: Clients;
  /** Makes a transfer of the smallest amount; resolves once it is posted. */
  probe(): Promise<void>;
  /** Waits until every client has finished its current and postponed work. */
  stop(): Promise<void>;
}

const CURRENCY = 'EUR';
const OPENING_AMOUNT = 1_000_000;
/**
 * Longest pause of a client after an answer; without pauses the load would occupy the whole
 * machine.
 */
const MAX_PAUSE_MS = 20;

/** Registers a developer, opens accounts with money and starts the clients. */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { log, giveUp, seed } = options;
  const { http, bank } = await openAccounts(options);
  const random = createRandom(seed, 'delivery');
  const clients = createClients({ http, log, random, giveUp });
  const opening = createWork(random, bank, 'opening');
  for (const id of bank.accountIds) await clients.carryOut(opening.deposit(id, OPENING_AMOUNT));

  let stopping = false;
  const loops = Array.from({ length: options.clients }, async (_, index) => {
    const ownRandom = createRandom(seed, `client ${index}`);
    const work = createWork(ownRandom, bank, `c${index}`);
    while (!stopping && !giveUp.aborted) {
      const due = clients.takeDueWork(performance.now());
      await (due ? due() : clients.carryOut(work.next()));
      await sleep(ownRandom.next() * MAX_PAUSE_MS);
    }
  });
  const ended = Promise.all(loops);
  // `stop` reports a client that failed.
  ended.catch((error: unknown) => log.reportProblem(`a client stopped: ${error}`));

  const probes = createWork(createRandom(seed, 'probes'), bank, 'probe');
  return {
    bank,
    http,
    clients,
    async probe() {
      const task = probes.probe();
      await clients.carryOut(task);
      if (task.operation.outcome === 'posted') return;
      log.reportProblem(
        `${task.operation.key}: a transfer of 1 ended as ${task.operation.outcome}`,
      );
    },
    async stop() {
      stopping = true;
      await ended;
      await finishPostponedWork(clients);
    },
  };
}

/** Does all postponed work, including work that it postpones in turn. */
async function finishPostponedWork(clients: Clients): Promise<void> {
  for (;;) {
    const due = clients.takeDueWork(Infinity);
    if (!due) return;
    await due();
    await sleep(10);
  }
}

interface CreatedBank {
  readonly id: string;
  readonly environment: { readonly sandbox: { readonly apiKey: string } };
}

/** On a busy machine, loading the sanctions lists may take longer than the time-out of a request. */
const CREATED_WITHIN_MS = 120_000;

/** No process has been killed yet, so the first answer must be the expected one. */
async function openAccounts(options: LoadOptions): Promise<{ http: HttpClient; bank: Bank }> {
  async function create(http: HttpClient, path: string, body: object): Promise<CreatedBank> {
    const idempotencyKey = randomUUID();
    const until = performance.now() + CREATED_WITHIN_MS;
    let reply = await http.send({ path, body, idempotencyKey });
    while (reply.kind === 'lost' && performance.now() < until) {
      reply = await http.send({ path, body, idempotencyKey });
    }
    if (reply.kind === 'answer' && reply.status === 201)
      return reply.body as unknown as CreatedBank;
    throw new Error(`POST ${path}: ${JSON.stringify(reply)}`);
  }
  const anonymousClient = createHttpClient(options.url, null);
  const developer = await create(anonymousClient, '/v1/developer/register', {
    company: 'Crash Ltd',
    email: 'crash@example.com',
    country: 'GB',
  });
  anonymousClient.close();
  const http = createHttpClient(options.url, developer.environment.sandbox.apiKey);
  const customer = await create(http, '/v1/customers', {
    type: 'individual',
    name: 'Ada Lovelace',
  });
  const accountIds: string[] = [];
  for (let index = 0; index < options.accounts; index += 1) {
    const account = { customerId: customer.id, type: 'checking', currency: CURRENCY };
    const { id } = await create(http, '/v1/accounts', { ...account, name: `Account ${index}` });
    accountIds.push(id);
  }
  const [hotAccountId, ...otherAccounts] = accountIds;
  if (hotAccountId === undefined) throw new Error('a crash run needs accounts');
  return {
    http,
    bank: {
      tenantId: developer.id,
      accountIds: [hotAccountId, ...otherAccounts],
      currency: CURRENCY,
    },
  };
}
