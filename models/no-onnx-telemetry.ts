// ONNX Runtime (from 1.29) sends telemetry about the process and each model to its maker: it stores
// an identity of the machine and a queue of events below the home folder and sends them over HTTPS.
// This variable is the only full opt-out, and the library reads it once when it is loaded.

import { isMainThread } from 'node:worker_threads';

const OPT_OUT = 'ORT_DISABLE_TELEMETRY';

// A thread has a copy of the environment, which the library does not see.
if (!isMainThread && process.env[OPT_OUT] !== '1') {
  throw new Error(`a thread loads ONNX Runtime before the process has set ${OPT_OUT}`);
}
process.env[OPT_OUT] = '1';
