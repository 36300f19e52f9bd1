// A statement that may be rolled back writes no temporary file, however many pages it changes.

import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { temporaryFolder } from '../ledger-file.ts';

const OPEN_FILES = '/proc/self/fd';

/** Lists the open files of this process that are deleted, as SQLite's temporary files are. */
function filesWithoutName(): string[] {
  return readdirSync(OPEN_FILES).flatMap((value) => {
    try {
      const path = readlinkSync(join(OPEN_FILES, value));
      return path.endsWith(' (deleted)') ? [path] : [];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === 'linux')(
  'a statement that changes a megabyte writes no temporary file for its rollback',
  async () => {
    const folder = temporaryFolder();
    const database = openDatabase(join(folder, 'ledger.db'), 'ledger');
    onTestFinished(() => database.close());
    const { raw } = database;
    const manyRows = `WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5000)
      INSERT INTO wide SELECT hex(randomblob(16)), hex(randomblob(100)) FROM c`;
    raw.exec('CREATE TABLE wide (id TEXT PRIMARY KEY, text TEXT CHECK (length(text) > 0))');
    raw.exec(manyRows);
    const before = filesWithoutName();
    const during = await database.write(() => {
      raw.exec(manyRows);
      return filesWithoutName();
    });
    expect(during.filter((path) => !before.includes(path))).toEqual([]);
  },
);
