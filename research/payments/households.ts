// The town: ordinary households, and victims who live in the same way until a fraud begins.
import { createRandomFor } from '../random.ts';
import {
  addLandlord,
  buyCar,
  hireTradesmen,
  raiseChildren,
  settleIn,
  visitMarket,
  writeLife,
  writeTrips,
  writeWedding,
} from './events.ts';
import { PLOTS, randomForPlot } from './frauds.ts';
import { type Household, makeHousehold } from './household.ts';
import {
  buyDaily,
  payBills,
  runErrands,
  saveMonthly,
  shareWithFriends,
  writeIncome,
} from './ordinary.ts';
import { isoDate, type ScenarioProfile, settle, WORLD_START, type World } from './rows.ts';

export interface TownOrder {
  readonly seed: number;
  readonly days: number;
  readonly customers: number;
  /** Victims of each kind of fraud. */
  readonly planted: number;
}

function writeOrdinaryLife(home: Household): void {
  writeIncome(home);
  writeLife(home);
  payBills(home);
  buyDaily(home);
  runErrands(home);
  shareWithFriends(home);
  saveMonthly(home);
}

/** One household in five joins later: its first 30 days are counted separately. */
function makeResident(order: TownOrder, index: number): Household {
  const { seed, days } = order;
  const name = `h${seed}_${String(index + 1).padStart(3, '0')}`;
  const random = createRandomFor(seed, 'resident', index);
  const joinsLate = index % 5 === 4;
  const first = joinsLate ? random.integer(20, Math.max(21, days - 90)) : 0;
  const buysCar = random.chance(0.12);
  // At least one wedding and one landlord in every dozen.
  const marries = index % 12 === 1;
  const reserve = (buysCar ? 15_000 : 0) + (marries ? 10_000 : 0);
  const home = makeHousehold({ seed, name, days, first, reserve });
  writeOrdinaryLife(home);
  writeTrips(home);
  hireTradesmen(home);
  if (random.chance(0.5)) settleIn(home);
  if (random.chance(0.3)) visitMarket(home);
  if (random.chance(0.25)) raiseChildren(home);
  if (buysCar) buyCar(home);
  if (marries) writeWedding(home);
  if (index % 12 === 6) addLandlord(home);
  return home;
}

function makeVictim(order: TownOrder, kind: string, index: number) {
  const { seed, days } = order;
  const random = randomForPlot(seed, kind, index);
  const isMule = kind === 'mule';
  const home = makeHousehold({
    seed: seed * 104_729 + 17,
    name: `v${seed}_${kind}_${index + 1}`,
    days,
    first: isMule ? random.integer(20, Math.max(21, days - 80)) : 0,
    tellsContext: true,
    savings: isMule ? 200 : random.integer(22_000, 60_000),
  });
  writeOrdinaryLife(home);
  const id = `${kind}_${seed}_${index + 1}`;
  PLOTS[kind]?.(home, random, id);
  const scenario: ScenarioProfile = {
    id,
    kind,
    label: 'fraud',
    customer: home.profile.id,
    accounts: [home.checking],
  };
  return { home, scenario };
}

/** Finds the honest payments that resemble a fraud. */
function findTraps(homes: readonly Household[]): ScenarioProfile[] {
  return homes.flatMap(({ profile, diary, checking }) => {
    const ids = new Set(diary.drafts.flatMap(({ scenario }) => scenario ?? []));
    return [...ids].map((id) => ({
      id,
      kind: id.slice(profile.id.length + 1).replace(/_\d+$/, ''),
      label: 'honest' as const,
      customer: profile.id,
      accounts: [checking],
    }));
  });
}

/** Makes a town; the same wish gives the same town. */
export function makeTown(order: TownOrder): World {
  const residents = Array.from({ length: order.customers }, (_, index) =>
    makeResident(order, index),
  );
  const victims = Object.keys(PLOTS).flatMap((kind) =>
    Array.from({ length: order.planted }, (_, index) => makeVictim(order, kind, index)),
  );
  const homes = [...residents, ...victims.map(({ home }) => home)];
  const customers = homes.map(({ profile }) => profile);
  const drafts = homes.flatMap(({ diary }) => diary.drafts);
  const { rows, left } = settle(drafts, customers, order.seed);
  return {
    header: {
      kind: 'header',
      world: 'households',
      seed: order.seed,
      start: isoDate(WORLD_START),
      days: order.days,
      customers,
      scenarios: [...findTraps(residents), ...victims.map(({ scenario }) => scenario)],
    },
    rows,
    left,
  };
}
