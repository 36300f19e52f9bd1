// The payment that an instruction proposes, for the person who confirms the instruction.

import { type IntentRow, requestOf } from '../../db/intents/view.ts';
import type { Ledger } from '../../db/ledger.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { dayAt } from '../../ledger/value-date.ts';
import { showPayment } from '../mfa/shown-payment.ts';

interface ProposedPayment {
  readonly type?: string;
  readonly externalParty?: Readonly<Record<string, unknown>>;
  readonly startDate?: string;
  readonly effectiveDate?: string;
  readonly recurrence?: Readonly<Record<string, unknown>>;
}

/** Returns null when the intent proposes no payment. */
export function showIntent(ledger: Ledger, row: IntentRow) {
  const request = requestOf(row);
  const { tenantId, customerId, amount, currency } = row;
  if (request === null || amount === null || currency === null) return null;
  const body = request.body as ProposedPayment;
  const { startDate, effectiveDate, recurrence } = body;
  const day = startDate ?? effectiveDate ?? null;
  const isToday = day === null || day <= formatDate(dayAt(ledger.clock(tenantId)));
  return showPayment(ledger, {
    tenantId,
    customerId,
    type: body.type ?? 'transfer',
    amount,
    currency,
    sourceAccountId: row.sourceAccountId,
    destinationAccountId: row.destinationAccountId,
    externalParty: body.externalParty ?? null,
    received: null,
    startsOn: isToday && recurrence === undefined ? null : day,
    frequency: recurrence === undefined ? null : recurrenceText(recurrence),
  });
}

/** The recurrence and the end date of a payment, in words, as far as the message states them. */
function recurrenceText({ frequency, ...rest }: Readonly<Record<string, unknown>>): string {
  const others = Object.entries(rest)
    .filter(([name, value]) => value !== null && !(name === 'interval' && value === 1))
    .map(
      ([name, value]) =>
        `${name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)} ${value}`,
    );
  return [String(frequency), ...others].join(', ');
}
