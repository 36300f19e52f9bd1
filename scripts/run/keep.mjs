// Keeps one child process running: restarts it when it ends, and gives up after too many restarts.

import { Stop, say } from '../say.mjs';
import { CONFIG_EXIT } from './bank.mjs';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const LOOP_WINDOW_MS = 60_000;

/**
 * @typedef {object} Child
 * @property {Promise<import('./tether.mjs').Exit>} exited
 * @property {Promise<void>} ready
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} kill
 */

/**
 * @param {object} options
 * @param {string} options.name
 * @param {() => Promise<Child>} options.launch
 * @param {number} options.crashLimit most unexpected ends within a minute
 * @param {string} options.outputHint where the operator finds the child's last output
 */
export function keepRunning({ name, launch, crashLimit, outputHint }) {
  /** @type {Child | null} */
  let current = null;
  let isStopping = false;
  let endPause = () => {};
  /** @type {(value: void) => void} */
  let becomeReady = () => {};
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    becomeReady = resolve;
  });

  async function run() {
    /** @type {number[]} */
    let endTimes = [];
    let pauseMs = FIRST_PAUSE_MS;
    while (!isStopping) {
      const child = await launch();
      current = child;
      // The supervisor was asked to stop while the child was being launched.
      if (isStopping) await child.stop();
      let wasReady = false;
      void child.ready.then(
        () => {
          wasReady = true;
          if (endTimes.length > 0 && !isStopping) say(`${name} is back`);
          becomeReady();
        },
        () => undefined,
      );
      const exit = await child.exited;
      if (isStopping) return;
      if (exit.code === CONFIG_EXIT) {
        throw new Stop(`${name} cannot use its configuration: see its line above`, {
          exitCode: CONFIG_EXIT,
        });
      }
      const now = performance.now();
      endTimes = [...endTimes.filter((at) => now - at < LOOP_WINDOW_MS), now];
      if (endTimes.length > crashLimit) {
        const times = `${endTimes.length} times within ${LOOP_WINDOW_MS / 1000} s`;
        throw new Stop(`${name} ended ${times} (${describeExit(exit)}): ${outputHint}`);
      }
      // A child that had become ready, or that was killed, is restarted at once; one that ends by
      // itself before it is ready is restarted after ever longer pauses.
      if (wasReady || exit.signal === 'SIGKILL') pauseMs = FIRST_PAUSE_MS;
      say(`${name} ended (${describeExit(exit)}): starting it again in ${pauseMs} ms`);
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** @param {number} ms */
  function pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  /** Rejects when the child cannot be kept running. */
  const ended = run();
  return {
    ready,
    ended,
    stop: async () => {
      isStopping = true;
      endPause();
      await current?.stop();
      await ended.catch(() => undefined);
    },
    kill: async () => {
      isStopping = true;
      endPause();
      await current?.kill();
    },
  };
}

/** @param {import('./tether.mjs').Exit} exit */
function describeExit({ code, signal }) {
  return signal ?? `exit code ${code}`;
}
