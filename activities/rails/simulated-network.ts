// The simulated networks of the sandbox: they take every payment, settle it at the next cut-off of
// the developer's clock, and apply the fates of the magic accounts. A requested simulation takes
// precedence. They keep no state: the payment's row holds everything.

import type { RailPaymentRow } from '../../db/rails/view.ts';
import { NETWORK_CODES, NETWORK_RAILS } from '../../ledger/rail.ts';
import { type Fate, fateOf } from './magic-accounts.ts';
import type { RailNetwork, RailNews, RailOrder, Submission } from './network.ts';
import { openDaysAfter, settlementOf } from './settlement-times.ts';

/** SEPA carries euros and nothing else. */
const ONLY_EUROS = 'AM03';
const NOTHING: RailNews = { kind: 'nothing', askAt: null };

function fateOfOrder({ payment, party }: RailOrder): Fate | null {
  return fateOf(payment.rail, party.accountNumber);
}

/** One reference for every attempt: by it a network recognises a payment that it has already. */
function referenceOf({ rail, transactionId }: RailPaymentRow): string {
  return `${rail.toUpperCase()}-${transactionId.slice(-12)}`;
}

async function submit(order: RailOrder): Promise<Submission> {
  const { payment, currency, now } = order;
  const fate = fateOfOrder(order);
  if (payment.rail === 'sepa' && currency !== 'EUR') return { kind: 'refused', code: ONLY_EUROS };
  if (fate?.kind === 'refused') return fate;
  const reference = referenceOf(payment);
  const settlesAt = fate?.kind === 'waits' ? null : settlementOf(payment.rail, now);
  return { kind: 'taken', reference, settlesAt, askAt: settlesAt };
}

/** Once settled it may come back: at once when a simulation says so, or as its fate has it. */
function settleAs({ payment }: RailOrder, fate: Fate | null, at: number): RailNews {
  if (fate?.kind !== 'returned_late') return { kind: 'settled', askAt: null };
  return { kind: 'settled', askAt: openDaysAfter(payment.rail, at, fate.openDays) };
}

async function ask(order: RailOrder): Promise<RailNews> {
  const { payment, now } = order;
  const { rail, status, settlesAt, askAt, simulatedNews, simulatedCode } = payment;
  const fate = fateOfOrder(order);
  if (simulatedNews === 'return') {
    return { kind: 'returned', code: simulatedCode ?? NETWORK_CODES[rail][0]?.code ?? '' };
  }
  if (simulatedNews === 'settle' && status === 'submitted') return settleAs(order, fate, now);
  if (askAt === null) return NOTHING;
  if (askAt > now) return { kind: 'nothing', askAt };
  if (status === 'settled') {
    return fate?.kind === 'returned_late' ? { kind: 'returned', code: fate.code } : NOTHING;
  }
  if (fate?.kind === 'returned') return { kind: 'returned', code: fate.code };
  return settleAs(order, fate, settlesAt ?? now);
}

export const SIMULATED: RailNetwork = {
  name: 'simulated',
  rails: NETWORK_RAILS,
  submit,
  ask,
};
