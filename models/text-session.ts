// The text model in the runtime. A message takes some 100 µs, so it runs in the process that asks.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sha256 } from './artifact.ts';
import { type Bag, textFeatures } from './features/text-features.ts';

/** Folder of the text models that come with the repository. */
export const TEXT_MODELS = fileURLToPath(new URL('./text/', import.meta.url));

/** A measurement that a reader can repeat. */
export interface TextMeasurement {
  readonly what: string;
  readonly rows: number;
  readonly accuracy: number;
  readonly ci95: readonly [low: number, high: number];
  readonly majorityAccuracy: number;
  /** Expected calibration error in 15 bins; null where it says nothing. */
  readonly calibrationError: number | null;
  /** Share of the messages of no intent that are found to have none. */
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
}

export interface Guess {
  readonly label: string;
  readonly probability: number;
}

export interface TextModel {
  readonly card: TextModelCard;
  /** The labels of a head, most probable first. */
  classify(message: string): Promise<Readonly<Record<string, readonly Guess[]>>>;
  close(): Promise<void>;
}

/** Loads a version and asks it once. @throws Error when the file is not the one of its card */
export async function openTextModel(folder: string): Promise<TextModel> {
  const card = JSON.parse(readFileSync(join(folder, 'card.json'), 'utf8')) as TextModelCard;
  const file = readFileSync(join(folder, 'model.onnx'));
  if (sha256(file) !== card.artifact.sha256) {
    throw new Error(`${folder}/model.onnx is not the file of its card`);
  }
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const model: TextModel = {
    card,
    async classify(message) {
      const bags = Object.entries(textFeatures(message)).map(([name, bag]) => feeds(name, bag));
      const answer = await session.run(Object.assign({}, ...bags));
      const heads = card.heads.map(({ name, labels }) => {
        const scores = answer[name]?.data as Float32Array;
        const guesses = labels.map((label, at) => ({ label, probability: scores[at] ?? 0 }));
        return [name, guesses.sort((one, other) => other.probability - one.probability)];
      });
      return Object.fromEntries(heads) as Record<string, Guess[]>;
    },
    close: () => session.release(),
  };
  await model.classify('hello');
  return model;
}

/** A bag without a bucket is fed as one bucket of weight zero: the file takes no empty rows. */
function feeds(bag: string, { buckets, weights }: Bag): Record<string, Tensor> {
  const known = buckets.length > 0;
  const columns = BigInt64Array.from(known ? buckets : [0], BigInt);
  const values = Float32Array.from(known ? weights : [0]);
  return {
    [`${bag}_buckets`]: new Tensor('int64', columns, [columns.length]),
    [`${bag}_weights`]: new Tensor('float32', values, [values.length]),
  };
}
