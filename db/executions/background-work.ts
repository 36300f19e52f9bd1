// The workflow of an execution of a contract, as an operator sees it.

import { MINUTE_MS } from '../../ledger/durations.ts';
import { type BackgroundKind, ENDED_TEXT, lastStep } from '../oversight/background-kind.ts';

const NEXT_STEPS: Readonly<Record<string, string>> = {
  queued: 'The call is simulated on the chain.',
  simulated: 'Its hold is checked, and the signer sends it.',
  submitted: 'The chain puts it into a block; the signer raises the fee when that takes long.',
  included: 'Its block becomes final, and its hold is booked or released.',
};

export const EXECUTION_WORK: BackgroundKind = {
  kind: 'execution',
  table: 'contract_executions',
  open: "status IN ('queued', 'simulated', 'submitted', 'included')",
  withinMs: 10 * MINUTE_MS,
  object: 'contract_execution',
  columns: `contract, function, status_code AS statusCode, transaction_id AS transactionId,
    settlement, receipt`,
  describe(row, { status, isOpen }) {
    const { contract, receipt, statusCode, settlement } = row;
    const hash = receipt === null ? null : JSON.parse(String(receipt)).transactionHash;
    const statusText = statusCode === null ? '' : ` (${statusCode})`;
    const money = settlement === 'none' ? '' : ` Its hold: ${settlement}.`;
    return {
      happened: [
        { at: row.createdAt, what: `${contract}, function ${row.function}.` },
        hash === null ? null : lastStep(row, `Sent as ${hash}.`),
        lastStep(row, `It is ${status}${statusText}.${money}`),
      ],
      next: isOpen ? (NEXT_STEPS[status] ?? 'The chain is asked about it.') : ENDED_TEXT,
      related: [row.transactionId ?? null] as (string | null)[],
    };
  },
};
