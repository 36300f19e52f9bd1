// The intent model as the bank asks it: opened with the first message, and left out when its file
// cannot be read. The grammar reads commands without it. Where there is a sentence encoder, its
// heads judge again what the model said; a message that the encoder does not answer in time has
// the model's own word.

import { join } from 'node:path';
import {
  type FusedModel,
  type Guess,
  type Guesses,
  openFusedModel,
  openTextModel,
  TEXT_MODELS,
  type TextModelCard,
} from '../../models/text-session.ts';
import type { MessageEncoder } from './encoder.ts';

/** Of the version that is asked. */
export const INTENT_MODEL = join(TEXT_MODELS, 'intent-parsing', '1.8.0');

export interface IntentGuesses {
  /** Most probable first; empty when the model could not be asked. */
  readonly intents: readonly Guess[];
  /** Of what answered; null: the model could not be asked. */
  readonly card: TextModelCard | null;
}

export interface EncoderState {
  /** `failed`: there is one, and the text model answers alone. */
  readonly status: 'not_configured' | 'active' | 'failed';
  readonly reason: string | null;
}

export interface IntentReader {
  /** Never rejects. */
  guess(message: string): Promise<IntentGuesses>;
  /** Whether the sentence encoder answers now. */
  encoder(): Promise<EncoderState>;
}

interface Opened {
  readonly card: TextModelCard;
  classify(message: string): Promise<Guesses>;
  /** Null: there is no encoder. */
  readonly fused: FusedModel | null;
}

const NOT_CONFIGURED: EncoderState = {
  status: 'not_configured',
  reason: 'No sentence encoder: `npm run encoder` fetches it. The text model alone reads messages.',
};

/**
 * @param encoder null: there is none
 * @param folder of the version that is asked
 */
export function intentReader(
  encoder: MessageEncoder | null = null,
  folder: string = INTENT_MODEL,
): IntentReader {
  let opened: Promise<Opened> | null = null;
  /** Why the heads beside the encoder could not be opened. */
  let unfit: string | null = null;

  async function open(): Promise<Opened> {
    unfit = null;
    const text = await openTextModel(folder);
    const fused = encoder && (await openFusedModel(folder, text.card).catch(refused));
    return { card: text.card, classify: text.classify, fused };
  }

  function refused(error: unknown): null {
    unfit = error instanceof Error ? error.message : String(error);
    return null;
  }

  async function judged(message: string): Promise<{ guesses: Guesses; card: TextModelCard }> {
    opened ??= open();
    const { card, classify, fused } = await opened;
    const asked = fused && encoder ? encoder.embed(message) : null;
    const guesses = await classify(message);
    const embedding = await asked;
    if (!fused || !embedding) return { guesses, card };
    return { guesses: await fused.classify(guesses, embedding), card: fused.card };
  }

  return {
    async guess(message) {
      try {
        const { guesses, card } = await judged(message);
        return { intents: guesses.intent ?? [], card };
      } catch {
        // The next message tries again: a file may be restored meanwhile.
        opened = null;
        return { intents: [], card: null };
      }
    },
    async encoder() {
      if (!encoder) return NOT_CONFIGURED;
      const embedding = await encoder.embed('hello');
      const { card } = await this.guess('hello');
      if (embedding && card?.beside) return { status: 'active', reason: null };
      const reason = encoder.failure() ?? unfit ?? 'The sentence encoder is busy.';
      return { status: 'failed', reason };
    },
  };
}
