// Asks the model before a commit: selects the transactions that are judged and returns the model's
// answers. A process that scores nothing returns none, and the commit goes on without an answer.

import { isDated } from '../../ledger/value-date.ts';
import type { Database } from '../kernel/connect.ts';
import type { Answers, RiskDesk, Scoring } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { isJudged } from './acts.ts';

/** Accepted, or waiting for its day or for its customer to confirm it. */
function isUndecided({ status, stage }: TransactionRow): boolean {
  const isAccepted = status === 'pending' && stage === 'accepted';
  return isAccepted || isDated({ status, stage }) || status === 'requires_confirmation';
}

const NOTHING_ASKED: Answers = new Map();

export function scoringOf(
  database: Database,
  {
    desk,
    find,
  }: { readonly desk: RiskDesk | null; readonly find: (id: string) => TransactionRow | undefined },
): Scoring {
  async function ask(rows: readonly TransactionRow[]): Promise<Answers> {
    const judged = rows.filter(isJudged);
    return desk && judged.length > 0 ? desk.ask(judged) : NOTHING_ASKED;
  }

  return {
    ask,
    askUndecided(ids) {
      if (!desk || ids.length === 0) return NOTHING_ASKED;
      const rows = database.read(() => ids.flatMap((id) => find(id) ?? []));
      return ask(rows.filter(isUndecided));
    },
  };
}
