// The declaration of the tables of sanctions screening (db/subject-tables.ts).

import type BetterSqlite3 from 'better-sqlite3';
import { byCustomer, NAME, notesOn, WITHHELD_TABLE } from '../customers/held-table.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { customerItems, IN_LIST } from '../work/source.ts';

/**
 * Hits with nearly equal names come first, on lists that block before lists that restrict; then
 * hits for which money waits.
 */
const HIT_URGENCY = `CASE
  WHEN score >= 0.95 AND list <> 'ofac_consolidated' THEN 'urgent'
  WHEN score >= 0.9 OR transaction_id IS NOT NULL THEN 'high' ELSE 'normal' END`;

/** True when rounds of screening in the two ledgers could both miss a moved customer. */
function couldMissCustomer(target: BetterSqlite3.Database): boolean {
  const [ownRound, otherRound] = ['source', 'main'].map((schema) =>
    target
      .prepare<[], { lists: string; finishedAt: number | null }>(
        `SELECT lists, finished_at AS finishedAt FROM ${schema}.rescreenings
         ORDER BY number DESC LIMIT 1`,
      )
      .get(),
  );
  const isUnderWay = [ownRound, otherRound].some((round) => round?.finishedAt === null);
  return isUnderWay || ownRound?.lists !== otherRound?.lists;
}

export const SCREENING_TABLES: SubjectTables = {
  tables: ['screening_hits', 'screening_clearances', 'relied_lists', 'rescreenings'],
  held: [
    notesOn('screening_hits'),
    byCustomer(
      'screening_hits',
      {
        screened_name: NAME,
        matched_name: NAME,
        features: "'[]'",
        reason: `iif(reason IS NULL, NULL, ${NAME})`,
      },
      WITHHELD_TABLE,
    ),
  ],
  moves: {
    ofLedger: ['relied_lists', 'rescreenings', 'screening_clearances'],
    obstacles: [
      {
        subject: 'a round of screening that the ledgers have not both ended',
        remedy: 'wait for it',
        isThere: couldMissCustomer,
      },
    ],
  },
  work: {
    sources: [
      {
        queue: 'screening_hits',
        noun: 'screeningHit',
        table: 'screening_hits',
        select: customerItems('screening_hits', {
          transactionId: 'transaction_id',
          usual: HIT_URGENCY,
          score: 'CAST(round(score * 100) AS INTEGER)',
          amount: '(SELECT amount FROM transactions WHERE id = transaction_id)',
          currency: '(SELECT currency FROM transactions WHERE id = transaction_id)',
        }),
        waits: "status = 'pending'",
        cause: `SELECT id, list AS cause FROM screening_hits WHERE id ${IN_LIST}`,
      },
    ],
    parties: {
      compared: [
        `SELECT id, screened_name AS screened, name AS listed FROM screening_hits WHERE id ${IN_LIST}`,
      ],
    },
  },
};
