// A listed name as families outside of China spell it, in parts of Arabic, misread or backwards is
// found; a frequent name with the same consonants or the same syllables in another order is not.

import { describe, expect, test } from 'vitest';
import { readFamilySpellings } from '../../../ai/names/chinese.ts';
import { createPartyScreen } from '../../../ai/screening/parties.ts';
import { buildScreener } from '../../../ai/screening/screener.ts';
import { runAtOnce } from '../../../ai/screening/turns.ts';
import { matchNames, screener } from '../../kit/people/listed.ts';

describe('a listed name is found', () => {
  test.each([
    ['in characters read as in Hong Kong', '陳國基', /CHAN, Eric/],
    ['in simpler characters read as in Hong Kong', '邓炳强', /TANG, Chris/],
    ['of a wife with two family names', '林鄭月娥', /LAM, Carrie/],
    ['with a blank between the parts of the name', '李 家超', /LEE, John/],
    ['followed by a title', '曾國衞先生', /TSANG, Erick/],
    ['in characters read as in Taiwan', '魏學剛', /WEI, Hsueh Kang/],
    ['in simpler characters read as in Taiwan', '陈美香', /CHEN, Mei Hsiang/],
    ['in Arabic without its last word', 'مجتبى خامنئي', /KHAMENEI, Mojtaba/],
    ['in Arabic without its middle word', 'علي خامنئي', /KHAMENEI, Ali/],
    ['in Arabic with a long vowel that the list spells ee', 'حافظ سعيد', /HAFIZ MUHAMMAD SAEED/],
    ['in Arabic with Abdul and a name in one word', 'عبد الله فيصل', /FAISAL, Abdullah/],
    ['with l for i in every word', 'Viktor Medvedchuk'.replaceAll('i', 'l'), /MEDVEDCHUK/],
    ['with rn for m', 'Drnitry Medvedev', /MEDVEDEV/],
    ['with cl for d', 'Rarnzan Kaclyrov', /KADYROV/],
    ['with a capital I for l', 'AIexander Lukashenka', /LUKASHENK/],
    ['backwards', [...'Sergei Lavrov'].reverse().join(''), /LAVROV/],
    ['with each word backwards', 'iegreS vorvaL', /LAVROV/],
  ])('%s', (_, name, listed) => {
    expect(matchNames(name)).toMatch(listed);
  });
});

describe('a name of another person does not match a list', () => {
  test.each([
    ['of Han with one more syllable than the listed name', '何樂怡'],
    ['of Han whose family name begins with another letter', '鄭曉明'],
    ['of Han that begins as a listed name of Korea', '苏德明'],
    ['of Arabic with the consonants of a rare listed name', 'عمر عودة'],
    ['of Arabic with the letters of a listed name except its last vowel', 'أحمد منصور'],
    ['of Arabic that begins with a consonant where the listed name has a vowel', 'حمد العتيبي'],
    ['of Arabic without the article of the listed name', 'علي صالح'],
    [
      'of Arabic without the word of the listed name that makes the next word another name',
      'لطيف صلاح',
    ],
    ['of Hebrew with the few consonants of a listed firm', 'יעל כץ'],
    ['of Hebrew with the consonants of a listed name', 'משה פרץ'],
    ['of a firm with a word that begins with the initial of the listed firm', 'აფთიაქი ავერსი'],
    ['of a rare family, with a misread letter that makes no listed word', 'Illia Rnorrison'],
    ['with an h before the first vowel of the listed name', 'Ahmed Hassan'],
    ['whose words backwards are no names', 'Nora Salim'],
  ])('%s', (_, name) => {
    expect(matchNames(name)).toBe('');
  });

  test('of a Korean does not match the same syllables in another order', () => {
    expect(matchNames('김용수')).toMatch(/KIM, Yong Su|RI, /);
    const [best] = screener.screen({ name: '이영수', threshold: 0.5 });
    expect(best?.score).toBeLessThan(0.82);
  });
});

describe('a shop or a firm in Chinese characters', () => {
  test.each([
    '东升贸易有限公司',
    '上海老王火锅店',
    '全家便利商店',
    '香满楼茶叶店',
    '長城電子股份有限公司',
    '商務印書館',
  ])('%s is compared and is no person of the lists', (name) => {
    expect(screener.unread(name)).toBeNull();
    expect(matchNames(name)).toBe('');
  });

  test('is found by its brand and the English words of its trade', () => {
    expect(matchNames('丹东鸿祥实业发展有限公司')).toMatch(/HONGXIANG/);
  });

  test('is not compared when it contains a transcribed foreign name, or has no word of a trade', () => {
    for (const name of ['弗拉基米尔普京有限公司', '弗拉基米尔·普京公司', '弗拉基米尔普京']) {
      expect(screener.unread(name), name).toBe('unknown_script');
    }
  });
});

test.each(['日産自動車', '全日本空輸', '网易云音乐', '台灣大哥大', '叮咚买菜网'])(
  '%s has too many characters without a phonetic use to be a foreign name, and is compared',
  (name) => {
    expect(screener.unread(name)).toBeNull();
  },
);

test.each([
  '谢尔盖拉夫罗夫',
  '唐納德川普先生',
  '穆罕默德侯赛因',
  '努尔买买提吐逊',
  '总统弗拉基米尔普京',
  '巴拉克 奥巴马',
])('%s may transcribe a foreign name, and is not compared', (name) => {
  expect(screener.unread(name)).toBe('unknown_script');
});

describe("a name whose words are not in the order of its script is another person's name", () => {
  const screenerOf = (name: string) => {
    const noDetails = { aliases: [], weakAliases: [], birthDates: [], countries: [], programs: [] };
    const entries = [{ id: '1', type: 'individual' as const, name, ...noDetails }];
    const list = {
      code: 'own',
      title: '',
      source: '',
      licence: '',
      asOf: null,
      retrievedAt: null,
    };
    return runAtOnce(buildScreener([{ ...list, entries }]));
  };
  test.each([
    ['李毅', '毅李', 'LI, Yi'],
    ['김영철', '영철김', 'KIM, Yong Chol'],
    ['حسن محمد', 'محمد حسن', 'MUHAMMAD, Hassan'],
    ['हसन मोहम्मद', 'मोहम्मद हसन', 'MOHAMMAD, Hassan'],
  ])('%s, and not %s', (sameName, turned, listed) => {
    expect(screenerOf(listed).screen({ name: sameName })).toHaveLength(1);
    expect(screenerOf(listed).screen({ name: turned })).toHaveLength(0);
  });

  test('where the list does not say which word is the family name, both orders are compared', () => {
    for (const name of ['李毅', '毅李']) {
      expect(screenerOf('Yi Li').screen({ name }), name).toHaveLength(1);
    }
  });
});

test('a Japanese name of five characters is compared', () => {
  for (const name of ['高橋由美子', '佐々木健太郎', '長谷川千恵子']) {
    expect(screener.unread(name), name).toBeNull();
  }
});

test('a Cyrillic word with Latin look-alike letters is read by its sound', () => {
  for (const name of ['Рaмзaн Kадыpов', 'Рамзан Кaдыров', 'PаMзан KадыPов']) {
    expect(matchNames(name), name).toMatch(/KADYROV, Ramzan/);
  }
});

test('characters have the spellings of Hong Kong, Taiwan, Singapore and China', () => {
  const [family = []] = readFamilySpellings('陳大文') ?? [];
  expect(family).toEqual(expect.arrayContaining(['chen', 'chan', 'tan']));
  expect(readFamilySpellings('陳')).toBeNull();
  expect(readFamilySpellings('弗拉基米尔·普京')).toBeNull();
  expect(readFamilySpellings('山田 Ltd')).toBeNull();
});

test('two Chinese names that are spelled alike only in China are answered separately', async () => {
  const entry = { id: '1', type: 'individual', name: 'NG, Ka Chi' } as const;
  const noDetails = { aliases: [], weakAliases: [], birthDates: [], countries: [], programs: [] };
  const list = { code: 'own', title: '', source: '', licence: '', asOf: null, retrievedAt: null };
  const ownScreener = runAtOnce(
    buildScreener([{ ...list, entries: [{ ...entry, ...noDetails }] }]),
  );
  const parties = createPartyScreen({ screener: async () => ownScreener, maxAgeMs: 0 });
  await parties.prepare(['烏家志', '吳家志']);
  expect(parties.of('烏家志').outcome).toBe('no_hit');
  expect(parties.of('吳家志').outcome).toBe('hit');
});
