// Recognises model files of other formats than ONNX by their first bytes, so that the error names
// the format instead of a missing field of ONNX. No ONNX file begins with these bytes.

interface Format {
  readonly begins: readonly string[];
  /** Offset of the beginning in bytes. */
  readonly offset?: number;
  readonly sentence: string;
}

const CONVERT = 'export it as ONNX';

const BINARY: readonly Format[] = [
  {
    begins: ['PK\x03\x04'],
    sentence: `it is a ZIP archive, as PyTorch and Keras save models: ${CONVERT}`,
  },
  {
    begins: ['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'],
    sentence: `it is a pickle of Python: ${CONVERT}`,
  },
  { begins: ['\x89HDF'], sentence: `it is an HDF5 file, as Keras saves models: ${CONVERT}` },
  { begins: ['TFL3'], offset: 4, sentence: `it is a model of TensorFlow Lite: ${CONVERT}` },
  {
    begins: ['\0\0\0\0{'],
    offset: 4,
    sentence: `it has the format safetensors, which has weights alone: ${CONVERT}`,
  },
  { begins: ['\x1f\x8b'], sentence: 'it is compressed with gzip: unpack it first' },
];
const TEXTS: readonly Format[] = [
  {
    begins: ['version https://git-lfs'],
    sentence: 'it is a pointer of Git LFS: fetch the file itself',
  },
  { begins: ['{', '['], sentence: `it is JSON: ${CONVERT}` },
  { begins: ['<!doctype', '<html'], sentence: 'it is a web page: fetch the file itself' },
  {
    begins: ['<?xml', 'tree\n'],
    sentence: `it is a text, as PMML and LightGBM save models: ${CONVERT}`,
  },
];
const LONGEST_BEGINNING = 64;

/** Returns a sentence that names the format of a file, for its error; null when it may be ONNX. */
export function describeOtherFormat(file: Uint8Array): string | null {
  const first = Buffer.from(file.subarray(0, LONGEST_BEGINNING)).toString('latin1');
  return sentenceOf(BINARY, first) ?? sentenceOf(TEXTS, first.trimStart().toLowerCase());
}

function sentenceOf(formats: readonly Format[], first: string): string | null {
  const format = formats.find(({ begins, offset = 0 }) =>
    begins.some((signature) => first.startsWith(signature, offset)),
  );
  return format?.sentence ?? null;
}
