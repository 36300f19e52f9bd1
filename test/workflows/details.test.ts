// The texts by which operators read a transaction in Temporal's UI: its kind and its progress.

import { describe, expect, it } from 'vitest';
import type { TransferFacts } from '../../activities/ledger.ts';
import {
  groupDetails,
  groupProgress,
  movementDetails,
  movementSummary,
  resultOf,
  stagesOf,
} from '../../workflows/details.ts';

const CONSOLE = 'https://bank.example/console/sandbox';
const JUDGED_RISK = { score: 12, level: 'low', decision: 'approve' } as const;
const BOOKED_STATE = { status: 'posted', ledgerSequence: 50_300, risk: JUDGED_RISK } as const;
const MOVEMENT: TransferFacts = {
  id: 'txn_1',
  tenantId: 'dev_1',
  type: 'transfer',
  currency: 'KWD',
  amountMinor: 1_234,
  sourceAccountId: 'acc_1',
  destinationAccountId: null,
};

describe('the summary of a movement', () => {
  it('writes the amount with the places of its currency', () => {
    expect(movementSummary(MOVEMENT)).toBe('transfer of 1.234 KWD');
    expect(movementSummary({ ...MOVEMENT, currency: 'JPY' })).toBe('transfer of 1234 JPY');
  });
});

describe('the details of a movement', () => {
  it('name its two sides by id, and link to the console', () => {
    expect(movementDetails(MOVEMENT, CONSOLE).split('\n')).toEqual([
      'transfer of 1.234 KWD from `acc_1` to outside',
      '',
      `- transaction [txn_1](${CONSOLE}/transactions/txn_1)`,
      `- developer [dev_1](${CONSOLE}/developers/dev_1)`,
    ]);
  });

  it('have no link when the console has no known address, and no account that the starter does not know', () => {
    const { sourceAccountId: _, destinationAccountId: __, ...bareMovement } = MOVEMENT;
    const [label, , id] = movementDetails(bareMovement, null).split('\n');
    expect([label, id]).toEqual(['transfer of 1.234 KWD', '- transaction `txn_1`']);
  });

  it('have the outcome of a movement that was settled before its workflow', () => {
    const times = { accepted: '2026-11-29T01:00:00.000Z', settled: '2026-11-29T01:00:02.500Z' };
    expect(movementDetails({ ...MOVEMENT, outcome: BOOKED_STATE, times }, null)).toContain(
      'accepted 2026-11-29T01:00:00.000Z; judged and posted 2026-11-29T01:00:02.500Z',
    );
    expect(movementDetails({ ...MOVEMENT, outcome: BOOKED_STATE }, null)).toContain(
      'settled by the lane: posted, screened, scored 12 of 100 (low), within limits, ' +
        'booked as entry 50,300',
    );
  });
});

describe('the stages of a transaction', () => {
  it('name no score and no booking when there are none', () => {
    const risk = { score: null, level: 'high', decision: 'review' } as const;
    const waiting = { status: 'pending_review', ledgerSequence: null, risk } as const;
    expect(stagesOf(waiting)).toBe('pending_review, screened, not scored (high), decision review');
    expect(stagesOf({ status: 'declined', ledgerSequence: null, risk: null })).toBe('declined');
    expect(resultOf(waiting)).toEqual({
      status: 'pending_review',
      decision: 'review',
      score: null,
      ledgerSequence: null,
    });
  });
});

describe('the details of a group', () => {
  it('list its first members, the number of the others, and the faulty member', () => {
    const manyMembers = Array.from({ length: 40 }, (_, index) => ({
      ...MOVEMENT,
      id: `txn_${index}`,
    }));
    const listed = groupDetails(manyMembers, null);
    expect(listed.match(/\| `txn_/g)).toHaveLength(32);
    expect(listed).toMatch(/and 8 more$/);
    const settled = manyMembers.map(({ id }, index) =>
      index === 1
        ? { id, state: 'fault' as const, status: null, expiresInMs: null }
        : { id, state: 'final' as const, expiresInMs: null, ...BOOKED_STATE },
    );
    const progress = groupProgress(settled, { final: 39, handedOver: 1 });
    expect(progress).toMatch(/^39 final, 1 handed over/);
    expect(progress).toContain('| `txn_1` | fault |');
    expect(progress).toMatch(/and 8 more$/);
  });
});
