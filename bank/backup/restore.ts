// Restores a data directory from a backup. It has a temporary name until every file is restored and
// its books balance.

import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkBackup, type Manifest } from './manifest.ts';
import { inPartialFolder } from './partial-folder.ts';
import { BackupFault, flush, type Vault } from './vault.ts';

export interface RestoreOrder {
  readonly from: string;
  /** Must be empty or not exist. */
  readonly dataDir: string;
  /** SHA-256 of the manifest, as printed by `backup`; null to accept any. */
  readonly pinned: string | null;
  readonly vault: Vault;
  /**
   * Verifies the books of a folder as of `madeAt`.
   * @throws when they do not balance
   */
  readonly verify: (folder: string, madeAt: string) => Promise<void>;
  readonly failPoint: (name: string) => void;
}

/**
 * Restores a backup.
 * @throws BackupFault when it is incomplete or the directory is not empty
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { pinned, vault, failPoint } = order;
  const [from, to] = [resolve(order.from), resolve(order.dataDir)];
  if (existsSync(to) && readdirSync(to).length > 0) {
    throw new BackupFault(`${to} is not empty: move it away, or name another --data`);
  }
  const manifest = await checkBackup(from, { vault, pinned });
  return inPartialFolder(to, async (folder) => {
    for (const { path } of manifest.files) {
      await vault.restore(join(from, path), join(folder, path), path);
      failPoint('restore-file');
    }
    await order.verify(folder, manifest.madeAt);
    await flush(folder);
    failPoint('restore-rename');
    if (existsSync(to)) rmdirSync(to);
    renameSync(folder, to);
    await flush(dirname(to));
    return manifest;
  });
}
