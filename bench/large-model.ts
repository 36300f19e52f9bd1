// A model of 31 MB that passes the gate: most of it is a table of numbers of which a row reads one.

import { model, node, tensor } from '../test/models/gate/onnx-builder.ts';

const COLUMNS = 3;
const WIDTH = 2_600_000;

/** Its file. */
export function largeModel(): Uint8Array<ArrayBuffer> {
  const nodes = [
    node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['margin'] }),
    node({ op: 'Sigmoid', inputs: ['margin'], outputs: ['probability'] }),
  ];
  const weights = tensor('w', [COLUMNS, 1], Float32Array.of(1e-6, 2e-6, 3e-6));
  const table = tensor('table', [COLUMNS, WIDTH], new Float32Array(COLUMNS * WIDTH));
  return new Uint8Array(model({ nodes, constants: [weights, table] }));
}

/** Its card. */
export function cardBody(name: string): string {
  const features = ['a', 'b', 'c'].map((feature) => ({ name: feature }));
  return JSON.stringify({ name, version: '1.0.0', task: 'fraud', features });
}
