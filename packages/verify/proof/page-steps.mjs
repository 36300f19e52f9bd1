// What the page says about a proof: the steps in words, and the facts of the payment.

/** The steps of each kind of proof, in the order of the verifier. */
const STEPS = {
  proof: [
    ['checkpoint', 'The statement of the bank is complete: log, size, fingerprint and time agree.'],
    ['leaf', 'The content of the payment has the fingerprint that the log names for it.'],
    ['path', 'From that fingerprint the path leads to the fingerprint of the whole log.'],
    ['signature', 'The bank has signed the fingerprint of the whole log.'],
  ],
  consistency_proof: [
    ['checkpoint', 'Both statements of the bank are complete and about the same log.'],
    ['path', 'The newer log contains the older one, unchanged and in its place.'],
    ['signature', 'The bank has signed both fingerprints.'],
  ],
};

const NAMES = {
  transactionId: 'Transaction',
  ledgerSequence: 'Entry of the log',
  type: 'Type',
  currency: 'Currency',
  postedAt: 'Booked at',
  entries: 'Booked',
};
/** Of no use to people. */
const LEFT_OUT = new Set(['v', 'salt']);

/**
 * @param {unknown} object what the proof says it is
 * @returns {readonly (readonly string[])[]} steps as key and sentence
 */
export function stepsOf(object) {
  return object === 'consistency_proof' ? STEPS.consistency_proof : STEPS.proof;
}

/** @param {string} name @param {unknown} value */
function wordsOf(name, value) {
  if (name === 'postedAt' && typeof value === 'number') return new Date(value).toISOString();
  if (name !== 'entries' || !Array.isArray(value)) return String(value);
  return value
    .map(({ direction, amount, currency, account }) => {
      return `${direction} ${amount} (smallest unit of ${currency}) on ${account}`;
    })
    .join('; ');
}

/**
 * @param {Record<string, unknown>} leaf
 * @returns {[name: string, value: string][]}
 */
export function factsOf(leaf) {
  const names = /** @type {Record<string, string>} */ (NAMES);
  return Object.entries(leaf)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null)
    .map(([name, value]) => [names[name] ?? name, wordsOf(name, value)]);
}

/**
 * What the verdict leaves open.
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
    ...(unchecked.includes('anchor')
      ? ['The anchor on a chain is not looked up: that would take a network.']
      : []),
    `It shows the log as it was signed at ${signedAt}, not what happened later.`,
  ];
}
