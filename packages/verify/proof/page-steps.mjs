// The texts of the page about a proof: its steps, and the facts of the payment.

/** The steps of each kind of proof, in the order of the verifier. */
const STEPS = {
  proof: [
    [
      'checkpoint',
      'The checkpoint of the bank is complete: log, size, fingerprint and time agree.',
    ],
    ['leaf', 'The payment has the fingerprint that the log holds for it.'],
    ['path', 'The path from that fingerprint leads to the fingerprint of the whole log.'],
    ['signature', 'The bank signed the fingerprint of the whole log.'],
  ],
  decision: [
    [
      'checkpoint',
      'The checkpoint of the bank is complete: log, size, fingerprint and time agree.',
    ],
    ['leaf', 'The decision shows the facts whose fingerprint the log holds for it.'],
    ['path', 'The path from that fingerprint leads to the fingerprint of the whole log.'],
    ['signature', 'The bank signed the fingerprint of the whole log.'],
  ],
  consistency_proof: [
    ['checkpoint', 'Both statements of the bank are complete and about the same log.'],
    ['path', 'The newer log contains the older one, unchanged and in its place.'],
    ['signature', 'The bank has signed both fingerprints.'],
  ],
};

const FIELD_LABELS = {
  transactionId: 'Transaction',
  ledgerSequence: 'Ledger entry',
  type: 'Type',
  currency: 'Currency',
  postedAt: 'Booked at',
  entries: 'Amounts',
  decisionId: 'Decision',
  factsSha256: 'Fingerprint of the facts',
  leafIndex: 'Place in the log',
  recordedAt: 'Recorded at',
};
/** Fields that the page does not show. */
const HIDDEN_FIELDS = new Set(['v', 'salt']);

/**
 * @param {unknown} object the stated kind of the proof
 * @returns {readonly (readonly string[])[]} steps as key and sentence
 */
export function stepsOf(object) {
  if (object === 'decision') return STEPS.decision;
  return object === 'consistency_proof' ? STEPS.consistency_proof : STEPS.proof;
}

/**
 * Renders an amount with the figure of the log: `12.34 EUR (1234 minor units)`. The browser knows
 * the decimal places of the currency; they are used only for display.
 * @param {unknown} amount
 * @param {string} currency
 */
function formatAmount(amount, currency) {
  const figure = String(amount);
  let digits = 2;
  try {
    const style = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    digits = style.maximumFractionDigits ?? 2;
  } catch {
    return `${figure} minor units of ${currency}`;
  }
  const text = figure.padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const formatted = digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
  return `${formatted} ${currency} (${figure} minor units)`;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {string} currency of the booking
 */
function formatField(name, value, currency) {
  if ((name === 'postedAt' || name === 'recordedAt') && typeof value === 'number') {
    return new Date(value).toISOString().replace('T', ' ').replace('Z', ' UTC');
  }
  if (name !== 'entries' || !Array.isArray(value)) return String(value);
  return value
    .map((entry) => {
      const side = entry.direction === 'debit' ? 'From' : 'To';
      // An entry states a currency only when it differs from that of the booking.
      return `${side} ${entry.account}: ${formatAmount(entry.amount, entry.currency ?? currency)}`;
    })
    .join('\n');
}

/**
 * @param {Record<string, unknown>} leaf
 * @returns {[name: string, value: string][]}
 */
export function factsOf(leaf) {
  const names = /** @type {Record<string, string>} */ (FIELD_LABELS);
  return Object.entries(leaf)
    .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && value !== null)
    .map(([name, value]) => [names[name] ?? name, formatField(name, value, String(leaf.currency))]);
}

/**
 * Returns the sentences about the limits of a verdict.
 * @param {{ keyIsPinned: boolean, unchecked: readonly string[], signedAt: string }} verdict
 * @returns {string[]}
 */
export function limitsOf({ keyIsPinned, unchecked, signedAt }) {
  return [
    ...(keyIsPinned
      ? []
      : ['The key came with the proof. Compare it with one that you have from elsewhere.']),
    ...(unchecked.includes('transactionId')
      ? ['The content was erased. That this place of the log is your payment is not shown.']
      : []),
    ...(unchecked.includes('summary')
      ? ['Sentences around the facts, and what people did later, are not covered.']
      : []),
    ...(unchecked.includes('id')
      ? ['The content was erased. That this place of the log is your decision is not shown.']
      : []),
    ...(unchecked.includes('anchor')
      ? ['The anchor on a chain is not looked up: that would take a network.']
      : []),
    `It shows the log as it was signed at ${signedAt}, not what happened later.`,
  ];
}
