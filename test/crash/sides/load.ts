// The other work of a run, on accounts of a second developer: scheduled transfers that are due
// while the bank is killed, exchanges, payments, refunds that two clients request at once, and
// batches. Each request is repeated with its key until it is answered, as in clients.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog } from '../client-log.ts';
import {
  type AnswerBody,
  type Call,
  createHttpClient,
  type HttpClient,
  PATIENCE_MS,
} from '../http-client.ts';
import { createRandom, type Random } from '../random.ts';
import { type BatchAct, createBatchWork } from './batch.ts';
import { createCanaryWork } from './canary.ts';
import { createEscrowWork, hasEscrow } from './escrow.ts';
import { createKycWork } from './kyc.ts';
import { createModelWork } from './model.ts';
import { createPaymentWork, makePayeeAlert } from './payment.ts';
import { createReviewWork } from './review.ts';

export type SideKind = 'schedule' | 'exchange' | 'transfer' | 'refund' | 'payment';

/** A request with a final answer. */
export interface SideAct {
  readonly kind: SideKind;
  readonly key: string;
  /** Id of the schedule or the transaction, or null when the bank has no record. */
  readonly id: string | null;
  readonly posted: boolean;
  /**
   * Minor units by account, according to the answer; for a schedule, the amounts that will move.
   */
  readonly moves: Readonly<Record<string, number>>;
}

type Rounds = Readonly<Record<'models' | 'canaries' | 'assessments', { count: number }>>;

export interface SideLoad {
  readonly tenantId: string;
  readonly acts: readonly SideAct[];
  readonly batches: readonly BatchAct[];
  /** Amounts deposited at the start, by account. */
  readonly opening: Readonly<Record<string, number>>;
  /** Account whose payments the sandbox holds. */
  readonly suspect: string;
  /** Number of completed trainings, deployments and assessments. */
  readonly rounds: Rounds;
  stop(): Promise<void>;
}

export interface SideOptions {
  readonly url: string;
  readonly seed: number;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
  /** Null when no payment is reviewed and no model is trained. */
  readonly operatorKey: string | null;
}

export interface AnsweredPayment {
  readonly status: number;
  readonly body: AnswerBody & {
    readonly refund?: { readonly transactionId: string };
    readonly exchange?: { readonly sourceAmount: number; readonly destinationAmount: number };
  };
}

const OPENING_AMOUNT = 10_000_000;
const PAUSE_MS = 60;
const RETRY_MS = 120;
const LONGEST_WAIT_MS = 2_500;

/** Registers a second developer and starts a client for each kind of work. */
export async function startSideLoad(options: SideOptions): Promise<SideLoad> {
  const { seed, giveUp, log } = options;
  const { http, apiKey, tenantId, accounts } = await openSideAccounts(options.url);
  const acts: SideAct[] = [];
  const batches: BatchAct[] = [];
  const ask = createAsker(http, options);
  const { purse, dollars, left, right } = accounts;
  const { payer, buyer, firm, shopper, suspect } = accounts;
  const opening = await depositOpening(ask, acts, [
    payer,
    buyer,
    firm,
    shopper,
    suspect,
    purse,
    left,
  ]);

  async function schedule(random: Random, key: string): Promise<void> {
    const amount = random.whole(1, 50);
    const sides = { sourceAccountId: accounts.payer, destinationAccountId: accounts.payee };
    const startAt = new Date(Date.now() + random.whole(200, LONGEST_WAIT_MS)).toISOString();
    const terms = { amount, currency: 'EUR', timezone: 'UTC', startAt, catchUp: 'all' };
    const { status, body } = await ask(key, '/v1/transactions/scheduled', { ...sides, ...terms });
    const moves = { [accounts.payer]: -amount, [accounts.payee]: amount };
    // Over midnight the time may be on another day, and the bank may refuse it.
    acts.push({ kind: 'schedule', key, id: body.id ?? null, posted: status === 201, moves });
  }

  async function exchange(random: Random, key: string): Promise<void> {
    const isOutward = random.chance(0.6);
    const [from, to] = isOutward ? [purse, dollars] : [dollars, purse];
    const { status, body } = await ask(key, '/v1/transactions/exchange', {
      sourceAccountId: from,
      destinationAccountId: to,
      sourceCurrency: isOutward ? 'EUR' : 'USD',
      destinationCurrency: isOutward ? 'USD' : 'EUR',
      sourceAmount: random.whole(50, 5_000),
    });
    const { sourceAmount = 0, destinationAmount = 0 } = body.exchange ?? {};
    const moves = { [from]: -sourceAmount, [to]: destinationAmount };
    acts.push(makeAct('exchange', key, { status, body }, moves));
  }

  /** Two clients request a full refund at the same time; one of them succeeds. */
  async function refund(random: Random, key: string): Promise<void> {
    const amount = random.whole(1, 500);
    const sides = { sourceAccountId: left, destinationAccountId: right };
    const order = { type: 'transfer', amount, currency: 'EUR', ...sides };
    const sent = await ask(key, '/v1/transactions', order);
    acts.push(makeAct('transfer', key, sent, { [left]: -amount, [right]: amount }));
    if (sent.status !== 201 || random.chance(0.3)) return;
    const refundedBalances = { [left]: amount, [right]: -amount };
    await Promise.all(
      ['a', 'b'].map(async (name) => {
        const path = `/v1/transactions/${sent.body.id}/reverse`;
        const answer = await ask(`${key}-${name}`, path, { reason: 'Returned.' });
        acts.push(makeAct('refund', `${key}-${name}`, answer, refundedBalances));
      }),
    );
  }

  let stopping = false;
  const escrow = createEscrowWork({ http, log, giveUp, acts, ...accounts });
  const batch = createBatchWork({ ask, batches, ...accounts });
  const payment = createPaymentWork({ ask, acts, ...accounts });
  const rounds: Rounds = {
    models: { count: 0 },
    canaries: { count: 0 },
    assessments: { count: 0 },
  };
  const operator =
    options.operatorKey === null ? null : createHttpClient(options.url, options.operatorKey);
  const works = {
    schedule,
    exchange,
    refund,
    batch,
    payment,
    ...(operator && {
      review: createReviewWork({ ask, http, operator, acts, log, giveUp, ...accounts }),
      ...createModelWorks({
        http,
        log,
        giveUp,
        ask,
        acts,
        accounts,
        url: options.url,
        apiKey,
        rounds,
      }),
    }),
    ...((await hasEscrow(http)) ? { escrow } : {}),
  };
  const loops = Object.entries(works).map(async ([name, work]) => {
    const random = createRandom(seed, `side ${name}`);
    for (let count = 1; !stopping && !giveUp.aborted; count += 1) {
      await work(random, `side-${name}-${count}`);
      await sleep(PAUSE_MS + random.next() * PAUSE_MS);
    }
  });
  const ended = Promise.all(loops);
  ended.catch((error: unknown) => log.reportProblem(`a client stopped: ${error}`));
  return {
    tenantId,
    acts,
    batches,
    opening,
    suspect,
    rounds,
    async stop() {
      stopping = true;
      await ended;
      http.close();
      operator?.close();
    },
  };
}

/** Deposits the same amount in each account; returns the amounts. */
async function depositOpening(
  ask: ReturnType<typeof createAsker>,
  acts: SideAct[],
  ids: readonly string[],
): Promise<Record<string, number>> {
  const opening: Record<string, number> = {};
  for (const id of ids) {
    const body = { type: 'deposit', amount: OPENING_AMOUNT, currency: 'EUR' };
    const key = `side-opening-${id}`;
    const { status } = await ask(key, '/v1/transactions', { ...body, destinationAccountId: id });
    if (status !== 201) throw new Error(`the deposit on ${id} was answered with ${status}`);
    opening[id] = OPENING_AMOUNT;
    acts.push({ kind: 'transfer', key, id: null, posted: true, moves: {} });
  }
  return opening;
}

interface ModelWorkDeps {
  readonly http: HttpClient;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
  readonly ask: ReturnType<typeof createAsker>;
  readonly acts: SideAct[];
  readonly accounts: { readonly left: string; readonly right: string };
  readonly url: string;
  readonly apiKey: string;
  readonly rounds: Rounds;
}

/** Returns the work of trainings, deployments and assessments. */
function createModelWorks(deps: ModelWorkDeps) {
  const { http, log, giveUp, ask, acts, accounts, url, apiKey, rounds } = deps;
  const { left, right } = accounts;
  const commonFields = { http, log, giveUp };

  /** Makes the smallest transfer, because a model is monitored on the payments that it decides. */
  async function pay(key: string): Promise<void> {
    const sides = { sourceAccountId: left, destinationAccountId: right };
    const order = { type: 'transfer', amount: 1, currency: 'EUR', ...sides };
    const sent = await ask(key, '/v1/transactions', order);
    acts.push(makeAct('transfer', key, sent, { [left]: -1, [right]: 1 }));
  }

  return {
    model: createModelWork({ ...commonFields, rounds: rounds.models }),
    canary: createCanaryWork({ ...commonFields, url, apiKey, pay, rounds: rounds.canaries }),
    kyc: createKycWork({ ...commonFields, ask, rounds: rounds.assessments }),
  };
}

function makeAct(
  kind: SideKind,
  key: string,
  { status, body }: AnsweredPayment,
  moves: Readonly<Record<string, number>>,
): SideAct {
  const posted = status === 201;
  const id = (posted ? body.id : body.transactionId) ?? null;
  return { kind, key, id, posted, moves: posted ? moves : {} };
}

/**
 * Sends a request with its key until an answer is final; of some requests the first answer is
 * dropped.
 */
function createAsker(http: HttpClient, { seed, giveUp, log }: SideOptions) {
  const random = createRandom(seed, 'side delivery');
  return async (key: string, path: string, body: object): Promise<AnsweredPayment> => {
    const call: Call = { path, body, idempotencyKey: key };
    const startedAt = performance.now();
    if (random.chance(0.1)) await http.send({ ...call, cutAfterMs: random.whole(0, 10) });
    for (;;) {
      giveUp.throwIfAborted();
      const reply = await http.send(call);
      const isAnswer = reply.kind === 'answer' && reply.status < 500 && reply.status !== 429;
      if (isAnswer && reply.status !== 202 && reply.body.code !== 'idempotency_in_progress') {
        return reply as AnsweredPayment;
      }
      if (performance.now() - startedAt > PATIENCE_MS) {
        log.reportProblem(`${key}: no answer in ${PATIENCE_MS} ms`);
        return { status: 0, body: {} };
      }
      await sleep(RETRY_MS);
    }
  };
}

/** No process has been killed yet, so the first answer must be the expected one. */
async function openSideAccounts(url: string) {
  async function create<T>(http: HttpClient, path: string, body: object): Promise<T> {
    const reply = await http.send({ path, body });
    if (reply.kind === 'answer' && reply.status === 201) return reply.body as T;
    throw new Error(`POST ${path}: ${JSON.stringify(reply)}`);
  }
  interface Developer {
    readonly id: string;
    readonly environment: { readonly sandbox: { readonly apiKey: string } };
  }
  const anonymousClient = createHttpClient(url, null);
  const email = 'side@example.com';
  const path = '/v1/developer/register';
  const developer: Developer = await create(anonymousClient, path, {
    company: 'S',
    email,
    country: 'GB',
  });
  anonymousClient.close();
  const { apiKey } = developer.environment.sandbox;
  const http = createHttpClient(url, apiKey);
  const customer = { type: 'individual', name: 'Grace Hopper' };
  const { id: customerId } = await create<{ id: string }>(http, '/v1/customers', customer);
  const openAccount = async (name: string, currency = 'EUR') => {
    const body = { customerId, type: 'checking', currency, name };
    return (await create<{ id: string }>(http, '/v1/accounts', body)).id;
  };
  const accounts = {
    payer: await openAccount('Payer'),
    payee: await openAccount('Payee'),
    purse: await openAccount('Purse'),
    dollars: await openAccount('Dollars', 'USD'),
    left: await openAccount('Left'),
    right: await openAccount('Right'),
    buyer: await openAccount('Buyer'),
    seller: await openAccount('Seller'),
    firm: await openAccount('Firm'),
    staff: await openAccount('Staff'),
    emptyAccount: await openAccount('Empty'),
    shopper: await openAccount('Shopper'),
    shop: await openAccount('Shop'),
    suspect: await openAccount('Suspect'),
  };
  const alert = makePayeeAlert(accounts.shop);
  await create(http, alert.path, alert.body);
  return { http, apiKey, tenantId: developer.id, accounts };
}
