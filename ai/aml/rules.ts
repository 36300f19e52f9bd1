// The written rules with their thresholds, for validators. They are read from the rules' findings
// about an empty account, so that no second list can differ.

import { TYPOLOGIES, type Typology } from '../../ledger/decisions/aml.ts';
import { checkCallForAction, findHighRiskCountry } from './countries.ts';
import type { AccountFlows, Condition, Finding } from './flow.ts';
import { findRoundTrip } from './round-trip.ts';
import { exposureConditions } from './sanctions.ts';
import { WINDOW_RULES } from './typologies.ts';

export interface WrittenRule {
  readonly typology: Typology;
  readonly conditions: readonly Pick<Condition, 'name' | 'is' | 'threshold'>[];
}

const QUIET_ACCOUNT: AccountFlows = {
  accountId: '',
  customerId: '',
  currency: 'EUR',
  openedAt: 0,
  lastBefore: null,
  knownParties: new Set(),
  flows: [],
};

const CONDITIONS: Readonly<Record<Typology, () => readonly Condition[]>> = {
  structuring: () => conditionsOf(WINDOW_RULES.structuring(QUIET_ACCOUNT)),
  rapid_movement: () => conditionsOf(WINDOW_RULES.rapid_movement(QUIET_ACCOUNT)),
  fan_in: () => conditionsOf(WINDOW_RULES.fan_in(QUIET_ACCOUNT)),
  fan_out: () => conditionsOf(WINDOW_RULES.fan_out(QUIET_ACCOUNT)),
  round_tripping: () => conditionsOf(findRoundTrip(QUIET_ACCOUNT, () => [])),
  dormant_reactivation: () => conditionsOf(WINDOW_RULES.dormant_reactivation(QUIET_ACCOUNT)),
  high_risk_country: () => [
    checkCallForAction(0),
    ...conditionsOf(findHighRiskCountry(QUIET_ACCOUNT)),
  ],
  mule: () => conditionsOf(WINDOW_RULES.mule(QUIET_ACCOUNT)),
  sanctions_exposure: () => exposureConditions(0),
};

function conditionsOf({ rules }: Finding): readonly Condition[] {
  return rules.flatMap(({ conditions }) => conditions);
}

/** Returns every rule in the order of the catalogue. */
export function listWrittenRules(): WrittenRule[] {
  return TYPOLOGIES.map((typology) => ({ typology, conditions: CONDITIONS[typology]() }));
}
