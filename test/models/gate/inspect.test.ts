// The gates that read a file: hostile files are refused, and any bytes either pass or are refused.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ModelRefusalCode } from '../../../ledger/models/model-refusal.ts';
import { inspectModel } from '../../../models/gate/inspect.ts';
import { ModelRefusal } from '../../../models/gate/refusal.ts';
import {
  attributeOf,
  bytes,
  int,
  join,
  model,
  node,
  oneOperatorModel,
  tensor,
  tree,
  value,
} from './onnx-builder.ts';

const FEATURES = ['a', 'b', 'c'];

function codeOf(file: Buffer, features = FEATURES): ModelRefusalCode | 'passed' {
  try {
    inspectModel(file, features);
    return 'passed';
  } catch (error) {
    if (error instanceof ModelRefusal) return error.code;
    throw error;
  }
}

const sigmoid = node({ op: 'Sigmoid', inputs: ['features'], outputs: ['probability'] });
const loop = attributeOf.graph('body', join(bytes(2, 'body')));
const outside = join(
  tensor('w', [3, 1]),
  bytes(13, join(bytes(1, 'location'), bytes(2, '/etc/passwd'))),
);
const halves = join(int(1, 3), int(1, 1), int(2, 10), bytes(8, 'w'), bytes(9, Buffer.alloc(6)));
const rows = [bytes(1, int(1, 1)), bytes(1, int(1, 3))];
const oneRow = bytes(
  11,
  join(bytes(1, 'features'), bytes(2, bytes(1, join(int(1, 1), bytes(2, join(...rows)))))),
);
const modelWith = (constant: Buffer) => {
  const nodes = [node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['probability'] })];
  return model({ nodes, constants: [constant] });
};
const hostile: readonly (readonly [string, Buffer, ModelRefusalCode])[] = [
  ['an empty file', Buffer.alloc(0), 'model_malformed'],
  ['random bytes', Buffer.from(random(4096)), 'model_malformed'],
  ['a file that breaks off', oneOperatorModel('Abs').subarray(0, 90), 'model_malformed'],
  ['a second graph', join(oneOperatorModel('Abs'), bytes(7, bytes(2, 'other'))), 'model_malformed'],
  ['an unknown field', join(oneOperatorModel('Abs'), bytes(99, 'x')), 'model_malformed'],
  [
    'a length beyond the file',
    join(int(1, 8), Buffer.from([58, 255, 255, 255, 127])),
    'model_malformed',
  ],
  ['IR 99', model({ nodes: [tree()], ir: 99 }), 'model_version_unsupported'],
  ['opset 99', model({ nodes: [tree()], opsets: [['', 99]] }), 'model_version_unsupported'],
  [
    'another domain',
    model({ nodes: [tree()], opsets: [['com.example', 1]] }),
    'model_version_unsupported',
  ],
  ['a loop', oneOperatorModel('Loop', [loop]), 'model_operator_not_allowed'],
  ['a branch', oneOperatorModel('If', [loop]), 'model_operator_not_allowed'],
  ['a scan', oneOperatorModel('Scan', [loop]), 'model_operator_not_allowed'],
  ['a graph in a harmless operator', oneOperatorModel('Abs', [loop]), 'model_operator_not_allowed'],
  ['a constant of any shape', oneOperatorModel('ConstantOfShape'), 'model_operator_not_allowed'],
  ['an expansion', oneOperatorModel('Expand'), 'model_operator_not_allowed'],
  ['a custom operator', oneOperatorModel('MineCoins'), 'model_operator_not_allowed'],
  ['a function', join(oneOperatorModel('Abs'), bytes(25, 'f')), 'model_operator_not_allowed'],
  [
    'a shape that is computed from the data',
    oneOperatorModel('Reshape'),
    'model_operator_not_allowed',
  ],
  ['data outside of the file', modelWith(outside), 'model_external_data'],
  [
    'data outside of the file, by its location',
    modelWith(join(tensor('w', [3, 1]), int(14, 1))),
    'model_external_data',
  ],
  ['dimensions without data', modelWith(tensor('w', [3, 2 ** 30])), 'model_malformed'],
  ['negative dimensions', modelWith(tensor('w', [3, -1])), 'model_malformed'],
  ['a sparse tensor', model({ nodes: [sigmoid], moreOfGraph: bytes(15, 'x') }), 'model_malformed'],
  [
    'too many columns',
    model({ nodes: [sigmoid], input: value(11, 'features', 4) }),
    'model_signature_mismatch',
  ],
  [
    'an input of whole numbers',
    model({ nodes: [sigmoid], input: value(11, 'features', 3, 7) }),
    'model_signature_mismatch',
  ],
  [
    'two inputs',
    model({ nodes: [sigmoid], moreOfGraph: value(11, 'more', 3) }),
    'model_signature_mismatch',
  ],
  [
    'no probability',
    model({ nodes: [sigmoid], output: value(12, 'score', 3) }),
    'model_signature_mismatch',
  ],
  [
    'three probabilities for a row',
    model({ nodes: [sigmoid], output: value(12, 'probability', 3) }),
    'model_signature_mismatch',
  ],
  [
    'other names for the features',
    join(
      model({ nodes: [tree()] }),
      bytes(14, join(bytes(1, 'features'), bytes(2, '["x","y","z"]'))),
    ),
    'model_signature_mismatch',
  ],
  ['a tree that runs in a circle', model({ nodes: [tree({ yes: [0, 0, 0] })] }), 'model_malformed'],
  ['a node out of reach', model({ nodes: [tree({ no: [1, 0, 0] })] }), 'model_malformed'],
  ['a branch to nowhere', model({ nodes: [tree({ no: [7, 0, 0] })] }), 'model_malformed'],
  [
    'a feature beyond the row',
    model({ nodes: [tree({ features: [3, 0, 0] })] }),
    'model_malformed',
  ],
  [
    'a feature before the row',
    model({ nodes: [tree({ features: [-1, 0, 0] })] }),
    'model_malformed',
  ],
  ['a weight for no output', model({ nodes: [tree({ targets: [0, 4] })] }), 'model_malformed'],
  ['a weight on a branch', model({ nodes: [tree({ weightNodes: [0, 2] })] }), 'model_malformed'],
  ['a value that is made twice', model({ nodes: [sigmoid, sigmoid] }), 'model_malformed'],
];

test.each([
  ['a ZIP archive', 'PK\x03\x04rest'],
  ['a pickle', '\x80\x04\x95rest'],
  ['HDF5', '\x89HDF\r\n\x1a\n'],
  ['TensorFlow Lite', '\x1c\0\0\0TFL3'],
  ['safetensors', '\x14\0\0\0\0\0\0\0{"w":{}}'],
  ['gzip', '\x1f\x8b\x08'],
  ['Git LFS', 'version https://git-lfs.github.com/spec/v1\n'],
  ['JSON', ' {"learner":{}}'],
  ['a web page', '\n<!DOCTYPE html>'],
  ['PMML', '<?xml version="1.0"?>'],
])('%s is refused by its name', (name, content) => {
  const inspect = () => inspectModel(Buffer.from(content, 'latin1'), FEATURES);
  expect(inspect).toThrow(ModelRefusal);
  expect(inspect).toThrow(name);
});

describe('a file is refused before anything runs it', () => {
  test.each(hostile)('%s', (_, file, code) => {
    expect(codeOf(file)).toBe(code);
  });

  test.each<[string, Buffer, RegExp]>([
    [
      '16-bit floats',
      modelWith(halves),
      /16-bit floats; expected 32-bit floats: call model\.float\(\)/,
    ],
    ['weights in another file', modelWith(outside), /another file: .*external_data=False/],
    [
      'local functions',
      join(oneOperatorModel('Abs'), bytes(25, 'f')),
      /dynamo=False.*inline_local_functions/,
    ],
    [
      'the domain of local functions',
      model({ nodes: [tree()], opsets: [['pkg.local', 1]] }),
      /Domain pkg\.local.*inline_local_functions/,
    ],
    [
      'a batch of one',
      model({ nodes: [sigmoid], input: oneRow }),
      /fixed number of rows: export it with initial_types/,
    ],
  ])('and the refusal of %s says how to export it instead', (_, file, message) => {
    expect(() => inspectModel(file, FEATURES)).toThrow(message);
  });

  test('of 33 MB', () => {
    expect(codeOf(Buffer.alloc(33 * 1024 * 1024))).toBe('model_too_large');
  });

  test('with nested tensors or too many parts', () => {
    const flood = Buffer.concat(Array.from({ length: 250_000 }, () => bytes(8, int(2, 17))));
    expect(codeOf(flood)).toBe('model_malformed');
  });
});

test('a valid tree and a valid graph of the same kinds of parts pass', () => {
  expect(codeOf(model({ nodes: [tree()] }))).toBe('passed');
  expect(codeOf(oneOperatorModel('Abs'))).toBe('passed');
});

test('5,000 mutated files are each refused or inspected, with no other outcome', () => {
  const exported = ['xgboost', 'lightgbm', 'sklearn-mlp', 'sklearn-logistic'].map((name) =>
    readFileSync(new URL(`../exports/${name}.onnx`, import.meta.url)),
  );
  const next = seedRandom(42);
  const seen = new Map<string, number>();
  for (let count = 0; count < 5_000; count++) {
    const file = mutate(exported[count % exported.length] as Buffer, next);
    const code = codeOf(file, ['a', 'b', 'c', 'd', 'e']);
    seen.set(code, (seen.get(code) ?? 0) + 1);
  }
  // The mutations reach behind the parser, or the test would say nothing about the later gates.
  expect(seen.get('model_malformed')).toBeGreaterThan(500);
  expect(seen.get('passed')).toBeGreaterThan(100);
  expect(seen.size).toBeGreaterThan(3);
});

function mutate(file: Buffer, next: () => number): Buffer {
  const copy = Buffer.from(file);
  const flips = 1 + Math.floor(next() * 4);
  for (let flip = 0; flip < flips; flip++) {
    copy[Math.floor(next() * copy.length)] = Math.floor(next() * 256);
  }
  return next() < 0.1 ? copy.subarray(0, Math.floor(next() * copy.length)) : copy;
}

function random(length: number): Uint8Array {
  const next = seedRandom(3);
  return Uint8Array.from({ length }, () => Math.floor(next() * 256));
}

function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
