// Questions about income, balances and comparisons: a part of questions.ts.

import type { Question } from './questions.ts';

export const STANDING_QUESTIONS: readonly Question[] = [
  [
    'What was deposited in my accounts last month?',
    (b) => [b.sumReceived({ from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much did I receive from Acme Ltd since September?',
    (b) => [b.sumReceived({ party: 'Acme Ltd', from: '2026-09-01', to: '2026-11-18' })],
  ],
  ["What's my income this month?", (b) => [b.sumReceived({})]],
  [
    'How much did I receive last week?',
    (b) => [b.sumReceived({ from: '2026-11-09', to: '2026-11-15' })],
  ],
  [
    'How much salary did I get in September?',
    (b) => [b.sumReceived({ category: 'salary', from: '2026-09-01', to: '2026-09-30' })],
  ],
  [
    'incoming payments last month, how much in total',
    (b) => [b.sumReceived({ from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How much was paid in during the last 30 days?',
    (b) => [b.sumReceived({ from: '2026-10-20', to: '2026-11-18' })],
  ],
  [
    'How much did Globex Inc pay me?',
    (b) => [b.sumReceived({ party: 'Globex Inc', currency: 'USD' })],
  ],
  ['What is my balance?', (b) => [b.balance(b.ids.everyday) + b.balance(b.ids.savings)]],
  ['How much money do I have?', (b) => [b.balance(b.ids.everyday) + b.balance(b.ids.savings)]],
  ["what's the balance of Everyday", (b) => [b.balance(b.ids.everyday)]],
  ['How much is in my savings account?', (b) => [b.balance(b.ids.savings)]],
  ['How much do I have in Rainy Day?', (b) => [b.balance(b.ids.savings)]],
  ['balance of Travel Dollars', (b) => [b.balance(b.ids.dollars)]],
  ['Show me my balances', (b) => [b.balance(b.ids.everyday) + b.balance(b.ids.savings)]],
  ['How much money have I got in savings', (b) => [b.balance(b.ids.savings)]],
  ['How much can I spend from Everyday?', (b) => [b.balance(b.ids.everyday) - 3300]],
  ["What's available in Everyday?", (b) => [b.balance(b.ids.everyday) - 3300]],
  ['How much do I have left in Everyday?', (b) => [b.balance(b.ids.everyday) - 3300]],
  [
    'What was the balance of Everyday at the end of October?',
    (b) => [b.balanceOn(b.ids.everyday, '2026-10-31')],
  ],
  ['What was my Everyday balance yesterday?', (b) => [b.balanceOn(b.ids.everyday, '2026-11-17')]],
  [
    'How much was in Rainy Day at the end of September?',
    (b) => [b.balanceOn(b.ids.savings, '2026-09-30')],
  ],
  ['Balance of Everyday on 1 October', (b) => [b.balanceOn(b.ids.everyday, '2026-10-01')]],
  [
    'How much did I have in Everyday on 15 September 2026?',
    (b) => [b.balanceOn(b.ids.everyday, '2026-09-15')],
  ],
  [
    'What was my balance at the end of August?',
    (b) => [b.balanceOn(b.ids.everyday, '2026-08-31') + b.balanceOn(b.ids.savings, '2026-08-31')],
  ],
  ['How much is on hold in Everyday?', () => [3300]],
  ['Is anything held on Everyday?', () => [3300]],
  ['How much money is reserved?', () => [3300]],
  ['Which accounts do I have?', () => [3]],
  ['how many accounts do i have', () => [3]],
  ['What funds are in Travel Dollars?', (b) => [b.balance(b.ids.dollars)]],
  [
    'Did I spend more this month than last month?',
    (b) => [
      b.spent({ from: '2026-11-01', to: '2026-11-30' }),
      b.spent({ from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ from: '2026-11-01', to: '2026-11-30' }) -
        b.spent({ from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'Did I spend more on groceries in October than in September?',
    (b) => [
      b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ category: 'groceries', from: '2026-09-01', to: '2026-09-30' }),
      b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' }) -
        b.spent({ category: 'groceries', from: '2026-09-01', to: '2026-09-30' }),
    ],
  ],
  [
    'Compare my dining spending in August and October',
    (b) => [
      b.spent({ category: 'dining', from: '2026-08-01', to: '2026-08-31' }),
      b.spent({ category: 'dining', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ category: 'dining', from: '2026-08-01', to: '2026-08-31' }) -
        b.spent({ category: 'dining', from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'How does my spending this month compare to last month?',
    (b) => [
      b.spent({ from: '2026-11-01', to: '2026-11-30' }),
      b.spent({ from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ from: '2026-11-01', to: '2026-11-30' }) -
        b.spent({ from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'Is my grocery spending up or down this month?',
    (b) => [
      b.spent({ category: 'groceries', from: '2026-11-01', to: '2026-11-30' }),
      b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ category: 'groceries', from: '2026-11-01', to: '2026-11-30' }) -
        b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'Difference between September and October spending?',
    (b) => [
      b.spent({ from: '2026-09-01', to: '2026-09-30' }),
      b.spent({ from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ from: '2026-09-01', to: '2026-09-30' }) -
        b.spent({ from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'Did I spend less on dining last month than the month before last?',
    (b) => [
      b.spent({ category: 'dining', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ category: 'dining', from: '2026-09-01', to: '2026-09-30' }),
      b.spent({ category: 'dining', from: '2026-10-01', to: '2026-10-31' }) -
        b.spent({ category: 'dining', from: '2026-09-01', to: '2026-09-30' }),
    ],
  ],
  [
    'Was my transport cost higher in October than in August?',
    (b) => [
      b.spent({ category: 'transport', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ category: 'transport', from: '2026-08-01', to: '2026-08-31' }),
      b.spent({ category: 'transport', from: '2026-10-01', to: '2026-10-31' }) -
        b.spent({ category: 'transport', from: '2026-08-01', to: '2026-08-31' }),
    ],
  ],
  [
    'Has my spending on utilities increased this month?',
    (b) => [
      b.spent({ category: 'utilities', from: '2026-11-01', to: '2026-11-30' }),
      b.spent({ category: 'utilities', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ category: 'utilities', from: '2026-11-01', to: '2026-11-30' }) -
        b.spent({ category: 'utilities', from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'Did I pay Super Mart more in October than in September?',
    (b) => [
      b.spent({ party: 'Super Mart', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ party: 'Super Mart', from: '2026-09-01', to: '2026-09-30' }),
      b.spent({ party: 'Super Mart', from: '2026-10-01', to: '2026-10-31' }) -
        b.spent({ party: 'Super Mart', from: '2026-09-01', to: '2026-09-30' }),
    ],
  ],
  [
    'Compare this week with last week',
    (b) => [
      b.spent({ from: '2026-11-16', to: '2026-11-22' }),
      b.spent({ from: '2026-11-09', to: '2026-11-15' }),
      b.spent({ from: '2026-11-16', to: '2026-11-22' }) -
        b.spent({ from: '2026-11-09', to: '2026-11-15' }),
    ],
  ],
  [
    'spending October vs September',
    (b) => [
      b.spent({ from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ from: '2026-09-01', to: '2026-09-30' }),
      b.spent({ from: '2026-10-01', to: '2026-10-31' }) -
        b.spent({ from: '2026-09-01', to: '2026-09-30' }),
    ],
  ],
  [
    'Did my spending go up last month?',
    (b) => [
      b.spent({ from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ from: '2026-09-01', to: '2026-09-30' }),
      b.spent({ from: '2026-10-01', to: '2026-10-31' }) -
        b.spent({ from: '2026-09-01', to: '2026-09-30' }),
    ],
  ],
  [
    'Did I earn more in October than in September?',
    (b) => [
      b.sumReceived({ from: '2026-10-01', to: '2026-10-31' }),
      b.sumReceived({ from: '2026-09-01', to: '2026-09-30' }),
      b.sumReceived({ from: '2026-10-01', to: '2026-10-31' }) -
        b.sumReceived({ from: '2026-09-01', to: '2026-09-30' }),
    ],
  ],
  [
    'Did I spend more on groceries than on dining last month?',
    (b) => [
      b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' }),
      b.spent({ category: 'dining', from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'Compare Super Mart and Green Grocer this month',
    (b) => [b.spent({ party: 'Super Mart' }), b.spent({ party: 'Green Grocer' })],
  ],
  [
    'Is my income higher this month than last month?',
    (b) => [
      b.sumReceived({ from: '2026-11-01', to: '2026-11-30' }),
      b.sumReceived({ from: '2026-10-01', to: '2026-10-31' }),
    ],
  ],
  [
    'How many payments did I make last month?',
    (b) => [b.count({ from: '2026-10-01', to: '2026-10-31' })],
  ],
  ['How many times did I eat at Noodle Bar this month?', (b) => [b.count({ party: 'Noodle Bar' })]],
  [
    'How often did I shop at Super Mart in October?',
    (b) => [b.count({ party: 'Super Mart', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'how many grocery purchases did I make in September?',
    (b) => [b.count({ category: 'groceries', from: '2026-09-01', to: '2026-09-30' })],
  ],
  [
    'Number of payments to Bella Pasta this year?',
    (b) => [b.count({ party: 'Bella Pasta', from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'How many transactions did I make last week?',
    (b) => [b.count({ from: '2026-11-09', to: '2026-11-15' })],
  ],
  [
    'How many times did I pay Maria Lopez this year?',
    (b) => [b.count({ party: 'Maria Lopez', from: '2026-01-01', to: '2026-12-31' })],
  ],
  [
    'How many dining payments last month?',
    (b) => [b.count({ category: 'dining', from: '2026-10-01', to: '2026-10-31' })],
  ],
  [
    'How often did I use City Metro in the last 30 days?',
    (b) => [b.count({ party: 'City Metro', from: '2026-10-20', to: '2026-11-18' })],
  ],
  [
    'How many purchases did I make yesterday?',
    (b) => [
      b.count({ from: '2026-11-17', to: '2026-11-17' }) +
        b.count({ from: '2026-11-17', to: '2026-11-17', currency: 'USD' }),
    ],
  ],
  [
    'How many deposits did I receive last month?',
    (b) => [b.incomes({ from: '2026-10-01', to: '2026-10-31' }).length],
  ],
  [
    'What do I spend on groceries in an average month, from August to October?',
    (b) => [
      Math.round(b.spent({ category: 'groceries', from: '2026-08-01', to: '2026-10-31' }) / 3),
    ],
  ],
  [
    'Average monthly spending from August to October',
    (b) => [Math.round(b.spent({ from: '2026-08-01', to: '2026-10-31' }) / 3)],
  ],
  [
    'How much do I spend on dining per month on average?',
    (b) => [Math.round(b.spent({ category: 'dining', from: '2026-08-01', to: '2026-10-31' }) / 3)],
  ],
  [
    "What's my average grocery payment in October?",
    (b) => [
      Math.round(
        b.spent({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' }) /
          b.count({ category: 'groceries', from: '2026-10-01', to: '2026-10-31' }),
      ),
    ],
  ],
  [
    'What is my average purchase at Noodle Bar in September?',
    (b) => [
      Math.round(
        b.spent({ party: 'Noodle Bar', from: '2026-09-01', to: '2026-09-30' }) /
          b.count({ party: 'Noodle Bar', from: '2026-09-01', to: '2026-09-30' }),
      ),
    ],
  ],
  [
    'How much do I typically spend on transport per month?',
    (b) => [
      Math.round(b.spent({ category: 'transport', from: '2026-08-01', to: '2026-10-31' }) / 3),
    ],
  ],
];
