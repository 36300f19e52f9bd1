// The intent model in its thread: opened with the first message, and skipped when its file cannot
// be read. The grammar reads commands without it. Where there is a sentence encoder, its heads
// judge the model's guesses again. Both are asked on the calling thread, for some 300 µs: `run` of
// onnxruntime-node blocks it.

import {
  type FusedModel,
  type Guess,
  type Guesses,
  openFusedModel,
  openTextModel,
  type TextModel,
  type TextModelCard,
} from '../../models/text-session.ts';
import { INTENT_MODEL } from './intent-model.ts';
import { type ParsedIntent, type ParseOrder, parseIntent, withoutNames } from './parse.ts';
import { readOnce } from './read-once.ts';

/** A message with its embedding by the sentence encoder. */
export interface Encoded {
  readonly message: string;
  /** Null when the encoder did not answer. Left out when there is none. */
  readonly embedding?: Float32Array | null;
}

export interface IntentGuesses {
  /** Guesses, the most probable first; empty when no model was available. */
  readonly intents: readonly Guess[];
  /** The questions that it may be, in the same order. */
  readonly topics: readonly Guess[];
  /** Card of the model that answered, or null when no model was available. */
  readonly card: TextModelCard | null;
  /**
   * Why the encoder's heads could not be opened, or null when they were opened, or were not asked.
   */
  readonly unfit: string | null;
}

export interface ReadMessage {
  readonly parsed: ParsedIntent;
  /** The model that chose the intent, or null when the grammar alone read the message. */
  readonly model: { readonly version: string; readonly sha256: string } | null;
}

/** The input for reading a message, before the model is asked. */
export type ReadOrder = Omit<ParseOrder, 'intents' | 'topics'>;

export interface IntentJudge {
  /** Never rejects. */
  guess(encoded: Encoded): Promise<IntentGuesses>;
  /** Reads the intent of the message. */
  read(order: ReadOrder, encoded: Pick<Encoded, 'embedding'>): Promise<ReadMessage>;
}

interface Opened {
  readonly text: TextModel;
  readonly fused: FusedModel | null;
  readonly unfit: string | null;
  /** Answers of the text model: without names and amounts, many messages are the same. */
  readonly known: Map<string, Promise<Guesses>>;
}

/** @param folder folder of the model's version */
export function intentJudge(folder: string = INTENT_MODEL): IntentJudge {
  let opened: Promise<Opened> | null = null;

  async function open(isBeside: boolean): Promise<Opened> {
    const text = await openTextModel(folder);
    const alone = { text, fused: null, unfit: null, known: new Map() };
    if (!isBeside) return alone;
    try {
      return { ...alone, fused: await openFusedModel(folder, text.card) };
    } catch (error) {
      return { ...alone, unfit: error instanceof Error ? error.message : String(error) };
    }
  }

  async function guessIntents({ message, embedding }: Encoded): Promise<IntentGuesses> {
    opened ??= open(embedding !== undefined);
    const { text, fused, unfit, known } = await opened;
    const before = await readOnce(known, message, () => text.classify(message));
    const { card, of } =
      fused && embedding
        ? { card: fused.card, of: await fused.classify(before, embedding) }
        : { card: text.card, of: before };
    return { intents: of['intent'] ?? [], topics: of['question'] ?? [], card, unfit };
  }

  async function guess(encoded: Encoded): Promise<IntentGuesses> {
    try {
      return await guessIntents(encoded);
    } catch {
      // The next message tries again: a file may be restored meanwhile.
      opened = null;
      return { intents: [], topics: [], card: null, unfit: null };
    }
  }

  return {
    guess,
    async read(order, encoded) {
      const { intents, topics, card } = await guess({ ...encoded, message: withoutNames(order) });
      const model = card && { version: card.version, sha256: card.artifact.sha256 };
      return { parsed: parseIntent({ ...order, intents, topics }), model };
    },
  };
}
