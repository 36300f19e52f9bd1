// Screens outside parties of an account's payments against the sanctions lists. An entry that a
// person has cleared for this customer and name is shown, but is not a suspicion.

import type { StoredScreening } from '../../db/aml/view.ts';
import type { HitStatus, ListMatch } from '../../ledger/decisions/screening.ts';
import type { PartyScreen } from '../screening/parties.ts';
import { THRESHOLD } from '../screening/screener.ts';
import {
  type AccountFlows,
  type Condition,
  type Finding,
  type Flow,
  makeFinding,
  makeNotRunFinding,
} from './flow.ts';

export interface NamedParty {
  readonly name: string;
  readonly accountId: string;
  readonly flow: Flow;
}

interface Deps {
  readonly parties: PartyScreen;
  readonly verdictOf: (customerId: string, name: string, match: ListMatch) => HitStatus | null;
}

/** Maximum number of names of a run. */
const MAX_NAMES = 500;

interface Exposure {
  readonly score: number;
  readonly flows: Flow[];
}

/** Required similarity of a name. */
export const exposureConditions = (score: number): Condition[] => [
  { name: 'match_score', observed: score, is: 'at_least', threshold: THRESHOLD },
];

/** Returns one finding for each account, with its matches. */
export async function screenParties(
  accounts: readonly AccountFlows[],
  namedParties: readonly NamedParty[],
  { parties, verdictOf }: Deps,
) {
  const all = [...new Set(namedParties.map(({ name }) => name))];
  const names = all.slice(-MAX_NAMES);
  await parties.prepare(names);
  const compared = new Set(names);
  const screening = new Map<string, StoredScreening>();
  const findings = accounts.map((account): Finding => {
    const ownParties = namedParties.filter(
      (party) => party.accountId === account.accountId && compared.has(party.name),
    );
    const exposed: Exposure = { score: 0, flows: [] };
    let worst = exposed;
    for (const { name, flow } of ownParties) {
      const { outcome, why = 'no_lists', matches } = parties.of(name);
      if (outcome === 'not_compared')
        return makeNotRunFinding('sanctions_exposure', 'name_not_compared');
      if (outcome === 'error' || outcome === 'not_run') {
        return makeNotRunFinding(
          'sanctions_exposure',
          outcome === 'error' ? 'lists_unreadable' : why,
        );
      }
      const verdicts = matches.map((match) => {
        const status = verdictOf(account.customerId, name, match) ?? 'pending';
        screening.set(
          `${match.list}/${match.entityId}/${name}`,
          makeScreening(name, match, status),
        );
        return { match, status };
      });
      const remaining = verdicts.filter(({ status }) => status !== 'no_hit');
      if (remaining.length === 0) continue;
      const score = Math.max(worst.score, ...remaining.map(({ match }) => match.score));
      worst = { score, flows: [...worst.flows, flow] };
    }
    const conditions = exposureConditions(worst.score);
    const finding = makeFinding('sanctions_exposure', account, conditions, worst.flows);
    // Any match with a list is grave, even close to the threshold.
    return finding.triggered ? { ...finding, score: Math.round(100 * worst.score) } : finding;
  });
  const list = [...screening.values()].sort((a, b) => b.score - a.score);
  return { findings, screening: list.slice(0, 100), truncated: all.length > names.length };
}

function makeScreening(name: string, match: ListMatch, status: HitStatus): StoredScreening {
  const { list, entityId, matchedName, score, features } = match;
  return { list, entityId, name, matchedName, score, status, features };
}
