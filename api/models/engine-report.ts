// The sources of a validation report of a text model or of written rules.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AML_RULES_VERSION } from '../../ai/aml/flow.ts';
import { listWrittenRules } from '../../ai/aml/rules.ts';
import { INTENT_MODEL } from '../../ai/intents/intent-model.ts';
import { readMeasuredScreening } from '../../ai/screening/measurement.ts';
import type { Screening } from '../../ai/screening/open.ts';
import { SCREENING_VERSION, THRESHOLD } from '../../ai/screening/screener.ts';
import {
  type EngineVersionRow,
  findEngineVersion,
  judgedAlerts,
  judgedHits,
} from '../../db/inventory/engine-reads.ts';
import { findInventory } from '../../db/inventory/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { ENCODER } from '../../models/encoder/encoder-file.ts';
import type { TextModelCard } from '../../models/text-session.ts';
import { type EngineFacts, engineReport } from './validation/engine.ts';
import type { ValidationReport } from './validation/report.ts';

interface Sources {
  readonly ledger: Ledger;
  readonly screening: Screening;
}

/**
 * Returns the report of a version with its name, or null when the engine has never had a version
 * with that id.
 */
export async function buildEngineReport(
  sources: Sources,
  versionId: string,
): Promise<{ readonly name: string; readonly report: ValidationReport } | null> {
  const { ledger } = sources;
  const version = findEngineVersion(ledger, versionId);
  if (!version) return null;
  const facts = await readFacts(sources, version);
  const file = findInventory(ledger, null, version.modelId);
  const name = `${version.name}-${version.label}`;
  return { name, report: engineReport({ version, file, facts }) };
}

async function readFacts(sources: Sources, version: EngineVersionRow): Promise<EngineFacts | null> {
  const { ledger, screening } = sources;
  const { task, label, artifactSha256 } = version;
  switch (task) {
    case 'intent_parsing': {
      const cards = ['card.json', 'encoder-card.json'].map(readCard);
      const card = cards.find(
        (card) => card.version === label && card.artifact.sha256 === artifactSha256,
      );
      return card ? { kind: 'text', card } : null;
    }
    case 'sentence_encoding': {
      if (artifactSha256 !== ENCODER.sha256) return null;
      return { kind: 'encoder', licence: ENCODER.licence, heads: readCard('encoder-card.json') };
    }
    case 'transaction_monitoring': {
      if (label !== `${AML_RULES_VERSION}`) return null;
      return { kind: task, rules: listWrittenRules(), judged: judgedAlerts(ledger) };
    }
    case 'name_screening': {
      if (label !== `${SCREENING_VERSION}`) return null;
      const { lists } = await screening.screener();
      return {
        kind: task,
        lists,
        listsSha256: screening.fingerprint(),
        threshold: THRESHOLD,
        measured: readMeasuredScreening(),
        judged: judgedHits(ledger),
      };
    }
  }
}

function readCard(name: string): TextModelCard {
  return JSON.parse(readFileSync(join(INTENT_MODEL, name), 'utf8')) as TextModelCard;
}
