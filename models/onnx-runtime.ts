// The one file that loads ONNX Runtime, so that its library is never loaded before its reports to
// its maker are off; and how the bank runs a model in it.

import './no-onnx-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export { InferenceSession, Tensor };

const ERRORS = 3;
const FATAL = 4;

/**
 * Loads a model to run on one thread: trees finish before a second thread would have started.
 * @param isForeign for an uploaded file: its faults are reported to the uploader and not logged
 * @throws Error when the runtime cannot load it
 */
export function openModel(file: Uint8Array, { isForeign = false } = {}): Promise<InferenceSession> {
  return InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: isForeign ? FATAL : ERRORS,
  });
}
