// Unattended downloads: a wheel by the pip of this machine, and any other program that writes files
// into a folder. This file uses only Node's own modules, because it runs before the packages are
// installed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PIPS = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['pip3'], ['pip']];
const MAX_DOWNLOAD_MS = 10 * 60_000;

/**
 * Downloads a wheel without its dependencies; installs nothing.
 * @param {string} requirement name and version, as pip takes them
 * @param {string} folder an empty one
 * @returns {Promise<string>} path of the wheel, whose hash is not checked
 */
export async function downloadWheel(requirement, folder) {
  const options = ['download', '--no-deps', '--only-binary', ':all:', '--quiet', '--no-input'];
  const limits = ['--disable-pip-version-check', '--retries', '1', '--timeout', '15'];
  const reasons = new Set();
  for (const pip of PIPS) {
    try {
      const command = [...pip, ...options, ...limits, '--dest', folder, requirement];
      await runWatched(command, folder, MAX_DOWNLOAD_MS);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      // Another pip is tried only when one is not installed: all of them use the same network.
      if (!/ENOENT|No module named pip/.test(text)) throw error;
      reasons.add(text);
      continue;
    }
    const name = readdirSync(folder).find((file) => file.endsWith('.whl'));
    if (!name) throw new Error('pip downloaded no wheel');
    return join(folder, name);
  }
  throw new Error([...reasons].join(', '));
}

/**
 * Runs a download; it is killed when nothing in its folder grows for `silenceMs`.
 * @param {readonly string[]} command
 * @param {string} folder
 * @param {number} silenceMs
 * @returns {Promise<void>}
 */
export function runWatched([program = '', ...args], folder, silenceMs) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let errorOutput = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errorOutput = (errorOutput + text).slice(-4_000);
    });
    let grewAt = performance.now();
    let bytes = 0;
    const began = grewAt;
    const watch = setInterval(() => {
      const now = performance.now();
      const size = bytesIn(folder);
      if (size !== bytes) grewAt = now;
      bytes = size;
      if (now - grewAt < silenceMs && now - began < MAX_DOWNLOAD_MS) return;
      errorOutput = `no data for ${Math.round((now - grewAt) / 1000)} s`;
      child.kill('SIGKILL');
    }, 250);
    child.once('error', reject).once('close', (code) => {
      clearInterval(watch);
      if (code === 0) resolve();
      else reject(new Error(lastErrorLine(errorOutput) || `${program} ended with ${code}`));
    });
  });
}

/** @param {string} folder */
export function bytesIn(folder) {
  if (!existsSync(folder)) return 0;
  const sizes = readdirSync(folder).map((name) => {
    return statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {string} text */
function lastErrorLine(text) {
  const lines = text.split('\n').map((line) => line.trim());
  const errors = lines.filter((line) => /^(\w*Error|ERROR)\b/.test(line));
  return (errors.at(-1) ?? lines.filter((line) => line !== '').at(-1) ?? '').slice(0, 300);
}
