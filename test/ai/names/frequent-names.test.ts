import { expect, test } from 'vitest';
import { readListFile } from '../../../ai/screening/list-file.ts';
import { buildScreener } from '../../../ai/screening/screener.ts';

const building = buildScreener(
  readListFile(new URL('../../../ai/screening/lists/sanctions.json.gz', import.meta.url)),
);
let step = building.next();
while (!step.done) step = building.next();
const screener = step.value;
const namesOf = (query: Parameters<typeof screener.screen>[0]) =>
  screener.screen(query).map(({ matchedName }) => matchedName);

test('two common names do not match a longer listed name that contains both', () => {
  for (const name of ['Dmitry Kuznetsov', 'Antonio López', 'Rajesh Kumar', 'Ahmad Khalil']) {
    expect(namesOf({ name }), name).toEqual([]);
  }
  expect(namesOf({ name: 'Ramzan Kadyrov' })).toContain('KADYROV, Ramzan Akhmatovich');
});

test('two common names match where the list has exactly these two', () => {
  expect(namesOf({ name: 'Sergey Ivanov' })).toContain('IVANOV, Sergei');
});

test('a listed name of legal forms, numbers and a common word is found as the list writes it', () => {
  expect(namesOf({ name: 'Joint Stock Company SET 1' })).toContain('JOINT STOCK COMPANY SET 1');
  expect(namesOf({ name: '3Zеd Investment' })).toContain('3ZED INVESTMENT');
});

test('a misspelt legal form counts as a form, and a slip in a word with repeated letters counts once', () => {
  const name = 'limited liability cmopany aerosacn';
  expect(namesOf({ name, type: 'business' })).toContain('LIMITED LIABILITY COMPANY AEROSCAN');
  expect(namesOf({ name: 'gonzalez prrada juvencio ignacio', type: 'individual' })).toContain(
    'GONZALEZ PARADA, Juvencio Ignacio',
  );
});

test('a name in an Indian script with a letter of another script is read without an error', () => {
  expect(() => screener.screen({ name: 'राजेशé कुमार' })).not.toThrow();
  expect(() => screener.screen({ name: 'раaज शर्मा́' })).not.toThrow();
});
