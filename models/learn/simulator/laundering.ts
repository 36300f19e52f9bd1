// Simulates money laundering: money is collected, split, passed on, sent in a circle. The accounts
// belong to customers of the bank who also behave honestly otherwise.

import type { PlannedTransfer, Typology } from './plan.ts';
import {
  DAY,
  drawAround,
  drawExternalParty,
  drawOne,
  drawSome,
  FIRST_DAY,
  HOUR,
  type World,
} from './world.ts';

/** Schemes per customer and day. */
const RATE = 0.0004;
/** Cents from which many countries require a report; structured payments stay just below. */
const REPORT_LIMIT = 1_000_000;

/** Accounts that work for thieves; most are young. */
export function chooseMules({ random, customers, options }: World): string[] {
  const count = Math.max(3, Math.round(options.customers * 0.012));
  const youngCustomers = customers.filter(({ openedAtMs }) => openedAtMs > FIRST_DAY - 200 * DAY);
  // A small world may have no young customer.
  return drawSome(random, youngCustomers.length > 0 ? youngCustomers : customers, count).map(
    ({ account }) => account,
  );
}

export function* planLaundering(
  world: World,
  mules: readonly string[],
): Generator<PlannedTransfer> {
  const { random, options } = world;
  for (const mule of mules) yield* planMule(world, mule);
  const { planted } = options;
  const schemes = planted?.laundering ?? Math.round(options.customers * options.days * RATE);
  // Planted schemes should end before the simulation does; most take less than three days.
  const days = planted ? Math.max(1, options.days - 2) : options.days;
  for (let remaining = schemes; remaining > 0; remaining--) {
    const day = FIRST_DAY + random.below(days) * DAY;
    const openCustomers = world.customers.filter(({ openedAtMs }) => openedAtMs < day);
    const members = drawSome(random, openCustomers, 3 + random.below(5)).map(
      ({ account }) => account,
    );
    const parties = [...new Set(members)];
    const kind = planted ? (remaining - 0.5) / schemes : random.next();
    if (kind < 0.3) yield* planFanIn(world, parties, day);
    else if (kind < 0.5) yield* planStructuring(world, parties, day);
    else if (kind < 0.65) yield* planCircle(world, parties, day);
    else if (kind < 0.85) yield* planPassThrough(world, parties, day);
    else yield* planFanOut(world, parties, day);
  }
}

type Amount = PlannedTransfer['amount'];

function planMove(
  typology: Typology,
  atMs: number,
  payer: string,
  payee: string,
  amount: Amount,
): PlannedTransfer {
  return { typology, atMs, payer, payee, amount };
}

/** A mule forwards the thieves' payments: every few days, most of the balance. */
function* planMule({ random, options }: World, mule: string): Generator<PlannedTransfer> {
  for (let day = random.below(5); day < options.days; day += 2 + random.below(6)) {
    const time = FIRST_DAY + day * DAY + random.below(DAY);
    const share = 0.6 + 0.35 * random.next();
    yield planMove('mule_fan_in', time, mule, drawExternalParty(random, 'collector'), { share });
  }
}

function* planFanIn({ random }: World, [to = '', ...from]: string[], day: number) {
  for (const payer of [
    ...from,
    drawExternalParty(random, 'source'),
    drawExternalParty(random, 'source'),
  ]) {
    const minor = drawAround(random, 60_000, 0.4);
    yield planMove('mule_fan_in', day + random.below(2 * DAY), payer, to, { minor });
  }
  const time = day + 2 * DAY + random.below(12 * HOUR);
  const share = 0.7 + 0.25 * random.next();
  yield planMove('mule_fan_in', time, to, drawExternalParty(random, 'collector'), { share });
}

function* planStructuring({ random }: World, [payer = '', payee = '']: string[], day: number) {
  const pieces = 3 + random.below(5);
  const source = drawExternalParty(random, 'source');
  yield planMove('structuring', day, source, payer, { minor: pieces * REPORT_LIMIT });
  for (let piece = 0; piece < pieces; piece++) {
    const time = day + HOUR + piece * Math.floor((4 + 20 * random.next()) * HOUR);
    const minor = Math.round(REPORT_LIMIT * (0.86 + 0.13 * random.next()));
    const to = random.next() < 0.5 && payee !== '' ? payee : drawExternalParty(random, 'collector');
    yield planMove('structuring', time, payer, to, { minor });
  }
}

function* planCircle({ random }: World, parties: string[], day: number) {
  const source = drawExternalParty(random, 'source');
  let minor = drawAround(random, 400_000, 0.4);
  let time = day + random.below(DAY);
  const [first = ''] = parties;
  yield planMove('cycle', time, source, first, { minor });
  for (let place = 0; place < parties.length; place++) {
    time += Math.floor((1 + 20 * random.next()) * HOUR);
    minor = Math.round(minor * (0.93 + 0.06 * random.next()));
    const to = parties[(place + 1) % parties.length] as string;
    yield planMove('cycle', time, parties[place] as string, to, { minor });
  }
}

function* planPassThrough({ random }: World, parties: string[], day: number) {
  let minor = drawAround(random, 300_000, 0.5);
  let time = day + random.below(DAY);
  let payer = drawExternalParty(random, 'source');
  for (const payee of [...parties, drawExternalParty(random, 'collector')]) {
    yield planMove('pass_through', time, payer, payee, { minor });
    time += Math.floor((0.2 + 5 * random.next()) * HOUR);
    minor = Math.round(minor * (0.9 + 0.09 * random.next()));
    payer = payee;
  }
}

function* planFanOut(world: World, [payer = '', ...innerAccounts]: string[], day: number) {
  const { random } = world;
  const minor = drawAround(random, 600_000, 0.4);
  yield planMove('fan_out', day, drawExternalParty(random, 'source'), payer, { minor });
  const payees = [
    ...innerAccounts,
    ...Array.from({ length: 4 }, () => drawExternalParty(random, 'collector')),
  ];
  for (const payee of payees) {
    const time = day + HOUR + random.below(DAY);
    const part = Math.round((minor / payees.length) * (0.7 + 0.4 * random.next()));
    const otherPayee = payee === payer ? drawOne(random, payees) : payee;
    yield planMove('fan_out', time, payer, otherPayee, { minor: part });
  }
}
