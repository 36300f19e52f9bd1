// The file of the lists changes while the bank runs: valid lists take effect in one step, and an
// invalid file never takes effect.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ListEntry, packLists } from '../../ai/screening/list-file.ts';
import { openScreening } from '../../ai/screening/open.ts';
import { createPartyScreen } from '../../ai/screening/parties.ts';
import { refreshLists } from '../../bank/screening.ts';

const dir = mkdtempSync(join(tmpdir(), 'kontor-refresh-'));
const path = join(dir, 'lists.json.gz');
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ENTRY = { aliases: [], weakAliases: [], birthDates: [], countries: [], programs: ['TEST'] };

/** Makes a file with more entries than the reading thread sends in one message. */
function listOf(names: readonly string[], asOf: string): Buffer {
  const filler = Array.from({ length: 700 }, (_, index) => `FILLER${index} NOBODY${index}`);
  const entries = [...filler, ...names].map((name, index): ListEntry => {
    return { ...ENTRY, id: `T-${index}`, type: 'individual', name };
  });
  const body = { title: 'Test', source: 'test', licence: 'none', asOf };
  return packLists([{ code: 'test_list', ...body, entries }]);
}

test('new lists take effect in one step, and findings on the old lists are discarded', async () => {
  writeFileSync(path, listOf(['QUOSTROV, Balthasar'], '2026-01-01'));
  const screening = openScreening(path);
  const parties = createPartyScreen(screening);
  await parties.prepare(['Balthasar Quostrov', 'Zygmunt Phrantoly']);
  expect(parties.of('Balthasar Quostrov').outcome).toBe('hit');
  expect(parties.of('Zygmunt Phrantoly').outcome).toBe('no_hit');
  expect(await screening.refresh()).toBe('as_before');
  const before = screening.fingerprint();

  writeFileSync(path, listOf(['PHRANTOLY, Zygmunt'], '2026-02-01'));
  expect(await screening.refresh()).toBe('renewed');
  expect(screening.fingerprint()).not.toBe(before);
  const { lists, versionOf } = await screening.screener();
  expect(lists).toMatchObject([{ code: 'test_list', asOf: '2026-02-01', entries: 701 }]);
  expect(versionOf('test_list', 'T-700')).toMatch(/^[0-9a-f]{64}$/);
  await parties.prepare(['Balthasar Quostrov', 'Zygmunt Phrantoly']);
  expect(parties.of('Balthasar Quostrov').outcome).toBe('no_hit');
  expect(parties.of('Zygmunt Phrantoly').outcome).toBe('hit');
});

test('a broken file is refused, and the last good one stays in use', async () => {
  const goodList = listOf(['QUOSTROV, Balthasar'], '2026-03-01');
  writeFileSync(path, goodList);
  const screening = openScreening(path);
  const index = await screening.screener();
  const brokenFiles = [
    goodList.subarray(0, goodList.length / 2),
    Buffer.from('no list'),
    packLists([]),
    Buffer.alloc(0),
  ];
  for (const bytes of brokenFiles) {
    writeFileSync(path, bytes);
    await expect(screening.refresh()).rejects.toThrow('not a valid list file');
    expect(await screening.screener()).toBe(index);
    // The error is reported once, not at each check.
    expect(await screening.refresh()).toBe('as_before');
  }
  rmSync(path);
  await expect(screening.refresh()).rejects.toThrow('no such file');
  expect(await screening.screener()).toBe(index);
  writeFileSync(path, listOf(['PHRANTOLY, Zygmunt'], '2026-04-01'));
  expect(await screening.refresh()).toBe('renewed');
  expect(await screening.screener()).not.toBe(index);
});

test('the bank checks for new files regularly, reports a bad file and keeps checking', async () => {
  const messages: string[] = [];
  const log = {
    info: (text: string) => messages.push(text),
    error: (_: object, text: string) => messages.push(text),
  };
  const answers = [
    () => Promise.resolve('as_before' as const),
    () => Promise.reject(new Error('bad')),
    () => Promise.resolve('renewed' as const),
  ];
  let renewed = 0;
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  const round = refreshLists(
    { refresh: () => answers.shift()?.() ?? Promise.resolve('as_before') },
    {
      log: log as never,
      renewed() {
        renewed += 1;
        release();
      },
    },
    5,
  );
  await done;
  round.stop();
  expect(renewed).toBe(1);
  expect(messages).toEqual([
    'the new file of sanctions lists is invalid: the earlier lists stay in use',
    'the sanctions lists are renewed',
  ]);
});
