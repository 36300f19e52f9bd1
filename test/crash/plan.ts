// Plans the faults of a run, their order and the pauses before them from the seed, so that the same
// seed makes the same faults.

import { createRandom, type Random } from './random.ts';

/** Kills of the bank as `npm start` runs it; the supervisor has to restart the processes. */
const SUPERVISED_FAULTS = [
  'bank',
  'temporal',
  'both',
  'supervisor',
  'everything',
  'temporal-deleted',
  'chain',
  'bank-and-chain',
] as const;
/**
 * Faults of the database server of a bank as `npm start` runs it: a kill of the whole server, which
 * recovers from its WAL; of one of its processes, after which the server restarts itself; of the
 * bank and the server together; and the end of one connection by the server.
 */
const POSTGRES_FAULTS = [
  'postgres',
  'postgres-backend',
  'bank-and-postgres',
  'connection',
] as const;
/** Kills of one process of a bank with a separate training process. */
const SPLIT_FAULTS = ['bank-alone', 'training'] as const;
/** Fail points about decisions of operators and models, which need an additional load. */
const DECISION_POINTS = [
  'after-review-decision',
  'after-review',
  'after-accept-training',
  'after-training-files',
  'after-accept-deployment',
  'after-deployment-gates',
  'after-deployment-step',
  'after-deployment-rollback',
  'after-kyc-screening',
  'after-kyc-assess',
] as const;
/** Fail points, at which the bank's process kills itself with SIGKILL. */
const FAIL_POINTS = [
  'after-take-lane',
  'before-book',
  'after-book',
  'before-collected-start',
  'after-collected-start',
  'after-accept',
  'before-start',
  'after-start',
  'before-settle',
  'in-commit',
  'after-settle',
  'after-capture',
  'after-cancel',
  'after-start-due',
  'after-drive-clock',
  'after-accept-batch',
  'after-batch-step',
  'after-relay',
  'after-look',
  'before-record',
  'after-record',
  'after-sign',
  'after-send',
  ...DECISION_POINTS,
  'after-execution-send',
  'before-execution-settle',
  'after-execution-settle',
] as const;

export const FAULT_KINDS = [...SUPERVISED_FAULTS, ...SPLIT_FAULTS, ...FAIL_POINTS] as const;
/** All kinds of faults, including those of a bank on PostgreSQL. */
export const ALL_FAULT_KINDS = [...FAULT_KINDS, ...POSTGRES_FAULTS] as const;
export type FaultKind = (typeof ALL_FAULT_KINDS)[number];

/** How the bank runs during a fault: under its supervisor, alone, or with a training process. */
export type TestbedName = 'supervised' | 'alone' | 'split';

export interface Fault {
  readonly kind: FaultKind;
  readonly testbed: TestbedName;
  /** Value of KONTOR_FAIL_POINT of the process that dies. */
  readonly failPoint: string | null;
  /**
   * Pause before the fault: after the last recovery or, when it overtakes, after the last fault.
   */
  readonly waitMs: number;
  /** True when the fault strikes during the recovery from the fault before. */
  readonly overtakes: boolean;
}

export interface PlanOptions {
  readonly seed: number;
  readonly kills: number;
  /** Null for a mixture of all kinds. */
  readonly kinds: readonly FaultKind[] | null;
  readonly secondsBetween: number;
  /** Left out for SQLite, which has no server to be killed. */
  readonly database?: 'sqlite' | 'postgres';
}

// The death of the bank alone is the most frequent crash, with the shortest recovery.
const SUPERVISED_MIXTURE: readonly FaultKind[] = [
  'bank',
  'bank',
  'bank',
  'temporal',
  'temporal',
  'both',
  'supervisor',
  'everything',
  'chain',
  'bank-and-chain',
];
const SHARE_OF_FAIL_POINTS = 0.62;
const SHARE_OF_SPLIT = 0.12;
/** Share of these faults on PostgreSQL; the other faults have the same proportions as on SQLite. */
const SHARE_OF_POSTGRES = 0.4;
const KILLS_PER_DELETION = 25;
const SHARE_THAT_OVERTAKES = 0.2;
/**
 * Share of fail points that overtake: the restarted bank reaches the fail point while it does the
 * remaining work.
 */
const OVERTAKING_SHARE = 0.6;
const OVERTAKES_WITHIN_MS = 1_500;

/** Plans the faults of a run; faults with the same testbed follow each other. */
export function planFaults(options: PlanOptions): Fault[] {
  const random = createRandom(options.seed, 'faults');
  const kinds = options.kinds
    ? drawFaults(random, options.kinds, options.kills)
    : mixKinds(random, options);
  const testbeds: readonly TestbedName[] = ['supervised', 'alone', 'split'];
  const inOrder = testbeds.flatMap((testbed) =>
    kinds.filter((kind) => chooseTestbed(kind) === testbed),
  );
  return inOrder.map((kind, index) => {
    const before = inOrder[index - 1];
    const testbed = chooseTestbed(kind);
    const share = isFailPoint(kind) ? OVERTAKING_SHARE : SHARE_THAT_OVERTAKES;
    const mayOvertake = before !== undefined && chooseTestbed(before) === testbed;
    const overtakes = random.chance(share) && mayOvertake;
    const waitMs = overtakes
      ? random.whole(0, OVERTAKES_WITHIN_MS)
      : Math.round(options.secondsBetween * 1000 * (0.5 + random.next()));
    return { kind, testbed, failPoint: drawFailPoint(kind, random), waitMs, overtakes };
  });
}

function mixKinds(random: Random, { kills: all, database }: PlanOptions): FaultKind[] {
  const serverFaults = database === 'postgres' ? Math.ceil(all * SHARE_OF_POSTGRES) : 0;
  const kills = all - serverFaults;
  const failPoints = Math.round(kills * SHARE_OF_FAIL_POINTS);
  const split = Math.round(kills * SHARE_OF_SPLIT);
  const deletions = kills < 10 ? 0 : Math.ceil(kills / KILLS_PER_DELETION);
  const plainKills = Math.max(0, kills - failPoints - split - deletions);
  const deleted: FaultKind[] = Array.from({ length: deletions }, () => 'temporal-deleted');
  return [
    ...random.shuffle([
      ...drawFaults(random, SUPERVISED_MIXTURE, plainKills),
      ...deleted,
      ...drawFaults(random, POSTGRES_FAULTS, serverFaults),
    ]),
    ...drawFaults(random, FAIL_POINTS, failPoints),
    ...drawFaults(random, SPLIT_FAULTS, split),
  ].slice(0, all);
}

/** Draws faults from repeated shuffles of the given kinds, so that every kind occurs. */
function drawFaults(random: Random, kinds: readonly FaultKind[], count: number): FaultKind[] {
  const drawn: FaultKind[] = [];
  while (drawn.length < count && kinds.length > 0) drawn.push(...random.shuffle(kinds));
  return drawn.slice(0, count);
}

/** Returns true when the load needs reviewed payments and models. */
export function hasDecisions(plan: readonly Fault[]): boolean {
  return plan.some(({ kind }) => DECISION_POINTS.some((name) => name === kind));
}

function chooseTestbed(kind: FaultKind): TestbedName {
  if (isFailPoint(kind)) return 'alone';
  return SPLIT_FAULTS.some((name) => name === kind) ? 'split' : 'supervised';
}

function isFailPoint(kind: FaultKind): boolean {
  return FAIL_POINTS.some((name) => name === kind);
}

/** Fail points that are passed less often than a transfer: the bank dies after a few passes. */
const RARE_POINTS = /capture|cancel|start-due|drive-clock|sign|send|batch|review|train|deploy|kyc/;
/** Fail points before the lane runs: the bank dies at the first pass. */
const BEFORE_THE_LANE = /^(after-accept|(before|after)-start)(:|$)/;
/**
 * Fail points of slow work (on the chain, or a deployment). The load does this work one at a time,
 * so after a death it reaches the first pass in time, but perhaps not the third.
 */
const RAREST_POINTS = /take-lane|execution|deployment-step|deployment-rollback/;

/** Returns the largest number of passes of a fail point before the bank dies there. */
function maxPasses(kind: FaultKind): number {
  if (RAREST_POINTS.test(kind) || BEFORE_THE_LANE.test(kind)) return 1;
  return RARE_POINTS.test(kind) ? 3 : 25;
}

function drawFailPoint(kind: FaultKind, random: Random): string | null {
  return isFailPoint(kind) ? `${kind}:${random.whole(1, maxPasses(kind))}` : null;
}
