// Recall and false alarms of the written AML rules on AMLSim, by planted typology;
// docs/build/aml.md quotes the figures. A step of AMLSim is taken as a day, a value as euros.
//   node research/aml-rules.ts DIR

import type { AccountFlows, Flow } from '../ai/aml/flow.ts';
import { findRoundTrip } from '../ai/aml/round-trip.ts';
import { WINDOW_RULES } from '../ai/aml/typologies.ts';
import { DAY_MS } from '../ledger/durations.ts';
import { say } from '../scripts/say.mjs';
import { type Payment, readAmlsim } from './train-all/amlsim-data.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  say('which data? node research/aml-rules.ts DIR');
  process.exit(2);
}
const { payments, y } = readAmlsim(folder);

function makeFlow({ from, to, value, step }: Payment, time: number, account: number): Flow {
  const direction = from === account ? 'out' : 'in';
  return {
    transactionId: String(time),
    at: step * DAY_MS,
    direction,
    amountMinor: Math.round(value * 100),
    euros: value,
    party: String(direction === 'out' ? to : from),
    isOwn: false,
    isOutside: false,
    country: null,
  };
}

const flows = Array.from(y, (): Flow[] => []);
for (const [index, payment] of payments.entries()) {
  flows[payment.from]?.push(makeFlow(payment, index, payment.from));
  flows[payment.to]?.push(makeFlow(payment, index, payment.to));
}
for (const ownFlows of flows) ownFlows.sort((a, b) => a.at - b.at);
const sent = flows.map((ownFlows) => ownFlows.filter(({ direction }) => direction === 'out'));

const NO_PARTIES: ReadonlySet<string> = new Set();
const accounts = flows.map((ownFlows, index): AccountFlows => {
  const account = { accountId: String(index), customerId: String(index), currency: 'EUR' };
  // The opening dates of accounts are unknown, so no account counts as new.
  return {
    ...account,
    openedAt: -10_000 * DAY_MS,
    lastBefore: null,
    knownParties: NO_PARTIES,
    flows: ownFlows,
  };
});
const hits = new Map<string, Set<number>>();
const countHit = (code: string, account: number, isHit: boolean) => {
  const accounts = hits.get(code) ?? new Set();
  hits.set(code, accounts);
  if (isHit) accounts.add(account);
};
for (const [index, account] of accounts.entries()) {
  for (const rule of Object.values(WINDOW_RULES)) {
    const { code, triggered } = rule(account);
    countHit(code, index, triggered);
    countHit('any', index, triggered);
  }
  const circle = findRoundTrip(account, (id) => sent[Number(id)] ?? []);
  countHit(circle.code, index, circle.triggered);
  countHit('any', index, circle.triggered);
}
const round = (share: number) => Math.round(share * 1_000) / 1_000;
const planted = y.reduce((sum, value) => sum + value, 0);
say(`${y.length} accounts, ${planted} planted (${round(planted / y.length)})`);
for (const [code, hitAccounts] of hits) {
  const right = [...hitAccounts].filter((account) => y[account] === 1).length;
  const precision = hitAccounts.size === 0 ? '–' : round(right / hitAccounts.size);
  say(
    `${code}: hit ${hitAccounts.size}, planted ${right}, precision ${precision}, ` +
      `recall ${round(right / planted)}`,
  );
}
