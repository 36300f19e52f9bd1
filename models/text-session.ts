// The text model in the runtime. A message blocks the calling thread for some 300 µs; in a bank
// that is the language thread.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from './artifact.ts';
import { computeTextFeatures, type WordBag } from './features/text-features.ts';
import { inputNameOf } from './learn/export/fused-model.ts';
import { type InferenceSession, openModel, Tensor } from './onnx-runtime.ts';

/** Folder of the text models that come with the repository. */
export const TEXT_MODELS = fileURLToPath(new URL('./text/', import.meta.url));

/** A reproducible measurement. */
export interface TextMeasurement {
  /** The measured head of the model. */
  readonly head: string;
  readonly what: string;
  readonly rows: number;
  readonly accuracy: number;
  readonly ci95: readonly [low: number, high: number];
  readonly majorityAccuracy: number;
  /** Expected calibration error in 15 bins; null when it is meaningless. */
  readonly calibrationError: number | null;
  /** Share of messages without an intent that are recognised as such. */
  readonly outOfScopeRecall?: number;
  readonly target: string;
}

export interface TextModelCard {
  readonly schema: 'kontor.text-model-card/1';
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly intendedFor: string;
  readonly notFor: readonly string[];
  readonly limits: readonly string[];
  readonly stated: { readonly accuracy: number; readonly by: string };
  readonly heads: readonly { readonly name: string; readonly labels: readonly string[] }[];
  readonly data: readonly {
    readonly name: string;
    readonly source: string;
    readonly licence: string;
    readonly sha256: string;
    readonly rows: number;
  }[];
  readonly learner: Readonly<Record<string, string | number>>;
  readonly temperatures: Readonly<Record<string, number>>;
  readonly measured: readonly TextMeasurement[];
  readonly artifact: { readonly sha256: string; readonly bytes: number };
  /** Inputs of the heads besides the message; absent when there are none. */
  readonly beside?: {
    readonly encoder: string;
    readonly encoderSha256: string;
    readonly textModelSha256: string;
  };
}

export interface Guess {
  readonly label: string;
  readonly probability: number;
}

/** The labels of each head, most probable first. */
export type Guesses = Readonly<Record<string, readonly Guess[]>>;

export interface TextModel {
  readonly card: TextModelCard;
  classify(message: string): Promise<Guesses>;
  close(): Promise<void>;
}

/** Heads that combine a text model's answer with the vector of the sentence encoder. */
export interface FusedModel {
  readonly card: TextModelCard;
  classify(textGuesses: Guesses, embedding: Float32Array): Promise<Guesses>;
  close(): Promise<void>;
}

/**
 * Loads a version and runs it once.
 * @throws Error when the file differs from its card
 */
export async function openTextModel(folder: string): Promise<TextModel> {
  const { card, session } = await openModelFile(folder, 'model.onnx', 'card.json');
  const model: TextModel = {
    card,
    async classify(message) {
      const bags = Object.entries(computeTextFeatures(message)).map(([name, bag]) =>
        makeFeeds(name, bag),
      );
      return toGuesses(card, await session.run(Object.assign({}, ...bags)));
    },
    close: () => session.release(),
  };
  await model.classify('hello');
  return model;
}

/**
 * Loads the heads of a text model.
 * @throws Error when they were made for another one
 */
export async function openFusedModel(folder: string, text: TextModelCard): Promise<FusedModel> {
  const { card, session } = await openModelFile(folder, 'encoder.onnx', 'encoder-card.json');
  if (card.beside?.textModelSha256 !== text.artifact.sha256) {
    throw new Error(`${folder}/encoder.onnx was made for another text model`);
  }
  return {
    card,
    async classify(textGuesses, embedding) {
      const inputs = card.heads.map(({ name, labels }) => {
        const probabilities = new Map(
          textGuesses[name]?.map(({ label, probability }) => [label, probability]),
        );
        const values = Float32Array.from(labels, (label) => probabilities.get(label) ?? 0);
        return [inputNameOf(name), new Tensor('float32', values, [1, values.length])];
      });
      const embeddingTensor = new Tensor('float32', embedding, [1, embedding.length]);
      return toGuesses(
        card,
        await session.run({ embedding: embeddingTensor, ...Object.fromEntries(inputs) }),
      );
    },
    close: () => session.release(),
  };
}

async function openModelFile(folder: string, name: string, cardName: string) {
  const card = JSON.parse(readFileSync(join(folder, cardName), 'utf8')) as TextModelCard;
  const file = readFileSync(join(folder, name));
  if (sha256(file) !== card.artifact.sha256) {
    throw new Error(`${folder}/${name} is not the file of its card`);
  }
  const session = await openModel(file);
  return { card, session };
}

function toGuesses(
  card: TextModelCard,
  answer: Awaited<ReturnType<InferenceSession['run']>>,
): Guesses {
  const heads = card.heads.map(({ name, labels }) => {
    const scores = answer[name]?.data as Float32Array;
    const guesses = labels.map((label, index) => ({ label, probability: scores[index] ?? 0 }));
    return [name, guesses.sort((a, other) => other.probability - a.probability)];
  });
  return Object.fromEntries(heads) as Record<string, Guess[]>;
}

/** An empty bag is passed as one bucket of weight zero, because the file accepts no empty rows. */
function makeFeeds(bag: string, { buckets, weights }: WordBag): Record<string, Tensor> {
  const hasBuckets = buckets.length > 0;
  const columns = BigInt64Array.from(hasBuckets ? buckets : [0], BigInt);
  const values = Float32Array.from(hasBuckets ? weights : [0]);
  return {
    [`${bag}_buckets`]: new Tensor('int64', columns, [columns.length]),
    [`${bag}_weights`]: new Tensor('float32', values, [values.length]),
  };
}
