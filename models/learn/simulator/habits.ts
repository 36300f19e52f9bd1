// Behaviour of honest customers and businesses, including honest behaviour that looks suspicious:
// moving house, a car, a holiday abroad, a shop with many payers, money that comes in and leaves
// the same day.

import type { PlannedTransfer } from './plan.ts';
import {
  type Business,
  type Customer,
  DAY,
  drawAround,
  drawExternalParty,
  drawOne,
  FIRST_DAY,
  HOUR,
  type World,
} from './world.ts';

export function* planCustomer(world: World, customer: Customer): Generator<PlannedTransfer> {
  const firstDay = Math.max(FIRST_DAY, customer.openedAtMs + DAY);
  for (let day = FIRST_DAY; day < world.endMs; day += DAY) {
    if (day < firstDay) continue;
    const date = new Date(day).getUTCDate();
    if (date === customer.salaryDay) yield* planPayday(world, customer, day);
    yield* planOrdinaryDay(world, customer, day);
    if (world.random.next() < 0.004) yield* planUnusualDay(world, customer, day);
  }
}

const makeHonestPlan = (
  atMs: number,
  payer: string,
  payee: string,
  minor: number,
): PlannedTransfer => {
  return { atMs, payer, payee, amount: { minor }, typology: null };
};

function drawTime({ random }: World, peakHour: number, day: number): number {
  const hour = peakHour + 3 * random.normal();
  return day + Math.floor((((hour % 24) + 24) % 24) * HOUR);
}

function* planPayday(
  { random }: World,
  customer: Customer,
  day: number,
): Generator<PlannedTransfer> {
  const { account, employer, landlord, salaryMinor, rentMinor } = customer;
  yield makeHonestPlan(day + 6 * HOUR + random.below(HOUR), employer, account, salaryMinor);
  yield makeHonestPlan(day + 8 * HOUR + random.below(4 * HOUR), account, landlord, rentMinor);
  // A third of all customers saves the remainder in an own account at another bank.
  if (random.next() < 0.3) {
    const remainder = Math.round(salaryMinor * 0.2);
    yield makeHonestPlan(day + 12 * HOUR, account, `outside-savings-of-${account}`, remainder);
  }
}

function* planOrdinaryDay(
  world: World,
  customer: Customer,
  day: number,
): Generator<PlannedTransfer> {
  const { random } = world;
  const { account, rate, usualMinor, peakHour } = customer;
  for (let remaining = rate; random.next() < remaining; remaining -= 0.35 * random.next() + 0.15) {
    const payee = chooseUsualPayee(world, customer);
    yield makeHonestPlan(
      drawTime(world, peakHour, day),
      account,
      payee,
      drawAround(random, usualMinor, 0.9),
    );
  }
}

function chooseUsualPayee({ random }: World, { merchants, friends }: Customer): string {
  const kind = random.next();
  if (kind < 0.07) return drawExternalParty(random, 'new');
  return kind < 0.25 ? drawOne(random, friends) : drawOne(random, merchants);
}

function* planUnusualDay(
  world: World,
  customer: Customer,
  day: number,
): Generator<PlannedTransfer> {
  const { random, businesses } = world;
  const { account, salaryMinor, peakHour } = customer;
  const kind = random.next();
  if (kind < 0.35) {
    // A car, a kitchen, a deposit for a flat: large, to a new payee, in one piece.
    const payee =
      random.next() < 0.4 ? drawOne(random, businesses).account : drawExternalParty(random, 'sale');
    const amount = drawAround(random, salaryMinor * 0.9, 0.5);
    yield makeHonestPlan(drawTime(world, peakHour, day), account, payee, amount);
  } else if (kind < 0.7) {
    // A trip: a handful of payments at strange hours to parties never paid before.
    for (let remaining = 3 + random.below(5); remaining > 0; remaining--) {
      const time = day + random.below(3 * DAY);
      yield makeHonestPlan(
        time,
        account,
        drawExternalParty(random, 'trip'),
        drawAround(random, 6_000, 0.8),
      );
    }
  } else {
    // A collection for a gift: many friends pay one, who pays the shop.
    const friends = customer.friends.filter((friend) => !friend.startsWith('outside'));
    const time = day + 10 * HOUR;
    for (const friend of friends) {
      yield makeHonestPlan(time + random.below(6 * HOUR), friend, account, 2_000);
    }
    const shop = drawOne(random, businesses).account;
    yield makeHonestPlan(time + 8 * HOUR, account, shop, 2_000 * friends.length + 1_500);
  }
}

export function* planBusiness(world: World, business: Business): Generator<PlannedTransfer> {
  const { random } = world;
  const { account, suppliers, staff, invoiceMinor } = business;
  for (let day = FIRST_DAY; day < world.endMs; day += DAY) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const drawTime = () => day + 7 * HOUR + random.below(10 * HOUR);
    if (random.next() < 0.3) {
      yield makeHonestPlan(
        drawTime(),
        drawExternalParty(random, 'client'),
        account,
        drawAround(random, invoiceMinor * 2, 0.6),
      );
    }
    if (random.next() < 0.25) {
      const payee =
        random.next() < 0.08 ? drawExternalParty(random, 'supplier') : drawOne(random, suppliers);
      yield makeHonestPlan(drawTime(), account, payee, drawAround(random, invoiceMinor, 0.5));
    }
    if (new Date(day).getUTCDate() === 25) {
      for (const employee of staff)
        yield makeHonestPlan(drawTime(), account, employee, drawAround(random, 150_000, 0.2));
    }
  }
}
