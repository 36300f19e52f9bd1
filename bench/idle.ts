// Processor time of the whole bank without requests: bank, Temporal's server and chain, and the
// threads of the bank that use it. Other work on the machine hardly changes processor time.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCustomers } from './http.ts';
import type { Row } from './measure.ts';
import { processorMs, processTreesMs } from './testbed.ts';
import { startWholeBank } from './whole-bank.ts';

/** Pause before the measurement: after a start or a request, V8 still collects garbage once. */
const SETTLES_MS = 60_000;
const MAX_PERCENT = 3;
const PERCENT = 100;

/** @param seconds duration of the measurement */
export async function benchIdle(seconds: number): Promise<Row[]> {
  const { testbed, chainPid, stop } = await startWholeBank();
  try {
    await openCustomers(testbed);
    await sleep(SETTLES_MS);
    const { bankPid, temporalPid } = testbed;
    const all = () => [bankPid, temporalPid, chainPid].map((pid) => processTreesMs([pid]));
    const [before, threads, began] = [all(), readThreadTimes(bankPid), performance.now()];
    await sleep(seconds * 1_000);
    const ms = performance.now() - began;
    const spent = all().map((now, index) => (PERCENT * (now - (before[index] ?? 0))) / ms);
    const busiest = readThreadTimes(bankPid)
      .map(({ tid, name, spentMs }) => {
        const former = threads.find((thread) => thread.tid === tid)?.spentMs ?? 0;
        return { name, share: Math.round((10_000 * (spentMs - former)) / ms) / PERCENT };
      })
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share);
    process.stderr.write(`  ${JSON.stringify({ bank: busiest })}\n`);
    const [bank = 0, temporal = 0, chain = 0] = spent;
    const idle = `idle for ${seconds} s`;
    return [
      rowOf(`processor time of bank and Temporal's server, ${idle}`, bank + temporal, MAX_PERCENT),
      rowOf(`processor time of the bank alone, ${idle}`, bank, null),
      rowOf(`processor time of Temporal's server alone, ${idle}`, temporal, null),
      rowOf(`processor time of the development chain, ${idle}`, chain, null),
    ];
  } finally {
    await stop();
  }
}

function rowOf(name: string, value: number, max: number | null): Row {
  const target = max === null ? {} : { valueAtMost: max };
  return { name, value, unit: '% of a core', floorName: 'none', floor: null, target };
}

function readThreadTimes(pid: number) {
  return readdirSync(`/proc/${pid}/task`).map((tid) => {
    const name = readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8').trim();
    return { tid, name, spentMs: processorMs(`${pid}/task/${tid}`) };
  });
}
