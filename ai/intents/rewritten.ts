// A text with stretches replaced or left out, and the way back to where its words stood before.

import type { Span } from './amounts.ts';
import type { Command, Phrase } from './command.ts';

export interface Edit extends Span {
  /** The replacement of the stretch; empty when the stretch is removed. */
  readonly text: string;
}

export interface Rewritten {
  readonly text: string;
  /** The place in the text before of a place in this one. */
  readonly back: (span: Span) => Span;
}

/** @param edits in the order of the text, none of which overlaps another */
export function rewrite(text: string, edits: readonly Edit[]): Rewritten {
  /** The former position of each letter, and the end. */
  const at: number[] = [];
  let written = '';
  const add = (segment: string, from: (index: number) => number) => {
    for (let index = 0; index < segment.length; index++) at.push(from(index));
    written += segment;
  };
  let done = 0;
  for (const { start, end, text: said } of edits) {
    const from = done;
    add(text.slice(from, start), (index) => from + index);
    add(said, (index) => Math.min(start + index, Math.max(start, end - 1)));
    done = end;
  }
  add(text.slice(done), (index) => done + index);
  const back = ({ start, end }: Span): Span => ({
    start: at[start] ?? text.length,
    end: (at[end - 1] ?? text.length - 1) + 1,
  });
  return { text: written, back };
}

/** A command that was read in a rewritten text, with the places of the text before. */
export function commandBefore(text: string, { back }: Rewritten, command: Command): Command {
  const placed = <One extends Span>(one: One): One => ({ ...one, ...back(one) });
  const phrase = (one: Phrase | null): Phrase | null => {
    if (one === null) return null;
    const span = back(one);
    return { ...span, text: text.slice(span.start, span.end) };
  };
  return {
    ...command,
    amounts: command.amounts.map(placed),
    dates: command.dates.map(placed),
    recurrences: command.recurrences.map(placed),
    payee: phrase(command.payee),
    source: phrase(command.source),
    purpose: phrase(command.purpose),
  };
}
