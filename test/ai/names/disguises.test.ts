// A listed name in disguise is found, or the answer says that it could not be compared.

import { describe, expect, test } from 'vitest';
import { createPartyScreen } from '../../../ai/screening/parties.ts';
import { matchNames, screener } from '../../kit/people/listed.ts';

describe('a listed name is found', () => {
  test.each([
    ['with blanks between its letters', 'S e r g e i  L a v r o v', /LAVROV/],
    ['with one blank between all letters', 'S e r g e i L a v r o v', /LAVROV/],
    ['of three words with one blank between all letters', 'k i m j o n g u n', /KIM, Jong Un/],
    ['with points between its letters', 'S.e.r.g.e.i L.a.v.r.o.v', /LAVROV/],
    ['with hyphens between the letters of one word', 'Sergei L-a-v-r-o-v', /LAVROV/],
    ['of one word with blanks between its letters', 'G A Z P R O M B A N K', /GAZPROMBANK/],
    ['in separated Cyrillic letters', 'С.е.р.г.е.й Л а в р о в', /LAVROV/],
    ['in separated Arabic letters', 'ب ش ا ر الأسد', /ASSAD/],
    ['separated into syllables', 'Ser gei Lav rov', /LAVROV/],
    ['with digits for letters', 'S3rg31 L4vr0v', /LAVROV/],
    ['with one digit for two letters', 'A1eksandr 1ukashenko', /LUKASHENK/],
    ['with a digit at the beginning of a word', '5ergei 7avrov', /LAVROV/],
    ['with a number behind its words', 'Sergei77 Lavrov1950', /LAVROV/],
    ['with signs for letters', '$ergei L@vrov', /LAVROV/],
    ['with signs and digits for letters', 'G@zpr0mb@nk', /GAZPROMBANK/],
    ['with a sign for the letter i', 'V!ktor Yanukovych', /YANUKOVYCH/],
    ['with Latin letters that look like others', 'Sergei Lavrøv', /LAVROV/],
    ['in letters in filled circles', '🅢🅔🅡🅖🅔🅘 🅛🅐🅥🅡🅞🅥', /LAVROV/],
    ['in full width', 'Ｓｅｒｇｅｉ　Ｌａｖｒｏｖ', /LAVROV/],
    ['with a mark on every letter', 'S̷e̷r̷g̷e̷i̷ L̷a̷v̷r̷o̷v̷', /LAVROV/],
    ['with letters in circles of their own', 'S⃝e⃝r⃝g⃝e⃝i⃝ L⃝a⃝v⃝r⃝o⃝v⃝', /LAVROV/],
    ['with another alphabet within a word', 'Sеrgеi Lаvrоv', /LAVROV/],
  ])('%s', (_, name, listed) => {
    expect(matchNames(name)).toMatch(listed);
  });

  test.each([
    ['in its Ukrainian form', 'Дмитро Медведєв', /MEDVEDEV/],
    ['in its Ukrainian form in Latin letters', 'Volodymyr Putin', /PUTIN/],
    ['in its Belarusian form', 'Уладзімір Пуцін', /PUTIN/],
    ['in Arabic consonants without the patronymic of the list', 'رمضان قديروف', /KADYROV/],
    ['in Hebrew consonants without the patronymic of the list', 'רמזאן קדירוב', /KADYROV/],
    ['in Arabic, with consonants that many names have', 'أسماء الأسد', /ASSAD, Asma/],
    ['in Devanagari without the dots of borrowed letters', 'रमजान कादिरोव', /KADYROV/],
    ['in Georgian of a name with the ending e', 'კირილე შამალოვი', /SHAMALOV/],
  ])('%s', (_, name, listed) => {
    expect(matchNames(name)).toMatch(listed);
  });
});

describe('a listed name in Chinese characters', () => {
  test.each([
    ['read as in Japan', '津田力', /TSUDA, Chikara/],
    ['read as in Japan with a gap', '野村 悟', /NOMURA, Satoru/],
    ['with a reading that only names have', '入江禎', /IRIE, Tadashi/],
    ['with a sound that is voiced within a word', '西口茂男', /NISHIGUCHI, Shigeo/],
    ['of five characters', '森尾卯太男', /MORIO, Utao/],
    ['in the simpler form of a Korean name', '崔龙海', /CHOE, Ryong Hae/],
  ])('%s is found', (_, name, listed) => {
    expect(matchNames(name)).toMatch(listed);
  });

  test('does not match names of other people', () => {
    for (const name of [
      '山田太郎',
      '小林健二',
      '佐々木希',
      '大谷翔平',
      '王小明',
      '陳水扁',
      '李明博',
    ]) {
      expect(matchNames(name), name).toBe('');
    }
  });
});

test.each([
  ['upside-down letters', 'ʌoɹʌɐl ıǝƃɹǝs'],
  ['letters that are shown in reverse', '\u202evorvaL iegreS'],
])('%s are not compared', (_, name) => {
  expect(screener.unread(name)).toBe('unknown_letters');
});

test('initials, brands with symbols and numbers are no disguise of a listed name', () => {
  const names = [
    'J. R. R. Tolkien',
    'A$AP Rocky',
    'P!nk',
    'Ke$ha',
    'Studio54',
    '7-Eleven',
    'B & Q',
  ];
  for (const name of [...names, 'Chr1s Palm3r', 'C. S. Lewis', 'M A C Cosmetics', 'Yahoo!']) {
    expect(matchNames(name), name).toBe('');
    expect(screener.unread(name), name).toBeNull();
  }
});

test('the answer about a name differs from the answer about the same letters in disguise', async () => {
  const parties = createPartyScreen({ screener: async () => screener, maxAgeMs: 0 });
  const pairs = [
    ['azprombank', 'g@zprombank'],
    ['berbank of russia', '$berbank of russia'],
  ] as const;
  for (const [plain, disguised] of pairs) {
    await parties.prepare([plain, disguised]);
    expect(parties.of(disguised).outcome, disguised).toBe('hit');
  }
});
