// Runs the bank's processes without their supervisor: a bank that dies at a fail point has to be
// restarted without that fail point, and the bank and its training process have to die separately.

import { join } from 'node:path';
import type { Role } from '../../bank/config/process-role.ts';
import { findAnvil, launchChain } from '../../scripts/run/chain-server.mjs';
import { startTemporal } from '../../scripts/run/temporal-server.mjs';
import { spawnTethered, type Tethered } from '../../scripts/run/tether.mjs';
import { type Instance, killAll, ROOT } from './instance.ts';
import type { Testbed } from './testbed.ts';

const STOP_MS = 20_000;
const PASSED_WITHIN_MS = 120_000;

/**
 * @param roles roles of the processes of the bank
 * @param onFault called when a process ends that the run did not end
 */
export function createSplitTestbed(
  instance: Instance,
  roles: readonly Role[],
  onFault: (text: string) => void,
): Testbed {
  const processes = new Map<Role, Tethered>();
  /** The bank that was started with the fail point of the next fault. */
  let armedBank: Tethered | null = null;
  let temporal: Awaited<ReturnType<typeof startTemporal>> | null = null;
  let chain: Awaited<ReturnType<typeof launchChain>> | null = null;

  function launch(role: Role, failPoint: string | null): Tethered {
    const part = spawnTethered({
      command: process.execPath,
      args: [join(ROOT, 'bank', 'server.ts')],
      env: {
        ...instance.env,
        KONTOR_ROLE: role,
        TEMPORAL_ADDRESS: `127.0.0.1:${instance.temporalPort}`,
        ...(role === 'training' ? { KONTOR_ADMIN_PORT: String(instance.trainingAdminPort) } : {}),
        ...(failPoint === null ? {} : { KONTOR_FAIL_POINT: failPoint }),
      },
      output: instance.output,
      ipc: true,
      graceMs: STOP_MS,
    });
    processes.set(role, part);
    void part.exited.then(({ code, signal }) => {
      if (processes.get(role) !== part) return;
      if (failPoint === null) onFault(`${role} ended by itself: ${signal ?? code}`);
    });
    return part;
  }

  async function kill(role: Role): Promise<void> {
    const part = processes.get(role);
    processes.delete(role);
    await killAll([part?.pid ?? 0]);
  }

  /** Kills the bank and starts it again with a fail point. */
  async function restartWithFailPoint(failPoint: string): Promise<Tethered> {
    await kill('all');
    return launch('all', failPoint);
  }

  /** Waits until the bank has died at the fail point, and starts it again. */
  async function waitForFailPoint(failPoint: string, next: string | null): Promise<number> {
    const victim = armedBank ?? (await restartWithFailPoint(failPoint));
    const timer = setTimeout(() => {
      onFault(`no process reached ${failPoint} within ${PASSED_WITHIN_MS} ms`);
      void victim.kill();
    }, PASSED_WITHIN_MS);
    const { code, signal } = await victim.exited;
    const now = performance.now();
    clearTimeout(timer);
    if (signal !== 'SIGKILL') onFault(`${failPoint}: the bank ended with ${signal ?? code}`);
    const started = launch('all', next);
    armedBank = next === null ? null : started;
    return now;
  }

  return {
    async start() {
      temporal = await startTemporal({
        binary: instance.temporalBinary,
        port: instance.temporalPort,
        uiPort: null,
        databaseFile: join(instance.dataDir, 'temporal.db'),
        logFile: join(instance.dataDir, 'temporal.log'),
        pidFile: join(instance.dataDir, 'temporal.pid'),
      });
      chain = await startChain(instance);
      for (const role of roles) launch(role, null);
    },
    async strike({ kind, failPoint }, next) {
      if (failPoint !== null) return waitForFailPoint(failPoint, next?.failPoint ?? null);
      const role = kind === 'bank-alone' ? 'bank' : kind;
      if (role !== 'bank' && role !== 'training') throw new Error(`no part has the name ${kind}`);
      const now = performance.now();
      await kill(role);
      launch(role, null);
      return now;
    },
    async stop() {
      const stopping = [...processes];
      processes.clear();
      const exits = await Promise.all(stopping.map(([, part]) => part.stop(STOP_MS)));
      for (const [index, { code, signal }] of exits.entries()) {
        if (code !== 0) onFault(`${stopping[index]?.[0]} stopped with ${signal ?? code}`);
      }
      await temporal?.stop();
      await chain?.stop();
    },
    release() {
      processes.clear();
    },
  };
}

/** Starts the chain as the supervisor does, with the same state. */
async function startChain({ dataDir, chainPort }: Instance) {
  const binary = findAnvil();
  if (binary === null) return null;
  const chain = await launchChain({
    binary,
    port: chainPort,
    stateFile: join(dataDir, 'chain.json'),
    logFile: join(dataDir, 'chain.log'),
    pidFile: join(dataDir, 'chain.pid'),
  });
  await chain.ready;
  return chain;
}
