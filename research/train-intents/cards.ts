// The cards of intent-parsing.

import { sha256 } from '../../models/artifact.ts';
import { ENCODER } from '../../models/encoder/encoder-file.ts';
import type { FusedHead } from '../../models/learn/export/fused-model.ts';
import { PATTERNS } from '../../models/learn/text/phrases.ts';
import type { TextModelCard } from '../../models/text-session.ts';
import type { Bundle } from './data.ts';
import { FUSED_MACHINE, OUTSIDE_SHARE } from './fused-heads.ts';
import { EVENNESS, LAYERS, MACHINE } from './heads.ts';
import type { TextHead } from './text-model.ts';

export const VERSION = '1.8.0';
/** Version of the heads over the encoder. */
const FUSED_VERSION = `${VERSION}+minilm`;

export interface TrainedText {
  readonly banking: Bundle;
  readonly clinc: Bundle;
  readonly rows: Readonly<Record<'banking' | 'clinc' | 'written', number>>;
  readonly heads: readonly TextHead[];
  /** Factors of margins and scores, by head. */
  readonly temperatures: Readonly<Record<string, number>>;
  readonly artifact: TextModelCard['artifact'];
}

export function makeCard({
  banking,
  clinc,
  rows,
  heads,
  temperatures,
  artifact,
}: TrainedText): TextModelCard {
  return {
    schema: 'kontor.text-model-card/1',
    name: 'intent-parsing',
    version: VERSION,
    title: 'What a message to the bank asks for',
    intendedFor:
      'English messages to the bank: which operation is meant (head `intent`), and which of 77 ' +
      'support questions (head `question`). A rule-based parser reads amounts, payees and dates, ' +
      'and decides whether anything may be proposed.',
    notFor: ['moving money without a confirmation', 'languages other than English'],
    limits: [
      'Intents that no public data set has learn from written patterns; they are not ' +
        'measured on messages of customers.',
      'Both public data sets are in English and were written by crowd workers.',
      'As served by parse-intent, 0.9182 of the official test messages of Banking77 have the right ' +
        'topic, and 0.0065 have none; of CLINC150, 0.9556 of what is out of scope is said to be, and ' +
        '0.0247 of the bank messages are lost (node research/language/served.ts).',
    ],
    stated: { accuracy: 0.92, by: 'the interface specification, for intent parsing 1.8.0' },
    heads: heads.map(({ name, labels }) => ({ name, labels })),
    data: [
      {
        name: 'Banking77',
        source: 'GitHub PolyAI-LDN/task-specific-datasets, banking_data, commit 57ec275',
        licence: 'CC BY 4.0',
        sha256: banking.sha256,
        rows: rows.banking,
      },
      {
        name: 'CLINC150',
        source: 'GitHub clinc/oos-eval, data/data_full.json, commit 828f809',
        licence: 'CC BY 3.0',
        sha256: clinc.sha256,
        rows: rows.clinc,
      },
      {
        name: 'written phrases',
        source: 'models/learn/text/phrases.ts',
        licence: 'part of this project',
        sha256: sha256(JSON.stringify(PATTERNS)),
        rows: rows.written,
      },
    ],
    learner: {
      kind:
        'linear support vectors over hashed n-grams; beside those of `question`, two layers over ' +
        'the same n-grams; 8-bit weights; made again on 2026-11-24',
      ...MACHINE,
      ...settingsOfLayers(),
      ...Object.fromEntries(
        Object.entries(EVENNESS).map(([head, share]) => [`evenness of ${head}`, share]),
      ),
    },
    temperatures,
    measured: [],
    artifact,
  };
}

function settingsOfLayers(): Record<string, number> {
  const settings = Object.entries(LAYERS).flatMap(([head, options]) => {
    return Object.entries(options).map(([name, value]) => [`layers of ${head}: ${name}`, value]);
  });
  return Object.fromEntries(settings) as Record<string, number>;
}

/** Makes the card of the heads over the encoder. */
export function makeFusedCard(
  text: TextModelCard,
  heads: readonly FusedHead[],
  artifact: TextModelCard['artifact'],
): TextModelCard {
  const sha256Of = { encoderSha256: ENCODER.sha256, textModelSha256: text.artifact.sha256 };
  return {
    ...text,
    version: FUSED_VERSION,
    title: `${text.title}, with a sentence encoder`,
    limits: [
      ...text.limits,
      'Weights of 8 bits are added up in another way on another kind of processor: a message ' +
        'that is close between two labels may get the other one there.',
    ],
    learner: {
      kind:
        'linear support vectors over a sentence encoder, one for each kind of message that the ' +
        'data sets tell apart, beside the text model',
      ...FUSED_MACHINE,
      'constant of out_of_scope': OUTSIDE_SHARE,
    },
    temperatures: Object.fromEntries(heads.map(({ name, trust }) => [name, trust])),
    measured: [],
    artifact,
    beside: { encoder: ENCODER.name, ...sha256Of },
  };
}
