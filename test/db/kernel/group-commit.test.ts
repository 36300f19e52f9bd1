// Group commit: members share a commit and nothing else, and no promise resolves before the commit
// is on disk.

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../db/kernel/connect.ts';
import { CommitFailed, createGroupCommit, isOutage } from '../../../db/kernel/group-commit.ts';
import { Refusal } from '../../../ledger/refusal.ts';
import { temporaryFolder } from '../ledger-file.ts';

/**
 * A database with a table to write to, and a second one whose rows must reference a row of the
 * first by the commit.
 */
function openNotes(file = ':memory:') {
  const database = openDatabase(file, 'ledger');
  onTestFinished(() => database.close());
  database.raw.exec(`CREATE TABLE notes (text TEXT PRIMARY KEY);
    CREATE TABLE answers (text TEXT REFERENCES notes (text) DEFERRABLE INITIALLY DEFERRED)`);
  return {
    database,
    write: database.write,
    note: noteIn(database),
    notes: () => notesIn(database),
  };
}

function noteIn({ raw }: Pick<Database, 'raw'>): (text: string) => string {
  const insert = raw.prepare('INSERT INTO notes VALUES (?)');
  return (text) => {
    insert.run(text);
    return text;
  };
}

function notesIn({ raw }: Pick<Database, 'raw'>): string[] {
  return raw.prepare<[], string>('SELECT text FROM notes ORDER BY rowid').pluck().all();
}

function throwError(): never {
  throw new Error('boom');
}

test('group members that take long have separate commits, in their order', async () => {
  const { database, write, note, notes } = openNotes();
  let commits = 0;
  database.onCommit(() => {
    commits += 1;
  });
  const noteAfterDelay = (text: string) => {
    for (const until = performance.now() + 15; performance.now() < until; );
    return note(text);
  };
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((text) => write(() => noteAfterDelay(text))),
  );
  expect([answers, notes(), commits]).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], 3]);
});

describe('memory that mirrors the database', () => {
  /** Writes a row and a copy in memory, which records its rollback. */
  function openMirroredNotes() {
    const { database, write, note, notes } = openNotes();
    const mirror: string[] = [];
    const noteInBoth = (text: string) => {
      note(text);
      mirror.push(text);
      database.onUndo(() => expect(mirror.pop()).toBe(text));
    };
    return { database, write, jot: noteInBoth, pad: mirror, notes };
  }

  test('is rolled back for each failing member, the latest change first', async () => {
    const { write, jot: noteInBoth, pad, notes } = openMirroredNotes();
    const failed = write(() => {
      noteInBoth('b');
      noteInBoth('c');
      throwError();
    });
    await Promise.all([write(() => noteInBoth('a')), expect(failed).rejects.toThrow('boom')]);
    await write(() => noteInBoth('d'));
    expect(pad).toEqual(['a', 'd']);
    expect(notes()).toEqual(pad);
  });

  test('is rolled back for a failing part, and entirely when the commit fails', async () => {
    const { database, write, jot, pad, notes } = openMirroredNotes();
    await write(() => {
      jot('a');
      expect(() => database.runPart(() => [jot('b'), throwError()])).toThrow('boom');
      jot('c');
    });
    const orphan = () => database.raw.exec("INSERT INTO answers VALUES ('nobody')");
    await expect(write(() => [jot('d'), orphan()])).rejects.toThrow(CommitFailed);
    expect(pad).toEqual(['a', 'c']);
    expect(notes()).toEqual(pad);
  });
});

describe('writes of one turn of the event loop', () => {
  test('share one commit, in the order of their requests', async () => {
    const statements: string[] = [];
    const raw = new BetterSqlite3(':memory:', { verbose: (sql) => statements.push(String(sql)) });
    onTestFinished(() => void raw.close());
    raw.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)');
    const { write } = createGroupCommit(raw);
    const note = noteIn({ raw });
    statements.length = 0;
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => write(() => note(text))));
    expect(answers).toEqual(['a', 'b', 'c']);
    expect(notesIn({ raw })).toEqual(['a', 'b', 'c']);
    expect(statements.filter((sql) => sql.startsWith('BEGIN'))).toHaveLength(1);
    expect(statements.filter((sql) => sql.startsWith('COMMIT'))).toHaveLength(1);
    await write(() => note('d'));
    expect(statements.filter((sql) => sql.startsWith('COMMIT'))).toHaveLength(2);
  });

  test('see the writes of earlier members of the same commit', async () => {
    const { write, note, notes } = openNotes();
    const seen = await Promise.all([write(() => note('elder')), write(() => notes())]);
    expect(seen[1]).toEqual(['elder']);
  });

  test('do not fail when one of them refuses before it writes', async () => {
    const { write, note, notes } = openNotes();
    let runs = 0;
    const writeNote = (text: string) => write(() => [note(text), runs++]);
    const refused = write(() => {
      throw new Refusal('account_not_found');
    });
    const settled = await Promise.allSettled([writeNote('a'), refused, writeNote('b')]);
    expect(settled[1]).toMatchObject({ reason: { code: 'account_not_found' } });
    expect([notes(), runs]).toEqual([['a', 'b'], 2]);
  });

  test('lose only the writes of a member that refuses after it wrote', async () => {
    const { write, note, notes } = openNotes();
    const refused = write(() => {
      note('undone');
      throw new Refusal('account_not_found');
    });
    const settled = await Promise.allSettled([
      write(() => note('a')),
      refused,
      write(() => note('b')),
    ]);
    expect(settled[1]).toMatchObject({ reason: { code: 'account_not_found' } });
    expect(isOutage((settled[1] as PromiseRejectedResult).reason)).toBe(false);
    expect(notes()).toEqual(['a', 'b']);
  });

  test('lose only the writes of a member that throws', async () => {
    const { write, note, notes } = openNotes();
    const settled = await Promise.allSettled([
      write(() => note('before')),
      write(() => {
        note('undone 1');
        note('undone 2');
        throwError();
      }),
      write(() => note('after')),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: { message: 'boom' } });
    expect(notes()).toEqual(['before', 'after']);
  });

  test('never see the writes of a member that threw', async () => {
    const { write, note, notes } = openNotes();
    const [, seen] = await Promise.allSettled([
      write(() => {
        note('undone');
        throwError();
      }),
      write(() => notes()),
    ]);
    expect(seen).toMatchObject({ value: [] });
  });

  test('of other members stay, whether the first, the last, every second or every member throws', async () => {
    const { write, note, notes } = openNotes();
    const attempts = ['x1', 'ok1', 'x2', 'ok2', 'x3'].map((text) =>
      write(() => {
        note(text);
        if (text.startsWith('x')) throwError();
      }),
    );
    await Promise.allSettled(attempts);
    expect(notes()).toEqual(['ok1', 'ok2']);
    const all = await Promise.allSettled([1, 2, 3].map(() => write(throwError)));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    await write(() => note('alive'));
    expect(notes()).toEqual(['ok1', 'ok2', 'alive']);
  });

  test('lose only the one write that the database refuses', async () => {
    const { write, note, notes } = openNotes();
    const settled = await Promise.allSettled([
      write(() => note('twin')),
      write(() => [note('lost'), note('twin')]),
      write(() => note('third')),
    ]);
    expect(settled[1]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
    expect(notes()).toEqual(['twin', 'third']);
  });
});

describe('parts of a write', () => {
  test('undo only themselves when they throw', async () => {
    const { database, write, note, notes } = openNotes();
    const outcome = await write(() => {
      note('first');
      try {
        database.runPart(() => {
          note('undone');
          throwError();
        });
      } catch {
        note('instead');
      }
      return database.runPart(() => note('last'));
    });
    expect(outcome).toBe('last');
    expect(notes()).toEqual(['first', 'instead', 'last']);
  });

  test('undo only the inner part when a part inside a part throws', async () => {
    const { database, write, note, notes } = openNotes();
    await write(() =>
      database.runPart(() => {
        note('outer');
        expect(() =>
          database.runPart(() => {
            note('inner');
            throwError();
          }),
        ).toThrow('boom');
      }),
    );
    expect(notes()).toEqual(['outer']);
  });
});

describe('the group commit', () => {
  test('is on disk before any caller gets its result', async () => {
    const file = join(temporaryFolder(), 'notes.db');
    const { write, note } = openNotes(file);
    const other = new BetterSqlite3(file, { readonly: true });
    onTestFinished(() => void other.close());
    const notesThen = await Promise.all(
      ['a', 'b', 'c'].map((text) => write(() => note(text)).then(() => notesIn({ raw: other }))),
    );
    expect(notesThen).toEqual([1, 2, 3].map(() => ['a', 'b', 'c']));
  });

  test('gives all its members an outage when it fails, and writes nothing', async () => {
    const { database, write, note, notes } = openNotes();
    const settled = await Promise.allSettled([
      write(() => note('neighbour')),
      // The commit itself is refused; no statement fails.
      write(() => database.raw.prepare("INSERT INTO answers VALUES ('to nothing')").run()),
      write(() => note('other neighbour')),
    ]);
    for (const item of settled) {
      const reason = item.status === 'rejected' ? item.reason : null;
      expect(reason).toBeInstanceOf(CommitFailed);
      expect(isOutage(reason)).toBe(true);
      expect(reason).toMatchObject({ cause: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } });
    }
    expect(notes()).toEqual([]);
    await write(() => note('alive'));
    expect(notes()).toEqual(['alive']);
  });

  test('blocked too long by another process is an outage, and later writes succeed', async () => {
    const file = join(temporaryFolder(), 'notes.db');
    const { database, write, note, notes } = openNotes(file);
    database.raw.pragma('busy_timeout = 20');
    const other = new BetterSqlite3(file);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const [refused] = await Promise.allSettled([write(() => note('too early'))]);
    expect(refused).toMatchObject({ status: 'rejected' });
    expect(refused.status === 'rejected' && isOutage(refused.reason)).toBe(true);
    other.exec('ROLLBACK');
    await write(() => note('healed'));
    expect(notes()).toEqual(['healed']);
  });
});

describe('the error classification', () => {
  const failure = (code: string) => Object.assign(new Error('x'), { code });
  test.each(['BUSY', 'BUSY_SNAPSHOT', 'LOCKED', 'FULL', 'IOERR', 'IOERR_FSYNC', 'CANTOPEN'])(
    'counts SQLITE_%s as an outage, because it may pass',
    (code) => {
      expect(isOutage(failure(`SQLITE_${code}`))).toBe(true);
    },
  );

  test.each([
    failure('SQLITE_CONSTRAINT_CHECK'),
    failure('SQLITE_ERROR'),
    failure('SQLITE_CORRUPT'),
    failure('ENOENT'),
    new Error('SQLITE_FULL'),
    new TypeError('x is undefined'),
    null,
    undefined,
    'SQLITE_FULL',
  ])('does not count %s as an outage', (error) => {
    expect(isOutage(error)).toBe(false);
  });
});
