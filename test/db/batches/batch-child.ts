// A process that settles one batch step by step and kills itself at a given point: after a number
// of steps, or inside the commit that books a number of items.

import { settleBatch } from '../../../db/batches/acts.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { WORKFLOW } from '../teller.ts';
import { createEvenClock } from './item.ts';

const [file = '', batchId = '', point = '', step = ''] = process.argv.slice(2);

const killSelf = () => process.kill(process.pid, 'SIGKILL');

let booked = 0;
const ledger = await openTestLedger({
  environment: 'sandbox',
  file,
  workClock: createEvenClock(),
  failPoint: (name) => {
    if (name !== 'in-commit') return;
    booked += 1;
    if (point === 'in-commit' && booked === Number(step)) killSelf();
  },
});

for (let steps = 1; ; steps++) {
  const { status } = await ledger.run(settleBatch, { batchId, workflow: WORKFLOW });
  if (point === 'after-step' && steps === Number(step)) killSelf();
  if (status !== 'processing' && status !== 'pending') break;
}
ledger.close();
