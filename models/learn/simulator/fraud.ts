// Simulates fraud against the payer. Some of it is obvious, some imitates habits: a model that
// finds all of it would have learnt the simulator instead of fraud.

import type { PlannedTransfer, Typology } from './plan.ts';
import {
  type Customer,
  DAY,
  drawAround,
  drawExternalParty,
  drawOne,
  FIRST_DAY,
  HOUR,
  type World,
} from './world.ts';

/** Cases per customer and day. */
const RATE = 0.002;

export function* planFrauds(world: World, mules: readonly string[]): Generator<PlannedTransfer> {
  const { random, customers, businesses, options } = world;
  const { planted } = options;
  const cases = planted?.fraud ?? Math.round(options.customers * options.days * RATE);
  for (let remaining = cases; remaining > 0; remaining--) {
    const day = FIRST_DAY + random.below(options.days) * DAY;
    const victim = drawOne(random, customers);
    if (victim.openedAtMs > day - 5 * DAY) continue;
    // Thieves use a mule in this bank, or an account elsewhere.
    const thief =
      random.next() < 0.35 ? drawOne(random, mules) : drawExternalParty(random, 'thief');
    const kind = planted ? (remaining - 0.5) / cases : random.next();
    if (kind < 0.35) yield* planTakeover(world, victim, thief, day);
    else if (kind < 0.7) yield* planPushPayment(world, victim, thief, day);
    else if (kind < 0.9) yield* planLowAndSlow(world, victim, thief, day);
    else yield* planRedirectedInvoice(world, drawOne(random, businesses).account, thief, day);
  }
}

function planTheft(
  typology: Typology,
  atMs: number,
  payer: string,
  payee: string,
  amount: PlannedTransfer['amount'],
): PlannedTransfer {
  return { typology, atMs, payer, payee, amount };
}

/** A thief with the credentials pays in a hurry, often at night, until the account is empty. */
function* planTakeover({ random }: World, victim: Customer, thief: string, day: number) {
  const isAtNight = random.next() < 0.55;
  const start = day + (isAtNight ? random.below(6 * HOUR) : 8 * HOUR + random.below(14 * HOUR));
  if (random.next() < 0.4) {
    const minor = 100 + random.below(900);
    yield planTheft('account_takeover', start, victim.account, thief, { minor });
  }
  const pieces = 1 + random.below(4);
  for (let piece = 0; piece < pieces; piece++) {
    const time = start + (piece + 1) * Math.floor((0.05 + 0.5 * random.next()) * HOUR);
    const payee = random.next() < 0.7 ? thief : drawExternalParty(random, 'thief');
    const share = 0.2 + 0.6 * random.next();
    yield planTheft('account_takeover', time, victim.account, payee, { share });
  }
}

/** A deceived customer pays: usual device and hours, a new payee, more than usual. */
function* planPushPayment({ random }: World, victim: Customer, thief: string, day: number) {
  const start = day + Math.floor((victim.peakHour + 2 * random.normal()) * HOUR);
  const time = Math.max(day, start);
  const amount =
    random.next() < 0.6
      ? { share: 0.25 + 0.7 * random.next() }
      : { minor: drawAround(random, victim.salaryMinor * 0.4, 0.6) };
  yield planTheft('authorised_push_payment', time, victim.account, thief, amount);
  if (random.next() < 0.3) {
    const share = 0.3 + 0.5 * random.next();
    yield planTheft('authorised_push_payment', time + 20 * HOUR, victim.account, thief, { share });
  }
}

/** Small amounts for days that look like shopping: a small loss, hard to notice. */
function* planLowAndSlow({ random }: World, victim: Customer, thief: string, day: number) {
  const pieces = 2 + random.below(5);
  for (let piece = 0; piece < pieces; piece++) {
    const time = day + piece * DAY + Math.floor((9 + 12 * random.next()) * HOUR);
    const minor = drawAround(random, victim.usualMinor * 1.5, 0.5);
    yield planTheft('low_and_slow', time, victim.account, thief, { minor });
  }
}

/** A genuine invoice with a false account: the amount is usual, the payee is new. */
function* planRedirectedInvoice({ random }: World, business: string, thief: string, day: number) {
  const time = day + 8 * HOUR + random.below(8 * HOUR);
  const minor = drawAround(random, 120_000, 0.5);
  yield planTheft('redirected_invoice', time, business, thief, { minor });
}
