// Files of models or of data sets in the data directory, named by their SHA-256. A file is complete
// or absent, and each read checks it against its name.

import { rmSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile, hashInTurns } from './file-hash.ts';

/** The file is missing, or its content differs from the registered hash. */
export class ArtifactMismatch extends Error {}

export interface ArtifactStore {
  /** Stores a file; resolves once it is on disk. */
  put(sha256: string, file: Uint8Array): Promise<void>;
  /** @throws ArtifactMismatch */
  get(sha256: string): Promise<Buffer>;
}

/** A store whose files can also be used by path, and deleted. */
export interface FileStore extends ArtifactStore {
  /** Returns the path of a file, whether it exists or not. */
  pathOf(sha256: string): string;
  /**
   * Stores a file of the same disk by a hard link; resolves once the link is on disk.
   * @param path of a file whose bytes are on disk already
   */
  adopt(sha256: string, path: string): Promise<void>;
  /**
   * Checks a file without loading it as a whole.
   * @throws ArtifactMismatch
   */
  verify(sha256: string): Promise<void>;
  /** Deletes the file at once, if it is there. */
  remove(sha256: string): void;
  /** Returns the hashes of files that were written before a time in milliseconds. */
  listOlder(before: number): Promise<string[]>;
}

/** @param dir created when it is missing */
export function createArtifactStore(dir: string, extension = 'onnx'): FileStore {
  const pathOf = (sha256: string) => join(dir, `${sha256}.${extension}`);
  let writeCount = 0;

  async function read(sha256: string): Promise<Buffer> {
    const file = await readFile(pathOf(sha256)).catch((error: unknown) => {
      throw makeReadError(sha256, error);
    });
    if ((await hashInTurns(file)) === sha256) return file;
    throw makeMismatch(sha256);
  }

  async function verify(sha256: string): Promise<void> {
    const hash = await hashFile(pathOf(sha256)).catch((error: unknown) => {
      throw makeReadError(sha256, error);
    });
    if (hash !== sha256) throw makeMismatch(sha256);
  }

  /**
   * Returns false when the file is missing or damaged and must be written again. Renews the time of
   * a sound file first: the sweep of unreferenced files then keeps it until its new row is written.
   */
  async function renewIfSound(sha256: string): Promise<boolean> {
    const now = new Date();
    try {
      await utimes(pathOf(sha256), now, now);
      await verify(sha256);
      return true;
    } catch {
      return false;
    }
  }

  /** Writes a file under a temporary name, then renames it. A sound file that exists is kept. */
  async function writeAndRename(sha256: string, write: (temporary: string) => Promise<void>) {
    if (await renewIfSound(sha256)) return;
    await mkdir(dir, { recursive: true });
    writeCount += 1;
    const temporary = join(dir, `${sha256}.${process.pid}.${writeCount}.part`);
    try {
      await write(temporary);
      await rename(temporary, pathOf(sha256));
    } finally {
      // Renaming does nothing when both names already lead to the same file.
      await rm(temporary, { force: true });
    }
    const folder = await open(dir, 'r');
    await folder.sync().finally(() => folder.close());
  }

  return {
    get: read,
    pathOf,
    verify,
    remove: (sha256) => rmSync(pathOf(sha256), { force: true }),
    adopt: (sha256, path) => writeAndRename(sha256, (temporary) => link(path, temporary)),
    put: (sha256, file) =>
      writeAndRename(sha256, async (temporary) => {
        const handle = await open(temporary, 'w', 0o600);
        try {
          await handle.writeFile(file);
          await handle.sync();
        } finally {
          await handle.close();
        }
      }),
    async listOlder(before) {
      const names = await readdir(dir).catch(() => []);
      const hashes: string[] = [];
      for (const name of names) {
        const [sha256 = '', kind, ...rest] = name.split('.');
        if (kind !== extension || rest.length > 0 || !/^[0-9a-f]{64}$/.test(sha256)) continue;
        const { mtimeMs } = await stat(join(dir, name)).catch(() => ({ mtimeMs: before }));
        if (mtimeMs < before) hashes.push(sha256);
      }
      return hashes;
    },
  };
}

function makeReadError(sha256: string, cause: unknown): ArtifactMismatch {
  return new ArtifactMismatch(`the model file ${sha256} cannot be read`, { cause });
}

function makeMismatch(sha256: string): ArtifactMismatch {
  return new ArtifactMismatch(`the model file ${sha256} has changed`);
}
