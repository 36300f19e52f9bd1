// How alike two words are: Jaro-Winkler over the letters and over the sound.

import type { Word } from './fold-name.ts';

/** Jaro similarity with Winkler's bonus for a common beginning, 0 to 1. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const takenA: boolean[] = new Array(a.length).fill(false);
  const takenB: boolean[] = new Array(b.length).fill(false);
  let common = 0;
  for (let i = 0; i < a.length; i += 1) {
    const end = Math.min(b.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j += 1) {
      if (takenB[j] || a[i] !== b[j]) continue;
      takenA[i] = true;
      takenB[j] = true;
      common += 1;
      break;
    }
  }
  if (common === 0) return 0;
  let swapped = 0;
  let j = 0;
  for (let i = 0; i < a.length; i += 1) {
    if (!takenA[i]) continue;
    while (!takenB[j]) j += 1;
    if (a[i] !== b[j]) swapped += 1;
    j += 1;
  }
  const jaro = (common / a.length + common / b.length + (common - swapped / 2) / common) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Under this two words are not the same word. */
export const ALIKE = 0.84;
const SAME_SOUND = 0.96;
const SAME_CONSONANTS = 0.9;

/** How far a word may stand for another, 0 to 1; an initial stands for little. */
export function wordSimilarity(a: Word, b: Word): number {
  if (a.text === b.text) return 1;
  if (a.text.length === 1 || b.text.length === 1) {
    return a.text[0] === b.text[0] ? ALIKE : 0;
  }
  if (a.numeric || b.numeric) return 0;
  if (a.key === b.key) return SAME_SOUND;
  const letters = jaroWinkler(a.text, b.text);
  const sounds = SAME_SOUND * jaroWinkler(a.key, b.key);
  const consonants = a.bones !== '' && a.bones === b.bones ? SAME_CONSONANTS : 0;
  const best = Math.max(letters, sounds, consonants);
  return best < ALIKE ? 0 : best;
}
