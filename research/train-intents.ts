// node research/train-intents.ts --data DIR: trains intent-parsing 1.8.0 from Banking77, CLINC150
// and the written phrases, and measures it on the official test parts. The same data give the same
// bytes: --check writes nothing and exits with 1 when the bytes differ. --encoder also trains and
// measures the heads over the sentence encoder that `npm run encoder` has downloaded; their bytes
// are the same on the same kind of processor.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { INTENT_LABELS } from '../ai/intents/catalogue.ts';
import { sha256 } from '../models/artifact.ts';
import { DOWNLOADED_ENCODER_PATH } from '../models/encoder/encoder-file.ts';
import { openEncoder } from '../models/encoder/encoder-session.ts';
import { encodeFusedModel } from '../models/learn/export/fused-model.ts';
import { makePhrases } from '../models/learn/text/phrases.ts';
import {
  openFusedModel,
  openTextModel,
  TEXT_MODELS,
  type TextModelCard,
} from '../models/text-session.ts';
import { say } from '../scripts/say.mjs';
import { makeCard, makeFusedCard, VERSION } from './train-intents/cards.ts';
import { type Bundle, readBanking, readClinc } from './train-intents/data.ts';
import { trainFusedHead } from './train-intents/fused-heads.ts';
import { type TrainedHead, trainHead } from './train-intents/heads.ts';
import { type Classifier, groupRows, measure, round } from './train-intents/measure.ts';
import { buildTextModel } from './train-intents/text-model.ts';

const FOLDER = join(TEXT_MODELS, 'intent-parsing', VERSION);
const PHRASES = 100;
/**
 * Number of messages of each question of Banking77 that are training examples of a support
 * question.
 */
const QUESTIONS = 30;

type Data = Readonly<Record<'banking' | 'clinc', Bundle>>;

function trainHeads({ banking, clinc }: Data): { heads: TrainedHead[]; written: number } {
  const phrases = INTENT_LABELS.flatMap((label, index) => {
    return makePhrases(label, PHRASES, 100 + index).map((text) => ({ text, label }));
  });
  const byQuestion = groupRows(banking.train, ({ label }) => label);
  const support = [...byQuestion.values()].flatMap((questionsOfOne) =>
    questionsOfOne.slice(0, QUESTIONS).map(({ text }) => ({ text, label: 'support_question' })),
  );
  const messages = [...clinc.train, ...phrases, ...support];
  const questions = [...byQuestion.keys()].sort();
  const heads = [
    trainHead('question', questions, banking.train),
    trainHead('intent', INTENT_LABELS, messages),
  ];
  return { heads, written: phrases.length };
}

/** Returns true when the existing file has these bytes. */
function isKept(name: string, file: Uint8Array): boolean {
  const path = join(FOLDER, name);
  const isSame = existsSync(path) && sha256(readFileSync(path)) === sha256(file);
  say(`intent-parsing@${VERSION} ${name} ${isSame ? 'the same bytes' : 'CHANGED'}`);
  return isSame;
}

/**
 * Writes the card before the measurement, so that the file can be opened, and again with the
 * measurement.
 */
async function writeMeasured(
  names: Readonly<Record<'model' | 'card', string>>,
  file: Uint8Array,
  card: TextModelCard,
  measureNow: () => ReturnType<typeof measure>,
): Promise<void> {
  const write = (card: TextModelCard) =>
    writeFileSync(join(FOLDER, names.card), `${JSON.stringify(card, null, 2)}\n`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, names.model), file);
  write(card);
  const { measured: figures, millisecondsEach } = await measureNow();
  write({ ...card, measured: figures });
  for (const figure of figures) say(JSON.stringify(figure));
  say(`${file.length} bytes, ${round(millisecondsEach)} ms a message`);
}

const describeFile = (file: Uint8Array) => ({ sha256: sha256(file), bytes: file.length });

async function writeTextModel(data: Data, isCheck: boolean): Promise<[TrainedHead[], boolean]> {
  const { heads: trained, written } = trainHeads(data);
  const heads = trained.map(({ head }) => head);
  const naming = { name: 'intent-parsing', version: VERSION };
  const file = buildTextModel('intent-parsing', heads, naming);
  const isSame = isKept('model.onnx', file);
  if (isCheck) return [trained, isSame];
  const rows = { banking: data.banking.train.length, clinc: data.clinc.train.length, written };
  const temperatures = Object.fromEntries(
    trained.flatMap(({ head: { name, temperature, layers, evenShare }, trust }) => {
      const extraFields = { [`layers of ${name}`]: trust, [`even share of ${name}`]: evenShare };
      return [[name, temperature], ...(layers ? Object.entries(extraFields) : [])];
    }),
  );
  const card = makeCard({ ...data, rows, heads, temperatures, artifact: describeFile(file) });
  await writeMeasured({ model: 'model.onnx', card: 'card.json' }, file, card, async () => {
    const model = await openTextModel(FOLDER);
    return measure(model, data, '0.92').finally(() => model.close());
  });
  return [trained, isSame];
}

async function writeFusedModel(
  trained: TrainedHead[],
  data: Data,
  isCheck: boolean,
): Promise<boolean> {
  const encoder = await openEncoder(DOWNLOADED_ENCODER_PATH);
  const heads = [];
  for (const head of trained) {
    const embeddings: Float32Array[] = [];
    for (const { text } of head.examples) embeddings.push(await encoder.embed(text));
    heads.push(trainFusedHead(head, embeddings));
  }
  const naming = { name: 'intent-parsing with an encoder', version: VERSION };
  const file = encodeFusedModel('intent-parsing', heads, naming);
  const isSame = isKept('encoder.onnx', file);
  if (isCheck) return isSame;
  const text = await openTextModel(FOLDER);
  const card = makeFusedCard(text.card, heads, describeFile(file));
  const names = { model: 'encoder.onnx', card: 'encoder-card.json' };
  await writeMeasured(names, file, card, async () => {
    const fused = await openFusedModel(FOLDER, text.card);
    const fusedClassifier: Classifier = {
      classify: async (message) =>
        fused.classify(await text.classify(message), await encoder.embed(message)),
    };
    return measure(fusedClassifier, data, '0.94');
  });
  await encoder.close();
  return isSame;
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
    encoder: { type: 'boolean', default: false },
  },
});
const { data: folder, check, encoder } = values;
if (!existsSync(folder)) {
  say('which data? node research/train-intents.ts --data DIR [--check] [--encoder]');
  process.exit(2);
}
const data = { banking: readBanking(folder), clinc: readClinc(folder) };
const [trained, same] = await writeTextModel(data, check);
const allSame = encoder ? (await writeFusedModel(trained, data, check)) && same : same;
process.exit(check && !allSame ? 1 : 0);
