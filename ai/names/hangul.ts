// Names in Hangul in Latin letters.

import anyAscii from 'any-ascii';

const INITIALS = 'k kk n t tt r m p pp s ss _ j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'.split(' ');
const FINALS = '_ k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
const FIRST_SYLLABLE = 0xac00;
const SYLLABLE_COUNT = 11_172;

/** McCune and Reischauer without marks, as lists spell Korean names: a word for each syllable. */
export function spellHangul(word: string): string {
  return [...word.normalize('NFC')]
    .map((letter, position) => {
      const code = (letter.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
      if (code < 0 || code >= SYLLABLE_COUNT) return anyAscii(letter).toLowerCase();
      const sound = (all: readonly string[], index: number) => (all[index] ?? '').replace('_', '');
      const initial = sound(INITIALS, Math.floor(code / 588));
      const ending = sound(VOWELS, Math.floor((code % 588) / 28)) + sound(FINALS, code % 28);
      // The family name Yi is written Ri in the north.
      return position === 0 && initial === '' && ending === 'i' ? 'ri' : initial + ending;
    })
    .join(' ');
}
