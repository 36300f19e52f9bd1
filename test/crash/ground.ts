import type { Fault } from './plan.ts';

/** A way to run the bank, and to strike it. */
export interface Ground {
  /** Starts everything; does not wait until it works. */
  start(): Promise<void>;
  /**
   * Resolves when the victims are dead and everything that has to be started again has been,
   * with the time at which they died.
   * @param next the fault that overtakes this one: the bank is started ready for it
   */
  strike(fault: Fault, next: Fault | null): Promise<number>;
  /** Stops everything as an operator would. */
  stop(): Promise<void>;
  /** From here on, nothing that ends is a fault: the caller ends everything by force. */
  release(): void;
}
