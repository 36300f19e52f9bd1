// `node scripts/check-model.ts MODEL.onnx CARD.json`: runs the bank's gate before an upload. Prints
// the measurements, or the code of the first gate that the file does not pass.

import { readFileSync } from 'node:fs';
import { checkModel } from '../models/gate/check-model.ts';
import type { DeclaredFeature, GoldenRow } from '../models/gate/declaration.ts';
import { ModelRefusal } from '../models/gate/refusal.ts';

const [model, card] = process.argv.slice(2);
if (!model || !card) {
  console.error('Usage: node scripts/check-model.ts MODEL.onnx CARD.json');
  process.exit(2);
}
const { features, golden = [] } = JSON.parse(readFileSync(card, 'utf8')) as {
  readonly features: readonly (Partial<DeclaredFeature> & { readonly name: string })[];
  readonly golden?: readonly GoldenRow[];
};
const unrestricted = { min: null, max: null, mayBeMissing: false };
try {
  const declared = {
    features: features.map((feature) => ({ ...unrestricted, ...feature })),
    golden,
  };
  console.log(
    JSON.stringify(await checkModel({ path: model, owner: 'script' }, declared), null, 2),
  );
} catch (error) {
  if (!(error instanceof ModelRefusal)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exit(1);
}
