// Takes a backup of a running bank: first the databases, then the files to which their rows refer.
// The backup has a temporary name until all of it is on disk.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ARCHIVES } from '../../db/archives/folder.ts';
import { ledgerFiles } from '../../db/kernel/ledger-files.ts';
import { copyDatabase, newestCheckpoint, type SignedState } from '../../db/kernel/snapshot.ts';
import { lockMoves } from '../../db/moves/lock.ts';
import { AUDIT_HEAD_FILE } from '../../identity/audit-head.ts';
import { formatManifest, MANIFEST, type StoredFile, sha256Of } from './manifest.ts';
import { inPartialFolder } from './partial-folder.ts';
import { BackupFault, flush, OWNER_ONLY, type Vault } from './vault.ts';

/** The platform comes last, so that its copy has every developer whom a copied ledger mentions. */
const databasesIn = (dataDir: string) => [...ledgerFiles(dataDir), 'platform'];
/** Folders of files to which rows refer: models, training rows, images, results, archives. */
const FOLDERS = ['models', 'datasets', 'documents', 'scores', ARCHIVES];
/** Names of the files of sealing and signing keys. */
const KEY_FILES = /^(payload\.key|[\w-]+-log-key\.pem[\w.-]*)$/;

export interface BackupOrder {
  readonly dataDir: string;
  /** Directory of the logs' keys; null for the data directory. */
  readonly logKeyDir: string | null;
  /** Must not exist. */
  readonly to: string;
  readonly vault: Vault;
  /** True to include keys in an unencrypted backup. An encrypted backup always includes them. */
  readonly withKeys: boolean;
  readonly failPoint: (name: string) => void;
}

export interface BackupResult {
  readonly files: number;
  readonly bytes: number;
  readonly manifestSha256: string;
  readonly logs: Readonly<Record<string, SignedState | null>>;
  readonly keysLeftOut: readonly string[];
}

/**
 * Takes a backup.
 * @throws BackupFault when there is no bank, or the target exists
 */
export async function takeBackup(order: BackupOrder): Promise<BackupResult> {
  const { dataDir } = order;
  const to = resolve(order.to);
  if (existsSync(to)) throw new BackupFault(`${to} exists: name a folder that does not`);
  if (!existsSync(join(dataDir, 'platform.db'))) {
    throw new BackupFault(`no bank in ${dataDir}: start the bank once`);
  }
  const unlock = lockMoves(dataDir);
  if (!unlock) throw new BackupFault('a developer is being moved to another ledger: try again');
  try {
    return await copyTo(order, to);
  } finally {
    unlock();
  }
}

/** Copies all files of a backup, while no developer moves to another ledger. */
async function copyTo(order: BackupOrder, to: string): Promise<BackupResult> {
  const { dataDir, vault, failPoint } = order;
  const keys = listKeys(order);
  const hasKeys = order.withKeys || vault.keyId !== null;
  const keysLeftOut = hasKeys ? [] : keys.map(({ path }) => path);
  const madeAt = new Date().toISOString();
  return inPartialFolder(to, async (folder) => {
    const plainFolder = join(folder, 'plain');
    mkdirSync(plainFolder, { mode: OWNER_ONLY.folder });
    const files: StoredFile[] = [];
    const store = async (from: string, path: string) => {
      files.push({ path, ...(await vault.store(from, join(folder, path), path)) });
    };
    // Read before the databases, so that the copied log contains at least the entries that the head covers.
    const head = join(dataDir, AUDIT_HEAD_FILE);
    if (existsSync(head)) copyFileSync(head, join(plainFolder, AUDIT_HEAD_FILE));
    const logs: Record<string, SignedState | null> = {};
    for (const name of databasesIn(dataDir)) {
      const from = join(dataDir, `${name}.db`);
      if (!existsSync(from)) continue;
      const copy = join(plainFolder, `${name}.db`);
      await copyDatabase(from, copy);
      if (name !== 'platform') logs[name] = newestCheckpoint(copy);
      await store(copy, `${name}.db`);
      rmSync(copy);
      failPoint('backup-database');
    }
    if (existsSync(join(plainFolder, AUDIT_HEAD_FILE))) {
      await store(join(plainFolder, AUDIT_HEAD_FILE), AUDIT_HEAD_FILE);
    }
    const remainingFiles = [...(hasKeys ? keys : []), ...listFiles(dataDir)];
    for (const { from, path } of remainingFiles) await storeIfPresent(store, from, path);
    rmSync(plainFolder, { recursive: true });
    failPoint('backup-manifest');
    const text = formatManifest({ madeAt, keyId: vault.keyId, files, logs, keysLeftOut }, vault);
    writeFileSync(join(folder, MANIFEST), text, { mode: OWNER_ONLY.file });
    await flush(join(folder, MANIFEST));
    await flush(folder);
    failPoint('backup-rename');
    renameSync(folder, to);
    await flush(dirname(to));
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { files: files.length, bytes, manifestSha256: sha256Of(text), logs, keysLeftOut };
  });
}

function listKeys({ dataDir, logKeyDir }: BackupOrder) {
  const keyDirs = [dataDir, ...(logKeyDir === null ? [] : [logKeyDir])];
  const keys = new Map<string, string>();
  for (const dir of keyDirs) {
    for (const name of readdirSync(dir)) if (KEY_FILES.test(name)) keys.set(name, join(dir, name));
  }
  return [...keys].map(([path, from]) => ({ from, path }));
}

/** The files of the data directory to which rows may refer. */
function listFiles(dataDir: string) {
  return FOLDERS.filter((name) => existsSync(join(dataDir, name))).flatMap((name) =>
    readdirSync(join(dataDir, name), { recursive: true, encoding: 'utf8' })
      .map((path) => join(name, path))
      .filter((path) => statSync(join(dataDir, path), { throwIfNoEntry: false })?.isFile())
      .map((path) => ({ from: join(dataDir, path), path })),
  );
}

/** Stores a file, unless the bank deletes it meanwhile because no row refers to it. */
async function storeIfPresent(
  store: (from: string, path: string) => Promise<void>,
  from: string,
  path: string,
): Promise<void> {
  try {
    await store(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(from)) throw error;
  }
}
