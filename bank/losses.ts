// Records lost commits of a database: an event for each developer about their rows, and an entry in
// the audit log. Losses that are found while the databases open are recorded when the bank is open.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Ledger } from '../db/ledger.ts';
import { recordLoss } from '../db/losses/acts.ts';
import { schemaOf } from '../db/postgres/databases.ts';
import type { Loss } from '../db/postgres/loss.ts';
import type { Platform } from '../identity/platform.ts';

interface Bank {
  readonly platform: Pick<Platform, 'record'>;
  readonly ledgers: readonly Ledger[];
}

interface LossRecorder {
  /** Records a loss; resolves when it is recorded. */
  record(loss: Loss): Promise<void>;
  open(bank: Bank): void;
}

const RETRY_MS = 1_000;
const MAX_ATTEMPTS = 60;

/** Returns a recorder of losses, which waits until `open` is called. */
export function createLossRecorder(log: Logger): LossRecorder {
  let open: (bank: Bank) => void = () => {};
  const openedBank = new Promise<Bank>((resolve) => {
    open = resolve;
  });

  async function writeLoss({ platform, ledgers }: Bank, loss: Loss): Promise<void> {
    const { schema, from, to, file, lost, setBack } = loss;
    const ledger = ledgers.find(({ name }) => schemaOf(name) === schema);
    const id = ledger ? await ledger.run(recordLoss, loss) : null;
    if (ledger && id === null) return;
    await platform.record({
      ...{ actor: 'start', action: 'database.commits_lost', objectId: id ?? schema },
      environment: ledger?.environment ?? null,
      detail: { schema, from: from.number, to: to.number, file, lost, setBack, log: loss.log },
    });
  }

  return {
    open,
    async record(loss) {
      const bank = await openedBank;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await writeLoss(bank, loss);
        } catch (err) {
          log.error(
            { schema: loss.schema, err },
            'the rows that the database lost are not recorded yet',
          );
          if (attempt === MAX_ATTEMPTS) throw err;
          await pause(RETRY_MS, undefined, { ref: false });
        }
      }
    },
  };
}
