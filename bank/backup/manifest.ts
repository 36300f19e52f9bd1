// The manifest of a backup: its files with their hashes, and the signed state of each log. A folder
// without a manifest is not a backup.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedState } from '../../db/kernel/snapshot.ts';
import { BackupFault, isSameProof, readStored, type StoredBlob, type Vault } from './vault.ts';

export const MANIFEST = 'manifest.json';
const FORMAT = 'kontor-backup/1';
const PATH = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

export interface StoredFile extends StoredBlob {
  /** Path below the data directory, with slashes. */
  readonly path: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly madeAt: string;
  /** Id of the key that encrypts the files; null when they are not encrypted. */
  readonly keyId: string | null;
  readonly files: readonly StoredFile[];
  /** The newest checkpoint of each log; null when the log has none. */
  readonly logs: Readonly<Record<string, SignedState | null>>;
  /** Paths of the keys that the backup leaves out. */
  readonly keysLeftOut: readonly string[];
}

/** The text of the manifest, followed by a proof of the key when the backup is encrypted. */
export function formatManifest(manifest: Omit<Manifest, 'format'>, vault: Vault): string {
  const text = JSON.stringify({ format: FORMAT, ...manifest }, null, 2);
  const proof = vault.proofOf(text);
  return proof === null ? `${text}\n` : `${text}\n${proof}\n`;
}

/** SHA-256 of a text, in hexadecimal. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Reads the manifest of a backup and compares every file with it.
 * @param pinned SHA-256 of the manifest, as printed by `backup`; null to accept any
 * @throws BackupFault when the backup is incomplete, was changed, or has another key
 */
export async function checkBackup(
  folder: string,
  { vault, pinned }: { readonly vault: Vault; readonly pinned: string | null },
): Promise<Manifest> {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new BackupFault(`${folder} has no ${MANIFEST}: it is no backup`);
  const text = readFileSync(file, 'utf8');
  if (pinned !== null && sha256Of(text) !== pinned.toLowerCase()) {
    throw new BackupFault(`${MANIFEST} does not have that SHA-256`);
  }
  const manifest = readText(text, vault);
  const listedPaths = new Set([MANIFEST, ...manifest.files.map(({ path }) => path)]);
  const extra = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .filter((path) => !listedPaths.has(path));
  if (extra.length > 0) throw new BackupFault(`${extra[0]} is not in the manifest`);
  for (const { path, bytes, sha256 } of manifest.files) {
    const filePath = join(folder, path);
    if (!existsSync(filePath)) throw new BackupFault(`${path} is missing`);
    const checks = await readStored(filePath);
    if (checks.bytes !== bytes || checks.sha256 !== sha256) {
      throw new BackupFault(`${path} is not the file that was backed up: its SHA-256 differs`);
    }
  }
  return manifest;
}

function readText(text: string, vault: Vault): Manifest {
  const end = text.lastIndexOf('\n}') + 2;
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text.slice(0, end)) as Manifest;
  } catch (cause) {
    throw new BackupFault(`${MANIFEST} cannot be read`, { cause });
  }
  if (manifest.format !== FORMAT) {
    throw new BackupFault(`${MANIFEST} has another format than ${FORMAT}`);
  }
  if (manifest.keyId !== vault.keyId) {
    const key = manifest.keyId;
    throw new BackupFault(
      key === null
        ? 'the backup is not encrypted, and KONTOR_BACKUP_KEY is set: unset it'
        : `the backup is encrypted with key ${key}: set KONTOR_BACKUP_KEY to it`,
    );
  }
  const proof = vault.proofOf(text.slice(0, end));
  if (proof !== null && !isSameProof(proof, text.slice(end).trim())) {
    throw new BackupFault(`${MANIFEST} was changed: it was not written with that key`);
  }
  const strangePath = manifest.files.find(({ path }) => !PATH.test(path));
  if (strangePath) throw new BackupFault(`${MANIFEST} names a path that no backup has`);
  return manifest;
}
