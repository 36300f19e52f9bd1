// `node scripts/simulate-transfers.ts [--seed N] [--customers N] [--days N] > F.csv`: writes
// transfers of the simulator that trained the bank's own fraud model, one on each line: the
// features of a model for payments in their order, `fraud` (0 or 1) and `at` (milliseconds). A
// field is empty when its value is unknown. Transfers of launderers are left out.

import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { TRANSFER_FEATURES } from '../models/features/transfer-features.ts';
import { isFraud, isLaundering } from '../models/learn/simulator/plan.ts';
import { simulate } from '../models/learn/simulator/simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '3' },
    customers: { type: 'string', default: '600' },
    days: { type: 'string', default: '90' },
  },
});
const [seed, customers, days] = [values.seed, values.customers, values.days].map(Number);
if (!seed || !customers || !days) {
  console.error('Usage: simulate-transfers.ts [--seed N] [--customers N] [--days N]');
  process.exit(2);
}
const businesses = Math.ceil(customers / 12);
const names = TRANSFER_FEATURES.map(({ name }) => name);
process.stdout.write(stringify([[...names, 'fraud', 'at']]));
for (const { atMs, typology, features } of simulate({ seed, customers, businesses, days })) {
  if (isLaundering(typology)) continue;
  const cells = features.map((value) => (Number.isNaN(value) ? '' : value));
  process.stdout.write(stringify([[...cells, isFraud(typology) ? 1 : 0, Math.round(atMs)]]));
}
