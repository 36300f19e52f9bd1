// Finds the sections of guides that contain all words of a query: first those with the words in the
// heading, then those with the most occurrences. Also finds operations and messages of the
// reference.

import type { Guide, Section } from './markdown.ts';
import type { Entry, ReferencePage } from './reference-pages.ts';

export interface Result {
  readonly guide: Guide;
  readonly section: Section;
  readonly excerpt: string;
}

const MAX_WORDS = 8;
const MAX_RESULTS = 30;
const MAX_ENTRIES = 12;
const EXCERPT_LENGTH = 90;
/** Weight of a word in a heading relative to the text. */
const HEADING_WEIGHT = 20;

/** @param question the typed text */
export function searchGuides(question: string, guides: readonly Guide[]): Result[] {
  const words = splitWords(question);
  if (words.length === 0) return [];
  const scored = guides.flatMap((guide) =>
    guide.sections.flatMap((section) => {
      const score = computeScore(section, words);
      return score === 0 ? [] : [{ guide, section, score }];
    }),
  );
  scored.sort((left, right) => right.score - left.score);
  return scored.slice(0, MAX_RESULTS).map(({ guide, section }) => {
    return { guide, section, excerpt: cutExcerpt(section.text, words[0] ?? '') };
  });
}

/** Returns the operations and messages whose name or summary contains all words. */
export function findEntries(question: string, pages: readonly ReferencePage[]): Entry[] {
  const words = splitWords(question);
  if (words.length === 0) return [];
  const entries = pages.flatMap((page) => page.entries);
  const matching = entries.filter(({ name, summary }) => {
    const text = `${name} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return matching.slice(0, MAX_ENTRIES);
}

function splitWords(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  return words.slice(0, MAX_WORDS);
}

function computeScore({ heading, text }: Section, words: readonly string[]): number {
  const title = heading.text.toLowerCase();
  const lowerText = text.toLowerCase();
  const counts = words.map((word) => {
    const occurrences = lowerText.split(word).length - 1;
    return occurrences + (title.includes(word) ? HEADING_WEIGHT : 0);
  });
  return counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + Math.min(count, 30), 0);
}

function cutExcerpt(text: string, word: string): string {
  const index = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT_LENGTH);
  const part = text.slice(index, index + 2 * EXCERPT_LENGTH + word.length).trim();
  return `${index > 0 ? '… ' : ''}${part}${index + part.length < text.length ? ' …' : ''}`;
}
