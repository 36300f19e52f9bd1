// The draft of a report, written from the facts of a run by a template: a person checks it, adds
// facts that the ledger lacks, and decides whether to file it. The bank files nothing.

import { messageFor } from '../../ledger/decisions/reasons.ts';
import { formatMinor } from '../../ledger/money.ts';
import type { Finding } from './flow.ts';

const formatSum = (minor: number, currency: string) =>
  `${formatMinor(BigInt(minor), currency)} ${currency}`;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns null when nothing is suspected. */
export function writeNarrative(
  findings: readonly Finding[],
  period: { readonly from: number; readonly to: number },
): string | null {
  const triggered = findings.filter((finding) => finding.triggered);
  if (triggered.length === 0) return null;
  const lines = triggered.map(({ code, accountId, evidence, rules }) => {
    const facts = rules
      .flatMap(({ conditions }) => conditions)
      .map(({ name, observed, is, threshold }) => {
        const comparison = is === 'at_least' ? 'threshold' : 'at most';
        return `${name.replaceAll('_', ' ')} ${observed} (${comparison} ${threshold})`;
      });
    const sum = evidence && formatSum(evidence.amountTotal, evidence.currency);
    const movementsText = evidence
      ? `${evidence.transactions} transactions of ${sum} from ${day(evidence.window.from)} to ` +
        `${day(evidence.window.to)}`
      : 'no transaction';
    return `- ${messageFor(code)}. Account ${accountId}: ${movementsText}; ${facts.join('; ')}.`;
  });
  return [
    'DRAFT, written by a template from the ledger. Not reviewed and not filed.',
    `Period looked at: ${day(period.from)} to ${day(period.to)}.`,
    ...lines,
    'To be added by a person: who the parties are, what they say to it, and the conclusion.',
  ].join('\n');
}
