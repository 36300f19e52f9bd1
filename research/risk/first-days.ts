// First days of new developers before the judge: each day is played within one minute, as a script
// pays, and over ten hours, as a person pays.

import type { FirstDay } from '../../research/payments/first-days.ts';
import type { CustomerProfile, Row } from '../../research/payments/rows.ts';
import type { JudgedBank, JudgedRow } from './judged-bank.ts';

const HOUR = 3_600_000;
const PACES = [3_000, HOUR];

function makeCustomer(id: string, day: FirstDay, isFriend: boolean): CustomerProfile {
  const { name, country } = day.customer;
  const account = { currency: day.currency, opening: 0 };
  return {
    ...{ id, type: 'individual', dateOfBirth: '1990-01-01', joined: '', life: 'newcomer' },
    name: isFriend ? day.friend : name,
    country,
    accounts: [
      { id: `${id}_main`, type: 'checking', name: 'Main account', ...account },
      { id: `${id}_savings`, type: 'savings', name: 'Savings', ...account },
    ],
  };
}

/** Plays a day at both paces; returns the outcomes of the payments in order. */
export async function playFirstDay(
  bank: JudgedBank,
  day: FirstDay,
  id: string,
): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  for (const pace of PACES) {
    const ownId = `${id}_${pace}`;
    await bank.join(makeCustomer(ownId, day, false));
    await bank.join(makeCustomer(`${ownId}_friend`, day, true));
    const accountOf = (side: 'main' | 'savings' | 'friend') =>
      side === 'friend' ? `${ownId}_friend_main` : `${ownId}_${side}`;
    for (const [index, payment] of day.payments.entries()) {
      const { from, to, ...rest } = payment;
      bank.moveTo(bank.now() + pace);
      const row: Row = {
        ...rest,
        kind: 'payment',
        id: `${ownId}_${index + 1}`,
        at: new Date(bank.now()).toISOString(),
        customer: ownId,
        currency: day.currency,
        label: 'honest',
        act: 'first_day',
        step: index + 1,
        ...(from ? { sourceAccount: accountOf(from) } : {}),
        ...(to ? { destinationAccount: accountOf(to) } : {}),
      };
      judged.push(await bank.judge(row));
    }
  }
  return judged;
}
