// Stores the bodies of uploads while they are examined: files in the data directory that are
// removed at the end of their request or, after a crash, at the next start of the bank.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { type UploadSlots, uploadSlots } from './slots.ts';

export interface UploadStorage {
  readonly slots: Readonly<Record<EnvironmentName, UploadSlots>>;
  /** Returns an unused path. */
  newPath(): string;
  remove(path: string): Promise<void>;
}

/** Longer than any request takes: an older file has no owner. */
const ABANDONED_MS = 3_600_000;

/** Part of file names, because containers that share the directory may have equal process ids. */
const HOST_NAME = hostname().replaceAll(/[^\w-]/g, '_');

/** Opens the storage and removes files that earlier processes left. */
export function openUploadStorage(dataDir: string): UploadStorage {
  const folder = join(dataDir, 'uploads');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isAbandoned(path, name)) rmSync(path, { force: true });
  }
  return {
    slots: { sandbox: uploadSlots(folder), production: uploadSlots(folder) },
    newPath() {
      return join(folder, `${HOST_NAME}.${process.pid}.${randomUUID()}.part`);
    },
    remove: (path) => rm(path, { force: true }),
  };
}

/**
 * True for a file of an ended process. This process has uploaded nothing yet, so a file with its id
 * belongs to an earlier process.
 */
function isAbandoned(path: string, name: string): boolean {
  const [host = '', number] = name.split('.');
  const pid = Number(number);
  if (!(pid > 0)) return true;
  if (host === HOST_NAME && (pid === process.pid || !isAlive(pid))) return true;
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs > ABANDONED_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
