// A process that pays to and from an account with alerts and evaluates the alerts, until it is
// killed at a random point: between a booking and the evaluation, or within one of them.

import { checkReadings } from '../../db/alerts/watch.ts';
import { settleTransactions } from '../../db/money/calls.ts';
import { acceptIn } from '../kit/bank/books.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';

/** The ledger file and the accounts it works on. */
export interface WatchOrder {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

async function runOrder({ file, from, to }: WatchOrder): Promise<never> {
  const ledger = await openTestLedger({ environment: 'sandbox', file });
  process.send?.('working');
  const pay = async (sourceAccountId: string, destinationAccountId: string, amount: number) => {
    const { id } = await acceptIn(ledger, { sourceAccountId, destinationAccountId, amount });
    await ledger.run(settleTransactions, { ids: [id], workflow: { id: 'test', runId: 'test' } });
  };
  for (;;) {
    const amount = 1 + Math.floor(Math.random() * 300);
    const [source, destination] = Math.random() < 0.5 ? [from, to] : [to, from];
    // Without funds the transfer is declined, which does not change a balance.
    await pay(source, destination, amount);
    if (Math.random() < 0.5) await ledger.run(checkReadings, 1 + Math.floor(Math.random() * 3));
  }
}

process.once('message', (watched) => void runOrder(watched as WatchOrder));
process.send?.('ready');
