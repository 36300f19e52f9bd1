// The messages of an ONNX file that the gate knows, from the public ONNX specification
// (onnx.proto): field numbers and types. Sequences, maps and optional types stay unread, because
// no input or output here may have them.

import type { Field, Kind, Schema } from './protobuf.ts';

type Row = readonly [name: string, kind: Kind | Schema, many?: 'many'];

function schema(name: string, rows: () => Readonly<Record<number, Row>>): Schema {
  let schemaFields: Readonly<Record<number, Field>> | null = null;
  const fields = () => {
    schemaFields ??= Object.fromEntries(
      Object.entries(rows()).map(([id, [field, kind, isRepeated]]) => {
        return [id, { name: field, kind, many: isRepeated === 'many' }];
      }),
    );
    return schemaFields;
  };
  return { name, fields };
}

const ENTRY = schema('StringStringEntry', () => ({ 1: ['key', 'text'], 2: ['value', 'text'] }));

const TENSOR = schema('Tensor', () => ({
  1: ['dims', 'int', 'many'],
  2: ['dataType', 'int'],
  4: ['floatData', 'float', 'many'],
  5: ['int32Data', 'int', 'many'],
  6: ['stringData', 'bytes', 'many'],
  7: ['int64Data', 'int', 'many'],
  8: ['name', 'text'],
  9: ['rawData', 'bytes'],
  10: ['doubleData', 'double', 'many'],
  11: ['uint64Data', 'int', 'many'],
  12: ['docString', 'bytes'],
  13: ['externalData', ENTRY, 'many'],
  14: ['dataLocation', 'int'],
  16: ['metadataProps', ENTRY, 'many'],
}));

const DIMENSION = schema('Dimension', () => ({
  1: ['size', 'int'],
  2: ['symbol', 'text'],
  3: ['denotation', 'text'],
}));
const SHAPE = schema('Shape', () => ({ 1: ['dim', DIMENSION, 'many'] }));
const TENSOR_TYPE = schema('TensorType', () => ({ 1: ['elemType', 'int'], 2: ['shape', SHAPE] }));
const TYPE = schema('Type', () => ({
  1: ['tensor', TENSOR_TYPE],
  4: ['sequence', 'bytes'],
  5: ['map', 'bytes'],
  6: ['denotation', 'text'],
  8: ['sparseTensor', 'bytes'],
  9: ['optional', 'bytes'],
}));
const VALUE_INFO = schema('ValueInfo', () => ({
  1: ['name', 'text'],
  2: ['type', TYPE],
  3: ['docString', 'bytes'],
  4: ['metadataProps', ENTRY, 'many'],
}));

const ATTRIBUTE = schema('Attribute', () => ({
  1: ['name', 'text'],
  2: ['f', 'float'],
  3: ['i', 'int'],
  4: ['s', 'bytes'],
  5: ['t', TENSOR],
  6: ['g', 'bytes'],
  7: ['floats', 'float', 'many'],
  8: ['ints', 'int', 'many'],
  9: ['strings', 'bytes', 'many'],
  10: ['tensors', TENSOR, 'many'],
  11: ['graphs', 'bytes', 'many'],
  13: ['docString', 'bytes'],
  14: ['typeProto', 'bytes'],
  15: ['typeProtos', 'bytes', 'many'],
  20: ['type', 'int'],
  21: ['refAttrName', 'text'],
  22: ['sparseTensor', 'bytes'],
  23: ['sparseTensors', 'bytes', 'many'],
}));

const NODE = schema('Node', () => ({
  1: ['input', 'text', 'many'],
  2: ['output', 'text', 'many'],
  3: ['name', 'text'],
  4: ['opType', 'text'],
  5: ['attribute', ATTRIBUTE, 'many'],
  6: ['docString', 'bytes'],
  7: ['domain', 'text'],
  8: ['overload', 'text'],
  9: ['metadataProps', ENTRY, 'many'],
}));

const GRAPH = schema('Graph', () => ({
  1: ['node', NODE, 'many'],
  2: ['name', 'text'],
  5: ['initializer', TENSOR, 'many'],
  10: ['docString', 'bytes'],
  11: ['input', VALUE_INFO, 'many'],
  12: ['output', VALUE_INFO, 'many'],
  13: ['valueInfo', VALUE_INFO, 'many'],
  14: ['quantization', 'bytes', 'many'],
  15: ['sparseInitializer', 'bytes', 'many'],
  16: ['metadataProps', ENTRY, 'many'],
}));

const OPSET = schema('OperatorSetId', () => ({ 1: ['domain', 'text'], 2: ['version', 'int'] }));

export const MODEL = schema('Model', () => ({
  1: ['irVersion', 'int'],
  2: ['producerName', 'text'],
  3: ['producerVersion', 'text'],
  4: ['domain', 'text'],
  5: ['modelVersion', 'int'],
  6: ['docString', 'bytes'],
  7: ['graph', GRAPH],
  8: ['opsetImport', OPSET, 'many'],
  14: ['metadataProps', ENTRY, 'many'],
  20: ['trainingInfo', 'bytes', 'many'],
  25: ['functions', 'bytes', 'many'],
}));
