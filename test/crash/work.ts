// Creates the tasks of a run's clients: which transfer they send, between which accounts, and how.

import type { MoneyRequest, Operation } from './client-log.ts';
import type { Random } from './random.ts';

/**
 * How a request is sent. `twin`: twice at the same time. `cut`: the connection is cut after sending
 * and the request is repeated at once; `cut-later`: after a while; `abandoned`: at the end of the
 * run. `repeated`: sent again after its answer.
 */
export type Delivery = 'plain' | 'twin' | 'cut' | 'cut-later' | 'abandoned' | 'repeated';

/** How a hold ends; `race`: a capture and a cancellation at the same time. */
export type HoldEnd = 'capture' | 'capture-part' | 'cancel' | 'race' | 'leave' | 'expire';

export interface Task {
  readonly operation: Operation;
  readonly delivery: Delivery;
  /** Null when the transfer has no hold. */
  readonly ending: HoldEnd | null;
}

/** The accounts of a run; the first takes part in most transfers. */
export interface Bank {
  /** Id of the developer who owns the accounts. */
  readonly tenantId: string;
  readonly accountIds: readonly [string, ...string[]];
  readonly currency: string;
}

/** More than the sum of all balances. */
const UNAFFORDABLE_AMOUNT = 10 ** 12;
const HOLD_MS = 3_000;
/** The most holds that one client leaves open, because the sweeper handles eight in a pass. */
const MAX_LEFT_HOLDS = 2;

/** @param name prefix of the keys of these tasks, unique in the run */
export function createWork(random: Random, bank: Bank, name: string) {
  let count = 0;
  let leftHolds = 0;

  function pickTwoAccounts(): [string, string] {
    const [hotAccountId] = bank.accountIds;
    const firstId = random.chance(0.35) ? hotAccountId : random.pick(bank.accountIds);
    let secondId = random.pick(bank.accountIds);
    while (secondId === firstId) secondId = random.pick(bank.accountIds);
    return random.chance(0.5) ? [firstId, secondId] : [secondId, firstId];
  }

  function createOperation(
    request: Omit<MoneyRequest, 'currency'>,
    expects: Operation['expects'] = null,
  ): Operation {
    count += 1;
    return {
      key: `${name}-${count}`,
      request: { ...request, currency: bank.currency },
      expects,
      ids: new Set(),
      outcome: 'open',
      acknowledged: false,
      captured: null,
      finalAt: null,
    };
  }

  function createTransfer(fields: Partial<MoneyRequest>, expects: Operation['expects'] = null) {
    const [sourceAccountId, destinationAccountId] = pickTwoAccounts();
    const amount = random.whole(1, 500);
    const request = { type: 'transfer' as const, amount, sourceAccountId, destinationAccountId };
    return createOperation({ ...request, ...fields }, expects);
  }

  function drawDelivery(): Delivery {
    const draw = random.next();
    if (draw < 0.05) return 'twin';
    if (draw < 0.09) return 'cut';
    if (draw < 0.12) return 'cut-later';
    if (draw < 0.125) return 'abandoned';
    return draw < 0.17 ? 'repeated' : 'plain';
  }

  function createHoldTask(): Task {
    const draw = random.next();
    if (draw < 0.08) {
      const holdExpiresAt = new Date(Date.now() + HOLD_MS).toISOString();
      const operation = createTransfer({ capture: 'manual', holdExpiresAt });
      return { operation, delivery: 'plain', ending: 'expire' };
    }
    const endings = ['capture', 'capture', 'capture-part', 'cancel', 'cancel', 'race'] as const;
    const isLeft = leftHolds < MAX_LEFT_HOLDS && random.chance(0.1);
    if (isLeft) leftHolds += 1;
    return {
      operation: createTransfer({ capture: 'manual' }),
      delivery: random.chance(0.1) ? 'twin' : 'plain',
      ending: isLeft ? 'leave' : random.pick(endings),
    };
  }

  return {
    /** Returns a transfer of the smallest amount. */
    probe: (): Task => ({
      operation: createTransfer({ amount: 1 }),
      delivery: 'plain',
      ending: null,
    }),

    deposit: (destinationAccountId: string, amount: number): Task => ({
      operation: createOperation({ type: 'deposit', amount, destinationAccountId }),
      delivery: 'plain',
      ending: null,
    }),

    next(): Task {
      const draw = random.next();
      if (draw < 0.1) return createHoldTask();
      const options = { delivery: drawDelivery(), ending: null };
      const amount = random.whole(1, 500);
      if (draw < 0.18) {
        const destinationAccountId = random.pick(bank.accountIds);
        return {
          operation: createOperation({ type: 'deposit', amount, destinationAccountId }),
          ...options,
        };
      }
      if (draw < 0.26) {
        const sourceAccountId = random.pick(bank.accountIds);
        return {
          operation: createOperation({ type: 'withdrawal', amount, sourceAccountId }),
          ...options,
        };
      }
      if (draw < 0.3) {
        return {
          operation: createTransfer({ amount: UNAFFORDABLE_AMOUNT }, 'declined'),
          ...options,
        };
      }
      if (draw < 0.31) {
        const nobody = `acc_${'0'.repeat(26)}`;
        return {
          operation: createTransfer({ destinationAccountId: nobody }, 'refused'),
          ...options,
        };
      }
      return { operation: createTransfer({}), ...options };
    },
  };
}
