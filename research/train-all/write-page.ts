// Writes docs/understand/models.md from the cards, from docs/reference/models.json with the figures
// of train-all, and from docs/reference/lightgbm.json with those of train-compare.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArtifact, SHIPPED_FOLDER } from '../../models/artifact.ts';
import { TEXT_MODELS, type TextModelCard } from '../../models/text-session.ts';
import type { BenchmarkResult } from './benchmarks.ts';
import type { Comparison } from './lightgbm-table.ts';
import { formatModelsPage, type Recalls } from './models-page.ts';

/** The content of docs/reference/models.json. */
export interface StoredFigures {
  benchmarks: { [name: string]: BenchmarkResult };
  recalls: { -readonly [Name in keyof Recalls]: Recalls[Name] };
}

/** The models on the page, in order. */
export const SHOWN_MODELS = [
  { name: 'credit-scoring', version: '3.0.0' },
  { name: 'credit-scoring', version: '3.2.0' },
  { name: 'fraud-detection', version: '2.1.0' },
  { name: 'fraud-detection', version: '2.4.0' },
  { name: 'risk-assessment', version: '2.5.0' },
] as const;

const pathOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

export function readKept(): StoredFigures {
  return JSON.parse(readFileSync(pathOf('reference/models.json'), 'utf8')) as StoredFigures;
}

export function keepFigures(record: StoredFigures): void {
  writeFileSync(pathOf('reference/models.json'), `${JSON.stringify(record, null, 2)}\n`);
}

/** Formats docs/understand/models.md from the cards and the kept figures. */
export function formatKeptPage(): string {
  const { benchmarks: figures, recalls } = readKept();
  const cards = SHOWN_MODELS.map(
    ({ name, version }) => readArtifact(SHIPPED_FOLDER, name, version).card,
  );
  const texts = ['card.json', 'encoder-card.json'].map((name) => {
    const card = readFileSync(join(TEXT_MODELS, 'intent-parsing', '1.8.0', name), 'utf8');
    return JSON.parse(card) as TextModelCard;
  });
  const comparisonPath = pathOf('reference/lightgbm.json');
  const comparison = existsSync(comparisonPath)
    ? (JSON.parse(readFileSync(comparisonPath, 'utf8')) as Comparison)
    : null;
  return formatModelsPage(cards, { figures, recalls, texts, comparison });
}

export function writeModelsPage(): void {
  writeFileSync(pathOf('understand/models.md'), formatKeptPage());
}
