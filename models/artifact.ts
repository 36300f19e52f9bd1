// An artefact on disk: `<name>/<version>/model.onnx`, `card.json` and `covers.json`. A version
// never changes after it was written. Reading checks every hash, so a replaced file is refused.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CARD_SCHEMA, type ModelCard } from './card.ts';
import { type Distribution, formatDistribution } from './distribution.ts';
import { readForest } from './learn/export/tree-ensemble.ts';
import type { Forest } from './learn/train/tree.ts';

/** The folder of the artefacts in the repository. */
export const SHIPPED_FOLDER = fileURLToPath(new URL('./artifacts/', import.meta.url));

/** The number of training rows that reached each node, by tree. */
export type Covers = readonly (readonly number[])[];

export interface Artifact {
  readonly card: ModelCard;
  readonly model: Uint8Array;
  readonly covers: Covers | null;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function formatCovers(covers: Covers): string {
  return `[\n${covers.map((tree) => JSON.stringify(tree)).join(',\n')}\n]\n`;
}

/** Writes the files of a version. Returns their folder. */
export function writeArtifact(root: string, { card, model, covers }: Artifact): string {
  const folder = join(root, card.name, card.version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), model);
  if (covers) writeFileSync(join(folder, 'covers.json'), formatCovers(covers));
  writeFileSync(join(folder, 'card.json'), `${JSON.stringify(card, null, 2)}\n`);
  return folder;
}

const DISTRIBUTION_FILE = 'distribution.json';

/** Writes the distribution beside an artefact that exists already. */
export function writeDistribution(root: string, distribution: Distribution): void {
  const path = join(root, distribution.name, distribution.version, DISTRIBUTION_FILE);
  writeFileSync(path, formatDistribution(distribution));
}

/** Returns the text of the distribution. */
export function readDistributionText(root: string, name: string, version: string): string {
  return readFileSync(join(root, name, version, DISTRIBUTION_FILE), 'utf8');
}

/** Returns the path of a version's model file. */
export const modelPathIn = (root: string, name: string, version: string): string =>
  join(root, name, version, 'model.onnx');

/** @throws Error when a file is missing, the card is invalid, or a hash differs from the card */
export function readArtifact(root: string, name: string, version: string): Artifact {
  const folder = join(root, name, version);
  const card = JSON.parse(readFileSync(join(folder, 'card.json'), 'utf8')) as ModelCard;
  if (card.schema !== CARD_SCHEMA || card.name !== name || card.version !== version) {
    throw new Error(`${name}@${version} has the card of another model`);
  }
  const model = readFileSync(join(folder, card.artifact.file));
  if (sha256(model) !== card.artifact.sha256) {
    throw new Error(`${name}@${version}: the hash of the model file differs from its card`);
  }
  if (!card.covers) return { card, model, covers: null };
  const covers = readFileSync(join(folder, card.covers.file), 'utf8');
  if (sha256(covers) !== card.covers.sha256) {
    throw new Error(`${name}@${version}: the hash of the covers differs from its card`);
  }
  return { card, model, covers: JSON.parse(covers) as Covers };
}

/**
 * Returns the trees of an artefact for exact attributions.
 * @throws Error when it has no covers
 */
export function readArtifactForest({ card, model, covers }: Artifact): Forest {
  if (!covers)
    throw new Error(`${card.name}@${card.version} has no covers, which exact explanations require`);
  return readForest(model, card.features.length, covers);
}
