// Loads ONNX Runtime and its models. It is the only file that imports the library, so that
// telemetry is always off before the library loads.

import './no-onnx-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export { InferenceSession, Tensor };

const ERROR_LEVEL = 3;
const FATAL_LEVEL = 4;

/**
 * Loads a model to run on one thread, because trees finish before a second thread would start.
 * @param isForeign true for an uploaded file, whose faults are reported to the uploader and not
 * logged
 * @throws Error when the runtime cannot load it
 */
export function openModel(file: Uint8Array, { isForeign = false } = {}): Promise<InferenceSession> {
  return InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: isForeign ? FATAL_LEVEL : ERROR_LEVEL,
  });
}
