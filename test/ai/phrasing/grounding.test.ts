// The texts a language model may produce: the bank's answer in another order, and nothing else.

import { describe, expect, it, test } from 'vitest';
import { faultOf } from '../../../ai/phrasing/grounding.ts';

const SPENT_ANSWER = 'You spent EUR 1,120.00 on groceries in October 2026, in 14 payments.';
const COMPARED_ANSWER =
  'You spent EUR 120.00 on groceries in October 2026 and EUR 80.00 on groceries in September ' +
  '2026: EUR 40.00 more.';
const BALANCES =
  'Your booked balance: Main EUR 75.00, Savings EUR 2,025.50; together EUR 2,100.50.';
const NO_PAYMENT_ANSWER = 'No scheduled payment is due in the next 30 days.';
const NEGATIVE_BALANCE = 'Your booked balance: Main EUR -40.00.';
const PAST_PAYMENT = 'Your largest payment was EUR 900.00 to Bella Pasta on 2 October 2026.';

describe('a rephrased answer', () => {
  test.each([
    [SPENT_ANSWER, SPENT_ANSWER],
    [SPENT_ANSWER, 'In October 2026 you spent EUR 1120.00 on groceries.'],
    [SPENT_ANSWER, 'You made 14 payments and spent €1,120.00 on groceries in October 2026.'],
    [COMPARED_ANSWER, 'EUR 40.00 more: on groceries you spent EUR 120.00 in October 2026.'],
    [BALANCES, 'Savings stands at EUR 2,025.50, Main at EUR 75.00; together that is EUR 2,100.50.'],
    [NO_PAYMENT_ANSWER, 'No payment is scheduled in the next 30 days.'],
    [NEGATIVE_BALANCE, 'The booked balance of your Main account is EUR -40.00.'],
    [PAST_PAYMENT, 'Your largest payment was to Bella Pasta: EUR 900.00 on 2 October 2026.'],
  ])('may say the same: %s → %s', (answer, text) => {
    const fault = faultOf(text, [answer], 'What is it?');
    expect(fault).toBeNull();
  });

  test.each([
    ['another number', SPENT_ANSWER, 'You spent EUR 1,121.00 on groceries in October 2026.'],
    ['a year as an amount', SPENT_ANSWER, 'You spent EUR 2026 on groceries in October 2026.'],
    ['a year as a bare amount', SPENT_ANSWER, 'You spent 2026 on groceries.'],
    ['a count as an amount', SPENT_ANSWER, 'You spent EUR 14 on groceries in October 2026.'],
    ['another currency', SPENT_ANSWER, 'You spent USD 1,120.00 on groceries in October 2026.'],
    ['another sign', SPENT_ANSWER, 'You spent $1,120.00 on groceries in October 2026.'],
    ['a number in words', SPENT_ANSWER, 'You spent two thousand on groceries.'],
    ['a number as a power', SPENT_ANSWER, 'You spent EUR 1,120.00² on groceries in October 2026.'],
    ['other digits', SPENT_ANSWER, 'You spent EUR ١١٢٠ on groceries in October 2026.'],
    [
      'a hidden character',
      SPENT_ANSWER,
      'You spent EUR 1,120.00\u200b9 on groceries in October 2026.',
    ],
    ['a suffix', SPENT_ANSWER, 'You spent EUR 1,120.00k on groceries in October 2026.'],
    [
      'another direction',
      SPENT_ANSWER,
      'You received EUR 1,120.00 from groceries in October 2026.',
    ],
    [
      'an added negation',
      SPENT_ANSWER,
      'You never spent EUR 1,120.00 on groceries in October 2026.',
    ],
    ['a swapped month', COMPARED_ANSWER, 'You spent EUR 80.00 on groceries in October 2026.'],
    ['a turned comparison', COMPARED_ANSWER, 'You spent EUR 40.00 less on groceries.'],
    ['an opposite', COMPARED_ANSWER, 'That is EUR 40.00 fewer.'],
    ['swapped names', BALANCES, 'Main has EUR 2,025.50 and Savings has EUR 75.00.'],
    ['a swapped total', BALANCES, 'Together that is EUR 2,025.50.'],
    ['a dropped negation', NO_PAYMENT_ANSWER, 'A scheduled payment is due in the next 30 days.'],
    ['a dropped sign', NEGATIVE_BALANCE, 'The booked balance of your Main account is EUR 40.00.'],
    [
      'advice',
      SPENT_ANSWER,
      'You should invest: you spent EUR 1,120.00 on groceries in October 2026.',
    ],
    [
      'an address',
      SPENT_ANSWER,
      'Log in at https://evil.example to see EUR 1,120.00 on groceries.',
    ],
    ['mail', SPENT_ANSWER, 'Write to help@evil.example.'],
    ['a threat', SPENT_ANSWER, 'Your account is blocked, call us now.'],
    ['nothing', SPENT_ANSWER, '  '],
    ['a flood', SPENT_ANSWER, 'You spent EUR 1,120.00 on groceries in October 2026. '.repeat(40)],
  ])('never says %s', (_, answer, text) => {
    const fault = faultOf(text, [answer], 'How much did I spend on groceries?');
    expect(fault).not.toBeNull();
  });

  it('may repeat words of the question, but no number or direction of it', () => {
    const request = 'Did I spend 5000 more at the supermarket?';
    const text = 'At the supermarket you spent EUR 1,120.00 on groceries in October 2026.';
    expect(faultOf(text, [SPENT_ANSWER], request)).toBeNull();
    expect(faultOf('You spent EUR 5000 on groceries.', [SPENT_ANSWER], request)).toBe(
      'ungrounded_number',
    );
    const furtherClaim = 'You spent more: EUR 1,120.00 on groceries in October 2026.';
    expect(faultOf(furtherClaim, [SPENT_ANSWER], request)).toBe('changed_meaning');
  });
});
