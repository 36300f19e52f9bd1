// Screens every known customer and party again when the lists have changed: customers with all
// their details, then outside parties of payments by the name alone. It works in slices of time;
// its progress is stored in the ledger, so another process can continue it.

import type { Ledger } from '../../db/ledger.ts';
import { beginRescreening, stepRescreening } from '../../db/screening/rescreening.ts';
import {
  customersAfter,
  type KnownCustomer,
  type KnownPayment,
  lastRescreening,
  paymentsAfter,
  type RescreenedName,
  type RescreeningRow,
} from '../../db/screening/rescreening-reads.ts';
import type { Screening } from './open.ts';
import type { PartyScreen } from './parties.ts';
import { findHitsFor, findUnread } from './screen-subject.ts';

export interface Rescreener {
  readonly screening: Screening;
  readonly parties: PartyScreen;
}

/** Customers or payments per page. */
const PAGE_SIZE = 100;

/** Continues or begins the round with these lists. Returns true while work is left. */
export async function rescreen(
  ledger: Ledger,
  tools: Rescreener,
  isSliceOver: () => boolean,
): Promise<boolean> {
  const { database } = ledger;
  await ledger.run(beginRescreening, { lists: tools.screening.fingerprint() });
  for (;;) {
    const round = lastRescreening(database);
    if (!round || round.stage === 'done') return false;
    const isOfCustomers = round.stage === 'customers';
    const page = isOfCustomers
      ? customersAfter(database, round.afterId, PAGE_SIZE)
      : paymentsAfter(database, round.afterId, PAGE_SIZE);
    const rescreened: RescreenedName[] = [];
    let names = 0;
    let lastReached = round.afterId;
    let isInterrupted = false;
    for (const subject of page) {
      const hits =
        'party' in subject
          ? await rescreenPayment(subject, tools)
          : await rescreenCustomer(subject, tools);
      names += Number(hits !== null);
      if (hits && hasFinding(subject, hits)) rescreened.push(hits);
      lastReached = subject.id;
      isInterrupted = isSliceOver();
      if (isInterrupted) break;
    }
    const isOver = !isInterrupted && page.length < PAGE_SIZE;
    const to = isOver ? nextStage(round) : { stage: round.stage, afterId: lastReached };
    const step = { number: round.number, from: round, to, names, matches: rescreened };
    if (!(await ledger.run(stepRescreening, step))) return false;
    if (isInterrupted) return true;
  }
}

/** A customer created during a round is screened by the same lists at once. */
function nextStage({ stage }: RescreeningRow) {
  return { stage: stage === 'customers' ? ('parties' as const) : ('done' as const), afterId: '' };
}

function hasFinding(
  subject: KnownCustomer | KnownPayment,
  { ownName, hits }: RescreenedName,
): boolean {
  if (hits.length > 0) return true;
  return 'notCompared' in subject && subject.notCompared !== (ownName?.notCompared ?? null);
}

async function rescreenCustomer(
  customer: KnownCustomer,
  { screening }: Rescreener,
): Promise<RescreenedName> {
  const { id: customerId, name } = customer;
  const hits = await findHitsFor(screening, customer);
  const notCompared = await findUnread(screening, name);
  // A name takes some milliseconds, so other work runs between two names.
  await new Promise(setImmediate);
  return { customerId, ownName: { name, notCompared }, party: null, hits };
}

async function rescreenPayment(
  { id: transactionId, tenantId, customerId, party: name }: KnownPayment,
  { parties }: Rescreener,
): Promise<RescreenedName | null> {
  if (name === null) return null;
  await parties.prepare([name]);
  const hits = parties.of(name).matches.map((match) => ({ ...match, screenedName: name }));
  return { customerId, ownName: null, party: { tenantId, transactionId }, hits };
}
