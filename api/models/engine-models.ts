// Enters the text models, the written rules and the comparison of names into the inventory of each
// ledger when it is opened: they decide as models do, and a person is responsible for them (SR
// 11-7).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AML_RULES_VERSION } from '../../ai/aml/flow.ts';
import { INTENT_MODEL } from '../../ai/intents/intent-model.ts';
import { SCREENING_VERSION } from '../../ai/screening/screener.ts';
import { recordEngine } from '../../db/inventory/engine.ts';
import { knowsEngine } from '../../db/inventory/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { EngineVersion } from '../../ledger/models/inventory.ts';
import { ENCODER } from '../../models/encoder/encoder-file.ts';
import type { TextModelCard } from '../../models/text-session.ts';

/**
 * Enters the engine's versions that a ledger does not know yet.
 * @param hasEncoder true when this bank has a sentence encoder
 */
export async function enterEngineModels(
  ledgers: readonly Ledger[],
  hasEncoder: boolean,
): Promise<void> {
  const versions = listEngineVersions(hasEncoder);
  const cause = { actor: 'workflow', requestId: 'start', idempotencyKey: null };
  for (const ledger of ledgers) {
    if (!knowsEngine(ledger, versions)) await ledger.run(recordEngine, { versions, cause });
  }
}

function listEngineVersions(hasEncoder: boolean): EngineVersion[] {
  const rules: EngineVersion = {
    name: 'aml-rules',
    task: 'transaction_monitoring',
    label: `${AML_RULES_VERSION}`,
    sha256: null,
    isServing: true,
  };
  const screening: EngineVersion = {
    name: 'name-screening',
    task: 'name_screening',
    label: `${SCREENING_VERSION}`,
    sha256: null,
    isServing: true,
  };
  const versions = [rules, screening, readIntentVersion('card.json', !hasEncoder)];
  if (!hasEncoder) return versions;
  const [, label = ''] = ENCODER.wheel.requirement.split('==');
  const { sha256 } = ENCODER;
  const encoder = { name: 'sentence-encoder', task: 'sentence_encoding', label, sha256 } as const;
  return [
    ...versions,
    readIntentVersion('encoder-card.json', true),
    { ...encoder, isServing: true },
  ];
}

/** Returns a version of the intent model. With an encoder, the combined heads decide. */
function readIntentVersion(card: string, isServing: boolean): EngineVersion {
  const text = readFileSync(join(INTENT_MODEL, card), 'utf8');
  const { name, version: label, artifact } = JSON.parse(text) as TextModelCard;
  return { name, task: 'intent_parsing', label, sha256: artifact.sha256, isServing };
}
