// The daily run of the laundering monitor over a ledger that a simulated world has filled: its
// duration, the delay of other requests, and its findings among the planted cases.

import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { continueDailyRun } from '../ai/aml/daily.ts';
import { monitor, selectTypologies } from '../ai/aml/monitor.ts';
import { openScreening } from '../ai/screening/open.ts';
import { createPartyScreen, type PartyScreen } from '../ai/screening/parties.ts';
import { openAccount } from '../db/accounts/acts.ts';
import { createCustomer } from '../db/customers/acts.ts';
import { ledgerMarket } from '../db/exchange/market.ts';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { verdictsOf } from '../db/screening/acts.ts';
import {
  drawOpeningBalances,
  listMovements,
  type Movement,
} from '../models/learn/simulator/movements.ts';
import { LAUNDERING, type Typology } from '../models/learn/simulator/plan.ts';
import { createWorld, DAY, FIRST_DAY, HOUR } from '../models/learn/simulator/world.ts';
import { MEANT_FOR } from '../scripts/demo/report.ts';
import { bookAll, makeCause, makeDraft, TENANT } from './books.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';

const WORLD = { seed: 1, customers: 900, businesses: 100, days: 365 };
/** Number of payments that are booked in one commit, with one time. */
const GROUP = 32;
const HASH = Buffer.alloc(32, 1);

/** @param payments number of payments that the run examines */
export async function benchLaundering(payments: number): Promise<Row[]> {
  const folder = temporaryFolder();
  let time = FIRST_DAY;
  const file = join(folder.path, 'ledger.db');
  const ledger = openLedger({ environment: 'sandbox', file, now: () => time });
  try {
    const world = createWorld(WORLD);
    const opening = drawOpeningBalances(world);
    const accounts = await openAccounts(ledger, opening);
    const played: Movement[] = [];
    let group: Movement[] = [];
    for (const movement of listMovements(world, opening)) {
      group.push(movement);
      if (group.length < GROUP) continue;
      time = group[0]?.atMs ?? time;
      await bookAll(
        ledger,
        group.map((draft) => makeMovementDraft(draft, accounts)),
      );
      played.push(...group);
      group = [];
      if (played.length >= payments) break;
    }
    time += HOUR;
    const parties = createPartyScreen(openScreening(null));
    await parties.prepare([]);
    const first = await measure(ledger, parties);
    const second = await examineAgain(ledger, parties);
    time += DAY;
    const idle = await measure(ledger, parties);
    const counts = countFound(ledger, played, accounts, time);
    const recent = played.filter(({ atMs }) => atMs > time - 90 * DAY).length.toLocaleString('en');
    const all = played.length.toLocaleString('en');
    const size = `${accounts.size} customers, ${recent} payments of 90 days among ${all}`;
    return [
      row(`daily monitoring, ${size}`, first.ms / 1000, 's'),
      row('daily monitoring: processor time', first.processorMs / 1000, 's'),
      row(
        'daily monitoring: longest time for which it blocked other requests',
        first.heldUpMs,
        'ms',
      ),
      {
        ...row('daily monitoring of customers whose names are known', second.ms / 1000, 's'),
        p50Ms: second.p50Ms,
        p99Ms: second.p99Ms,
      },
      row(
        'daily monitoring of customers whose names are known: processor time',
        second.processorMs / 1000,
        's',
      ),
      row(
        'daily monitoring of customers whose names are known: longest time for which it blocked other requests',
        second.heldUpMs,
        'ms',
      ),
      row('daily monitoring of a day without bookings', idle.ms, 'ms'),
      ...counts,
    ];
  } finally {
    ledger.close();
    folder.remove();
  }
}

function row(name: string, value: number, unit: string): Row {
  return { name, value, unit, floorName: 'none', floor: null, target: {} };
}

async function measure(ledger: Ledger, parties: PartyScreen) {
  return timeWork(async () => {
    const outcome = await continueDailyRun(ledger, TENANT, { parties, isSliceOver: () => false });
    if (outcome !== 'finished') throw new Error(outcome);
  });
}

/**
 * Examines every customer again, as an operator requests it, with the external parties in the
 * cache.
 */
async function examineAgain(ledger: Ledger, parties: PartyScreen) {
  const { database } = ledger;
  const market = ledgerMarket(database);
  const tools = { database, market, parties, verdictOf: verdictsOf(ledger) };
  const typologies = selectTypologies(undefined);
  const period = { from: ledger.now() - 90 * DAY, to: ledger.now() };
  const ids = database.raw.prepare<[], string>('SELECT id FROM customers').pluck().all();
  const times: number[] = [];
  const wholeHistory = await timeWork(async () => {
    for (const customerId of ids) {
      const started = performance.now();
      await monitor(
        { tenantId: TENANT, scope: { customerId }, period, now: period.to, typologies },
        tools,
      );
      times.push(performance.now() - started);
    }
  });
  return { ...wholeHistory, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

async function timeWork(work: () => Promise<void>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const used = process.cpuUsage();
  await work();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  delay.disable();
  return { ms, processorMs: (user + system) / 1000, heldUpMs: delay.max / 1e6 };
}

async function openAccounts(ledger: Ledger, opening: ReadonlyMap<string, number>) {
  const accounts = new Map<string, string>();
  for (const [name, amount] of opening) {
    const commonFields = {
      tenantId: TENANT,
      metadata: {},
      requestHash: HASH,
      cause: makeCause(null),
    };
    const noDetails = { email: null, phone: null, dateOfBirth: null, country: null, address: null };
    const person = { type: 'individual', name, kycStatus: 'verified', ...noDetails } as const;
    const customer = await ledger.run(createCustomer, { ...commonFields, ...person });
    const terms = { type: 'checking', currency: 'EUR', name: 'Main' } as const;
    const order = { ...commonFields, ...terms, customerId: customer.id };
    const account = await ledger.run(openAccount, order);
    await bookAll(ledger, [
      makeDraft({ type: 'deposit', amount, destinationAccountId: account.id }),
    ]);
    accounts.set(name, account.id);
  }
  return accounts;
}

function makeMovementDraft(
  { payer, payee, amountMinor }: Movement,
  accounts: ReadonlyMap<string, string>,
) {
  const sourceAccountId = accounts.get(payer) ?? null;
  const destinationAccountId = accounts.get(payee) ?? null;
  const sides = { amount: amountMinor, sourceAccountId, destinationAccountId };
  if (sourceAccountId !== null && destinationAccountId !== null) return makeDraft(sides);
  const isDeposit = sourceAccountId === null;
  const externalParty = { name: `Simulated ${isDeposit ? payer : payee}`, method: undefined };
  return makeDraft({ ...sides, type: isDeposit ? 'deposit' : 'withdrawal', externalParty });
}

/** Counts the accounts of recent payments of each typology, and those with an alert. */
function countFound(
  ledger: Ledger,
  played: readonly Movement[],
  accounts: ReadonlyMap<string, string>,
  now: number,
): Row[] {
  const alerts = ledger.database.raw
    .prepare<[], { accountId: string; typology: string }>(
      'SELECT account_id AS accountId, typology FROM aml_alerts',
    )
    .all();
  const recent = played.filter(({ atMs }) => atMs > now - 90 * DAY);
  const listAccounts = (matches: (typology: Typology | null) => boolean) => {
    const ownPayments = recent.filter(({ typology }) => matches(typology));
    const sides = ownPayments.flatMap(({ payer, payee }) => [
      accounts.get(payer),
      accounts.get(payee),
    ]);
    return new Set(sides.filter((id) => id !== undefined));
  };
  const alerted = new Set(alerts.map(({ accountId }) => accountId));
  const plantedAccounts = listAccounts((typology) => typology !== null);
  const honestAccounts = [...accounts.values()].filter((id) => !plantedAccounts.has(id));
  const lines = LAUNDERING.map((typology) => {
    const planted = listAccounts((typologyName) => typologyName === typology);
    const matching = alerts.filter((alert) => MEANT_FOR[typology].includes(alert.typology));
    const hit = new Set(matching.map(({ accountId }) => accountId).filter((id) => planted.has(id)));
    return { name: `accounts with ${typology}, found`, value: hit.size, of: planted.size };
  });
  const falseAlarms = honestAccounts.filter((id) => alerted.has(id)).length;
  lines.push({
    name: 'accounts with nothing planted, hit',
    value: falseAlarms,
    of: honestAccounts.length,
  });
  return lines.map(({ name, value, of }) => {
    return { ...row(name, value, 'accounts'), floorName: 'all accounts', floor: of };
  });
}
