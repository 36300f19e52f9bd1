// Every path that a transaction can take through the workflows, as a table. A new activity or
// workflow is covered by adding a row: the unwind suites run each row under each fault of
// unwind.ts, and scripts/record-histories.ts records it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerActivities } from '../../../activities/ledger.ts';
import { planRiskHits } from '../../../db/risk/acts.ts';
import type { HoldOutcome, TransferFacts } from '../../../db/transactions/port.ts';
import type { TransactionStatus } from '../../../ledger/transaction.ts';
import { transfersWorkflowId, transferWorkflowId } from '../../../ledger/workflow-id.ts';
import type { TransferResult } from '../../../workflows/details.ts';
import { CANCEL, CAPTURE, type TransfersResult } from '../../../workflows/messages.ts';
import { startTransfers } from '../../../workflows/start.ts';
import { hasModule } from '../bank/bank.ts';
import type { Pair } from '../bank/books.ts';
import type { Rig, SettledMember } from './rig.ts';
import { confirmWithCode, decideApproval, decideReview, setLimitTerms } from './scenario-acts.ts';
import type { Fault, Trap } from './unwind.ts';

type Step = keyof LedgerActivities;

/** One transaction of a scenario with its expected end. Amounts are in minor units. */
interface Member {
  readonly amount: number;
  /** Manual capture: milliseconds until the hold ends, or null for the default. */
  readonly hold?: { readonly endsAfterMs: number | null } | undefined;
  /** True when the payer's limits require an approval. */
  readonly aboveThreshold?: boolean;
  /** True when the payer's limits require the customer's second factor. */
  readonly asksCustomer?: boolean;
  /** True when a rule holds the transaction until an operator has reviewed its risk. */
  readonly isSuspect?: boolean;
  /** Message of the client once the hold is placed. */
  readonly act?: (rig: Rig, id: string) => Promise<HoldOutcome>;
  /** Amount that a reversal takes back from a transfer of `amount`. */
  readonly takesBack?: number;
  /** True when the row cannot be booked, only declined or ended. */
  readonly poisoned?: boolean;
  readonly ends: TransactionStatus;
  readonly booked: number;
  readonly statuses: readonly string[];
  readonly steps: readonly Step[];
}

export interface Scenario {
  readonly name: string;
  readonly workflow: 'transfer' | 'transfers';
  readonly members: readonly Member[];
}

/** Balance of each payer's account in minor units. */
export const FUNDS = 1_000;

const posted: Member = {
  amount: 400,
  ends: 'posted',
  booked: 400,
  statuses: ['pending/accepted', 'posted/done'],
  steps: ['settle'],
};
const declined: Member = {
  ...posted,
  amount: FUNDS + 1,
  ends: 'declined',
  booked: 0,
  statuses: ['pending/accepted', 'declined/done'],
};
// The booked amount between the two accounts is the rest of the transfer.
const reversed: Member = { ...posted, takesBack: 150, booked: 250 };
const waiting: Member = { ...posted, hold: { endsAfterMs: null } };
const captured: Member = {
  ...waiting,
  act: (rig, id) => rig.message(CAPTURE, id),
  statuses: ['pending/accepted', 'pending/place_hold', 'posted/done'],
  steps: ['settle', 'capture'],
};
const partlyCaptured: Member = {
  ...captured,
  act: (rig, id) => rig.message(CAPTURE, id, { amount: 150 }),
  booked: 150,
};
const canceled: Member = {
  ...waiting,
  act: (rig, id) => rig.message(CANCEL, id, { reason: 'The parcel was lost.' }),
  ends: 'canceled',
  booked: 0,
  statuses: ['pending/accepted', 'pending/place_hold', 'canceled/done'],
  steps: ['settle', 'cancel'],
};
const expired: Member = {
  ...waiting,
  hold: { endsAfterMs: 2_500 },
  ends: 'expired',
  booked: 0,
  statuses: ['pending/accepted', 'pending/place_hold', 'expired/done'],
  steps: ['settle', 'expire'],
};
const approved: Member = {
  ...posted,
  aboveThreshold: true,
  act: (rig, id) => decideApproval(rig, id, 'granted'),
  statuses: [
    'pending/accepted',
    'pending_approval/place_hold',
    'pending/post_journal',
    'posted/done',
  ],
  steps: ['settle', 'approve'],
};
const refused: Member = {
  ...approved,
  act: (rig, id) => decideApproval(rig, id, 'denied'),
  ends: 'declined',
  booked: 0,
  statuses: ['pending/accepted', 'pending_approval/place_hold', 'declined/done'],
};
const toConfirm: Member = {
  ...posted,
  asksCustomer: true,
  act: (rig, id) => confirmWithCode(rig, id),
  statuses: [
    'pending/accepted',
    'requires_confirmation/authorize_limits',
    'pending/authorize_limits',
    'posted/done',
  ],
  steps: ['settle', 'confirm'],
};
const notConfirmed: Member = {
  ...{ ...canceled, hold: undefined, asksCustomer: true },
  statuses: ['pending/accepted', 'requires_confirmation/authorize_limits', 'canceled/done'],
};
const confirmedInVain: Member = {
  ...toConfirm,
  poisoned: true,
  ends: 'failed',
  booked: 0,
  statuses: [...toConfirm.statuses.slice(0, 3), 'failed/done'],
  steps: ['settle', 'confirm', 'fail'],
};
const reviewed: Member = {
  ...posted,
  isSuspect: true,
  act: (rig, id) => decideReview(rig, id, 'approved'),
  statuses: [
    'pending/accepted',
    'pending_review/place_hold',
    'pending/post_journal',
    'posted/done',
  ],
  steps: ['settle', 'review'],
};
const rejected: Member = {
  ...reviewed,
  act: (rig, id) => decideReview(rig, id, 'rejected'),
  ends: 'declined',
  booked: 0,
  statuses: ['pending/accepted', 'pending_review/place_hold', 'declined/done'],
};
const failed: Member = {
  ...posted,
  poisoned: true,
  ends: 'failed',
  booked: 0,
  statuses: ['pending/accepted', 'failed/done'],
  steps: ['settle', 'fail'],
};

const singleMember = (name: string, member: Member): Scenario => {
  return { name, workflow: 'transfer', members: [member] };
};

export const ALL_SCENARIOS: readonly Scenario[] = [
  singleMember('posted', posted),
  singleMember('declined', declined),
  singleMember('reversed', reversed),
  singleMember('captured', captured),
  singleMember('partially-captured', partlyCaptured),
  singleMember('canceled', canceled),
  singleMember('expired', expired),
  singleMember('failed', failed),
  singleMember('approved', approved),
  singleMember('refused', refused),
  singleMember('confirmed', toConfirm),
  singleMember('not-confirmed', notConfirmed),
  singleMember('confirmed-in-vain', confirmedInVain),
  singleMember('reviewed', reviewed),
  singleMember('rejected', rejected),
  { name: 'group', workflow: 'transfers', members: [posted, declined, posted] },
  {
    name: 'group-with-hand-over',
    workflow: 'transfers',
    members: [posted, captured, declined, failed, canceled, posted],
  },
];

/** The scenarios of a bank with the modules of the run. */
export const SCENARIOS = ALL_SCENARIOS.filter(({ members }) =>
  members.every(({ asksCustomer, isSuspect }) => {
    return (!asksCustomer || hasModule('access')) && (!isSuspect || hasModule('risk'));
  }),
);

/** Returns the steps of a scenario, at each of which a fault can be set. */
export function stepsOf(scenario: Scenario): Step[] {
  return [...new Set(scenario.members.flatMap((member) => member.steps))];
}

export interface PlayedScenario {
  readonly trap: Trap | null;
  /** Id of the scenario's workflow. */
  readonly workflowId: string;
  /** The result of the workflow. */
  readonly result: TransferResult | TransfersResult;
  readonly members: readonly PlayedMember[];
}

interface PlayedMember {
  readonly expected: Member;
  readonly id: string;
  readonly pair: Pair;
  readonly outcome: HoldOutcome | null;
  /** The member's own workflow; null when the workflow of the group settled the member. */
  readonly workflowId: string | null;
  /** The result of the member's own workflow, or null when it has none. */
  readonly result: TransferResult | null;
  readonly settled: SettledMember;
}

interface GroupMember {
  readonly expected: Member;
  readonly pair: Pair;
  readonly facts: TransferFacts;
}

export interface Strike {
  readonly step: Step;
  readonly fault: Fault;
}

/** Runs a scenario to the end of all its workflows, with a fault at one of its steps. */
export async function play(
  rig: Rig,
  scenario: Scenario,
  strike: Strike | null,
): Promise<PlayedScenario> {
  const group: GroupMember[] = [];
  for (const expected of scenario.members) group.push(await prepareMember(rig, expected));
  const struck = group.find((member) => strike && member.expected.steps.includes(strike.step));
  const trap = strike && struck ? rig.faults.set(struck.facts.id, strike.step, strike.fault) : null;
  const isGroup = scenario.workflow === 'transfers';
  const first = group[0]?.facts.id ?? '';
  const mainWorkflowId = isGroup ? transfersWorkflowId(first) : transferWorkflowId(first);
  await startTransfers(
    rig.starter,
    group.map((member) => member.facts),
  );
  const completion = readResult<PlayedScenario['result']>(rig, mainWorkflowId);
  // Without a fault, the client acts after the group has handed the members over; otherwise as soon
  // as it can.
  if (isGroup && !strike) await completion;
  const outcomes = await Promise.all(group.map((member) => actOnHold(rig, member)));
  const result = await completion;
  const members = await Promise.all(
    group.map(async ({ expected, pair, facts: { id } }, index): Promise<PlayedMember> => {
      const waits = expected.hold || expected.asksCustomer;
      const hasOwnWorkflow = !isGroup || waits || expected.poisoned;
      const workflowId = hasOwnWorkflow ? transferWorkflowId(id) : null;
      const result = workflowId === null ? null : await readResult<TransferResult>(rig, workflowId);
      const outcome = outcomes[index] ?? null;
      return { expected, id, pair, outcome, workflowId, result, settled: await rig.find(id) };
    }),
  );
  return { trap, workflowId: mainWorkflowId, result, members };
}

async function prepareMember(rig: Rig, expected: Member): Promise<GroupMember> {
  const pair = await rig.openPair(FUNDS);
  const { hold } = expected;
  if (expected.aboveThreshold) await setLimitTerms(rig, pair.from, { requireApprovalAbove: 100 });
  if (expected.asksCustomer) await setLimitTerms(rig, pair.from, { requireMfaAbove: 100 });
  if (expected.isSuspect) {
    const hit = { accountId: pair.from, decision: 'block_and_review', times: 1 } as const;
    await rig.faultFreeLedger.run(planRiskHits, hit);
  }
  const facts = await rig.accept({
    amount: expected.amount,
    sourceAccountId: pair.from,
    destinationAccountId: pair.to,
    capture: hold ? 'manual' : 'automatic',
    holdExpiresAt: hold?.endsAfterMs ? Date.now() + hold.endsAfterMs : null,
  });
  if (expected.poisoned) rig.poison.add(facts.id);
  if (expected.takesBack === undefined) return { expected, pair, facts };
  return { expected, pair, facts: await rig.reverse(facts, expected.takesBack) };
}

async function actOnHold(rig: Rig, { expected, facts }: GroupMember): Promise<HoldOutcome | null> {
  if (!expected.act) return null;
  while ((await rig.find(facts.id)).transaction.stage === 'accepted') await sleep(10);
  return expected.act(rig, facts.id);
}

async function readResult<T>(rig: Rig, workflowId: string): Promise<T> {
  return (await rig.client.workflow.getHandle(workflowId).result()) as T;
}
