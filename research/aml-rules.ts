// Recall and false alarms of the written AML rules on AMLSim, by planted typology;
// docs/build/aml.md quotes the figures. A step of AMLSim is taken as a day, a value as euros.
//   node research/aml-rules.ts DIR

import { type AccountFlows, DAY_MS, type Flow } from '../ai/aml/flow.ts';
import { roundTripping } from '../ai/aml/round-trip.ts';
import { WINDOW_RULES } from '../ai/aml/typologies.ts';
import { say } from '../scripts/say.mjs';
import { type Payment, readAmlsim } from './train-all/amlsim-data.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  say('which data? node research/aml-rules.ts DIR');
  process.exit(2);
}
const { payments, y } = readAmlsim(folder);

function makeFlow({ from, to, value, step }: Payment, at: number, account: number): Flow {
  const direction = from === account ? 'out' : 'in';
  return {
    transactionId: String(at),
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
for (const [at, payment] of payments.entries()) {
  flows[payment.from]?.push(makeFlow(payment, at, payment.from));
  flows[payment.to]?.push(makeFlow(payment, at, payment.to));
}
for (const own of flows) own.sort((a, b) => a.at - b.at);
const sent = flows.map((own) => own.filter(({ direction }) => direction === 'out'));

const NO_PARTIES: ReadonlySet<string> = new Set();
const accounts = flows.map((own, at): AccountFlows => {
  const known = { accountId: String(at), customerId: String(at), currency: 'EUR' };
  // The opening dates of accounts are unknown, so no account counts as new.
  return { ...known, openedAt: -10_000 * DAY_MS, lastBefore: null, known: NO_PARTIES, flows: own };
});
const hits = new Map<string, Set<number>>();
const countHit = (code: string, at: number, isHit: boolean) => {
  const known = hits.get(code) ?? new Set();
  hits.set(code, known);
  if (isHit) known.add(at);
};
for (const [at, account] of accounts.entries()) {
  for (const rule of Object.values(WINDOW_RULES)) {
    const { code, triggered } = rule(account);
    countHit(code, at, triggered);
    countHit('any', at, triggered);
  }
  const circle = roundTripping(account, (id) => sent[Number(id)] ?? []);
  countHit(circle.code, at, circle.triggered);
  countHit('any', at, circle.triggered);
}
const round = (share: number) => Math.round(share * 1_000) / 1_000;
const planted = y.reduce((sum, one) => sum + one, 0);
say(`${y.length} accounts, ${planted} planted (${round(planted / y.length)})`);
for (const [code, found] of hits) {
  const right = [...found].filter((at) => y[at] === 1).length;
  const precision = found.size === 0 ? '–' : round(right / found.size);
  say(
    `${code}: hit ${found.size}, planted ${right}, precision ${precision}, ` +
      `recall ${round(right / planted)}`,
  );
}
