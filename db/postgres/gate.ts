// Decides whether this process may write. Writes of a following process wait here for some seconds,
// so that a takeover delays them instead of failing them.

import { NotTheWriter } from '../kernel/not-the-writer.ts';

/** The longest time for which a write waits for a takeover. */
const MAX_WAIT_MS = 5_000;

export interface WriteGate {
  /** The epoch of the writes of this process; null for any, as before a bank has a writer. */
  epoch(): number | null;
  /** True while writes begin at once. */
  isOpen(): boolean;
  /** Writes that wait. */
  waiting(): number;
  /**
   * Returns null when a write may begin at once, and otherwise a promise that resolves when it may.
   * @throws NotTheWriter after five seconds, or once this process will never write
   */
  enter(): Promise<void> | null;
  /** Makes writes wait. */
  close(): void;
  /** Lets writes begin, in a given epoch. */
  open(epoch: number): void;
  /** Refuses all writes from now on. */
  end(detail: string): void;
}

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (reason: NotTheWriter) => void;
}

/** @param maxWaitMs the longest wait, for tests */
export function writeGate(maxWaitMs = MAX_WAIT_MS): WriteGate {
  let epoch: number | null = null;
  let isOpen = true;
  let stopReason: string | null = null;
  const waiters = new Set<Waiter>();

  function waitForOpening(): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
      };
      const waiter: Waiter = {
        begin() {
          forget();
          resolve();
        },
        refuse(reason) {
          forget();
          reject(reason);
        },
      };
      const refuseWaiter = () => waiter.refuse(new NotTheWriter('this process follows the writer'));
      const timer = setTimeout(refuseWaiter, maxWaitMs);
      waiters.add(waiter);
    });
  }

  return {
    epoch: () => epoch,
    isOpen: () => isOpen,
    waiting: () => waiters.size,
    enter() {
      if (stopReason !== null) return Promise.reject(new NotTheWriter(stopReason));
      return isOpen ? null : waitForOpening();
    },
    close() {
      isOpen = false;
    },
    open(newEpoch) {
      epoch = newEpoch;
      isOpen = true;
      // The lane of this process starts first, so that waiting requests find it.
      setImmediate(() => {
        for (const { begin } of [...waiters]) begin();
      });
    },
    end(detail) {
      stopReason = detail;
      isOpen = false;
      for (const { refuse } of [...waiters]) refuse(new NotTheWriter(detail));
    },
  };
}
