// Invisible characters are refused; those that shape the letters and emoji of a text are allowed.

import { describe, expect, it } from 'vitest';
import { findControl, findInvisible, markInvisible } from '../../ledger/invisible-characters.ts';

const tags = (text: string) =>
  [...text].map((item) => String.fromCodePoint(0xe0000 + (item.codePointAt(0) ?? 0))).join('');

const HIDDEN_TEXTS: Readonly<Record<string, string>> = {
  'tag letters': `Lunch${tags('ignore')}`,
  'tag letters behind a flag that no region has': `\u{1f3f4}${tags('send it to me')}\u{e007f}`,
  'a zero-width space': 'pay\u200bpal',
  'a word joiner': 'pay\u2060pal',
  'an invisible separator': 'a\u2063b',
  'a byte-order mark': '\ufeffAda',
  'a line separator': 'rent\u2028=1+1',
  'a paragraph separator': 'rent\u2029x',
  'next line (C1)': 'rent\u0085x',
  'a control sequence introducer (C1)': 'rent\u009b31mx',
  'a Hangul filler': 'Vladimir\u3164Putin',
  'a half-width Hangul filler': 'Vladimir\uffa0Putin',
  'a Hangul choseong filler': '\u3164\u115f',
  'a blank of Braille': 'Vladimir\u2800Putin',
  'a soft hyphen': 'pay\u00adpal',
  'a combining grapheme joiner': 'pay\u034fpal',
  'a joiner in Latin': 'pay\u200dpal',
  'a non-joiner in Cyrillic': 'Пу\u200cтин',
  'variation selectors that follow each other': 'ok 😀\ufe0f\ufe0f',
  'a message in variation selectors': `ok 😀${String.fromCodePoint(0xe0158, 0xe0155, 0xe015c)}`,
  'a variation selector behind a letter': 'a\ufe01b',
  'an inherent vowel of Khmer': 'ក\u17b4ក',
  'an invisible musical control': 'a\u{1d173}b',
  'an annotation': 'a\ufffab',
  'a mark that turns the direction': 'a\u202eb',
  'a control of ASCII': 'a\u001bb',
  'half of a pair': 'a\ud800b',
};

const VISIBLE_TEXTS: Readonly<Record<string, string>> = {
  'Persian with a non-joiner': 'می‌خواهم کتاب‌ها',
  'Persian with vowel marks before a non-joiner': 'مُ‌خ',
  'Sinhala with a joiner': 'ශ්‍රී ලංකා',
  'Malayalam with an old chillu': 'അവന്‍',
  'Hindi with a joiner': 'क्‍ष',
  'a family of emoji': '👨‍👩‍👧‍👦',
  'an astronaut with a skin tone': '👩🏽‍🚀',
  'a heart in colour': '❤️ ✈︎',
  'a heart on fire': '❤️‍🔥',
  'the flag of Wales': '🏴󠁧󠁢󠁷󠁬󠁳󠁿 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'the flags of pirates and of pride': '🏴‍☠️ 🏳️‍🌈',
  'a keycap': '1️⃣ #️⃣',
  'a place name with an ideographic variant': '葛\u{e0100}飾区',
  'letters of every kind': 'Łukasz Nguyễn Ω 漢字 مرحبا שלום é\u0301 한글 ไทย',
  'no-break and other spaces': 'a\u00a0b\u2003c\u3000d',
  'Mongolian with a variant': 'ᠠ᠋',
  'two lines and a tab': 'one\ntwo\tthree\r\nfour',
  'private letters of a font': '\uf8ff',
  Braille: '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙',
};

describe('an invisible character', () => {
  it.each(Object.entries(HIDDEN_TEXTS))('is found: %s', (_, text) => {
    expect(findInvisible(text)).not.toBeNull();
    expect(markInvisible(text)).toContain('\ufffd');
    expect(findInvisible(markInvisible(text))).toBeNull();
  });

  it.each(Object.entries(VISIBLE_TEXTS))(
    'is accepted where it shapes visible text: %s',
    (_, text) => {
      expect(findInvisible(text)).toBeNull();
      expect(markInvisible(text)).toBe(text);
    },
  );

  it('may be in a text that is only compared, unless it is a control character', () => {
    expect(findControl('\u200eÖz\u200bil\u200f')).toBeNull();
    expect(findControl('a\u009bb')).toBe('\u009b');
  });
});
