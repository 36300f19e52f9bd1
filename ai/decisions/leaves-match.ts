// Compares the stored rows of decisions with the signed log: a row that was changed after the
// decision has a different hash from its leaf.

import { sourceOf } from '../../db/decisions/reads.ts';
import type { Check } from '../../db/invariants.ts';
import type { ReadLedger } from '../../db/kernel/ledger-reads.ts';
import { type HashedDecision, listHashedDecisions } from '../../db/log/decision-leaves.ts';
import { hashFacts } from './decision-leaf.ts';
import { readDecisionRows, readWrittenFacts } from './decision-rows.ts';

/** Decisions read at once. */
const PAGE_SIZE = 500;
const MAX_EXAMPLES = 5;

/** The check, and the number of decisions whose rows are in archives. */
export interface MatchedLeaves extends Check {
  readonly unchecked: number;
}

/** Reads each decision whose leaf was not erased. */
export function checkDecisionLeaves(ledger: ReadLedger): MatchedLeaves {
  const changed: string[] = [];
  let unchecked = 0;
  let after = '';
  for (;;) {
    const leaves = listHashedDecisions(ledger, after, PAGE_SIZE);
    const last = leaves.at(-1);
    if (!last) break;
    after = last.id;
    const hashes = computeHashes(ledger, leaves);
    unchecked += leaves.filter(({ id }) => !hashes.has(id)).length;
    changed.push(
      ...leaves.flatMap(({ id, hash }) => ((hashes.get(id) ?? hash) === hash ? [] : [id])),
    );
  }
  return {
    name: 'decision_is_leaf',
    guarantee: 'Every decision about a customer is stored as the log has it.',
    violations: changed.length,
    examples: changed.slice(0, MAX_EXAMPLES).map((decisionId) => ({ decisionId })),
    unchecked,
  };
}

/** The hashes of the facts as they are stored now, by the id of the decision. */
function computeHashes(
  ledger: ReadLedger,
  leaves: readonly HashedDecision[],
): ReadonlyMap<string, string> {
  const places = leaves.flatMap(({ id }) => {
    const noun = sourceOf(id)?.noun;
    return noun === undefined ? [] : [{ noun, id }];
  });
  const facts = readDecisionRows(ledger, places).map(readWrittenFacts);
  return new Map(facts.map((fact) => [fact.id, hashFacts(fact)]));
}
