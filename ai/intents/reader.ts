// The intent model as the bank asks it: opened with the first message, and left out when its file
// cannot be read. The grammar reads commands without it.

import { join } from 'node:path';
import {
  type Guess,
  openTextModel,
  TEXT_MODELS,
  type TextModel,
  type TextModelCard,
} from '../../models/text-session.ts';

const FOLDER = join(TEXT_MODELS, 'intent-parsing', '1.8.0');

export interface IntentGuesses {
  /** Most probable first; empty when the model could not be asked. */
  readonly intents: readonly Guess[];
  /** Null: the model could not be asked. */
  readonly card: TextModelCard | null;
}

export interface IntentReader {
  /** Never rejects. */
  guess(message: string): Promise<IntentGuesses>;
}

/** @param folder of the version that is asked */
export function intentReader(folder: string = FOLDER): IntentReader {
  let opened: Promise<TextModel> | null = null;
  return {
    async guess(message) {
      opened ??= openTextModel(folder);
      try {
        const model = await opened;
        return { intents: (await model.classify(message)).intent ?? [], card: model.card };
      } catch {
        // The next message tries again: a file may be restored meanwhile.
        opened = null;
        return { intents: [], card: null };
      }
    },
  };
}
