// Refusals of a model file. Each gate has its own code, so that the author knows the fault.

export const MODEL_REFUSALS = {
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

export type ModelRefusalCode = keyof typeof MODEL_REFUSALS;
