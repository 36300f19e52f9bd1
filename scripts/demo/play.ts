// Plays a simulated world at the API of a bank: its customers and businesses get accounts with
// money, and every transfer is requested in the order of time. External parties of the simulated
// bank pay with deposits and are paid with withdrawals. Every idempotency key follows from the
// options, so a second run with the same options repeats no request.

import {
  drawOpeningBalances,
  listMovements,
  type Movement,
} from '../../models/learn/simulator/movements.ts';
import { createWorld, type World, type WorldOptions } from '../../models/learn/simulator/world.ts';
import { Stop } from '../say.mjs';
import type { Answer, DemoClient } from './client.ts';
import { beginTraining, type DemoModel, deployCanary } from './model.ts';
import { createEndpoint, type DemoEndpoint, openReceiver } from './receiver.ts';

export interface DemoWorld {
  readonly seed: number;
  readonly customers: number;
  readonly days: number;
}

export interface DemoOptions extends DemoWorld {
  /** Port of the webhook receiver, or null for no receiver. */
  readonly hookPort: number | null;
}

export interface Party {
  readonly customerId: string;
  readonly accountId: string;
}

/** A movement with the bank's answer. */
export interface PlayedMovement {
  readonly movement: Movement;
  /** `posted`, `pending_review`, `declined`, … */
  readonly status: string;
  /** Code of its refusal, or null when it was accepted. */
  readonly code: string | null;
  /** Its risk decision, or null when the payment is not judged. */
  readonly decision: string | null;
  readonly replayed: boolean;
  readonly transactionId: string | null;
}

export interface MonitoredAccount {
  /** Name of the account in the simulated world. */
  readonly account: string;
  /** Typologies of the monitor whose rule was hit. */
  readonly hit: readonly string[];
  readonly alerts: readonly { readonly id: string; readonly typology: string }[];
}

export interface DemoResult {
  readonly parties: ReadonlyMap<string, Party>;
  /** A payment that waits for an operator, whatever the models decide about the others. */
  readonly heldId: string;
  readonly played: readonly PlayedMovement[];
  readonly monitored: readonly MonitoredAccount[];
  /** Null when the bank refused the model. */
  readonly model: DemoModel | null;
  readonly hook: DemoEndpoint | null;
  /** Number of requests of this run, and of those that an earlier run had already made. */
  readonly requestCount: number;
  readonly replayed: number;
}

const CURRENCY = 'EUR';
/** Number of accounts that are opened at the same time; payments keep their order. */
const CONCURRENT_REQUESTS = 8;
/** Number of payments between two lines of progress. */
const PROGRESS_EVERY = 100;

/**
 * Simulates the world of the options. It is small, so it has more planted cases than chance would
 * bring.
 */
export function worldOf({ seed, customers, days }: DemoWorld): WorldOptions {
  const businesses = Math.max(2, Math.round(customers / 10));
  const planted = {
    fraud: Math.max(8, Math.round(customers * days * 0.01)),
    laundering: Math.max(5, Math.round(customers * days * 0.005)),
  };
  return { seed, customers, businesses, days, planted };
}

/** @param report receives lines of progress */
export async function playDemo(
  options: DemoOptions,
  client: DemoClient,
  report: (line: string) => void,
): Promise<DemoResult> {
  const counts = { requestCount: 0, replayed: 0 };
  const postWithPrefix = (prefix: string) => async (path: string, body: object, key: string) => {
    const answer = await client.post(path, body, `${prefix}-${key}`);
    counts.requestCount += 1;
    counts.replayed += Number(answer.replayed);
    return answer;
  };
  // The model and the endpoint belong to the developer, not to the world: their keys have no seed.
  const ownClient = { get: client.get, post: postWithPrefix('demo') };
  const receiver = await prepareReceiver(options.hookPort, report);
  try {
    const hook = receiver && (await createEndpoint(ownClient, receiver.port, report));
    const post = postWithPrefix(`demo-${options.seed}-${options.customers}-${options.days}`);
    const world = createWorld(worldOf(options));
    const opening = drawOpeningBalances(world);
    report(`training a model of your own, and opening ${opening.size} accounts`);
    const training = await beginTraining(ownClient);
    const parties = await openAccounts(world, opening, post);
    await requestAssessment(post);
    const heldId = await payWithHold(parties, post);
    const model = await deployCanary(ownClient, training, report);
    const played = await requestTransfers(listMovements(world, opening), parties, { post, report });
    const monitored = await runMonitor(parties, { post, report });
    return { parties, heldId, played, monitored, model, hook, ...counts };
  } finally {
    await receiver?.close();
  }
}

async function prepareReceiver(port: number | null, report: (line: string) => void) {
  if (port === null) return null;
  const receiver = await openReceiver(port);
  if (typeof receiver !== 'string') return receiver;
  report(`no webhooks: port ${port} cannot be used (${receiver}); --hook-port names another`);
  return null;
}

interface PlayContext {
  readonly post: Post;
  report(line: string): void;
}

async function requestTransfers(
  all: Iterable<Movement>,
  parties: ReadonlyMap<string, Party>,
  { post, report }: PlayContext,
): Promise<PlayedMovement[]> {
  // In a world with too few people, some schemes only have external parties.
  const movements = [...all].filter(({ payer, payee }) => {
    return parties.has(payer) || parties.has(payee);
  });
  const played: PlayedMovement[] = [];
  for (const [index, movement] of movements.entries()) {
    played.push(
      await requestTransfer(movement, parties, (path, body) => post(path, body, `pay-${index}`)),
    );
    const isDue = played.length % PROGRESS_EVERY === 0 || played.length === movements.length;
    if (isDue) report(`${played.length} of ${movements.length} payments`);
  }
  return played;
}

async function runMonitor(
  parties: ReadonlyMap<string, Party>,
  { post, report }: PlayContext,
): Promise<MonitoredAccount[]> {
  report(`looking for laundering at ${parties.size} customers`);
  const monitoredAccounts: MonitoredAccount[] = [];
  for (const [account, { customerId }] of parties) {
    const body = { scope: { customerId }, createAlerts: true };
    const run = requireSuccess(await post('/v1/ai/aml-monitor', body, `aml-${account}`)).body;
    const hit = run.typologies.filter((typology: { triggered: boolean }) => typology.triggered);
    const codes = hit.map(({ code }: { code: string }) => code);
    monitoredAccounts.push({ account, hit: codes, alerts: run.alerts });
  }
  return monitoredAccounts;
}

type Post = (path: string, body: object, key: string) => Promise<Answer>;

function requireSuccess(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  const { code, detail } = answer.body;
  throw new Stop(`the bank answered ${answer.status} ${code ?? ''}: ${detail ?? ''}`);
}

/**
 * Opens a customer whose identity an operator has to decide about: the name causes that in every
 * sandbox.
 */
async function requestAssessment(post: Post): Promise<void> {
  const [firstName, lastName] = ['Robin', 'Review'];
  const customer = { type: 'individual', name: `${firstName} ${lastName}`, country: 'GB' };
  const { id } = requireSuccess(await post('/v1/customers', customer, 'applicant')).body;
  const identity = { firstName, lastName, dateOfBirth: '1990-04-02', nationality: 'GB' };
  const passport = { type: 'passport', country: 'GB', number: '533401372', expiry: '2098-01-31' };
  const documents = [{ ...passport, fileId: 'demo-passport' }];
  requireSuccess(await post(`/v1/customers/${id}/kyc`, { identity, documents }, 'applicant-kyc'));
}

/**
 * Makes a payment that the sandbox holds, because whether a model holds one of the other payments
 * is chance.
 */
async function payWithHold(parties: ReadonlyMap<string, Party>, post: Post): Promise<string> {
  const [payer, payee] = [...parties.values()].map(({ accountId }) => accountId);
  const hit = { accountId: payer, decision: 'block_and_review' };
  requireSuccess(await post('/v1/sandbox/simulations/fraud-hit', hit, 'hit'));
  const sides = { sourceAccountId: payer, destinationAccountId: payee };
  const order = { type: 'transfer', amount: 1_234, currency: CURRENCY, ...sides };
  const description = 'A payment that the sandbox holds for you';
  return requireSuccess(await post('/v1/transactions?wait=10', { ...order, description }, 'held'))
    .body.id;
}

/**
 * Opens a customer, an account and its first balance for each person of the world, in the order of
 * the world: the next run sends the same requests with the same keys.
 */
export async function openAccounts(world: World, opening: ReadonlyMap<string, number>, post: Post) {
  const businesses = new Set(world.businesses.map(({ account }) => account));
  const parties = new Map<string, Party>();
  async function open([name, amount]: [string, number]): Promise<[string, Party]> {
    const isBusiness = businesses.has(name);
    const type = isBusiness ? 'business' : 'individual';
    const customer = { type, name: nameOf(name), metadata: { demo: name } };
    const customerId = requireSuccess(await post('/v1/customers', customer, `customer-${name}`))
      .body.id;
    const kind = isBusiness ? 'business' : 'checking';
    const account = { customerId, type: kind, currency: CURRENCY, name: 'Main' };
    const accountId = requireSuccess(await post('/v1/accounts', account, `account-${name}`)).body
      .id;
    const money = { type: 'deposit', amount, currency: CURRENCY, destinationAccountId: accountId };
    requireSuccess(await post('/v1/transactions?wait=10', money, `opening-${name}`));
    return [name, { customerId, accountId }];
  }
  const all = [...opening];
  for (let from = 0; from < all.length; from += CONCURRENT_REQUESTS) {
    const opened = await Promise.all(all.slice(from, from + CONCURRENT_REQUESTS).map(open));
    for (const [name, party] of opened) parties.set(name, party);
  }
  return parties;
}

async function requestTransfer(
  movement: Movement,
  parties: ReadonlyMap<string, Party>,
  post: (path: string, body: object) => Promise<Answer>,
): Promise<PlayedMovement> {
  const answer = await post('/v1/transactions?wait=10', orderOf(movement, parties));
  const { status, body, replayed } = answer;
  if (status < 300) {
    const { status: outcome, risk, id: transactionId } = body;
    const decision = risk?.decision ?? null;
    return { movement, status: outcome, code: null, decision, replayed, transactionId };
  }
  // A refused payment has a transaction; any other error is a fault of the demo.
  if (body.transactionId === undefined) requireSuccess(answer);
  const decision = /^(risk_declined|sanctions_match)$/.test(body.code) ? 'decline' : null;
  const { code, transactionId } = body;
  return { movement, status: 'declined', code, decision, replayed, transactionId };
}

/** Returns the request body of a movement. */
export function orderOf(
  { payer, payee, amountMinor }: Movement,
  parties: ReadonlyMap<string, Party>,
) {
  const source = parties.get(payer)?.accountId;
  const destination = parties.get(payee)?.accountId;
  const commonFields = { amount: amountMinor, currency: CURRENCY };
  if (source !== undefined && destination !== undefined) {
    const sides = { sourceAccountId: source, destinationAccountId: destination };
    return { type: 'transfer', ...commonFields, ...sides };
  }
  return source === undefined
    ? {
        type: 'deposit',
        ...commonFields,
        destinationAccountId: destination,
        externalParty: { name: nameOf(payer) },
      }
    : {
        type: 'withdrawal',
        ...commonFields,
        sourceAccountId: source,
        externalParty: { name: nameOf(payee) },
      };
}

/** Returns a name that causes no decision in the sandbox. */
function nameOf(party: string): string {
  return `Simulated ${party.replace(/^outside-/, '').replaceAll('-', ' ')}`;
}
