// The texts about a workflow in Temporal's UI, for operators, as Markdown. Ids, states and figures
// only: Temporal encrypts neither summaries nor details, so they contain no name and no memo.

import type { MoneyOutcome, Settlement, TransferFacts } from '../activities/ledger.ts';
import { formatMinor } from '../ledger/money.ts';
import { isFinal, type TransactionStatus } from '../ledger/transaction.ts';

/** The record that a workflow is about. */
export interface RecordDescription {
  readonly noun: string;
  readonly id: string;
  readonly tenantId?: string;
  readonly page?: string;
}

/** The final state of a transaction, returned by its workflow. */
export interface TransferResult {
  readonly status: TransactionStatus;
  /** The decision about its risk, or null when it was not scored. */
  readonly decision: string | null;
  /** 0 to 100, or null when no score was computed. */
  readonly score: number | null;
  /** Position of the booking in the log, or null when nothing is booked. */
  readonly ledgerSequence: number | null;
}

/** Members of a group that its details list; the ledger lists them all. */
const MAX_LISTED = 32;

/** `1 transfer`, `2 transfers`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `transfer of 25.00 EUR`. */
export function movementSummary({ type, amountMinor, currency }: TransferFacts): string {
  return `${type} of ${formatMinor(BigInt(amountMinor), currency)} ${currency}`;
}

/**
 * Returns the details of the workflow of one transaction.
 * @param consoleUrl address of the console of this environment, or null when none is known
 */
export function movementDetails(transfer: TransferFacts, consoleUrl: string | null): string {
  const { id, tenantId, outcome, times } = transfer;
  const lines = [
    `${movementSummary(transfer)}${sidesOf(transfer)}`,
    // The UI recognises a list only below an empty line.
    '',
    `- transaction ${linkTo(`transactions/${id}`, id, consoleUrl)}`,
    `- developer ${linkTo(`developers/${tenantId}`, tenantId, consoleUrl)}`,
  ];
  const laneText =
    outcome && (isFinal(outcome.status) ? 'settled by the lane' : 'decided by the lane');
  if (outcome) lines.push(`- ${laneText}: ${stagesOf(outcome)}`);
  if (outcome && times) {
    const finishedStages = [
      outcome.risk ? 'judged' : '',
      isFinal(outcome.status) ? outcome.status : '',
    ];
    const finishedText = finishedStages.filter((word) => word !== '').join(' and ');
    lines.push(
      `- accepted ${times.accepted}${finishedText && `; ${finishedText} ${times.settled}`}`,
    );
  }
  return lines.join('\n');
}

/**
 * Returns the details of a workflow of one record that is not a transaction: the record and its
 * owner.
 * @param at path of its page in the console, such as `batches/bat_…`; left out when it has none
 */
export function recordDetails(
  { noun, id, tenantId, page }: RecordDescription,
  consoleUrl: string | null = null,
): string {
  const link = page === undefined ? `\`${id}\`` : linkTo(page, id, consoleUrl);
  const lines = [`- ${noun} ${link}`];
  if (tenantId) lines.push(`- developer ${linkTo(`developers/${tenantId}`, tenantId, consoleUrl)}`);
  return lines.join('\n');
}

/** Details of the workflow of a group: the first members, with the state of each. */
export function groupDetails(members: readonly TransferFacts[], consoleUrl: string | null): string {
  const rows = members.slice(0, MAX_LISTED).map((member) => {
    const { id, currency, amountMinor, outcome } = member;
    const amount = `${formatMinor(BigInt(amountMinor), currency)} ${currency}`;
    const link = linkTo(`transactions/${id}`, id, consoleUrl);
    return `| ${link} | ${member.type} | ${amount} | ${outcome?.status ?? 'accepted'} |`;
  });
  const hiddenText =
    members.length > MAX_LISTED ? `\n\nand ${members.length - MAX_LISTED} more` : '';
  return ['| transaction | type | amount | status |', '| --- | --- | --- | --- |', ...rows]
    .join('\n')
    .concat(hiddenText);
}

/** Details of the workflow of a group whose starter knows the ids only. */
export function idsDetails(transactionIds: readonly string[]): string {
  const rows = transactionIds.slice(0, MAX_LISTED).map((id) => `- transaction \`${id}\``);
  const hiddenCount = transactionIds.length - MAX_LISTED;
  return [...rows, ...(hiddenCount > 0 ? ['', `and ${hiddenCount} more`] : [])].join('\n');
}

/** Current details of a group: the counts by state, and the state of the first members. */
export function groupProgress(
  members: readonly Settlement[],
  { final, handedOver }: { readonly final: number; readonly handedOver: number },
): string {
  const rows = members
    .slice(0, MAX_LISTED)
    .map(({ id, status, ledgerSequence = null, risk = null }) => {
      const stages = status === null ? 'fault' : stagesOf({ status, ledgerSequence, risk });
      return `| \`${id}\` | ${stages} |`;
    });
  const hiddenText =
    members.length > MAX_LISTED ? `\n\nand ${members.length - MAX_LISTED} more` : '';
  const counts =
    handedOver === 0
      ? `all ${final} final`
      : `${final} final, ${handedOver} handed over to workflows of their own`;
  return `${counts}\n\n| transaction | state |\n| --- | --- |\n${rows.join('\n')}${hiddenText}`;
}

/** `posted, screened, scored 12 of 100 (low), within limits, booked as entry 50,300`. */
export function stagesOf({ status, ledgerSequence, risk }: MoneyOutcome): string {
  const stages: string[] = [status];
  if (risk) {
    const score = risk.score === null ? 'not scored' : `scored ${risk.score} of 100`;
    stages.push('screened', risk.level === null ? score : `${score} (${risk.level})`);
    if (risk.decision !== 'approve') stages.push(`decision ${risk.decision}`);
  }
  if (ledgerSequence !== null) {
    stages.push('within limits', `booked as entry ${ledgerSequence.toLocaleString('en')}`);
  }
  return stages.join(', ');
}

/** Returns the result of a transaction's workflow. */
export function resultOf({ status, ledgerSequence, risk }: MoneyOutcome): TransferResult {
  const { decision = null, score = null } = risk ?? {};
  return { status, decision, score, ledgerSequence };
}

function sidesOf({ sourceAccountId, destinationAccountId }: TransferFacts): string {
  if (sourceAccountId === undefined || destinationAccountId === undefined) return '';
  const accountText = (id: string | null) => (id === null ? 'outside' : `\`${id}\``);
  return ` from ${accountText(sourceAccountId)} to ${accountText(destinationAccountId)}`;
}

/** The id as a link to its page in the console, where its address is known. */
export function linkTo(path: string, id: string, consoleUrl: string | null): string {
  return consoleUrl === null ? `\`${id}\`` : `[${id}](${consoleUrl}/${path})`;
}
