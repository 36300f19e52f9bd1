// Pid files that recognise recycled pids: each names its process by pid and start time.
import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string} began start time of the process, as the system reports it
 * @property {string} what
 */

export class PidFileHeld extends Error {
  /** @param {Holder} holder */
  constructor(holder) {
    super(`held by ${holder.what}, process ${holder.pid}`);
    this.holder = holder;
  }
}

/**
 * Returns the start time of a process; null when it does not run or is a zombie.
 * @param {number} pid
 * @returns {string | null}
 */
export function readStartTime(pid) {
  return process.platform === 'linux' ? readStartFromProc(pid) : readStartFromPs(pid);
}

/**
 * @param {number} pid
 * @returns {string | null}
 */
function readStartFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name, in brackets, may hold anything: count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${bootId}:${fields[19]}`;
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {string | null}
 */
function readStartFromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
  });
  const [, state, began] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(stdout ?? '') ?? [];
  return began === undefined || state?.startsWith('Z') ? null : began;
}

/**
 * @param {string} path
 * @returns {Holder | null}
 */
export function readPidFile(path) {
  try {
    const { pid, began, what } = JSON.parse(readFileSync(path, 'utf8'));
    const isHolder = Number.isSafeInteger(pid) && pid > 1 && typeof began === 'string';
    return isHolder ? { pid, began, what: String(what) } : null;
  } catch {
    return null;
  }
}

/**
 * Returns true while the process that the file names runs, and not another one with its pid.
 * @param {Holder} holder
 */
export function isRunning(holder) {
  return readStartTime(holder.pid) === holder.began;
}

/**
 * Makes this process the only holder of a file, and replaces a file of a process that has ended.
 * @param {string} path
 * @param {string} purpose
 * @throws {PidFileHeld} while another holder runs
 */
export function claimPidFile(path, purpose) {
  const ownContent = JSON.stringify(describeHolder(process.pid, purpose));
  for (;;) {
    if (createAtomically(path, ownContent))
      return { release: () => removeIfUnchanged(path, ownContent) };
    const holder = readPidFile(path);
    if (holder !== null && isRunning(holder)) throw new PidFileHeld(holder);
    removeStale(path);
  }
}

/**
 * Records the pid of a child, which leads a process group, for the next start.
 * @param {string} path
 * @param {number} pid
 * @param {string} purpose
 */
export function recordPid(path, pid, purpose) {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(describeHolder(pid, purpose)));
  renameSync(draft, path);
}

/**
 * Ends the process group that an earlier start recorded, if it is still the same: SIGTERM, then
 * SIGKILL after `graceMs`. Removes the file.
 * @param {string} path
 * @param {number} graceMs
 * @returns {Promise<boolean>} true when a process was running
 */
export async function endRecorded(path, graceMs) {
  const holder = readPidFile(path);
  const wasRunning = holder !== null && isRunning(holder);
  if (wasRunning) {
    signalGroup(holder.pid, 'SIGTERM');
    if (!(await waitUntilGone(holder, graceMs))) {
      signalGroup(holder.pid, 'SIGKILL');
      await waitUntilGone(holder, 5_000);
    }
  }
  rmSync(path, { force: true });
  return wasRunning;
}

/**
 * @param {Holder} holder
 * @param {number} limitMs
 */
async function waitUntilGone(holder, limitMs) {
  const until = performance.now() + limitMs;
  while (isRunning(holder)) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

/**
 * @param {number} pid
 * @param {string} purpose
 * @returns {Holder}
 */
function describeHolder(pid, purpose) {
  return { pid, began: readStartTime(pid) ?? 'ended', what: purpose };
}

/**
 * Creates a file atomically: a link, unlike an exclusive open, never shows a half-written file.
 * @param {string} path
 * @param {string} text
 */
function createAtomically(path, text) {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a stale file. Two starts may find the same stale file: the second start must not remove
 * the new file of the first.
 * @param {string} path
 */
function removeStale(path) {
  const asidePath = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, asidePath);
  } catch {
    return;
  }
  const holder = readPidFile(asidePath);
  if (holder !== null && isRunning(holder)) createAtomically(path, readFileSync(asidePath, 'utf8'));
  rmSync(asidePath, { force: true });
}

/**
 * @param {string} path
 * @param {string} text
 */
function removeIfUnchanged(path, text) {
  try {
    if (readFileSync(path, 'utf8') === text) rmSync(path, { force: true });
  } catch {
    // Another process removed it first.
  }
}
