// The simulated networks of the sandbox: they accept every payment, settle it at the next cut-off
// of the developer's clock, and apply the outcomes of the magic accounts. A requested simulation
// takes precedence. The networks are stateless: the payment's row holds everything.

import type { RailPaymentRow } from '../../db/rails/view.ts';
import { NETWORK_CODES, NETWORK_RAILS } from '../../ledger/rail.ts';
import { type FixedOutcome, findFixedOutcome } from './magic-accounts.ts';
import type { RailNetwork, RailOrder, RailReport, Submission } from './network.ts';
import { openDaysAfter, settlementOf } from './settlement-times.ts';

/** SEPA accepts only euros. */
const ONLY_EUROS = 'AM03';
const NO_NEWS: RailReport = { kind: 'nothing', askAt: null };

function fateOfOrder({ payment, party }: RailOrder): FixedOutcome | null {
  return findFixedOutcome(payment.rail, party.accountNumber);
}

/**
 * The same reference for every attempt, by which a network recognises a payment that it already
 * has.
 */
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
  return { kind: 'accepted', reference, settlesAt, askAt: settlesAt };
}

/** Settles a payment, and sets the time of its return where its account has one. */
function settleAs({ payment }: RailOrder, fate: FixedOutcome | null, time: number): RailReport {
  if (fate?.kind !== 'returned_late') return { kind: 'settled', askAt: null };
  return { kind: 'settled', askAt: openDaysAfter(payment.rail, time, fate.openDays) };
}

async function ask(order: RailOrder): Promise<RailReport> {
  const { payment, now } = order;
  const { rail, status, settlesAt, askAt, simulatedNews, simulatedCode } = payment;
  const fate = fateOfOrder(order);
  if (simulatedNews === 'return') {
    return { kind: 'returned', code: simulatedCode ?? NETWORK_CODES[rail][0]?.code ?? '' };
  }
  if (simulatedNews === 'settle' && status === 'submitted') return settleAs(order, fate, now);
  if (askAt === null) return NO_NEWS;
  if (askAt > now) return { kind: 'nothing', askAt };
  if (status === 'settled') {
    return fate?.kind === 'returned_late' ? { kind: 'returned', code: fate.code } : NO_NEWS;
  }
  if (fate?.kind === 'returned') return { kind: 'returned', code: fate.code };
  return settleAs(order, fate, settlesAt ?? now);
}

export const SIMULATED_NETWORK: RailNetwork = {
  name: 'simulated',
  rails: NETWORK_RAILS,
  submit,
  ask,
};
