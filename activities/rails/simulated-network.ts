// The simulated networks of the sandbox: they accept every payment, settle it at the next cut-off
// of the developer's clock, and apply the outcomes of the magic accounts. A requested simulation
// takes precedence. The networks are stateless: the payment's row holds everything.

import type { RailPaymentRow } from '../../db/rails/view.ts';
import { NETWORK_CODES, NETWORK_RAILS } from '../../ledger/rail.ts';
import { type FixedOutcome, findFixedOutcome } from './magic-accounts.ts';
import type { RailNetwork, RailOrder, RailReport, Submission } from './network.ts';
import { openDaysAfter, settlementTimeOf } from './settlement-times.ts';

/** SEPA accepts only euros. */
const ONLY_EUROS = 'AM03';
const NOTHING_TO_REPORT: RailReport = { kind: 'nothing', askAt: null };

function fixedOutcomeOf({ payment, party }: RailOrder): FixedOutcome | null {
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
  const fixed = fixedOutcomeOf(order);
  if (payment.rail === 'sepa' && currency !== 'EUR') return { kind: 'refused', code: ONLY_EUROS };
  if (fixed?.kind === 'refused') return fixed;
  const reference = referenceOf(payment);
  const settlesAt = fixed?.kind === 'waits' ? null : settlementTimeOf(payment.rail, now);
  return { kind: 'accepted', reference, settlesAt, askAt: settlesAt };
}

/** Settles a payment, and sets the time of its return where its account has one. */
function settleAs({ payment }: RailOrder, fixed: FixedOutcome | null, time: number): RailReport {
  if (fixed?.kind !== 'returned_late') return { kind: 'settled', askAt: null };
  return { kind: 'settled', askAt: openDaysAfter(payment.rail, time, fixed.openDays) };
}

async function ask(order: RailOrder): Promise<RailReport> {
  const { payment, now } = order;
  const { rail, status, settlesAt, askAt, simulatedNews, simulatedCode } = payment;
  const fixed = fixedOutcomeOf(order);
  if (simulatedNews === 'return') {
    return { kind: 'returned', code: simulatedCode ?? NETWORK_CODES[rail][0]?.code ?? '' };
  }
  if (simulatedNews === 'settle' && status === 'submitted') return settleAs(order, fixed, now);
  if (askAt === null) return NOTHING_TO_REPORT;
  if (askAt > now) return { kind: 'nothing', askAt };
  if (status === 'settled') {
    return fixed?.kind === 'returned_late'
      ? { kind: 'returned', code: fixed.code }
      : NOTHING_TO_REPORT;
  }
  if (fixed?.kind === 'returned') return { kind: 'returned', code: fixed.code };
  return settleAs(order, fixed, settlesAt ?? now);
}

export const SIMULATED_NETWORK: RailNetwork = {
  name: 'simulated',
  rails: NETWORK_RAILS,
  submit,
  ask,
};
