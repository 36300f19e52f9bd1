// Countries of the simulation: prices, payment networks, account numbers with valid check digits,
// IP addresses of households and travellers.
import type { Random } from '../random.ts';

export interface Country {
  readonly code: string;
  readonly currency: string;
  /** Price level: the local price of goods that cost 1 in Germany. */
  readonly prices: number;
  /** The payment network for payments without a card. */
  readonly transfer: 'sepa' | 'ach';
  readonly cities: readonly (readonly [name: string, lat: number, lon: number])[];
  /** First two numbers of the IP addresses of households. */
  readonly networks: readonly string[];
  /** Cultures of research/names/frequent-names.json with the number of people out of ten. */
  readonly cultures: readonly (readonly [culture: string, tenths: number])[];
}

/** Countries of customers: eight share the euro or have an IBAN, one has routing numbers. */
export const HOMES: readonly Country[] = [
  {
    code: 'DE',
    currency: 'EUR',
    prices: 1,
    transfer: 'sepa',
    cities: [
      ['Bielefeld', 52.02, 8.53],
      ['Bremen', 53.08, 8.8],
      ['Nürnberg', 49.45, 11.08],
    ],
    networks: ['91.10', '79.210', '87.150'],
    cultures: [
      ['german', 7],
      ['turkish', 2],
      ['polish', 1],
    ],
  },
  {
    code: 'FR',
    currency: 'EUR',
    prices: 1,
    transfer: 'sepa',
    cities: [
      ['Lyon', 45.76, 4.84],
      ['Nantes', 47.22, -1.55],
    ],
    networks: ['90.20', '86.200'],
    cultures: [
      ['french', 7],
      ['maghrebi', 2],
      ['senegalese', 1],
    ],
  },
  {
    code: 'ES',
    currency: 'EUR',
    prices: 0.8,
    transfer: 'sepa',
    cities: [
      ['Zaragoza', 41.65, -0.89],
      ['Málaga', 36.72, -4.42],
    ],
    networks: ['88.10', '80.30'],
    cultures: [
      ['spanish', 8],
      ['colombian', 1],
      ['romanian', 1],
    ],
  },
  {
    code: 'NL',
    currency: 'EUR',
    prices: 1.1,
    transfer: 'sepa',
    cities: [
      ['Utrecht', 52.09, 5.12],
      ['Groningen', 53.22, 6.57],
    ],
    networks: ['77.165', '82.170'],
    cultures: [
      ['dutch', 8],
      ['maghrebi', 1],
      ['turkish', 1],
    ],
  },
  {
    code: 'BE',
    currency: 'EUR',
    prices: 1,
    transfer: 'sepa',
    cities: [
      ['Gent', 51.05, 3.72],
      ['Namur', 50.47, 4.87],
    ],
    networks: ['81.241', '91.180'],
    cultures: [
      ['dutch', 5],
      ['french', 4],
      ['maghrebi', 1],
    ],
  },
  {
    code: 'AT',
    currency: 'EUR',
    prices: 1,
    transfer: 'sepa',
    cities: [
      ['Wien', 48.21, 16.37],
      ['Graz', 47.07, 15.44],
    ],
    networks: ['91.115', '80.110'],
    cultures: [
      ['german', 7],
      ['serbian', 2],
      ['hungarian', 1],
    ],
  },
  {
    code: 'IE',
    currency: 'EUR',
    prices: 1.2,
    transfer: 'sepa',
    cities: [
      ['Dublin', 53.35, -6.26],
      ['Cork', 51.9, -8.47],
    ],
    networks: ['86.43', '78.18'],
    cultures: [
      ['irish', 7],
      ['polish', 2],
      ['brazilian', 1],
    ],
  },
  {
    code: 'GB',
    currency: 'GBP',
    prices: 0.95,
    transfer: 'ach',
    cities: [
      ['Leeds', 53.8, -1.55],
      ['Bristol', 51.45, -2.59],
    ],
    networks: ['86.140', '81.150'],
    cultures: [
      ['english', 6],
      ['pakistani', 2],
      ['indian_north', 1],
      ['nigerian_yoruba', 1],
    ],
  },
  {
    code: 'PL',
    currency: 'PLN',
    prices: 2.6,
    transfer: 'ach',
    cities: [
      ['Poznań', 52.41, 16.93],
      ['Lublin', 51.25, 22.57],
    ],
    networks: ['83.10', '79.185'],
    cultures: [
      ['polish', 8],
      ['ukrainian', 2],
    ],
  },
  {
    code: 'US',
    currency: 'USD',
    prices: 1.3,
    transfer: 'ach',
    cities: [
      ['Columbus', 39.96, -83],
      ['Portland', 45.52, -122.68],
    ],
    networks: ['73.60', '98.110'],
    cultures: [
      ['american', 6],
      ['mexican', 2],
      ['vietnamese', 1],
      ['filipino', 1],
    ],
  },
];

export interface Resort {
  readonly code: string;
  readonly city: string;
  readonly lat: number;
  readonly lon: number;
  readonly network: string;
}

/** Holiday destinations, besides the other home countries. */
export const RESORTS: readonly Resort[] = [
  { code: 'IT', city: 'Rimini', lat: 44.06, lon: 12.57, network: '79.20' },
  { code: 'GR', city: 'Naxos', lat: 37.1, lon: 25.38, network: '2.85' },
  { code: 'PT', city: 'Lagos', lat: 37.1, lon: -8.67, network: '85.242' },
  { code: 'HR', city: 'Hvar', lat: 43.17, lon: 16.44, network: '93.138' },
  { code: 'TR', city: 'Antalya', lat: 36.9, lon: 30.69, network: '78.170' },
  { code: 'FR', city: 'Nice', lat: 43.7, lon: 7.27, network: '90.30' },
  { code: 'ES', city: 'Palma', lat: 39.57, lon: 2.65, network: '88.20' },
  { code: 'US', city: 'Orlando', lat: 28.54, lon: -81.38, network: '73.50' },
  { code: 'JP', city: 'Kyoto', lat: 35.01, lon: 135.77, network: '126.80' },
];

const drawDigits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.integer(0, 9)).join('');

/** Returns the remainder modulo 97 of a number of any length. */
function remainder97(number: string): number {
  let remainder = 0;
  for (const digit of number) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}

function withCheckDigits(country: string, local: string): string {
  const asNumber = `${local}${country}00`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return `${country}${String(98 - remainder97(asNumber)).padStart(2, '0')}${local}`;
}

function weigh(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0);
}

function makeElevenProof(random: Random): string {
  for (;;) {
    const number = `0${drawDigits(random, 9)}`;
    if (weigh(number, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0) return number;
  }
}

function computeSpanishControl(number: string, weights: readonly number[]): string {
  const controlDigit = 11 - (weigh(number, weights) % 11);
  return String(controlDigit === 11 ? 0 : controlDigit === 10 ? 1 : controlDigit);
}

/** Makes the part of an IBAN after the check digits, with the country's own check digits in it. */
const LOCAL_NUMBERS: Readonly<Record<string, (random: Random) => string>> = {
  DE: (random) => `${random.pick(['37040044', '50010517', '20041133'])}${drawDigits(random, 10)}`,
  AT: (random) => `${random.pick(['20111', '32000'])}${drawDigits(random, 11)}`,
  IE: (random) => `${random.pick(['AIBK93', 'BOFI90'])}${drawDigits(random, 12)}`,
  GB: (random) => `${random.pick(['BARC20', 'NWBK60', 'LOYD30'])}${drawDigits(random, 12)}`,
  LT: (random) => `32500${drawDigits(random, 11)}`,
  NL: (random) => `${random.pick(['RABO', 'INGB', 'ABNA'])}${makeElevenProof(random)}`,
  BE: (random) => {
    const number = `${random.pick(['001', '310', '737'])}${drawDigits(random, 7)}`;
    return `${number}${String(remainder97(number) || 97).padStart(2, '0')}`;
  },
  FR: (random) => {
    const [bank, branch, account] = ['30004', drawDigits(random, 5), drawDigits(random, 11)];
    const key = 97 - ((89 * Number(bank) + 15 * Number(branch) + 3 * Number(account)) % 97);
    return `${bank}${branch}${account}${String(key).padStart(2, '0')}`;
  },
  ES: (random) => {
    const [bank, account] = [`2100${drawDigits(random, 4)}`, drawDigits(random, 10)];
    const first = computeSpanishControl(bank, [4, 8, 5, 10, 9, 7, 3, 6]);
    const second = computeSpanishControl(account, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]);
    return `${bank}${first}${second}${account}`;
  },
  PL: (random) => {
    const bank = `${random.pick(['102', '114'])}${drawDigits(random, 4)}`;
    const control = (10 - (weigh(bank, [3, 9, 7, 1, 3, 9, 7]) % 10)) % 10;
    return `${bank}${control}${drawDigits(random, 16)}`;
  },
};

export interface BankAccount {
  readonly accountNumber: string;
  readonly bankCode?: string;
  readonly country: string;
}

/**
 * Makes an account at another bank: an IBAN, or in the United States an account number and a
 * routing number.
 */
export function makeBankAccount(country: string, random: Random): BankAccount {
  const local = LOCAL_NUMBERS[country];
  if (local) return { accountNumber: withCheckDigits(country, local(random)), country };
  const bankCode = random.pick(['021000021', '011401533', '091000019', '122105155']);
  return { accountNumber: drawDigits(random, 10), bankCode, country };
}

/** Makes an IP address of a network, given its first two numbers. */
export function makeAddress(network: string, random: Random): string {
  return `${network}.${random.integer(1, 254)}.${random.integer(1, 254)}`;
}
