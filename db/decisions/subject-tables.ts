// The declaration of the tables of contested decisions (db/subject-tables.ts).

import { byCustomer, EMPTY_JSON, NAME, notesOn } from '../customers/held-table.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { aboutCustomer, customerItems, IN_LIST } from '../work/source.ts';

/** The contest of a freeze, which blocks an account, comes before the contest of a denied loan. */
const URGENCY = `CASE kind
  WHEN 'account_freeze' THEN 'urgent' WHEN 'payment' THEN 'high' ELSE 'normal' END`;

export const CONTEST_TABLES: SubjectTables = {
  tables: ['decision_contests'],
  held: [
    notesOn('decision_contests'),
    byCustomer('decision_contests', {
      record: EMPTY_JSON,
      reason: NAME,
      explanation: `iif(explanation IS NULL, NULL, ${NAME})`,
    }),
  ],
  work: {
    // A customer waits for the answer.
    sources: [
      {
        queue: 'contested_decisions',
        noun: 'decisionContest',
        table: 'decision_contests',
        select: customerItems('decision_contests', { usual: URGENCY }),
        waits: 'answer IS NULL',
        cause: `SELECT id, kind AS cause FROM decision_contests WHERE id ${IN_LIST}`,
      },
    ],
    parties: { about: [aboutCustomer('decision_contests')] },
  },
};
