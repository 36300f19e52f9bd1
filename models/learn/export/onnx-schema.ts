// The messages of an ONNX file, written from the public ONNX specification (onnx.proto, IR version
// 8 and later): names, field numbers and types. Files are built and read through it, never by hand.
// Lists of numbers are packed, which every reader of protobuf has to accept.

import protobuf from 'protobufjs/light.js';

type Fields = Readonly<Record<string, readonly [type: string, id: number, many?: 'many']>>;

const MESSAGES: Readonly<Record<string, Fields>> = {
  ModelProto: {
    irVersion: ['int64', 1],
    producerName: ['string', 2],
    producerVersion: ['string', 3],
    domain: ['string', 4],
    modelVersion: ['int64', 5],
    docString: ['string', 6],
    graph: ['GraphProto', 7],
    opsetImport: ['OperatorSetIdProto', 8, 'many'],
    metadataProps: ['StringStringEntryProto', 14, 'many'],
    trainingInfo: ['bytes', 20, 'many'],
    functions: ['bytes', 25, 'many'],
  },
  OperatorSetIdProto: { domain: ['string', 1], version: ['int64', 2] },
  StringStringEntryProto: { key: ['string', 1], value: ['string', 2] },
  GraphProto: {
    node: ['NodeProto', 1, 'many'],
    name: ['string', 2],
    initializer: ['TensorProto', 5, 'many'],
    docString: ['string', 10],
    input: ['ValueInfoProto', 11, 'many'],
    output: ['ValueInfoProto', 12, 'many'],
    valueInfo: ['ValueInfoProto', 13, 'many'],
    sparseInitializer: ['bytes', 15, 'many'],
  },
  NodeProto: {
    input: ['string', 1, 'many'],
    output: ['string', 2, 'many'],
    name: ['string', 3],
    opType: ['string', 4],
    attribute: ['AttributeProto', 5, 'many'],
    docString: ['string', 6],
    domain: ['string', 7],
    overload: ['string', 8],
  },
  AttributeProto: {
    name: ['string', 1],
    f: ['float', 2],
    i: ['int64', 3],
    s: ['bytes', 4],
    t: ['TensorProto', 5],
    g: ['GraphProto', 6],
    floats: ['float', 7, 'many'],
    ints: ['int64', 8, 'many'],
    strings: ['bytes', 9, 'many'],
    tensors: ['TensorProto', 10, 'many'],
    graphs: ['GraphProto', 11, 'many'],
    docString: ['string', 13],
    type: ['int32', 20],
    refAttrName: ['string', 21],
    sparseTensor: ['bytes', 22],
    sparseTensors: ['bytes', 23, 'many'],
  },
  TensorProto: {
    dims: ['int64', 1, 'many'],
    dataType: ['int32', 2],
    floatData: ['float', 4, 'many'],
    int32Data: ['int32', 5, 'many'],
    stringData: ['bytes', 6, 'many'],
    int64Data: ['int64', 7, 'many'],
    name: ['string', 8],
    rawData: ['bytes', 9],
    doubleData: ['double', 10, 'many'],
    uint64Data: ['uint64', 11, 'many'],
    docString: ['string', 12],
    externalData: ['StringStringEntryProto', 13, 'many'],
    dataLocation: ['int32', 14],
  },
  ValueInfoProto: { name: ['string', 1], type: ['TypeProto', 2], docString: ['string', 3] },
  TypeProto: {
    tensorType: ['TensorTypeProto', 1],
    sequenceType: ['bytes', 4],
    mapType: ['bytes', 5],
    sparseTensorType: ['bytes', 8],
    optionalType: ['bytes', 9],
  },
  TensorTypeProto: { elemType: ['int32', 1], shape: ['TensorShapeProto', 2] },
  TensorShapeProto: { dim: ['DimensionProto', 1, 'many'] },
  DimensionProto: { dimValue: ['int64', 1], dimParam: ['string', 2] },
};

const PACKABLE_TYPES = new Set(['float', 'double', 'int32', 'int64', 'uint64']);

function createRoot(messages: typeof MESSAGES): protobuf.Root {
  const nestedMessages = Object.entries(messages).map(([name, fields]) => {
    const members = Object.entries(fields).map(([field, [type, id, isRepeated]]) => {
      const options = { packed: PACKABLE_TYPES.has(type) };
      return [field, isRepeated ? { type, id, rule: 'repeated', options } : { type, id }];
    });
    return [name, { fields: Object.fromEntries(members) }];
  });
  return protobuf.Root.fromJSON({ nested: Object.fromEntries(nestedMessages) });
}

/** The message at the top of every ONNX file. */
export const ModelProto = createRoot(MESSAGES).lookupType('ModelProto');
