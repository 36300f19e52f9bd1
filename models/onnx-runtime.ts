// The one file that loads ONNX Runtime, so that its library is never loaded before its reports to
// its maker are off; and how the bank runs a model in it.

import './no-onnx-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export { InferenceSession, Tensor };

const ERRORS = 3;
const FATAL = 4;

/**
 * Loads a model to run on one thread: trees are done before a second thread would have started.
 * @param isForeign of a file that somebody uploaded: what is wrong with it is for the answer to
 *   that person, not for the log
 * @throws Error when the runtime cannot load it
 */
export function openModel(file: Uint8Array, { isForeign = false } = {}): Promise<InferenceSession> {
  return InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: isForeign ? FATAL : ERRORS,
  });
}
