// PostgreSQL continues from an earlier commit than that of the copy, as after a failover to a standby
// that lagged. The copy reloads only the rows that were written since that commit.

import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Loss } from '../../../db/postgres/loss.ts';
import { openReplica } from '../../../db/postgres/replica.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { openWire } from '../../kit/outside/postgres-wire.ts';
import { makeCopyFolder, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();

async function openProcessOn(url: string, folder: string) {
  const losses: Loss[] = [];
  const replica = await openReplica({
    ...{ url, folder, name: 'platform', schema: 'platform' },
    notices: {
      onForeignServer() {},
      onOwnServer() {},
      onDifference() {},
      onCopyWritten() {},
      onLoss: async (loss) => void losses.push(loss),
    },
  });
  const { raw } = replica.database;
  const execute = (sql: string) => replica.database.write(() => void raw.exec(sql));
  const addReminders = (...ids: string[]) =>
    execute(ids.map((id) => `INSERT INTO application_reminders VALUES ('${id}', 1, 1)`).join(';'));
  const readRows = () => raw.prepare('SELECT * FROM application_reminders ORDER BY 1').raw().all();
  return { replica, losses, execute, addReminders, readRows };
}

test.skipIf(!server)(
  'a copy undoes commits that PostgreSQL has lost, applies those of other processes, and ' +
    'reloads nothing else',
  async () => {
    const { database, urlOf } = server as PostgresServer;
    const url = database('rollback_before');
    const [ownFolder, otherFolder] = [makeCopyFolder(), makeCopyFolder()];
    const first = await openProcessOn(url, ownFolder.path);
    await first.addReminders('kept', 'changed', 'deleted');
    await first.replica.close();
    // The standby has all commits so far.
    database('rollback_behind', 'rollback_before');

    const wire = await openWire(url);
    const copy = await openProcessOn(wire.url, ownFolder.path);
    await copy.addReminders('lost');
    await copy.execute(
      "UPDATE application_reminders SET reminded_at = 2 WHERE application_id = 'changed'",
    );
    await copy.execute("DELETE FROM application_reminders WHERE application_id = 'deleted'");
    // PostgreSQL never had this row: a reload of the whole copy would delete it.
    const raw = new BetterSqlite3(copy.replica.file);
    raw.exec("INSERT INTO application_reminders VALUES ('of the copy alone', 1, 1)");
    raw.close();

    wire.setClosed(true);
    const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'rollback_before'`;
    await queryServer(urlOf('postgres'), endSessions);
    await queryServer(urlOf('postgres'), 'ALTER DATABASE rollback_before RENAME TO rollback_gone');
    await queryServer(
      urlOf('postgres'),
      'ALTER DATABASE rollback_behind RENAME TO rollback_before',
    );
    const other = await openProcessOn(url, otherFolder.path);
    await other.addReminders('other');
    onTestFinished(async () => {
      await Promise.all([copy.replica.close(), other.replica.close()]);
      wire.end();
      for (const folder of [ownFolder, otherFolder]) folder.remove();
    });
    wire.setClosed(false);
    await expect
      .poll(() => copy.replica.catchUp().then(() => copy.replica.position()))
      .toEqual(other.replica.position());
    const reminders = await queryServer(
      url,
      'SELECT * FROM platform.application_reminders ORDER BY 1',
    );
    const serverRows = reminders.rows.map((row) =>
      Object.values(row).map((cell, index) => (index === 0 ? cell : Number(cell))),
    );
    expect(serverRows.map(([id]) => id)).toEqual(['changed', 'deleted', 'kept', 'other']);
    const sharedRows = copy
      .readRows()
      .filter((row) => (row as unknown[])[0] !== 'of the copy alone');
    expect(sharedRows).toEqual(serverRows);
    expect(copy.readRows()).toHaveLength(sharedRows.length + 1);
    await expect.poll(() => copy.losses.map(({ lost }) => lost.application_reminders)).toEqual([1]);
    // The process continues to write.
    await copy.addReminders('later');
    await other.replica.catchUp();
    expect(other.readRows().map((row) => (row as unknown[])[0])).toContain('later');
  },
);
