// Why the gate refuses a model file: one code per gate, so that its author knows what to change.

export const REFUSALS = {
  model_too_large: 'The model file exceeds 32 MB.',
  model_malformed: 'The model file is not a valid ONNX model.',
  model_version_unsupported:
    'The model uses an IR version, operator set or domain that is not supported.',
  model_operator_not_allowed: 'The model uses an operator that is not on the allowed list.',
  model_external_data: 'The model refers to data outside its file.',
  model_signature_mismatch: 'The inputs or outputs of the model differ from those of its card.',
  model_memory_exceeded: 'The model needs more memory than a model may use.',
  model_timeout: 'The model did not finish scoring in time.',
  model_crashed: 'The model crashed the ONNX runtime.',
  model_not_loadable: 'The ONNX runtime cannot load the model.',
  model_output_invalid: 'The model returned a value that is not a probability.',
  model_golden_mismatch:
    'The model does not give the scores that its card states for the golden rows.',
  model_batch_mismatch: 'The model scores a row differently alone and in a batch.',
  model_not_deterministic: 'The model scores the same rows differently the second time.',
  model_too_slow: 'The model takes too long to score one row.',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** A gate that a file did not pass. The detail never repeats bytes of the file unshortened. */
export class ModelRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, detail: string = REFUSALS[code]) {
    super(detail);
    this.code = code;
  }
}

export function refuse(code: RefusalCode, detail?: string): never {
  throw new ModelRefusal(code, detail);
}

/** A name out of a file, fit to be shown. */
export function printable(name: string, longest = 60): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '?');
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}
