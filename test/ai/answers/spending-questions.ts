// Questions about spending: a part of questions.ts.

import type { Question } from './questions.ts';

export const SPENDING_QUESTIONS: readonly Question[] = [
  [
    'How much did I spend on groceries last month?',
    (b) => [b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'what did I spend on groceries in October',
    (b) => [b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'Total grocery spending for September?',
    (b) => [b.spent({ category: 'groceries', from: '2026-09-01', to: '2026-09-30' })],
  ],
  ['groceries this month', (b) => [b.spent({ category: 'groceries' })]],
  [
    'How much money went on dining in August?',
    (b) => [b.spent({ category: 'dining', from: '2026-08-01', to: '2026-08-31' })],
  ],
  ['how much have i spent on eating out this month?', (b) => [b.spent({ category: 'dining' })]],
  [
    'What did restaurants cost me last month?',
    (b) => [b.spent({ category: 'dining', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'Spending on transport in October 2026',
    (b) => [b.spent({ category: 'transport', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much was spent on utilities last month?',
    (b) => [b.spent({ category: 'utilities', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did I pay for utilities in September',
    (b) => [b.spent({ category: 'utilities', from: '2026-09-01', to: '2026-09-30' })],
  ],
  [
    'entertainment spend last month',
    (b) => [b.spent({ category: 'entertainment', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did rent cost me in August?',
    (b) => [b.spent({ category: 'rent', from: '2026-08-01', to: '2026-08-31' })],
  ],
  [
    'what have I paid in rent this year?',
    (b) => [b.spent({ category: 'rent', from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'How much did I spend on food shopping last week?',
    (b) => [b.spent({ category: 'groceries', from: '2026-11-09', to: '2026-11-15' })],
  ],
  [
    'How much did I spend on groceries yesterday?',
    (b) => [b.spent({ category: 'groceries', from: '2026-11-17', to: '2026-11-17' })],
  ],
  [
    'Groceries, last 30 days: how much?',
    (b) => [b.spent({ category: 'groceries', from: '2026-10-20', to: '2026-11-18' })],
  ],
  [
    'How much did I spend on dining in the past 7 days?',
    (b) => [b.spent({ category: 'dining', from: '2026-11-12', to: '2026-11-18' })],
  ],
  [
    'how much on dining today',
    (b) => [b.spent({ category: 'dining', from: '2026-11-18', to: '2026-11-18' })],
  ],
  [
    'Between September and October, how much went to groceries?',
    (b) => [b.spent({ category: 'groceries', from: '2026-09-01', to: '2026-10-31' })],
  ],
  [
    'How much have I spent on transport since September?',
    (b) => [b.spent({ category: 'transport', from: '2026-09-01', to: '2026-11-18' })],
  ],
  [
    "What's my spending on entertainment this year so far?",
    (b) => [b.spent({ category: 'entertainment', from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'Tell me what I spent on groceries from August to October',
    (b) => [b.spent({ category: 'groceries', from: '2026-08-01', to: '2026-10-31' })],
  ],
  [
    'Can you tell me how much dining cost me last week?',
    (b) => [b.spent({ category: 'dining', from: '2026-11-09', to: '2026-11-15' })],
  ],
  ['Supermarket spending in November', (b) => [b.spent({ category: 'groceries' })]],
  [
    'How much did I spend on commuting last month?',
    (b) => [b.spent({ category: 'transport', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did I spend at Super Mart last month?',
    (b) => [b.spent({ party: 'Super Mart', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did I pay Power Co in October?',
    (b) => [b.spent({ party: 'Power Co', from: '2026-10-01', to: '2026-10-31' })],
  ],
  ['what did i spend at green grocer this month', (b) => [b.spent({ party: 'Green Grocer' })]],
  [
    'How much money did I give to Bella Pasta in September?',
    (b) => [b.spent({ party: 'Bella Pasta', from: '2026-09-01', to: '2026-09-30' })],
  ],
  [
    'Total paid to Streamly this year',
    (b) => [b.spent({ party: 'Streamly', from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'How much have I paid Maria Lopez since September?',
    (b) => [b.spent({ party: 'Maria Lopez', from: '2026-09-01', to: '2026-11-18' })],
  ],
  [
    'How much did I send to Bob Stone last month?',
    (b) => [b.spent({ party: 'Bob Stone', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did I transfer to Bob Stone this year?',
    (b) => [b.spent({ party: 'Bob Stone', from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'City Metro in August: how much?',
    (b) => [b.spent({ party: 'City Metro', from: '2026-08-01', to: '2026-08-31' })],
  ],
  ['How much did Noodle Bar cost me this month?', (b) => [b.spent({ party: 'Noodle Bar' })]],
  [
    'What did I pay Super Mart on 17 November?',
    (b) => [b.spent({ party: 'Super Mart', from: '2026-11-17', to: '2026-11-17' })],
  ],
  [
    'How much did I spend at Bella Pasta in the last 3 months?',
    (b) => [b.spent({ party: 'Bella Pasta', from: '2026-08-19', to: '2026-11-18' })],
  ],
  [
    'How much went to Power Co last quarter?',
    (b) => [b.spent({ party: 'Power Co', from: '2026-07-01', to: '2026-09-30' })],
  ],
  [
    'how much did i spend at Noodle Bar this week?',
    (b) => [b.spent({ party: 'Noodle Bar', from: '2026-11-16', to: '2026-11-22' })],
  ],
  [
    'Super Mart total for October please',
    (b) => [b.spent({ party: 'Super Mart', from: '2026-10-01', to: '2026-10-31' })],
  ],
  ['How much did I spend last month?', (b) => [b.spent({ from: '2026-10-01', to: '2026-10-31' })]],
  ['How much have I spent this month?', (b) => [b.spent({})]],
  [
    'what did I spend in total in September?',
    (b) => [b.spent({ from: '2026-09-01', to: '2026-09-30' })],
  ],
  ['How much did I spend this week?', (b) => [b.spent({ from: '2026-11-16', to: '2026-11-22' })]],
  ['How much did I spend last week', (b) => [b.spent({ from: '2026-11-09', to: '2026-11-15' })]],
  ['How much did I spend today?', (b) => [b.spent({ from: '2026-11-18', to: '2026-11-18' })]],
  ['how much did i spend yesterday', (b) => [b.spent({ from: '2026-11-17', to: '2026-11-17' })]],
  [
    'What are my total expenses this year?',
    (b) => [b.spent({ from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'How much money went out in August?',
    (b) => [b.spent({ from: '2026-08-01', to: '2026-08-31' })],
  ],
  [
    'What were my outgoings last month?',
    (b) => [b.spent({ from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did I spend in the last 30 days?',
    (b) => [b.spent({ from: '2026-10-20', to: '2026-11-18' })],
  ],
  ['spending last 7 days', (b) => [b.spent({ from: '2026-11-12', to: '2026-11-18' })]],
  [
    'How much did I spend since October?',
    (b) => [b.spent({ from: '2026-10-01', to: '2026-11-18' })],
  ],
  ["What's my spending this quarter?", (b) => [b.spent({ from: '2026-10-01', to: '2026-12-31' })]],
  [
    'How much did I spend from Everyday last month?',
    (b) => [b.spent({ from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did I pay out between August and October?',
    (b) => [b.spent({ from: '2026-08-01', to: '2026-10-31' })],
  ],
  [
    'How much have I spent since 1 October?',
    (b) => [b.spent({ from: '2026-10-01', to: '2026-11-18' })],
  ],
  [
    'How much did I spend on 12 October?',
    (b) => [b.spent({ from: '2026-10-12', to: '2026-10-12' })],
  ],
  ['What did I spend on November 16?', (b) => [b.spent({ from: '2026-11-16', to: '2026-11-16' })]],
  [
    'How much did I spend in dollars from Travel Dollars this month?',
    (b) => [b.spent({ currency: 'USD' })],
  ],
  [
    'How much did I spend on travel this month?',
    (b) => [b.spent({ category: 'travel', currency: 'USD' })],
  ],
  ['How much did Sky Air cost?', (b) => [b.spent({ party: 'Sky Air', currency: 'USD' })]],
  [
    'How much did I earn last month?',
    (b) => [b.sumReceived({ from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'What was my income in September?',
    (b) => [b.sumReceived({ from: '2026-09-01', to: '2026-09-30' })],
  ],
  [
    'How much salary did I receive this year?',
    (b) => [b.sumReceived({ category: 'salary', from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'how much did Acme Ltd pay me last month?',
    (b) => [b.sumReceived({ party: 'Acme Ltd', from: '2026-10-01', to: '2026-10-31' })],
  ],
  ['How much money came in this month?', (b) => [b.sumReceived({})]],
  [
    'How much have I received from Bob Stone this year?',
    (b) => [b.sumReceived({ party: 'Bob Stone', from: '2026-01-01', to: '2026-12-31' })],
  ],
  ['total income in August', (b) => [b.sumReceived({ from: '2026-08-01', to: '2026-08-31' })]],
  [
    'How much did I get paid in October?',
    (b) => [b.sumReceived({ from: '2026-10-01', to: '2026-10-31' })],
  ],
];
