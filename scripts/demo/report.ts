// The lines of a demo's report: the bank's decisions, and for each planted case the findings.

import {
  FRAUD,
  isLaundering,
  LAUNDERING,
  type Typology,
} from '../../models/learn/simulator/plan.ts';
import { type DemoResult, type DemoWorld, type PlayedMovement, worldOf } from './play.ts';

/** Rules of the monitor that should be hit by each typology of the simulator. */
export const MEANT_FOR: Readonly<Record<(typeof LAUNDERING)[number], readonly string[]>> = {
  mule_fan_in: ['mule', 'fan_in', 'rapid_movement'],
  structuring: ['structuring'],
  // The accounts of a circle pass money on; it returns only to the first account.
  cycle: ['round_tripping', 'rapid_movement'],
  pass_through: ['rapid_movement'],
  fan_out: ['fan_out'],
};

export interface Summary {
  readonly posted: number;
  readonly inReview: number;
  readonly refused: number;
  /** Number of refusals by code. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Payments out of accounts, by planted case, with the decisions about them. */
  readonly decisions: readonly DecisionLine[];
  /** Accounts, by planted case, with the monitor's findings. */
  readonly laundering: readonly LaunderingLine[];
  readonly alerts: Readonly<Record<string, number>>;
}

export interface DecisionLine {
  readonly planted: string;
  readonly payments: number;
  readonly approve: number;
  readonly review: number;
  readonly block_and_review: number;
  readonly decline: number;
}

export interface LaunderingLine {
  readonly planted: string;
  readonly accounts: number;
  /**
   * Number of accounts that were hit by a rule meant for the case, or null when there is no such
   * rule.
   */
  readonly found: number | null;
  /** Number of accounts that were hit by any rule. */
  readonly hit: number;
}

const NOT_PLANTED = 'nothing';

export function summarize({ played, monitored, parties }: DemoResult): Summary {
  const countOf = (status: string) => played.filter((payment) => payment.status === status).length;
  const alerts = new Map(
    monitored.flatMap((account) => account.alerts.map(({ id, typology }) => [id, typology])),
  );
  const posted = countOf('posted');
  const inReview = countOf('pending_review');
  return {
    posted,
    inReview,
    refused: played.length - posted - inReview,
    refusals: countWords(played.flatMap(({ code }) => code ?? [])),
    decisions: [...FRAUD, ...LAUNDERING, NOT_PLANTED].map((planted) =>
      countDecisions(planted, played),
    ),
    laundering: [...LAUNDERING, NOT_PLANTED].map((planted) => {
      const accounts = findAccounts(planted, played, parties);
      const ownAccounts = monitored.filter(({ account }) => accounts.has(account));
      const codes = planted === NOT_PLANTED ? null : MEANT_FOR[planted as keyof typeof MEANT_FOR];
      const hits =
        codes && ownAccounts.filter(({ hit }) => hit.some((code) => codes.includes(code)));
      const hit = ownAccounts.filter((look) => look.hit.length > 0).length;
      return { planted, accounts: accounts.size, found: hits?.length ?? null, hit };
    }),
    alerts: countWords([...alerts.values()]),
  };
}

function countWords(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of [...words].sort()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function countDecisions(planted: string, played: readonly PlayedMovement[]): DecisionLine {
  const payments = played.filter(({ movement: { typology, available }, decision }) => {
    // Payments from outside are not judged.
    return available !== undefined && decision !== null && (typology ?? NOT_PLANTED) === planted;
  });
  const countOf = (word: string) => payments.filter(({ decision }) => decision === word).length;
  return {
    planted,
    payments: payments.length,
    approve: countOf('approve'),
    review: countOf('review'),
    block_and_review: countOf('block_and_review'),
    decline: countOf('decline'),
  };
}

/** Returns the payers and payees of posted payments with this typology. */
function findAccounts(
  planted: string,
  played: readonly PlayedMovement[],
  parties: DemoResult['parties'],
) {
  const listAccounts = (matches: (typology: Typology | null) => boolean) => {
    const payments = played.filter(({ status, movement }) => {
      return status === 'posted' && matches(movement.typology);
    });
    const sides = payments.flatMap(({ movement: { payer, payee } }) => [payer, payee]);
    return new Set(sides.filter((side) => parties.has(side)));
  };
  if (planted !== NOT_PLANTED) return listAccounts((typology) => typology === planted);
  const suspect = listAccounts(isLaundering);
  return new Set([...parties.keys()].filter((account) => !suspect.has(account)));
}

/** Returns the lines at the end of the demo. */
export function formatReport(result: DemoResult, api: string): string[] {
  const summary = summarize(result);
  const { posted, refused, inReview, refusals, alerts } = summary;
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([word, count]) => `${word} ${count}`)
      .join(', ') || 'none';
  const repeated = `${result.replayed} of ${result.requestCount} requests were made by an earlier run`;
  return [
    '',
    `payments: ${posted} posted, ${inReview} in review, ${refused} refused (${list(refusals)})`,
    ...(result.replayed > 0 ? [repeated] : []),
    '',
    'What was decided about payments out of accounts, by what was planted:',
    ...formatTable(summary.decisions),
    '',
    'What the monitor for laundering said of accounts, by what was planted with them:',
    ...formatTable(summary.laundering),
    `alerts: ${list(alerts)}`,
    '',
    'All of it happened in one moment: the bank stamps what it books with the real time, so',
    'windows of days are as short as this run, and everybody is in a hurry.',
    '',
    ...formatLinks(result, api),
  ];
}

/** Returns the introduction of the demo: the people of this world, and the coming events. */
export function formatIntroduction({ seed, customers, days }: DemoWorld): string[] {
  const { businesses, planted } = worldOf({ seed, customers, days });
  const { fraud, laundering } = planted as { fraud: number; laundering: number };
  return [
    `A town of ${customers} people and ${businesses} businesses opens its accounts at your bank.`,
    `For ${days} days it lives: salaries come in, rent goes out, people buy, pay and forget.`,
    `Among them hide ${fraud} frauds (stolen accounts, cards tried out, invented debts) and`,
    `${laundering} ways of washing money. The bank knows of none of them. It judges every payment`,
    'as it comes, looks at everybody for laundering in the end, and you see what it has found.',
    'You bring a model of your own, which learns first and then decides for half of the accounts:',
    'a canary. And you ask for webhooks, at a receiver that is out of order until you mend it.',
    '',
  ];
}

/** Returns the links to the console, the portal and the proofs. */
function formatLinks(result: DemoResult, api: string): string[] {
  const { played, parties, model, heldId } = result;
  const page = (path: string) => String(new URL(path, api));
  const booked = played.findLast(({ status }) => status === 'posted')?.transactionId;
  const [first] = parties.values();
  const heldPath = `/console/sandbox/transactions/${heldId}`;
  const customer = `/console/sandbox/customers/${first?.customerId ?? ''}`;
  return [
    'See it, with the operator key of the first start:',
    `  ${page('/console')}  payments in review, an identity, laundering cases`,
    `  ${page(heldPath)}  a payment that is held`,
    `  ${page(customer)}  one of the people`,
    ...(model ? [`  ${page('/console/sandbox/models')}  your own model, a ${model.status}`] : []),
    '',
    'See it with the key of your sandbox:',
    `  ${page('/portal')}  requests, events, webhooks`,
    ...(booked ? [`  npx kontor verify ${booked}  proves a payment`] : []),
    ...(booked ? [`  ${page('/verify')}  the same in a browser, with the file of its proof`] : []),
    '  npx kontor risk list-decisions --decision review',
    '  npx kontor aml list-alerts',
    ...['/v1/ai/risk-decisions?decision=review', '/v1/aml/alerts', '/v1/aml/cases'].map(
      (path) => `  ${page(path)} (with the key)`,
    ),
    ...formatRepair(result, page),
  ];
}

/** Explains how to start a working receiver and how to send a message again. */
function formatRepair({ hook }: DemoResult, page: (path: string) => string): string[] {
  if (!hook) return [];
  return [
    '',
    'The receiver of your webhooks was out of order. Start one that works, and send one again:',
    `  WEBHOOK_SECRET=${hook.secret} npm run node -- scripts/receive.ts ${hook.port}`,
    `  ${page(`/portal/webhooks/${hook.endpointId}`)}  each delivery, with "Send again"`,
  ];
}

function formatTable(rows: readonly object[]): string[] {
  const [first = {}] = rows;
  const cells = [Object.keys(first), ...rows.map((row) => Object.values(row).map(cellOf))];
  const widths = Object.keys(first).map((_, index) =>
    Math.max(...cells.map((row) => textAt(row, index).length)),
  );
  return cells.map((row) =>
    row
      .map((text, index) =>
        index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0),
      )
      .join('  '),
  );
}

const cellOf = (value: unknown) => (value === null ? '–' : String(value));
const textAt = (row: readonly string[], column: number) => row[column] ?? '';
