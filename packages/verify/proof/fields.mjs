// @ts-check
// Reads fields of a proof with checks of their types, and converts bytes from and to text.

/** Thrown when a proof is refused; states the field at fault and the reason. */
export class Fault extends Error {
  /**
   * @param {string} field
   * @param {string} reason
   */
  constructor(field, reason) {
    super(reason);
    this.field = field;
  }
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} field
 * @param {string} [reason]
 */
export function requireSame(
  actual,
  expected,
  field,
  reason = `is not ${JSON.stringify(expected)}`,
) {
  if (actual !== expected) throw new Fault(field, reason);
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {Record<string, unknown>}
 */
export function recordAt(value, field) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault(field, 'is not an object');
  }
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {string}
 */
export function textAt(value, field) {
  if (typeof value !== 'string' || value === '') throw new Fault(field, 'is not a text');
  return value;
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {number}
 */
export function integerAt(value, field) {
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw new Fault(field, 'is not a whole number');
  }
  return Number(value);
}

/**
 * @param {unknown} value
 * @param {string} field
 */
export function hashAt(value, field) {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) {
    throw new Fault(field, 'is not 64 hexadecimal digits in lower case');
  }
  return fromHex(value);
}

/**
 * @param {unknown} value
 * @param {string} field
 */
export function hashesAt(value, field) {
  if (!Array.isArray(value) || value.length > 64) throw new Fault(field, 'is not a list of hashes');
  // Unlike map, Array.from also visits holes in the list.
  return Array.from(value, (hash, index) => hashAt(hash, `${field}[${index}]`));
}

/**
 * @param {unknown} value
 * @param {string} field
 * @param {number} length
 */
export function bytesAt(value, field, length) {
  let bytes = new Uint8Array();
  try {
    bytes = Uint8Array.from(atob(textAt(value, field)), (character) => character.charCodeAt(0));
  } catch {
    // Invalid base64 yields no bytes, which the next line reports.
  }
  if (bytes.length !== length || toBase64(bytes) !== value) {
    throw new Fault(field, `is not ${length} bytes in base64`);
  }
  return bytes;
}

/** @param {Uint8Array} bytes */
export const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/** @param {string} hex */
export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Uint8Array[]} parts */
export function joinBytes(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
