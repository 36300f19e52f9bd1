// Files of models, or of data sets, in the data directory, told by their SHA-256. A file is there
// wholly or not at all, and is checked against its name each time it is read.

import { rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashInTurns } from './gate/check-model.ts';

/** The file is not there, or is not the one that was registered. */
export class ArtifactMismatch extends Error {}

export interface ArtifactStore {
  /** Keeps a file; on disk when it resolves. */
  put(sha256: string, file: Uint8Array): Promise<void>;
  /** @throws ArtifactMismatch */
  get(sha256: string): Promise<Buffer>;
}

/** A store whose files are also handed on by their path, and deleted. */
export interface FileStore extends ArtifactStore {
  /** Where the file is, or would be. */
  pathOf(sha256: string): string;
  /** Deletes the file at once, if it is there. */
  remove(sha256: string): void;
}

/** @param dir made when it is missing */
export function artifactStore(dir: string, extension = 'onnx'): FileStore {
  const pathOf = (sha256: string) => join(dir, `${sha256}.${extension}`);
  let written = 0;

  async function read(sha256: string): Promise<Buffer> {
    const file = await readFile(pathOf(sha256)).catch((error: unknown) => {
      throw new ArtifactMismatch(`the model file ${sha256} cannot be read`, { cause: error });
    });
    if ((await hashInTurns(file)) === sha256) return file;
    throw new ArtifactMismatch(`the model file ${sha256} has changed`);
  }

  return {
    get: read,
    pathOf,
    remove: (sha256) => rmSync(pathOf(sha256), { force: true }),
    async put(sha256, file) {
      // A file that was damaged is written anew.
      if (await stat(pathOf(sha256)).catch(() => null)) {
        const sound = await read(sha256).catch(() => null);
        if (sound) return;
      }
      await mkdir(dir, { recursive: true });
      written += 1;
      const temporary = join(dir, `${sha256}.${process.pid}.${written}.part`);
      const handle = await open(temporary, 'w', 0o600);
      try {
        await handle.writeFile(file);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, pathOf(sha256));
      const folder = await open(dir, 'r');
      await folder.sync().finally(() => folder.close());
    },
  };
}
