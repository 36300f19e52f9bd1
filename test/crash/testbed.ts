import type { Fault } from './plan.ts';

/** A way to run the bank and to inject faults. */
export interface Testbed {
  /** Starts all processes; does not wait until they are ready. */
  start(): Promise<void>;
  /**
   * Resolves when the processes are dead and have been restarted, with the time of their death.
   * @param next fault that strikes during the recovery from this one, for which the bank is
   * restarted
   */
  strike(fault: Fault, next: Fault | null): Promise<number>;
  /** Stops all processes as an operator would. */
  stop(): Promise<void>;
  /** Stops watching for ended processes, because the caller kills all of them. */
  release(): void;
}
