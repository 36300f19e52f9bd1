// node research/insight.ts [--seed N --customers N --days N --data DIR]: recall of the analyses on
// cases planted in the simulated world, and coverage of the forecast interval;
// docs/build/insight.md quotes the figures. With --data DIR also on public data: the Fraud
// Detection Handbook's payments, and the list of merchant category codes.

import { parseArgs } from 'node:util';
import { say } from '../scripts/say.mjs';
import { measureBehaviour } from './insight/behaviour.ts';
import { measureCodes } from './insight/codes.ts';
import { measureHandbookForecasts, measureWorldForecasts } from './insight/forecasts.ts';
import { measureRecurring } from './insight/recurring.ts';
import { makeWorldBooks } from './insight/world-books.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '12' },
    customers: { type: 'string', default: '300' },
    days: { type: 'string', default: '240' },
    data: { type: 'string' },
  },
});
const [seed, customers, days] = [values.seed, values.customers, values.days].map(Number);
if (!seed || !customers || !days || days < 180) {
  say('Usage: node research/insight.ts [--seed N --customers N --days N (180 or more) --data DIR]');
  process.exit(2);
}
const printFigures = (figures: object) => say(JSON.stringify(figures, null, 1));
const world = makeWorldBooks({ seed, customers, days });
say(`world: seed ${seed}, ${world.books.length} customers, ${days} days`);
printFigures(measureRecurring(world));
printFigures(measureWorldForecasts(world));
printFigures(measureBehaviour(world));
if (values.data) {
  printFigures(await measureHandbookForecasts(values.data));
  printFigures(measureCodes(values.data));
}
