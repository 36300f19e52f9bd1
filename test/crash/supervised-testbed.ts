// The bank as `npm start` runs it: a supervisor restarts every killed process, and the run restarts
// the supervisor when it is killed.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnTethered, type Tethered } from '../../scripts/run/tether.mjs';
import { type Instance, killAll, ROOT, readPid, waitForPid, waitUntilGone } from './instance.ts';
import { waitForBackendPid } from './postgres-rows.ts';
import type { Testbed } from './testbed.ts';

/** The bank drains within 20 s; Temporal ends within 10 s. */
const STOP_MS = 35_000;

/** Makes the server end one connection of the bank. */
async function endConnection(instance: Instance): Promise<number> {
  for (;;) {
    try {
      process.kill(await waitForBackendPid(instance), 'SIGTERM');
      return performance.now();
    } catch (error) {
      // The bank has just closed this connection itself.
      if ((error as { code?: string }).code !== 'ESRCH') throw error;
    }
  }
}

/** @param onFault called when the supervisor ends although the run did not end it */
export function createSupervisedTestbed(
  instance: Instance,
  onFault: (text: string) => void,
): Testbed {
  let supervisor: Tethered | null = null;

  function start(): void {
    const started = spawnTethered({
      command: process.execPath,
      // The supervisor must not give up, however many crashes it sees.
      args: [join(ROOT, 'scripts', 'start.mjs'), '--crash-limit', '100000'],
      env: { ...instance.env },
      output: instance.output,
      graceMs: STOP_MS,
    });
    supervisor = started;
    void started.exited.then(({ code, signal }) => {
      if (supervisor === started) onFault(`the supervisor ended by itself: ${signal ?? code}`);
    });
  }

  /** Kills the supervisor. Its children are killed too, or end by themselves without it. */
  async function killSupervisor(isAlone: boolean): Promise<number> {
    const victim = supervisor?.pid ?? 0;
    supervisor = null;
    const children = (['bank', 'temporal', 'chain'] as const).map((name) =>
      readPid(instance, name),
    );
    const pids = children.filter((pid) => pid !== null);
    const killedAt = await killAll(isAlone ? [victim] : [victim, ...pids]);
    start();
    await waitUntilGone(pids);
    return killedAt;
  }

  /**
   * Kills the server and starts it again at once, as a supervisor would; it recovers from its WAL.
   */
  async function killServer(pids: readonly number[]): Promise<number> {
    const { postgres } = instance;
    if (!postgres) throw new Error('this bank has no database server');
    const killedAt = await killAll(pids);
    await postgres.kill();
    await postgres.start();
    return killedAt;
  }

  return {
    start: async () => start(),
    async strike({ kind }) {
      const bankPid = () => waitForPid(instance, 'bank');
      const temporalPid = () => waitForPid(instance, 'temporal');
      const chainPid = () => waitForPid(instance, 'chain');
      switch (kind) {
        case 'bank':
          return killAll([await bankPid()]);
        case 'temporal':
          return killAll([await temporalPid()]);
        case 'both':
          return killAll([await bankPid(), await temporalPid()]);
        case 'chain':
          return killAll([await chainPid()]);
        case 'bank-and-chain':
          return killAll([await bankPid(), await chainPid()]);
        case 'postgres':
          return killServer([]);
        case 'bank-and-postgres':
          return killServer([await bankPid()]);
        case 'postgres-backend':
          return killAll([await waitForBackendPid(instance)]);
        case 'connection':
          return endConnection(instance);
        case 'supervisor':
          return killSupervisor(true);
        case 'everything':
          return killSupervisor(false);
        case 'temporal-deleted': {
          const pid = await temporalPid();
          // Read before the kill, because the supervisor restarts the process a moment later.
          for (const suffix of ['', '-wal', '-shm']) {
            rmSync(join(instance.dataDir, `temporal.db${suffix}`), { force: true });
          }
          return killAll([pid]);
        }
        default:
          throw new Error(`a supervised bank has no ${kind}`);
      }
    },
    async stop() {
      const stopping = supervisor;
      supervisor = null;
      const exit = await stopping?.stop(STOP_MS);
      if (exit?.code !== 0) onFault(`the supervisor stopped with ${exit?.signal ?? exit?.code}`);
    },
    release() {
      supervisor = null;
    },
  };
}
