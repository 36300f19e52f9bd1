// Identifiers: a prefix that names the noun, and a UUIDv7 in lower-case Crockford base32 (26
// characters), so that ids sort by time of creation. The last two characters name the cell that
// minted the id (docs/operate/scaling.md).

/** Crockford's base32, in lower case. */
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 26;

/** The prefix of each noun. */
export const PREFIXES = {
  customer: 'cust',
  account: 'acc',
  transaction: 'txn',
  hold: 'hold',
  holdOrder: 'hor',
  limits: 'lim',
  overdraft: 'ovd',
  batch: 'bat',
  batchItem: 'bit',
  approval: 'apr',
  alert: 'alr',
  schedule: 'sch',
  occurrence: 'occ',
  event: 'evt',
  execution: 'exe',
  developer: 'dev',
  application: 'app',
  apiKey: 'key',
  oauthClient: 'cli',
  consent: 'cns',
  operator: 'opr',
  consoleSession: 'ses',
  portalSession: 'pses',
  loggedRequest: 'rql',
  operatorAct: 'act',
  quote: 'qte',
  intent: 'int',
  conversation: 'conv',
  message: 'msg',
  wallet: 'wal',
  payment: 'pay',
  request: 'req',
  checkpoint: 'chk',
  loss: 'lss',
  webhookEndpoint: 'wh',
  chainTransaction: 'ctx',
  anchor: 'anc',
  blockchainRecord: 'bcr',
  delivery: 'dlv',
  model: 'mdl',
  modelVersion: 'mdv',
  trainingJob: 'job',
  trainingDataset: 'upl',
  modelEvaluation: 'mev',
  modelBatch: 'mba',
  screeningHit: 'hit',
  screeningClearance: 'clr',
  reliedList: 'rel',
  kycAssessment: 'kyc',
  kycDocument: 'kdoc',
  kycFile: 'file',
  mfaFactor: 'mfa',
  passkey: 'pky',
  passkeyChallenge: 'pkc',
  creditAssessment: 'crd',
  creditDecision: 'crdd',
  deployment: 'dep',
  amlRun: 'amr',
  amlAlert: 'aml',
  amlCase: 'case',
  riskDecision: 'dec',
  riskReview: 'rvw',
  decisionContest: 'cnt',
  driftEvaluation: 'drf',
  modelValidation: 'mvl',
  modelFinding: 'mfd',
  modelAlarm: 'mal',
  archive: 'arc',
  mail: 'mail',
} as const;

export type Noun = keyof typeof PREFIXES;

const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const codes = new Array<number>(LENGTH).fill(0);

/**
 * Writes an id.
 * @param bytes the 16 bytes of a UUIDv7; its first 48 bits are milliseconds since 1970 UTC
 */
export function encodeId(noun: Noun, bytes: Uint8Array): string {
  // In one string: 26 concatenations would leave a tree of strings in memory.
  let length = 0;
  let buffer = 0;
  let bits = 2; // 26 × 5 = 130 bits: two leading zeros keep the first character below 8.
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      codes[length++] = CODES[(buffer >>> bits) & 31] as number;
    }
    buffer &= (1 << bits) - 1;
  }
  return `${PREFIXES[noun]}_${String.fromCharCode(...codes)}`;
}

/** True when the text has the shape of an id of that noun; the object need not exist. */
export function isId(noun: Noun, text: string): boolean {
  const prefix = PREFIXES[noun];
  if (text.length !== prefix.length + 1 + LENGTH || !text.startsWith(`${prefix}_`)) return false;
  return /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length + 1));
}

/** Milliseconds since 1970 UTC at which the id was minted. */
export function mintedAt(id: string): number {
  const start = id.length - LENGTH;
  let value = 0;
  // 2 zero bits + 48 bits of time = 50 bits = the first ten characters.
  for (let i = start; i < start + 10; i++) value = value * 32 + ALPHABET.indexOf(id.charAt(i));
  return value;
}

/** The smallest id of that noun that can be minted at or after a time, for range queries. */
export function firstIdAt(noun: Noun, timeMs: number): string {
  let value = Math.max(0, Math.floor(timeMs));
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = ALPHABET.charAt(value % 32) + text;
    value = Math.floor(value / 32);
  }
  return `${PREFIXES[noun]}_${text}${'0'.repeat(LENGTH - 10)}`;
}
