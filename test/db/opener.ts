// A process that opens a ledger at a given moment and prints the result.

import { openDatabase } from '../../db/kernel/connect.ts';

const [file = ''] = process.argv.slice(2);

function openAt(startAt: number): string {
  // Busy, because a timer would spread the processes over some milliseconds.
  while (Date.now() < startAt);
  try {
    openDatabase(file, 'ledger').close();
    return 'opened';
  } catch (error) {
    return String(error);
  }
}

process.once('message', (startAt) => {
  process.send?.(openAt(Number(startAt)), () => process.exit(0));
});
process.send?.('ready');
