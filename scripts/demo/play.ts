// Plays a simulated world at the API of a bank: its customers and businesses get accounts with
// money on them, and every transfer is requested in the order of time. External parties of the
// simulated bank pay in with a deposit and are paid with a withdrawal. Every key follows from the
// options, so that the same world is played once, however often it is started.

import {
  type Movement,
  movementsOf,
  openingBalances,
} from '../../models/learn/simulator/movements.ts';
import { createWorld, type World, type WorldOptions } from '../../models/learn/simulator/world.ts';
import { Stop } from '../say.mjs';
import type { Answer, DemoDoor } from './door.ts';
import { beginTraining, type DemoModel, deployCanary } from './model.ts';
import { addEndpoint, type DemoHook, openReceiver } from './receiver.ts';

export interface DemoWorld {
  readonly seed: number;
  readonly customers: number;
  readonly days: number;
}

export interface DemoOptions extends DemoWorld {
  /** Port of the receiver of webhooks, or null for none. */
  readonly hookPort: number | null;
}

export interface Party {
  readonly customerId: string;
  readonly accountId: string;
}

/** The bank's answer to a movement. */
export interface Played {
  readonly movement: Movement;
  /** `posted`, `pending_review`, `declined`, … */
  readonly status: string;
  /** Code of its refusal, or null when it was accepted. */
  readonly code: string | null;
  /** Its risk decision, or null when such a payment is not judged. */
  readonly decision: string | null;
  readonly replayed: boolean;
  readonly transactionId: string | null;
}

export interface AmlLook {
  /** The account in the simulated world. */
  readonly account: string;
  /** Typologies of the monitor whose rule hit. */
  readonly hit: readonly string[];
  readonly alerts: readonly { readonly id: string; readonly typology: string }[];
}

export interface DemoResult {
  readonly parties: ReadonlyMap<string, Party>;
  /** A payment that waits for a person, whatever the models decide about the others. */
  readonly heldId: string;
  readonly played: readonly Played[];
  readonly looks: readonly AmlLook[];
  /** Null where the bank has refused it. */
  readonly model: DemoModel | null;
  readonly hook: DemoHook | null;
  /** Requests of this run, and those of them that an earlier one had made. */
  readonly asked: number;
  readonly replayed: number;
}

const CURRENCY = 'EUR';
/** Accounts that are opened side by side; payments keep their order. */
const AT_ONCE = 8;
/** A line of progress after so many payments. */
const EVERY = 100;

/** The world behind the options: small, so more is planted than chance would bring. */
export function worldOf({ seed, customers, days }: DemoWorld): WorldOptions {
  const businesses = Math.max(2, Math.round(customers / 10));
  const planted = {
    fraud: Math.max(8, Math.round(customers * days * 0.01)),
    laundering: Math.max(5, Math.round(customers * days * 0.005)),
  };
  return { seed, customers, businesses, days, planted };
}

/** @param report gets a line of progress now and then */
export async function playDemo(
  options: DemoOptions,
  door: DemoDoor,
  report: (line: string) => void,
): Promise<DemoResult> {
  const counts = { asked: 0, replayed: 0 };
  const posting = (prefix: string) => async (path: string, body: object, key: string) => {
    const answer = await door.post(path, body, `${prefix}-${key}`);
    counts.asked += 1;
    counts.replayed += Number(answer.replayed);
    return answer;
  };
  // Model and endpoint are the developer's, in whichever world.
  const own = { get: door.get, post: posting('demo') };
  const receiver = await receiverAt(options.hookPort, report);
  try {
    const hook = receiver && (await addEndpoint(own, receiver.port, report));
    const post = posting(`demo-${options.seed}-${options.customers}-${options.days}`);
    const world = createWorld(worldOf(options));
    const opening = openingBalances(world);
    report(`training a model of your own, and opening ${opening.size} accounts`);
    const training = await beginTraining(own);
    const parties = await openParties(world, opening, post);
    await askToBeKnown(post);
    const heldId = await payWithHold(parties, post);
    const model = await deployCanary(own, training, report);
    const played = await payAll(movementsOf(world, opening), parties, { post, report });
    const looks = await lookForLaundering(parties, { post, report });
    return { parties, heldId, played, looks, model, hook, ...counts };
  } finally {
    await receiver?.close();
  }
}

async function receiverAt(port: number | null, report: (line: string) => void) {
  if (port === null) return null;
  const receiver = await openReceiver(port);
  if (typeof receiver !== 'string') return receiver;
  report(`no webhooks: port ${port} cannot be used (${receiver}); --hook-port names another`);
  return null;
}

interface Playing {
  readonly post: Post;
  report(line: string): void;
}

async function payAll(
  all: Iterable<Movement>,
  parties: ReadonlyMap<string, Party>,
  { post, report }: Playing,
): Promise<Played[]> {
  // Schemes of a world without people for them go from outside to outside.
  const movements = [...all].filter(({ payer, payee }) => {
    return parties.has(payer) || parties.has(payee);
  });
  const played: Played[] = [];
  for (const [at, movement] of movements.entries()) {
    played.push(await carryOut(movement, parties, (path, body) => post(path, body, `pay-${at}`)));
    const isDue = played.length % EVERY === 0 || played.length === movements.length;
    if (isDue) report(`${played.length} of ${movements.length} payments`);
  }
  return played;
}

async function lookForLaundering(
  parties: ReadonlyMap<string, Party>,
  { post, report }: Playing,
): Promise<AmlLook[]> {
  report(`looking for laundering at ${parties.size} customers`);
  const looks: AmlLook[] = [];
  for (const [account, { customerId }] of parties) {
    const body = { scope: { customerId }, createAlerts: true };
    const run = expectDone(await post('/v1/ai/aml-monitor', body, `aml-${account}`)).body;
    const hit = run.typologies.filter((one: { triggered: boolean }) => one.triggered);
    const codes = hit.map(({ code }: { code: string }) => code);
    looks.push({ account, hit: codes, alerts: run.alerts });
  }
  return looks;
}

type Post = (path: string, body: object, key: string) => Promise<Answer>;

function expectDone(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  const { code, detail } = answer.body;
  throw new Stop(`the bank answered ${answer.status} ${code ?? ''}: ${detail ?? ''}`);
}

/** A customer about whom an operator has to decide: the name asks for that in every sandbox. */
async function askToBeKnown(post: Post): Promise<void> {
  const [firstName, lastName] = ['Robin', 'Review'];
  const customer = { type: 'individual', name: `${firstName} ${lastName}`, country: 'GB' };
  const { id } = expectDone(await post('/v1/customers', customer, 'applicant')).body;
  const identity = { firstName, lastName, dateOfBirth: '1990-04-02', nationality: 'GB' };
  const passport = { type: 'passport', country: 'GB', number: '533401372', expiry: '2098-01-31' };
  const documents = [{ ...passport, fileId: 'demo-passport' }];
  expectDone(await post(`/v1/customers/${id}/kyc`, { identity, documents }, 'applicant-kyc'));
}

/** Whether a model holds one of the world's payments is chance: the sandbox holds this one. */
async function payWithHold(parties: ReadonlyMap<string, Party>, post: Post): Promise<string> {
  const [payer, payee] = [...parties.values()].map(({ accountId }) => accountId);
  const hit = { accountId: payer, decision: 'block_and_review' };
  expectDone(await post('/v1/sandbox/simulations/fraud-hit', hit, 'hit'));
  const sides = { sourceAccountId: payer, destinationAccountId: payee };
  const order = { type: 'transfer', amount: 1_234, currency: CURRENCY, ...sides };
  const description = 'A payment that the sandbox holds for you';
  return expectDone(await post('/v1/transactions?wait=10', { ...order, description }, 'held')).body
    .id;
}

/**
 * All persons of the world with an account: a customer, an account, and its first balance. They
 * stand in the order of the world: the next run asks for the same under the same keys.
 */
export async function openParties(world: World, opening: ReadonlyMap<string, number>, post: Post) {
  const businesses = new Set(world.businesses.map(({ account }) => account));
  const parties = new Map<string, Party>();
  async function open([name, amount]: [string, number]): Promise<[string, Party]> {
    const isBusiness = businesses.has(name);
    const type = isBusiness ? 'business' : 'individual';
    const customer = { type, name: nameOf(name), metadata: { demo: name } };
    const customerId = expectDone(await post('/v1/customers', customer, `customer-${name}`)).body
      .id;
    const kind = isBusiness ? 'business' : 'checking';
    const account = { customerId, type: kind, currency: CURRENCY, name: 'Main' };
    const accountId = expectDone(await post('/v1/accounts', account, `account-${name}`)).body.id;
    const money = { type: 'deposit', amount, currency: CURRENCY, destinationAccountId: accountId };
    expectDone(await post('/v1/transactions?wait=10', money, `opening-${name}`));
    return [name, { customerId, accountId }];
  }
  const all = [...opening];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const opened = await Promise.all(all.slice(from, from + AT_ONCE).map(open));
    for (const [name, party] of opened) parties.set(name, party);
  }
  return parties;
}

async function carryOut(
  movement: Movement,
  parties: ReadonlyMap<string, Party>,
  post: (path: string, body: object) => Promise<Answer>,
): Promise<Played> {
  const answer = await post('/v1/transactions?wait=10', orderOf(movement, parties));
  const { status, body, replayed } = answer;
  if (status < 300) {
    const { status: outcome, risk, id: transactionId } = body;
    const decision = risk?.decision ?? null;
    return { movement, status: outcome, code: null, decision, replayed, transactionId };
  }
  // A refusal is a record of its own; anything else is a mistake of the demo.
  if (body.transactionId === undefined) expectDone(answer);
  const decision = /^(risk_declined|sanctions_match)$/.test(body.code) ? 'decline' : null;
  const { code, transactionId } = body;
  return { movement, status: 'declined', code, decision, replayed, transactionId };
}

/** The request of a movement. */
export function orderOf(
  { payer, payee, amountMinor }: Movement,
  parties: ReadonlyMap<string, Party>,
) {
  const source = parties.get(payer)?.accountId;
  const destination = parties.get(payee)?.accountId;
  const common = { amount: amountMinor, currency: CURRENCY };
  if (source !== undefined && destination !== undefined) {
    const sides = { sourceAccountId: source, destinationAccountId: destination };
    return { type: 'transfer', ...common, ...sides };
  }
  return source === undefined
    ? {
        type: 'deposit',
        ...common,
        destinationAccountId: destination,
        externalParty: { name: nameOf(payer) },
      }
    : {
        type: 'withdrawal',
        ...common,
        sourceAccountId: source,
        externalParty: { name: nameOf(payee) },
      };
}

/** Names of no person that ask the sandbox for nothing. */
function nameOf(party: string): string {
  return `Simulated ${party.replace(/^outside-/, '').replaceAll('-', ' ')}`;
}
