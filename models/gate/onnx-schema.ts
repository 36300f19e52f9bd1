// The messages of an ONNX file that the gate knows, from the public ONNX specification
// (onnx.proto): field numbers and types. Sequences, maps and optional types stay unread, because
// no input or output here may have them.

import type { Field, Kind, Schema } from './protobuf.ts';

type Row = readonly [name: string, kind: Kind | Schema, label?: 'repeated'];

function schema(name: string, rows: () => Readonly<Record<number, Row>>): Schema {
  let schemaFields: Readonly<Record<number, Field>> | null = null;
  const fields = () => {
    schemaFields ??= Object.fromEntries(
      Object.entries(rows()).map(([id, [field, kind, label]]) => {
        return [id, { name: field, kind, isRepeated: label === 'repeated' }];
      }),
    );
    return schemaFields;
  };
  return { name, fields };
}

const ENTRY = schema('StringStringEntry', () => ({ 1: ['key', 'text'], 2: ['value', 'text'] }));

const TENSOR = schema('Tensor', () => ({
  1: ['dims', 'int', 'repeated'],
  2: ['dataType', 'int'],
  4: ['floatData', 'float', 'repeated'],
  5: ['int32Data', 'int', 'repeated'],
  6: ['stringData', 'bytes', 'repeated'],
  7: ['int64Data', 'int', 'repeated'],
  8: ['name', 'text'],
  9: ['rawData', 'bytes'],
  10: ['doubleData', 'double', 'repeated'],
  11: ['uint64Data', 'int', 'repeated'],
  12: ['docString', 'bytes'],
  13: ['externalData', ENTRY, 'repeated'],
  14: ['dataLocation', 'int'],
  16: ['metadataProps', ENTRY, 'repeated'],
}));

const DIMENSION = schema('Dimension', () => ({
  1: ['size', 'int'],
  2: ['symbol', 'text'],
  3: ['denotation', 'text'],
}));
const SHAPE = schema('Shape', () => ({ 1: ['dim', DIMENSION, 'repeated'] }));
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
  4: ['metadataProps', ENTRY, 'repeated'],
}));

const ATTRIBUTE = schema('Attribute', () => ({
  1: ['name', 'text'],
  2: ['f', 'float'],
  3: ['i', 'int'],
  4: ['s', 'bytes'],
  5: ['t', TENSOR],
  6: ['g', 'bytes'],
  7: ['floats', 'float', 'repeated'],
  8: ['ints', 'int', 'repeated'],
  9: ['strings', 'bytes', 'repeated'],
  10: ['tensors', TENSOR, 'repeated'],
  11: ['graphs', 'bytes', 'repeated'],
  13: ['docString', 'bytes'],
  14: ['typeProto', 'bytes'],
  15: ['typeProtos', 'bytes', 'repeated'],
  20: ['type', 'int'],
  21: ['refAttrName', 'text'],
  22: ['sparseTensor', 'bytes'],
  23: ['sparseTensors', 'bytes', 'repeated'],
}));

const NODE = schema('Node', () => ({
  1: ['input', 'text', 'repeated'],
  2: ['output', 'text', 'repeated'],
  3: ['name', 'text'],
  4: ['opType', 'text'],
  5: ['attribute', ATTRIBUTE, 'repeated'],
  6: ['docString', 'bytes'],
  7: ['domain', 'text'],
  8: ['overload', 'text'],
  9: ['metadataProps', ENTRY, 'repeated'],
}));

const GRAPH = schema('Graph', () => ({
  1: ['node', NODE, 'repeated'],
  2: ['name', 'text'],
  5: ['initializer', TENSOR, 'repeated'],
  10: ['docString', 'bytes'],
  11: ['input', VALUE_INFO, 'repeated'],
  12: ['output', VALUE_INFO, 'repeated'],
  13: ['valueInfo', VALUE_INFO, 'repeated'],
  14: ['quantization', 'bytes', 'repeated'],
  15: ['sparseInitializer', 'bytes', 'repeated'],
  16: ['metadataProps', ENTRY, 'repeated'],
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
  8: ['opsetImport', OPSET, 'repeated'],
  14: ['metadataProps', ENTRY, 'repeated'],
  20: ['trainingInfo', 'bytes', 'repeated'],
  25: ['functions', 'bytes', 'repeated'],
}));
