// The gate's refusals of a model file.

import { MODEL_REFUSALS, type ModelRefusalCode } from '../../ledger/models/model-refusal.ts';

/** A gate that a file did not pass. The detail quotes names from the file only shortened. */
export class ModelRefusal extends Error {
  readonly code: ModelRefusalCode;

  constructor(code: ModelRefusalCode, detail: string = MODEL_REFUSALS[code]) {
    super(detail);
    this.code = code;
  }
}

export function refuse(code: ModelRefusalCode, detail?: string): never {
  throw new ModelRefusal(code, detail);
}

/** Makes a name from a file printable. */
export function toPrintable(name: string, maxLength = 60): string {
  const printable = name.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > maxLength ? `${printable.slice(0, maxLength)}…` : printable;
}
