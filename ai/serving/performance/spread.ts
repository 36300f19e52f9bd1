// Reads the distributions of a version's features and scores at training time: from the file beside
// a shipped card, or the one that a training stored.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelVersionView } from '../../../db/models/view.ts';
import { SHIPPED_FOLDER } from '../../../models/artifact.ts';
import type { ArtifactStore } from '../../../models/artifact-store.ts';
import type { Distribution } from '../../../models/distribution.ts';

/** Finds the distribution of a version. */
export interface Spreads {
  /** Returns null for an uploaded version or a lost file. */
  find(version: ModelVersionView): Promise<Distribution | null>;
}

/** Maximum number of cached distributions, some kilobytes each. */
const MAX_CACHED = 64;

/**
 * @param store store of the trainings' distributions by the hash on the card; null when this process
 * has none
 */
export function createSpreads(store: ArtifactStore | null): Spreads {
  const spreads = new Map<string, Distribution>();

  async function readStored(sha256: string): Promise<Distribution | null> {
    const spread = spreads.get(sha256);
    if (spread) return spread;
    const file = await store?.get(sha256).catch(() => null);
    if (!file) return null;
    const distribution = JSON.parse(file.toString('utf8')) as Distribution;
    const [oldest] = spreads.keys();
    if (spreads.size >= MAX_CACHED && oldest !== undefined) spreads.delete(oldest);
    spreads.set(sha256, distribution);
    return distribution;
  }

  return {
    async find({ source, name, modelVersion, card }) {
      if (source === 'platform') return readShippedDistribution(name, modelVersion);
      const { distribution } = card as { readonly distribution?: { readonly sha256: string } };
      // Distributions on uploaded cards are not trusted.
      return source === 'training' && distribution ? readStored(distribution.sha256) : null;
    },
  };
}

const spreads = new Map<string, Distribution | null>();

/** Returns the shipped distribution, read once; null when there is none. */
function readShippedDistribution(name: string, version: string): Distribution | null {
  const key = `${name}/${version}`;
  const cached = spreads.get(key);
  if (cached !== undefined) return cached;
  const distribution = readDistribution(join(SHIPPED_FOLDER, name, version, 'distribution.json'));
  spreads.set(key, distribution);
  return distribution;
}

function readDistribution(path: string): Distribution | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Distribution;
  } catch {
    return null;
  }
}
