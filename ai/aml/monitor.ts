// A run of the monitor: reads its scope from the ledger, applies the rules to each account and
// returns their findings. It is bounded to end within a request: data beyond the bounds is not
// examined, and the run says so.

import { type AmlAccount, type AmlReads, amlReads, type Period } from '../../db/aml/flows.ts';
import type { StoredScreening } from '../../db/aml/view.ts';
import type { Market } from '../../db/exchange/market.ts';
import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import { amlLevelOf, TYPOLOGIES, type Typology } from '../../ledger/decisions/aml.ts';
import type { HitStatus, ListMatch } from '../../ledger/decisions/screening.ts';
import type { PartyScreen } from '../screening/parties.ts';
import { findHighRiskCountry } from './countries.ts';
import { type AccountFlows, type Finding, makeNotRunFinding } from './flow.ts';
import { createPauseWhenDue, followPayments, loadFlows, MAX_ACCOUNTS } from './loading.ts';
import { writeNarrative } from './narrative.ts';
import { findRoundTrip } from './round-trip.ts';
import { screenParties } from './sanctions.ts';
import { WINDOW_RULES } from './typologies.ts';

export interface AmlScope {
  readonly customerId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly transactionIds?: readonly string[] | undefined;
}

export interface AmlQuestion {
  readonly tenantId: string;
  readonly scope: AmlScope;
  readonly period: Period;
  /** The developer's clock: a period may end after it. */
  readonly now: number;
  readonly typologies: readonly Typology[];
  /**
   * Limits the search for circles to those that began since this time and are large enough to be
   * suspicious. The other rules are not limited. Absent for all circles.
   */
  readonly circlesSince?: number;
}

export interface AmlDeps extends LedgerReads {
  readonly market: Market;
  readonly parties: PartyScreen;
  /** A person's decision about an entry for a name, or null when no person was asked. */
  readonly verdictOf: (customerId: string, name: string, match: ListMatch) => HitStatus | null;
  /** Runs between two steps; by default the requests that wait take their turn. */
  readonly pause?: () => Promise<unknown>;
}

export interface AmlAnswer {
  readonly riskScore: number;
  readonly riskLevel: ReturnType<typeof amlLevelOf>;
  /** The gravest finding of each requested typology. */
  readonly findings: readonly Finding[];
  /** All triggered findings of all accounts. */
  readonly suspicions: readonly { readonly customerId: string; readonly finding: Finding }[];
  readonly screening: readonly StoredScreening[];
  readonly examined: number;
  readonly truncated: boolean;
  readonly sarSuggested: boolean;
  readonly narrative: string | null;
}

export type AmlOutcome =
  | { readonly kind: 'done'; readonly answer: AmlAnswer }
  | { readonly kind: 'customer_not_found' }
  | { readonly kind: 'account_not_found' }
  | { readonly kind: 'transaction_not_found'; readonly index: number };

const SEVERE_SCORE = 75;

/** Examines a scope; writes nothing. */
export async function monitor(question: AmlQuestion, deps: AmlDeps): Promise<AmlOutcome> {
  const reads = amlReads(deps.database);
  const scoped = deps.database.read(() => findAccounts(question, reads));
  if ('kind' in scoped) return scoped;
  const pauseWhenDue = createPauseWhenDue(deps.pause ?? (() => new Promise(setImmediate)));
  const loading = { ...question, reads, market: deps.market, pause: pauseWhenDue };
  const { accounts, names, isTruncated } = await loadFlows(scoped.list, loading);
  const followed = followPayments(loading);
  const { typologies, circlesSince } = question;
  const findCircle = (account: AccountFlows) =>
    findRoundTrip(account, followed.paymentsOf, circlesSince);
  const exposure = typologies.includes('sanctions_exposure')
    ? await screenParties(accounts, names, deps)
    : { findings: [], screening: [], truncated: false };
  const byRule: Finding[] = [];
  for (const account of accounts) {
    if (typologies.includes('round_tripping')) {
      await followed.readUntilComplete(() => findCircle(account));
    }
    byRule.push(...applyRules(account, typologies, findCircle));
    await pauseWhenDue();
  }
  const all = [...byRule, ...exposure.findings].map(restrictToScope(question.scope));
  const findings = typologies.map((code) => findGravest(code, all));
  const triggered = findings.filter((finding) => finding.triggered);
  const riskScore = computeScore(findings);
  const owners = new Map(accounts.map(({ accountId, customerId }) => [accountId, customerId]));
  return {
    kind: 'done',
    answer: {
      riskScore,
      riskLevel: amlLevelOf(riskScore),
      findings,
      suspicions: all
        .filter((finding) => finding.triggered && finding.evidence !== null)
        .map((finding) => ({ finding, customerId: owners.get(finding.accountId ?? '') ?? '' })),
      screening: exposure.screening,
      examined: accounts.reduce((sum, { flows }) => sum + flows.length, 0),
      truncated: scoped.truncated || isTruncated || exposure.truncated || followed.isTruncated(),
      sarSuggested: riskScore >= SEVERE_SCORE || triggered.length > 1,
      narrative: writeNarrative(findings, question.period),
    },
  };
}

type AccountsInScope = { readonly list: readonly AmlAccount[]; readonly truncated: boolean };

function findAccounts(
  { tenantId, scope }: AmlQuestion,
  reads: AmlReads,
): AccountsInScope | Exclude<AmlOutcome, { kind: 'done' }> {
  if (scope.customerId !== undefined) {
    const list = reads.accountsOfCustomer(tenantId, scope.customerId, MAX_ACCOUNTS + 1);
    return { list: list.slice(0, MAX_ACCOUNTS), truncated: list.length > MAX_ACCOUNTS };
  }
  if (scope.accountId !== undefined) {
    const account = reads.account(tenantId, scope.accountId);
    return account ? { list: [account], truncated: false } : { kind: 'account_not_found' };
  }
  const ids = new Set<string>();
  for (const [index, id] of (scope.transactionIds ?? []).entries()) {
    const sides = reads.sidesOf(tenantId, id);
    if (!sides) return { kind: 'transaction_not_found', index };
    for (const side of sides) ids.add(side);
  }
  const list = [...ids].flatMap((id) => reads.account(tenantId, id) ?? []);
  return { list: list.slice(0, MAX_ACCOUNTS), truncated: list.length > MAX_ACCOUNTS };
}

function applyRules(
  account: AccountFlows,
  typologies: readonly Typology[],
  findCircle: (account: AccountFlows) => Finding,
): Finding[] {
  const hasAmounts =
    account.flows.length === 0 || account.flows.some((flow) => flow.euros !== null);
  return typologies.flatMap((code) => {
    if (code === 'sanctions_exposure') return [];
    if (code === 'high_risk_country') return [findHighRiskCountry(account)];
    if (!hasAmounts) return [makeNotRunFinding(code, 'no_rate')];
    if (code === 'round_tripping') return [findCircle(account)];
    return [WINDOW_RULES[code](account)];
  });
}

/** Limits the suspicions of a run about given transactions to those that contain one of them. */
function restrictToScope({ transactionIds }: AmlScope): (finding: Finding) => Finding {
  if (transactionIds === undefined) return (finding) => finding;
  const ids = new Set(transactionIds);
  return (finding) => {
    const isInScope = finding.evidence?.transactionIds.some((id) => ids.has(id)) ?? false;
    return isInScope || !finding.triggered
      ? finding
      : { ...finding, triggered: false, score: Math.min(finding.score, 49), evidence: null };
  };
}

function findGravest(code: Typology, findings: readonly Finding[]): Finding {
  const matching = findings.filter((finding) => finding.code === code);
  const [first = makeNotRunFinding(code, 'no_account'), ...rest] = matching;
  return rest.reduce((gravest, finding) => {
    const isGraver =
      finding.score > gravest.score || (gravest.status === 'not_run' && finding.status === 'run');
    return isGraver ? finding : gravest;
  }, first);
}

/** The score of the gravest finding, plus five points for each other triggered one. */
function computeScore(findings: readonly Finding[]): number {
  const maxScore = Math.max(0, ...findings.map(({ score }) => score));
  const otherFindings = Math.max(0, findings.filter(({ triggered }) => triggered).length - 1);
  return Math.min(100, maxScore + 5 * otherFindings);
}

/** Returns the requested typologies; all when none are requested. */
export function selectTypologies(typologies: readonly Typology[] | undefined): readonly Typology[] {
  return typologies === undefined
    ? TYPOLOGIES
    : TYPOLOGIES.filter((code) => typologies.includes(code));
}
