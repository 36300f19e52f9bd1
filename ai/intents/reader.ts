// Reads messages as the bank asks for it: first the sentence encoder, where there is one, and then
// the place of words, with the model and the grammar. A message that the encoder does not answer in
// time has the model's own word.

import { normaliseMessage } from '../../models/features/text-features.ts';
import type { MessageEncoder } from './encoder.ts';
import type { IntentGuesses, ReadMessage, ReadOrder } from './judge.ts';
import type { Beside, WordThread } from './word-thread.ts';

export interface EncoderState {
  /** `failed`: there is one, and the text model answers alone. */
  readonly status: 'not_configured' | 'active' | 'failed';
  readonly reason: string | null;
}

export interface IntentReader {
  /** Reads the intent of a message. Resolves to null when too many messages are waiting. */
  read(beside: Beside, order: ReadOrder): Promise<ReadMessage | null>;
  /** Returns the model's guesses for a message. Never rejects. */
  guess(beside: Beside, message: string): Promise<IntentGuesses>;
  /** Whether the sentence encoder answers now. */
  encoder(beside: Beside): Promise<EncoderState>;
}

const NOT_CONFIGURED: EncoderState = {
  status: 'not_configured',
  reason: 'No sentence encoder: `npm run encoder` fetches it. The text model alone reads messages.',
};

/** @param encoder null without an encoder */
export function intentReader(words: WordThread, encoder: MessageEncoder | null): IntentReader {
  async function encodeMessage(message: string) {
    return encoder ? { embedding: await encoder.embed(message) } : {};
  }

  async function guess(beside: Beside, message: string): Promise<IntentGuesses> {
    const encoded = { message, ...(await encodeMessage(message)) };
    const nothing = { intents: [], topics: [], card: null, unfit: null };
    return (await words.guess(beside, encoded).catch(() => null)) ?? nothing;
  }

  return {
    guess,
    async read(beside, order) {
      return words.read(beside, order, await encodeMessage(normaliseMessage(order.message)));
    },
    async encoder(beside) {
      if (!encoder) return NOT_CONFIGURED;
      const { card, unfit } = await guess(beside, 'hello');
      if (card?.beside) return { status: 'active', reason: null };
      const reason = encoder.failure() ?? unfit ?? 'The sentence encoder is busy.';
      return { status: 'failed', reason };
    },
  };
}
