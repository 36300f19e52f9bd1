// Why a model file is not taken: one code per gate, so that its maker knows what to change.

export const REFUSALS = {
  model_too_large: 'The file has more than 32 MB.',
  model_malformed: 'The file is not a sound ONNX model.',
  model_version_unsupported: 'Its IR, its operator sets or their domains are not served here.',
  model_operator_not_allowed: 'It uses an operator that is not on the list.',
  model_external_data: 'It refers to data outside of the file.',
  model_signature_mismatch: 'Its inputs and outputs are not those of its card.',
  model_memory_exceeded: 'It takes more memory than a model may.',
  model_timeout: 'It does not come to an end in time.',
  model_crashed: 'The runtime does not survive it.',
  model_not_loadable: 'The runtime refuses it.',
  model_output_invalid: 'It answers with something that is no probability.',
  model_golden_mismatch: 'It does not give the scores that its card states.',
  model_batch_mismatch: 'A row scores differently alone and among others.',
  model_not_deterministic: 'The same rows score differently the second time.',
  model_too_slow: 'One row takes longer than it may.',
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
export function shown(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '?');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
