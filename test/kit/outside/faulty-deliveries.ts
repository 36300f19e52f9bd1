// A ledger for a worker whose acts on deliveries fail, lose their reply or run twice.

import type { Ledger } from '../../../db/ledger.ts';
import type { Fault } from '../workflows/unwind.ts';

const STEPS: Readonly<Record<string, PlannedFault['step']>> = {
  'delivery.relay': 'relay',
  'delivery.record': 'record',
};

interface PlannedFault {
  readonly step: 'relay' | 'record';
  readonly fault: Fault;
  /** Number of calls that had the fault. */
  struck: number;
}

export interface FaultyDeliveries {
  disturb(ledger: Ledger): Ledger;
  /** Sets a fault for the next calls of an act. */
  trap(step: PlannedFault['step'], fault: Fault): PlannedFault;
}

/** Only one fault is set at a time. */
export function createFaultyDeliveries(): FaultyDeliveries {
  let trap: PlannedFault | null = null;

  async function runWithFault<T>(step: PlannedFault['step'], act: () => Promise<T>): Promise<T> {
    const waiting = trap;
    const isNow = waiting?.step === step && waiting.struck < waiting.fault.times;
    if (!waiting || !isNow) return act();
    waiting.struck += 1;
    const { kind, error } = waiting.fault;
    if (kind === 'fail') throw error();
    const result = kind === 'repeat' ? (await Promise.all([act(), act()]))[1] : await act();
    if (kind === 'lose') throw error();
    return result;
  }

  return {
    trap(step, fault) {
      trap = { step, fault, struck: 0 };
      return trap;
    },
    disturb(ledger) {
      const run: Ledger['run'] = (act, input) => {
        const step = STEPS[act.name];
        const work = () => ledger.run(act, input);
        return step ? runWithFault(step, work) : work();
      };
      return { ...ledger, run };
    },
  };
}
