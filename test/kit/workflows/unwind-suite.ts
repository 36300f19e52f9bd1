// The unwind suite plays every scenario with every fault at every step, all at the same time in one
// ledger, and then checks each scenario and all books.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ledgerActivities } from '../../../activities/ledger.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import type { RunsActs } from '../../../db/kernel/act.ts';
import { isFinal } from '../../../ledger/transaction.ts';
import * as workflows from '../../../modules/workflows.ts';
import { openRig, type Rig } from './rig.ts';
import {
  ALL_SCENARIOS,
  FUNDS,
  type PlayedScenario,
  play,
  SCENARIOS,
  type Scenario,
  type Strike,
  stepsOf,
} from './scenarios.ts';
import type { Fault } from './unwind.ts';

interface Case {
  readonly name: string;
  readonly scenario: Scenario;
  readonly strike: Strike | null;
}

function listCases({ faults, scenarios = SCENARIOS, inTurns = false }: SuiteOptions): Case[] {
  const faultsAt = inTurns ? distributeFaults(faults, scenarios.flatMap(stepsOf)) : () => faults;
  return scenarios.flatMap((scenario) => [
    { name: `${scenario.name}, without a fault`, scenario, strike: null },
    ...stepsOf(scenario).flatMap((step) =>
      faultsAt(step).map((fault) => {
        const name = `${scenario.name}, when ${step} ${fault.name}`;
        return { name, scenario, strike: { step, fault } };
      }),
    ),
  ]);
}

/** Distributes the faults of a step that several scenarios take over these scenarios. */
function distributeFaults(faults: readonly Fault[], steps: readonly string[]) {
  const turns = new Map<string, number>();
  return (step: string): readonly Fault[] => {
    if (steps.filter((name) => name === step).length === 1) return faults;
    const turn = turns.get(step) ?? 0;
    turns.set(step, turn + 1);
    return faults.filter((_, index) => (index + turn) % 2 === 0);
  };
}

export interface SuiteOptions {
  /** Number of workflows that the worker caches; with 0 it replays each from its start. */
  readonly maxCachedWorkflows: number;
  readonly faults: readonly Fault[];
  /** Left out for all scenarios. */
  readonly scenarios?: readonly Scenario[];
  /** True when every fault strikes every step, but not in every scenario. */
  readonly inTurns?: boolean;
}

/** The guarantees of the suite, for one kind of worker. */
export function testUnderFaults(options: SuiteOptions): void {
  const { maxCachedWorkflows, scenarios = SCENARIOS } = options;
  const cases = listCases(options);
  let rig: Rig;
  let played: PromiseSettledResult<PlayedScenario>[];

  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress'), maxCachedWorkflows });
    played = await runInBatches(cases, (scenario) => play(rig, scenario.scenario, scenario.strike));
  }, 240_000);
  afterAll(() => rig.close());

  describe('the workflow leaves exactly one effect and a final state', () => {
    it.each(cases.map((scenarioCase, index) => ({ ...scenarioCase, index })))(
      '$name',
      ({ index }) => {
        const scenarioCase = played[index];
        if (scenarioCase?.status !== 'fulfilled') throw scenarioCase?.reason;
        if (scenarioCase.value.trap)
          expect(scenarioCase.value.trap.struck).toBe(scenarioCase.value.trap.fault.times);
        expectOneEffect(rig, scenarioCase.value);
        expectFinalResult(scenarioCase.value);
      },
    );
  });

  it('the books balance after all scenarios, and no transaction is pending', () => {
    const { raw } = rig.faultFreeLedger.database;
    const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
      (check) => check.violations > 0,
    );
    expect(brokenChecks).toEqual([]);
    const pending = raw.prepare("SELECT id FROM transactions WHERE status = 'pending'").all();
    expect(pending).toEqual([]);
  });

  it('every step met every fault', () => {
    const struckCases = new Set(
      cases.map(({ strike }) => strike && `${strike.step} ${strike.fault.name}`),
    );
    const expected = scenarios
      .flatMap(stepsOf)
      .flatMap((step) => options.faults.map(({ name }) => `${step} ${name}`));
    expect(expected.filter((name) => !struckCases.has(name))).toEqual([]);
  });

  it('every step of the scenarios was executed', () => {
    const steps = new Set(scenarios.flatMap(stepsOf));
    expect([...rig.faults.called].sort()).toEqual([...steps].sort());
  });
}

/**
 * Number of parallel scenarios: enough to overlap, and few enough that no workflow task times out.
 */
const CONCURRENT_SCENARIOS = 48;

async function runInBatches<T, R>(
  all: readonly T[],
  run: (element: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = [];
  for (let from = 0; from < all.length; from += CONCURRENT_SCENARIOS) {
    results.push(
      ...(await Promise.allSettled(all.slice(from, from + CONCURRENT_SCENARIOS).map(run))),
    );
  }
  return results;
}

/** The workflows that unwind-chain.test.ts plays, with the steps of each. */
export const CHAIN_WORKFLOWS = ['chainSigner', 'chainAnchoring'] as const;

/** Checks that a scenario covers every activity and every workflow. */
export function testScenariosAreComplete(): void {
  it('every activity is called by a scenario', () => {
    const declared = Object.keys(ledgerActivities({} as RunsActs));
    expect([...new Set(ALL_SCENARIOS.flatMap(stepsOf))].sort()).toEqual(declared.sort());
  });

  it('every workflow is run by a scenario', () => {
    // These workflows have their own suites (unwind-*.test.ts, contract-execution.test.ts).
    const testedElsewhere = [
      ...CHAIN_WORKFLOWS,
      'batch',
      'contractExecution',
      'kycAssessment',
      'lane',
      'mail',
      'modelDeployment',
      'modelScoring',
      'productionApplication',
      'clock',
      'schedule',
      'schedules',
      'eventRelay',
      'modelTraining',
      'railPayment',
      'webhookEndpoint',
    ];
    const declared = Object.keys(workflows).filter((name) => !testedElsewhere.includes(name));
    const run = new Set(ALL_SCENARIOS.map((scenario) => scenario.workflow));
    expect([...run].sort()).toEqual(declared.sort());
  });
}

function expectOneEffect(rig: Rig, { members }: PlayedScenario): void {
  for (const { expected, pair, settled, outcome } of members) {
    const { transaction, timeline } = settled;
    expect(transaction.status).toBe(expected.ends);
    expect(timeline.map((step) => `${step.status}/${step.stage}`)).toEqual(expected.statuses);
    expect(transaction.entries).toHaveLength(expected.booked > 0 ? 2 : 0);
    expect(rig.readBalance(pair.from)).toEqual({ posted: FUNDS - expected.booked, held: 0 });
    expect(rig.readBalance(pair.to)).toEqual({ posted: expected.booked, held: 0 });
    if (expected.act) {
      expect(outcome).toMatchObject({ status: expected.ends, rejection: null, conflict: false });
    }
  }
}

/**
 * Expects that a workflow completes only when each of its transactions is final or belongs to
 * another workflow.
 */
function expectFinalResult({ trap, result, members }: PlayedScenario): void {
  const ownMembers = members.filter((member) => member.result !== null);
  for (const { result: memberResult, expected, settled } of ownMembers) {
    const { ledgerSequence } = settled.transaction;
    expect(memberResult).toMatchObject({ status: expected.ends, ledgerSequence });
    expect(memberResult && isFinal(memberResult.status)).toBe(true);
  }
  if ('status' in result) return;
  expect(result.final + result.handedOver).toBe(members.length);
  // A message to a member may start and end its workflow before the group reads the row again.
  expect(result.handedOver).toBeLessThanOrEqual(ownMembers.length);
  if (!trap) expect(result.handedOver).toBe(ownMembers.length);
}
