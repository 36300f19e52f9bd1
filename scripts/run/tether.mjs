// A child that cannot outlive its parent. It runs under a small shell that holds one end of a pipe;
// the parent holds the other end and never writes. When the parent ends in any way, the pipe
// closes, and the shell ends the child.
import { spawn } from 'node:child_process';

// The shell becomes the child (exec), so the child's pid, exit code and signals are its own; the
// subshell that reads the pipe keeps running. Both are alone in one process group, whose number
// cannot be used again while the subshell lives: signals go to the group, never to a pid. A child
// that ended but is not reaped (a container without an init) counts as ended.
const TETHER_SCRIPT = `
exec 9<&0 </dev/null
(
  trap '' TERM INT HUP
  read -r _ <&9
  kill -s TERM -- "-$$"
  n=0
  while [ $n -lt "$0" ] && kill -s 0 $$; do
    read -r _ _ state _ < /proc/$$/stat && [ "$state" = Z ] && break
    sleep 0.1
    n=$((n + 1))
  done
  kill -s KILL -- "-$$"
) >/dev/null 2>&1 3<&- &
exec "$@" 9<&-
`;

/**
 * @typedef {object} Exit
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 */

/**
 * @typedef {object} Tethered
 * @property {number} pid
 * @property {Promise<Exit>} exited
 * @property {(graceMs: number) => Promise<Exit>} stop SIGTERM, then SIGKILL for its whole group
 * @property {() => Promise<Exit>} kill SIGKILL for its whole process group
 */

/**
 * @param {object} options
 * @param {string} options.command
 * @param {readonly string[]} options.args
 * @param {NodeJS.ProcessEnv} options.env
 * @param {'inherit' | number} options.output the parent's own output, or an open file
 * @param {boolean} [options.ipc] true opens an IPC channel to the parent
 * @param {(message: unknown) => void} [options.hear] receives the messages of the child on that
 * channel
 * @param {number} options.graceMs time to end after the parent has ended, before SIGKILL
 * @returns {Tethered}
 */
export function spawnTethered({ command, args, env, output, ipc = false, hear, graceMs }) {
  const tenths = String(Math.ceil(graceMs / 100));
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['pipe', output, output];
  if (ipc) stdio.push('ipc');
  // A session of its own: Ctrl-C in the terminal reaches the parent alone, which stops its children
  // in order.
  const child = spawn('sh', ['-c', TETHER_SCRIPT, tenths, command, ...args], {
    detached: true,
    env,
    stdio,
  });
  if (hear) child.on('message', hear);
  const pid = child.pid ?? -1;
  child.stdin?.on('error', () => undefined);
  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => {
      signalGroup(pid, 'SIGKILL');
      child.stdin?.destroy();
      resolve({ code, signal });
    });
  });
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) signalGroup(pid, 'SIGKILL');
    return exited;
  };
  return {
    pid,
    exited,
    kill,
    stop: async (stopGraceMs) => {
      child.kill('SIGTERM');
      const timer = setTimeout(kill, stopGraceMs);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  // -1 would address every process of the user.
  if (pid <= 1) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // No process of the group is left.
  }
}
