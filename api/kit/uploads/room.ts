// Keeps the bodies of uploads while they are examined: files of the data directory that are removed
// with their request or, after a crash, at the next start of the bank.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { type UploadSlots, uploadSlots } from './slots.ts';

export interface UploadRoom {
  readonly slots: Readonly<Record<EnvironmentName, UploadSlots>>;
  /** A path that nothing lies at yet. */
  newPath(): string;
  remove(path: string): Promise<void>;
}

/** Longer than any request lives: an older file has no owner. */
const FORGOTTEN_MS = 3_600_000;

/** Containers that share the directory have the same numbers for their processes. */
const OWN = hostname().replaceAll(/[^\w-]/g, '_');

/** Opens the room and removes files that earlier processes left. */
export function uploadRoom(dataDir: string): UploadRoom {
  const folder = join(dataDir, 'uploads');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isForgotten(path, name)) rmSync(path, { force: true });
  }
  return {
    slots: { sandbox: uploadSlots(folder), production: uploadSlots(folder) },
    newPath() {
      return join(folder, `${OWN}.${process.pid}.${randomUUID()}.part`);
    },
    remove: (path) => rm(path, { force: true }),
  };
}

/** This process has uploaded nothing yet: a file with its number is of one that had it before. */
function isForgotten(path: string, name: string): boolean {
  const [host = '', number] = name.split('.');
  const pid = Number(number);
  if (!(pid > 0)) return true;
  if (host === OWN && (pid === process.pid || !isAlive(pid))) return true;
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs > FORGOTTEN_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
