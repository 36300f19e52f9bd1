// A client names the commits that it has seen. On a real PostgreSQL server, a process that lacks such
// a commit catches up before it answers, reports a commit of another history, and answers with an
// error when the server is unreachable.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseUnreachable } from '../../../db/kernel/database-unreachable.ts';
import { openReplica, type Replica } from '../../../db/postgres/replica.ts';
import { createSeenCommits, partsOf } from '../../../db/postgres/seen-commits.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { openWire } from '../../kit/outside/postgres-wire.ts';
import { makeCopyFolder, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();

async function openProcessOn(url: string) {
  const folder = makeCopyFolder();
  const replica = await openReplica({
    url,
    folder: folder.path,
    name: 'platform',
    schema: 'platform',
  });
  onTestFinished(async () => {
    await replica.close();
    folder.remove();
  });
  const { raw } = replica.database;
  const insert = 'INSERT INTO application_reminders VALUES (?, 1, 1)';
  const writeNote = (id: string) => replica.database.write(() => void raw.prepare(insert).run(id));
  const hasNote = (id: string) =>
    raw.prepare('SELECT 1 FROM application_reminders WHERE application_id = ?').get(id) !==
    undefined;
  return {
    replica,
    writeNote: writeNote,
    hasNote: hasNote,
    seen: createSeenCommits(new Map([['platform', replica]])),
  };
}

const formatPosition = ({ position }: Replica) =>
  `p${position().number}-${position().mark.slice(0, 8)}`;

test.skipIf(!server)(
  'a process, even a restarted one, applies every commit that a client has seen before it answers',
  async () => {
    const url = (server as PostgresServer).database('seen_here');
    const writer = await openProcessOn(url);
    const wire = await openWire(url);
    onTestFinished(wire.end);
    const reader = await openProcessOn(wire.url);
    await writer.writeNote('a');
    const first = formatPosition(writer.replica);
    expect(writer.seen.text('all')).toBe(first);
    expect(await reader.seen.reach(first)).toBe('here');
    expect(reader.hasNote('a')).toBe(true);
    await writer.writeNote('b');
    expect(await reader.seen.reach(formatPosition(writer.replica))).toBe('here');
    // An earlier commit is identified by its mark, here and in a new process.
    const other = first.replace(/-.*/, '-00000000');
    const newProcess = await openProcessOn(url);
    for (const item of [reader, newProcess]) {
      expect(await item.seen.reach(first)).toBe('here');
      expect(await item.seen.reach(other)).toBe('lost');
    }
    // While the server does not answer, newer commits are unknown.
    wire.setClosed(true);
    await pause(50);
    await writer.writeNote('c');
    await expect(reader.seen.reach(formatPosition(writer.replica))).rejects.toThrow(
      DatabaseUnreachable,
    );
    expect(await reader.seen.reach(first)).toBe('here');
  },
);

test.skipIf(!server)(
  'every process reports a lost commit to its client, even when its number was used again',
  async () => {
    const url = (server as PostgresServer).database('seen_lost');
    const writer = await openProcessOn(url);
    await writer.writeNote('a');
    const { number, mark } = writer.replica.position();
    const position = formatPosition(writer.replica);
    await writer.writeNote('lost');
    const lostPosition = formatPosition(writer.replica);
    // The state after a failover to a lagging standby.
    await queryServer(
      url,
      `UPDATE platform.commit_head SET number = ${number}, mark = '${mark}';
       DELETE FROM platform.commits WHERE number > ${number};
       DELETE FROM platform.application_reminders WHERE application_id = 'lost'`,
    );
    const other = await openProcessOn(url);
    expect(await other.seen.reach(lostPosition)).toBe('lost');
    await other.writeNote('b');
    expect(formatPosition(other.replica).split('-')[0]).toBe(lostPosition.split('-')[0]);
    expect(await other.seen.reach(lostPosition)).toBe('lost');
    await writer.writeNote('c');
    for (const item of [writer, other]) {
      expect(await item.seen.reach(lostPosition)).toBe('lost');
      expect(await item.seen.reach(position)).toBe('here');
    }
  },
);

test('the header of seen commits has one part for each schema, and any other form is refused', () => {
  expect(partsOf('p1-0123abcd.s22-89abcdef')).toEqual([
    { letter: 'p', number: 1, mark: '0123abcd' },
    { letter: 's', number: 22, mark: '89abcdef' },
  ]);
  for (const text of [
    '',
    'p1',
    'p1-0123abcd.',
    'x1-0123abcd',
    'p1-0123ABCD',
    'p-1-0123abcd',
    'p1-0123abcd.p2-0123abcd',
    'p1-0123abcd, s1-0123abcd',
    `p${'9'.repeat(16)}-0123abcd`,
  ]) {
    expect(partsOf(text), text).toBeNull();
  }
});
