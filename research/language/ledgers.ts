import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { DateTime } from 'luxon';

/** A movement as a runner books it through the API, on the sandbox clock. */
export type Booking = {
  id: string;
  /** RFC 3339, UTC: the clock stands here when it is booked. */
  at: string;
  /** Name of the customer's account: the payer's side, or the payee's of a deposit. */
  account: string;
  /** Transfers between own accounts: the name of the account that receives. */
  toAccount: string | null;
  /** `hold` is a withdrawal with `capture: "manual"` that nobody has captured. */
  type: 'deposit' | 'withdrawal' | 'transfer' | 'reversal' | 'hold';
  amount: number;
  currency: string;
  category: string | null;
  /** The other side: an external party, or a customer of the same developer where `inBank`. */
  payee: string | null;
  inBank: boolean;
  method: 'card' | 'sepa' | 'book' | null;
  description: string | null;
  /** The booking that a reversal takes back, in full or in part. */
  reverses: string | null;
};

/** One simulated customer with all bookings up to `asOf`. */
export type Ledger = {
  name: string;
  customer: string;
  timeZone: string;
  /** The moment at which questions are asked; every booking lies before it. */
  asOf: string;
  accounts: { name: string; type: 'checking' | 'savings'; currency: string }[];
  /** Customers of the same developer who are paid by transfer. */
  people: string[];
  bookings: Booking[];
};

type Range = readonly [number, number];
type Habit = {
  payees: string[];
  category: string;
  /** Payments a month, least and most. */
  times: Range;
  amount: Range;
  account?: string;
  currency?: string;
};
type Monthly = {
  payee: string;
  category: string;
  day: number;
  amount: number;
  /** The amount from this month on. */
  later?: { from: string; amount: number };
  /** The amount moves by this share, up or down. */
  swing?: number;
  account?: string;
  currency?: string;
  everyMonths?: number;
};
type Person = { name: string; chance: number; amount: Range; inBank?: boolean; note?: string };
type OneOff = {
  day: string;
  /** Local time; noon unless it matters. */
  time?: string;
  payee: string;
  category: string | null;
  amount: number;
  note?: string;
  account?: string;
  currency?: string;
  /** Days until it is reversed, and how much of it. */
  reversed?: { after: number; amount?: number };
  /** Days until the shop pays something back by a deposit. */
  refund?: { after: number; amount: number };
  incoming?: boolean;
  hold?: boolean;
};
type Profile = {
  name: string;
  customer: string;
  timeZone: string;
  seed: number;
  from: string;
  asOf: string;
  accounts: Ledger['accounts'];
  opening: Record<string, number>;
  income: Monthly[];
  bills: Monthly[];
  habits: Habit[];
  people: Person[];
  savings: { to: string; from?: string; day: number; amount: number }[];
  oneOffs: OneOff[];
};

const PROFILES: Profile[] = [
  {
    name: 'amara',
    customer: 'Amara Okonjo',
    timeZone: 'Europe/Berlin',
    seed: 11,
    from: '2028-01',
    asOf: '2029-02-19T10:00:00Z',
    accounts: [
      { name: 'Everyday', type: 'checking', currency: 'EUR' },
      { name: 'Rainy day', type: 'savings', currency: 'EUR' },
      { name: 'Holiday pot', type: 'savings', currency: 'EUR' },
    ],
    opening: { Everyday: 310_000, 'Rainy day': 120_000 },
    income: [
      {
        payee: 'Halvorsen Logistik',
        category: 'salary',
        day: 27,
        amount: 284_000,
        later: { from: '2028-09', amount: 296_050 },
      },
    ],
    bills: [
      { payee: 'Hausverwaltung Tiedemann', category: 'rent', day: 2, amount: 89_500 },
      { payee: 'Stadtwerke Havel', category: 'utilities', day: 10, amount: 7_150, swing: 0.2 },
      { payee: 'Nordnetz', category: 'utilities', day: 15, amount: 3_990 },
      {
        payee: 'Streamora',
        category: 'subscriptions',
        day: 5,
        amount: 1_299,
        later: { from: '2028-08', amount: 1_499 },
      },
      { payee: 'Lumen Fitness', category: 'subscriptions', day: 3, amount: 3_400 },
      {
        payee: 'Albatros Versicherung',
        category: 'insurance',
        day: 8,
        amount: 8_720,
        everyMonths: 3,
      },
    ],
    habits: [
      {
        payees: ['Kornblume Markt', 'Biohof Lenz', 'Frisko'],
        category: 'groceries',
        times: [6, 9],
        amount: [1_240, 7_890],
      },
      {
        payees: ['Trattoria Pinocchio', 'Saigon Kitchen', 'Morgenrot'],
        category: 'dining',
        times: [2, 5],
        amount: [980, 6_400],
      },
      { payees: ['Ringbahn'], category: 'transport', times: [2, 4], amount: [320, 4_900] },
    ],
    people: [
      { name: 'Ngozi Adeyemi', chance: 0.6, amount: [2_000, 12_000], inBank: true },
      { name: 'Zsófia Horváth', chance: 0.4, amount: [1_500, 8_000] },
      { name: 'Alparslan Yıldırım', chance: 0.35, amount: [2_500, 9_000], inBank: true },
    ],
    savings: [
      { to: 'Rainy day', day: 28, amount: 20_000 },
      { to: 'Holiday pot', day: 28, amount: 7_500 },
    ],
    oneOffs: [
      {
        day: '2028-04-12',
        payee: 'Modehaus Perle',
        category: 'shopping',
        amount: 11_980,
        refund: { after: 6, amount: 4_990 },
      },
      { day: '2028-10-07', payee: 'Modehaus Perle', category: 'shopping', amount: 8_450 },
      {
        day: '2028-06-14',
        payee: 'Frisko',
        category: 'groceries',
        amount: 5_431,
        note: 'charged twice',
        reversed: { after: 3 },
      },
      {
        day: '2028-07-21',
        payee: 'Fjordline Reisen',
        category: 'travel',
        amount: 64_900,
        note: 'summer trip',
      },
      { day: '2028-12-13', payee: 'Fjordline Reisen', category: 'travel', amount: 21_850 },
      {
        day: '2028-03-31',
        time: '23:40',
        payee: 'Saigon Kitchen',
        category: 'dining',
        amount: 4_180,
      },
      { day: '2028-09-01', time: '00:20', payee: 'Ringbahn', category: 'transport', amount: 1_870 },
      { day: '2028-11-20', payee: 'Zahnarzt am Kanal', category: 'health', amount: 18_640 },
      {
        day: '2028-08-16',
        payee: 'Postkontor',
        category: 'fees',
        amount: 1_250,
        note: 'replacement card fee',
      },
      {
        day: '2028-12-04',
        payee: 'Postkontor',
        category: 'fees',
        amount: 690,
        note: 'parcel customs fee',
      },
      {
        day: '2028-05-22',
        payee: 'Finanzamt Mitte',
        category: 'tax refund',
        amount: 41_233,
        incoming: true,
      },
      {
        day: '2029-02-17',
        payee: 'Hotel Waldschlucht',
        category: 'travel',
        amount: 30_000,
        hold: true,
      },
    ],
  },
  {
    name: 'tomasz',
    customer: 'Tomasz Wilczek',
    timeZone: 'Europe/Warsaw',
    seed: 23,
    from: '2028-03',
    asOf: '2029-03-08T15:30:00Z',
    accounts: [
      { name: 'Main', type: 'checking', currency: 'EUR' },
      { name: 'Savings', type: 'savings', currency: 'EUR' },
      { name: 'Dollar account', type: 'checking', currency: 'USD' },
    ],
    opening: { Main: 245_000, Savings: 80_000, 'Dollar account': 60_000 },
    income: [
      { payee: 'Kestrel Design', category: 'salary', day: 25, amount: 310_000 },
      {
        payee: 'Pinecrest Media',
        category: 'freelance',
        day: 12,
        amount: 95_000,
        swing: 0.2,
        account: 'Dollar account',
        currency: 'USD',
      },
    ],
    bills: [
      {
        payee: 'Bartosz Malinowski',
        category: 'rent',
        day: 1,
        amount: 78_000,
        later: { from: '2028-10', amount: 81_500 },
      },
      { payee: 'Enerwatt', category: 'utilities', day: 9, amount: 8_860, swing: 0.25 },
      { payee: 'Aquanova', category: 'utilities', day: 18, amount: 2_740, swing: 0.1 },
      {
        payee: 'Cloudbase Hosting',
        category: 'software',
        day: 6,
        amount: 4_800,
        account: 'Dollar account',
        currency: 'USD',
      },
      {
        payee: 'Palette Pro',
        category: 'software',
        day: 20,
        amount: 2_099,
        account: 'Dollar account',
        currency: 'USD',
      },
      { payee: 'Tonwelle', category: 'subscriptions', day: 11, amount: 1_099 },
    ],
    habits: [
      {
        payees: ['Zielony Koszyk', 'Dobromir Delikatesy'],
        category: 'groceries',
        times: [5, 8],
        amount: [1_500, 9_300],
      },
      {
        payees: ['Pierogarnia Babcia', 'Ramen Kaze'],
        category: 'dining',
        times: [2, 4],
        amount: [1_190, 5_600],
      },
      { payees: ['Velotaxi'], category: 'transport', times: [1, 4], amount: [600, 2_400] },
      {
        payees: ['Adscape'],
        category: 'marketing',
        times: [0, 2],
        amount: [2_500, 15_000],
        account: 'Dollar account',
        currency: 'USD',
      },
    ],
    people: [
      { name: 'Kasia Wrona', chance: 0.5, amount: [3_000, 11_000], inBank: true },
      { name: 'Ilmari Korhonen', chance: 0.35, amount: [2_000, 9_500] },
      { name: 'Thảo Phạm', chance: 0.4, amount: [1_800, 7_000], inBank: true },
    ],
    savings: [{ to: 'Savings', day: 26, amount: 35_000 }],
    oneOffs: [
      {
        day: '2028-05-19',
        payee: 'Rowerownia',
        category: 'shopping',
        amount: 54_900,
        note: 'bicycle',
      },
      { day: '2028-08-08', payee: 'Rowerownia', category: 'shopping', amount: 6_240 },
      {
        day: '2028-07-11',
        payee: 'Konferenz Hamburg',
        category: 'travel',
        amount: 28_000,
        reversed: { after: 5, amount: 14_000 },
      },
      {
        day: '2028-09-13',
        payee: 'Adscape',
        category: 'marketing',
        amount: 9_900,
        account: 'Dollar account',
        currency: 'USD',
        reversed: { after: 2 },
      },
      { day: '2028-11-30', payee: 'Urząd Patentowy', category: 'fees', amount: 12_000 },
      {
        day: '2028-06-21',
        payee: 'Przelewnia',
        category: 'fees',
        amount: 850,
        note: 'express fee',
      },
      {
        day: '2028-12-27',
        payee: 'Kestrel Design',
        category: 'bonus',
        amount: 75_000,
        incoming: true,
      },
      {
        day: '2029-03-06',
        payee: 'Palette Pro',
        category: 'software',
        amount: 3_600,
        account: 'Dollar account',
        currency: 'USD',
        hold: true,
      },
    ],
  },
  {
    name: 'ines',
    customer: 'Inês Vasconcelos',
    timeZone: 'Europe/Lisbon',
    seed: 37,
    from: '2028-05',
    asOf: '2029-02-28T18:00:00Z',
    accounts: [
      { name: 'Daily', type: 'checking', currency: 'EUR' },
      { name: 'House fund', type: 'savings', currency: 'EUR' },
      { name: 'London account', type: 'checking', currency: 'GBP' },
    ],
    opening: { Daily: 190_000, 'House fund': 640_000, 'London account': 52_000 },
    income: [
      { payee: 'Clínica Aurora', category: 'salary', day: 24, amount: 268_400 },
      {
        payee: 'Thornbury Lettings',
        category: 'rental income',
        day: 7,
        amount: 70_000,
        account: 'London account',
        currency: 'GBP',
      },
    ],
    bills: [
      { payee: 'Condomínio Estrela', category: 'rent', day: 3, amount: 72_000 },
      { payee: 'Luzíada Energia', category: 'utilities', day: 12, amount: 6_430, swing: 0.25 },
      { payee: 'Marés Telecom', category: 'utilities', day: 16, amount: 4_499 },
      {
        payee: 'Fitzroy Storage',
        category: 'storage',
        day: 4,
        amount: 8_250,
        account: 'London account',
        currency: 'GBP',
      },
      { payee: 'Ondaplay', category: 'subscriptions', day: 8, amount: 999 },
      { payee: 'Pequenos Passos', category: 'childcare', day: 5, amount: 31_000 },
    ],
    habits: [
      {
        payees: ['Mercado da Ribeirinha', 'Pomar do Zé', 'Cesta Cheia'],
        category: 'groceries',
        times: [6, 10],
        amount: [890, 8_200],
      },
      {
        payees: ['Tasca do Gil', 'Sushi Namiko'],
        category: 'dining',
        times: [1, 4],
        amount: [1_400, 5_900],
      },
      {
        payees: ['Crown & Anchor', 'Pelham Books'],
        category: 'leisure',
        times: [0, 2],
        amount: [950, 4_800],
        account: 'London account',
        currency: 'GBP',
      },
    ],
    people: [
      { name: 'Rosalind Achterberg', chance: 0.4, amount: [2_500, 9_900] },
      { name: 'Lourenço Figueira', chance: 0.55, amount: [1_000, 6_600], inBank: true },
      { name: 'Siobhán Ní Dhálaigh', chance: 0.4, amount: [2_000, 10_000] },
    ],
    savings: [{ to: 'House fund', day: 25, amount: 45_000 }],
    oneOffs: [
      { day: '2028-08-03', payee: 'Hotel Miramonte', category: 'travel', amount: 48_700 },
      { day: '2028-08-19', payee: 'Atlântico Ferries', category: 'travel', amount: 13_260 },
      {
        day: '2028-09-14',
        payee: 'Loja Cigarra',
        category: 'shopping',
        amount: 15_990,
        refund: { after: 8, amount: 15_990 },
      },
      { day: '2028-12-19', payee: 'Loja Cigarra', category: 'shopping', amount: 22_475 },
      { day: '2028-10-10', payee: 'Farmácia Central', category: 'health', amount: 3_845 },
      { day: '2029-01-23', payee: 'Farmácia Central', category: 'health', amount: 5_120 },
      {
        day: '2028-11-15',
        payee: 'Mercado da Ribeirinha',
        category: 'groceries',
        amount: 4_412,
        reversed: { after: 1 },
      },
      {
        day: '2028-10-31',
        time: '23:50',
        payee: 'Tasca do Gil',
        category: 'dining',
        amount: 3_730,
      },
      { day: '2028-07-18', payee: 'Notário Lapa', category: 'fees', amount: 9_500 },
    ],
  },
  {
    name: 'kenji',
    customer: 'Kenji Morisaki',
    timeZone: 'Asia/Tokyo',
    seed: 41,
    from: '2028-04',
    asOf: '2028-11-16T06:00:00Z',
    accounts: [
      { name: 'Current', type: 'checking', currency: 'EUR' },
      { name: 'Emergency', type: 'savings', currency: 'EUR' },
    ],
    opening: { Current: 402_000, Emergency: 250_000 },
    income: [{ payee: 'Hoshino Robotics', category: 'salary', day: 20, amount: 335_500 }],
    bills: [
      { payee: 'Sakurai Estates', category: 'rent', day: 1, amount: 105_000 },
      { payee: 'Kita Gas', category: 'utilities', day: 14, amount: 5_320, swing: 0.3 },
      { payee: 'Hikari Fibre', category: 'utilities', day: 17, amount: 4_200 },
      { payee: 'Mangabox', category: 'subscriptions', day: 9, amount: 780 },
      { payee: 'Dojo Tetsuya', category: 'sports', day: 2, amount: 6_000 },
    ],
    habits: [
      {
        payees: ['Midori Mart', 'Sanrokuya'],
        category: 'groceries',
        times: [7, 11],
        amount: [620, 5_800],
      },
      {
        payees: ['Izakaya Benkei', 'Udon Yamato', 'Blue Heron Coffee'],
        category: 'dining',
        times: [4, 8],
        amount: [450, 4_900],
      },
      { payees: ['Subway Pass'], category: 'transport', times: [1, 2], amount: [2_000, 5_000] },
    ],
    people: [
      { name: 'Haruka Shimura', chance: 0.7, amount: [2_000, 8_000], inBank: true },
      { name: 'Bogdan Ionescu', chance: 0.4, amount: [1_500, 6_000] },
    ],
    savings: [{ to: 'Emergency', day: 21, amount: 40_000 }],
    oneOffs: [
      { day: '2028-08-12', payee: 'Ryokan Kaede', category: 'travel', amount: 37_400 },
      {
        day: '2028-10-01',
        time: '06:30',
        payee: 'Blue Heron Coffee',
        category: 'dining',
        amount: 690,
      },
      {
        day: '2028-06-30',
        time: '08:15',
        payee: 'Sanrokuya',
        category: 'groceries',
        amount: 2_215,
      },
      {
        day: '2028-09-18',
        payee: 'Denki Plaza',
        category: 'electronics',
        amount: 84_300,
        refund: { after: 5, amount: 12_000 },
      },
      { day: '2028-07-19', payee: 'Denki Plaza', category: 'electronics', amount: 15_900 },
      { day: '2028-11-14', payee: 'Ryokan Kaede', category: 'travel', amount: 25_000, hold: true },
    ],
  },
  {
    name: 'lindiwe',
    customer: 'Lindiwe Mabaso',
    timeZone: 'Africa/Johannesburg',
    seed: 53,
    from: '2028-02',
    asOf: '2029-03-22T09:15:00Z',
    accounts: [
      { name: 'Spending', type: 'checking', currency: 'EUR' },
      { name: 'Bills', type: 'checking', currency: 'EUR' },
      { name: 'Nest egg', type: 'savings', currency: 'EUR' },
    ],
    opening: { Spending: 150_000, Bills: 210_000, 'Nest egg': 95_000 },
    income: [
      { payee: 'Ubuntu Textiles', category: 'salary', day: 26, amount: 241_900, account: 'Bills' },
      { payee: 'Market Stall Co-op', category: 'side job', day: 13, amount: 32_000, swing: 0.3 },
    ],
    bills: [
      { payee: 'Jacaranda Homes', category: 'rent', day: 1, amount: 64_000, account: 'Bills' },
      {
        payee: 'Highveld Power',
        category: 'utilities',
        day: 7,
        amount: 9_180,
        swing: 0.2,
        account: 'Bills',
      },
      {
        payee: 'Umfula Water',
        category: 'utilities',
        day: 19,
        amount: 3_060,
        swing: 0.15,
        account: 'Bills',
      },
      { payee: 'Protea Cover', category: 'insurance', day: 11, amount: 5_475, account: 'Bills' },
      { payee: 'Radio Kwela', category: 'subscriptions', day: 22, amount: 650 },
    ],
    habits: [
      {
        payees: ['Sunfields', 'Corner Spaza', 'Ukudla Fresh'],
        category: 'groceries',
        times: [6, 9],
        amount: [700, 6_900],
      },
      {
        payees: ['Mama Thembi', 'Bunny Chow Hut'],
        category: 'dining',
        times: [2, 5],
        amount: [600, 3_900],
      },
      { payees: ['Minibus Card'], category: 'transport', times: [3, 5], amount: [500, 2_200] },
    ],
    people: [
      { name: 'Sipho Nkabinde', chance: 0.7, amount: [2_500, 10_000], inBank: true },
      { name: 'Aunt Gugu', chance: 0.6, amount: [3_000, 8_000] },
      { name: 'Pieter van Schalkwyk', chance: 0.35, amount: [2_000, 6_000] },
    ],
    savings: [
      { to: 'Spending', from: 'Bills', day: 27, amount: 70_000 },
      { to: 'Nest egg', from: 'Bills', day: 28, amount: 25_000 },
    ],
    oneOffs: [
      {
        day: '2028-09-25',
        payee: 'Khanya School',
        category: 'education',
        amount: 42_000,
        account: 'Bills',
      },
      {
        day: '2029-01-15',
        payee: 'Khanya School',
        category: 'education',
        amount: 45_500,
        account: 'Bills',
      },
      { day: '2028-12-22', payee: 'Sunfields', category: 'groceries', amount: 14_320 },
      {
        day: '2028-10-18',
        payee: 'Tyre Tribe',
        category: 'car',
        amount: 26_700,
        reversed: { after: 4, amount: 6_700 },
      },
      { day: '2028-06-09', payee: 'Tyre Tribe', category: 'car', amount: 8_990 },
      {
        day: '2028-07-24',
        payee: 'Licensing Office',
        category: 'fees',
        amount: 2_300,
        account: 'Bills',
      },
    ],
  },
  {
    name: 'rosa',
    customer: 'Rosa Quintanilla',
    timeZone: 'America/New_York',
    seed: 67,
    from: '2028-03',
    asOf: '2029-03-01T20:00:00Z',
    accounts: [
      { name: 'Checking', type: 'checking', currency: 'USD' },
      { name: 'Savings', type: 'savings', currency: 'USD' },
      { name: 'Euro account', type: 'checking', currency: 'EUR' },
    ],
    opening: { Checking: 980_000, Savings: 410_000, 'Euro account': 90_000 },
    income: [
      { payee: 'Bluestem Hospital', category: 'salary', day: 15, amount: 214_300 },
      {
        payee: 'Galería Cenzontle',
        category: 'art sales',
        day: 21,
        amount: 38_000,
        swing: 0.4,
        account: 'Euro account',
        currency: 'EUR',
      },
    ],
    bills: [
      { payee: 'Larkspur Apartments', category: 'rent', day: 1, amount: 142_500 },
      { payee: 'Catskill Electric', category: 'utilities', day: 11, amount: 8_420, swing: 0.25 },
      { payee: 'Tallgrass Wireless', category: 'phone', day: 18, amount: 5_500 },
      { payee: 'Filmnook', category: 'subscriptions', day: 6, amount: 1_599 },
    ],
    habits: [
      {
        payees: ['Hudson Greens', 'Peppercorn Pantry'],
        category: 'groceries',
        times: [5, 8],
        amount: [1_450, 9_900],
      },
      {
        payees: ['Taquería Xochitl', 'Pizza Fontanella', 'Slow Bean'],
        category: 'dining',
        times: [3, 6],
        amount: [550, 5_200],
      },
      {
        payees: ['Lienzo y Color'],
        category: 'art supplies',
        times: [0, 2],
        amount: [1_200, 7_000],
        account: 'Euro account',
        currency: 'EUR',
      },
    ],
    people: [
      { name: 'Xiomara Berrueco', chance: 0.6, amount: [2_000, 9_000], inBank: true },
      { name: 'Kelechi Achebe', chance: 0.4, amount: [1_500, 8_500], inBank: true },
      { name: 'Mei-Ling Tsai', chance: 0.35, amount: [2_000, 7_500] },
    ],
    savings: [{ to: 'Savings', day: 16, amount: 18_000 }],
    oneOffs: [
      { day: '2028-06-25', payee: 'Redwood Motors', category: 'car', amount: 47_800 },
      {
        day: '2028-11-24',
        payee: 'Gadgetry',
        category: 'electronics',
        amount: 32_999,
        refund: { after: 4, amount: 32_999 },
      },
      { day: '2028-12-20', payee: 'Gadgetry', category: 'electronics', amount: 18_949 },
      {
        day: '2028-09-30',
        time: '21:30',
        payee: 'Pizza Fontanella',
        category: 'dining',
        amount: 3_150,
      },
      {
        day: '2028-10-09',
        payee: 'Hudson Greens',
        category: 'groceries',
        amount: 6_605,
        reversed: { after: 2 },
      },
      { day: '2029-01-10', payee: 'Parking Bureau', category: 'fines', amount: 6_500 },
      { day: '2028-07-05', payee: 'Passport Agency', category: 'fees', amount: 13_000 },
    ],
  },
  {
    name: 'bertil',
    customer: 'Bertil Åkerblom',
    timeZone: 'Europe/Stockholm',
    seed: 79,
    from: '2028-04',
    asOf: '2028-12-05T11:00:00Z',
    accounts: [
      { name: 'Household', type: 'checking', currency: 'EUR' },
      { name: 'Boat money', type: 'savings', currency: 'EUR' },
      { name: 'Reserve', type: 'savings', currency: 'EUR' },
    ],
    opening: { Household: 510_000, 'Boat money': 75_000, Reserve: 330_000 },
    income: [{ payee: 'Pensionsverket', category: 'pension', day: 19, amount: 226_700 }],
    bills: [
      { payee: 'Brf Lärkan', category: 'housing', day: 3, amount: 58_800 },
      { payee: 'Fyrkraft', category: 'utilities', day: 13, amount: 7_740, swing: 0.3 },
      { payee: 'Sundsby Bredband', category: 'utilities', day: 16, amount: 3_500 },
      { payee: 'Hallands Posten', category: 'subscriptions', day: 4, amount: 2_990 },
    ],
    habits: [
      {
        payees: ['Lanthandeln', 'Fiskboden'],
        category: 'groceries',
        times: [5, 9],
        amount: [900, 6_700],
      },
      { payees: ['Kafé Ankaret'], category: 'dining', times: [1, 4], amount: [700, 3_200] },
      { payees: ['Apotek Svanen'], category: 'pharmacy', times: [0, 2], amount: [800, 3_900] },
    ],
    people: [
      { name: 'Grandson Elof', chance: 0.7, amount: [2_000, 5_000] },
      { name: 'Dr. Birgitta Wallin', chance: 0.3, amount: [4_000, 9_000] },
      { name: 'Jörgen Sandqvist', chance: 0.4, amount: [1_500, 6_000], inBank: true },
      { name: 'Jörgen Palm', chance: 0.4, amount: [1_500, 6_000], inBank: true },
    ],
    savings: [
      { to: 'Boat money', day: 20, amount: 15_000 },
      { to: 'Reserve', day: 20, amount: 10_000 },
    ],
    oneOffs: [
      { day: '2028-06-12', payee: 'Varvet Söderhamn', category: 'boat', amount: 39_500 },
      { day: '2028-09-05', payee: 'Varvet Söderhamn', category: 'boat', amount: 12_340 },
      {
        day: '2028-10-23',
        payee: 'Fiskboden',
        category: 'groceries',
        amount: 3_377,
        reversed: { after: 2 },
      },
      {
        day: '2028-08-29',
        payee: 'Optik Falk',
        category: 'health',
        amount: 27_600,
        refund: { after: 1, amount: 5_000 },
      },
      { day: '2028-05-09', payee: 'Bilprovningen', category: 'fees', amount: 4_900 },
    ],
  },
  // Of the third writing, from `q583` on.
  {
    name: 'farida',
    customer: 'Farida Nasrallah',
    timeZone: 'Africa/Cairo',
    seed: 97,
    from: '2028-06',
    asOf: '2029-04-10T12:00:00Z',
    accounts: [
      { name: 'Giro', type: 'checking', currency: 'EUR' },
      { name: 'Piggy bank', type: 'savings', currency: 'EUR' },
      { name: 'Dollar wallet', type: 'checking', currency: 'USD' },
    ],
    opening: { Giro: 280_000, 'Piggy bank': 140_000, 'Dollar wallet': 75_000 },
    income: [
      { payee: 'Delta Pharma', category: 'salary', day: 23, amount: 301_200 },
      { payee: 'Family Office', category: 'child benefit', day: 5, amount: 25_000 },
      {
        payee: 'Orbit Studio',
        category: 'consulting',
        day: 14,
        amount: 82_000,
        swing: 0.3,
        account: 'Dollar wallet',
        currency: 'USD',
      },
    ],
    bills: [
      { payee: 'Zahra Properties', category: 'rent', day: 1, amount: 91_000 },
      { payee: 'Nile Electric', category: 'utilities', day: 9, amount: 6_900, swing: 0.3 },
      { payee: 'Lotus Internet', category: 'utilities', day: 17, amount: 3_850 },
      { payee: 'Falcon Cover', category: 'insurance', day: 6, amount: 7_430, everyMonths: 2 },
      {
        payee: 'Pulse Gym',
        category: 'fitness',
        day: 2,
        amount: 3_200,
        later: { from: '2029-01', amount: 3_700 },
      },
      {
        payee: 'Sketchpad',
        category: 'software',
        day: 19,
        amount: 2_400,
        account: 'Dollar wallet',
        currency: 'USD',
      },
    ],
    habits: [
      {
        payees: ['Souk Fresh', 'Green Basket'],
        category: 'groceries',
        times: [6, 10],
        amount: [980, 8_100],
      },
      {
        payees: ['Koshary Corner', 'Café Riche', 'Sultan Grill'],
        category: 'dining',
        times: [3, 6],
        amount: [650, 5_700],
      },
      { payees: ['Zippy Cabs'], category: 'taxi', times: [2, 5], amount: [450, 2_900] },
      { payees: ['Happy Paws'], category: 'pets', times: [0, 2], amount: [1_100, 6_400] },
      {
        payees: ['Stockframe'],
        category: 'photos',
        times: [0, 2],
        amount: [900, 7_500],
        account: 'Dollar wallet',
        currency: 'USD',
      },
    ],
    people: [
      { name: 'Hoda Mansour', chance: 0.7, amount: [2_000, 9_000], inBank: true },
      { name: 'Yusuf Demirci', chance: 0.5, amount: [1_500, 7_500] },
      { name: 'Ingrid Solheim', chance: 0.4, amount: [3_000, 12_000], inBank: true },
    ],
    savings: [{ to: 'Piggy bank', day: 24, amount: 30_000 }],
    oneOffs: [
      { day: '2028-08-20', payee: 'Red Sea Divers', category: 'travel', amount: 52_300 },
      { day: '2028-12-28', payee: 'Skyhop Air', category: 'travel', amount: 31_975 },
      { day: '2029-03-16', payee: 'Skyhop Air', category: 'travel', amount: 18_450 },
      {
        day: '2028-11-24',
        payee: 'Volt House',
        category: 'electronics',
        amount: 67_900,
        refund: { after: 9, amount: 22_000 },
      },
      { day: '2029-02-11', payee: 'Volt House', category: 'electronics', amount: 9_940 },
      { day: '2028-12-18', payee: 'Papyrus Gifts', category: 'gifts', amount: 13_370 },
      { day: '2028-12-21', payee: 'Papyrus Gifts', category: 'gifts', amount: 4_860 },
      {
        day: '2029-01-18',
        payee: 'Green Basket',
        category: 'groceries',
        amount: 5_517,
        reversed: { after: 2 },
      },
      { day: '2028-10-03', payee: 'Visa Centre', category: 'fees', amount: 8_800 },
      { day: '2029-02-26', payee: 'Visa Centre', category: 'fees', amount: 2_150 },
      { day: '2029-04-07', payee: 'Hotel Sirocco', category: 'travel', amount: 24_000, hold: true },
    ],
  },
  {
    name: 'callum',
    customer: 'Callum Drummond',
    timeZone: 'Europe/Dublin',
    seed: 101,
    from: '2028-02',
    asOf: '2028-12-21T09:00:00Z',
    accounts: [
      { name: 'Current', type: 'checking', currency: 'EUR' },
      { name: 'Wedding fund', type: 'savings', currency: 'EUR' },
      { name: 'Sterling account', type: 'checking', currency: 'GBP' },
    ],
    opening: { Current: 330_000, 'Wedding fund': 500_000, 'Sterling account': 64_000 },
    income: [
      {
        payee: 'Shannon Aero',
        category: 'wages',
        day: 28,
        amount: 375_600,
        later: { from: '2028-07', amount: 388_150 },
      },
      {
        payee: 'Belfast Gigs',
        category: 'music',
        day: 10,
        amount: 41_000,
        swing: 0.35,
        account: 'Sterling account',
        currency: 'GBP',
      },
    ],
    bills: [
      { payee: 'Corrib Homes', category: 'mortgage', day: 4, amount: 112_000 },
      { payee: 'Bord Gas', category: 'utilities', day: 12, amount: 8_240, swing: 0.35 },
      { payee: 'Liffey Broadband', category: 'utilities', day: 20, amount: 4_750 },
      { payee: 'Tinyteeth Crèche', category: 'childcare', day: 3, amount: 54_000 },
      { payee: 'Reelbox', category: 'streaming', day: 15, amount: 1_350 },
      {
        payee: 'Ulster Strings',
        category: 'instruments',
        day: 22,
        amount: 3_900,
        account: 'Sterling account',
        currency: 'GBP',
      },
    ],
    habits: [
      {
        payees: ['Donnybrook Grocer', 'Fagan Foods', 'Marlow & Hyde'],
        category: 'groceries',
        times: [7, 11],
        amount: [740, 7_600],
      },
      {
        payees: ["O'Toole's Bar", 'Wok Liberty'],
        category: 'pubs and dining',
        times: [3, 6],
        amount: [890, 6_300],
      },
      { payees: ['Topaz Fuel'], category: 'fuel', times: [2, 4], amount: [3_000, 8_500] },
      { payees: ['Little Acorns Toys'], category: 'toys', times: [0, 2], amount: [900, 5_200] },
    ],
    people: [
      { name: 'Aoife Brannigan', chance: 0.7, amount: [2_000, 8_500], inBank: true },
      { name: 'Rajesh Pillai', chance: 0.45, amount: [1_500, 9_500] },
      { name: 'Nuala Drummond', chance: 0.5, amount: [3_000, 10_000], inBank: true },
    ],
    savings: [{ to: 'Wedding fund', day: 29, amount: 42_500 }],
    oneOffs: [
      { day: '2028-05-13', payee: 'Galway Lodge', category: 'travel', amount: 27_600 },
      { day: '2028-08-07', payee: 'Ferry Cross', category: 'travel', amount: 19_880 },
      { day: '2028-08-09', payee: 'Lakeland Camping', category: 'travel', amount: 15_420 },
      {
        day: '2028-06-16',
        payee: 'Kilroy Furniture',
        category: 'furniture',
        amount: 58_900,
        reversed: { after: 6, amount: 8_900 },
      },
      { day: '2028-10-28', payee: 'Kilroy Furniture', category: 'furniture', amount: 21_250 },
      {
        day: '2028-09-14',
        payee: 'Fagan Foods',
        category: 'groceries',
        amount: 4_963,
        reversed: { after: 1 },
      },
      { day: '2028-11-17', payee: 'Smile Dental', category: 'health', amount: 16_500 },
      { day: '2028-07-25', payee: 'Motor Tax Office', category: 'tax', amount: 28_000 },
      {
        day: '2028-12-11',
        payee: 'Marlow & Hyde',
        category: 'groceries',
        amount: 11_215,
        note: 'Christmas hamper',
      },
    ],
  },
  // Of the fourth writing, from `q755` on.
  {
    name: 'harpreet',
    customer: 'Harpreet Bhullar',
    timeZone: 'Asia/Kolkata',
    seed: 113,
    from: '2028-04',
    asOf: '2029-02-14T06:00:00Z',
    accounts: [
      { name: 'Salary account', type: 'checking', currency: 'INR' },
      { name: 'Emergency fund', type: 'savings', currency: 'INR' },
      { name: 'Dollar account', type: 'checking', currency: 'USD' },
    ],
    opening: {
      'Salary account': 25_000_000,
      'Emergency fund': 20_000_000,
      'Dollar account': 45_000,
    },
    income: [
      { payee: 'Infotel Systems', category: 'salary', day: 1, amount: 9_500_000 },
      {
        payee: 'Brightlane LLC',
        category: 'freelance',
        day: 10,
        amount: 60_000,
        swing: 0.3,
        account: 'Dollar account',
        currency: 'USD',
      },
    ],
    bills: [
      { payee: 'Mohan Estates', category: 'rent', day: 3, amount: 2_400_000 },
      { payee: 'Urjavolt', category: 'electricity', day: 12, amount: 180_000, swing: 0.4 },
      { payee: 'Jeevan Fibre', category: 'internet', day: 7, amount: 94_900 },
      { payee: 'Sampoorna Life', category: 'insurance', day: 8, amount: 550_000, everyMonths: 3 },
      { payee: 'Tiny Banyan School', category: 'school fees', day: 5, amount: 850_000 },
      { payee: 'Vahan Finance', category: 'loan', day: 6, amount: 420_000 },
      {
        payee: 'Cineflix',
        category: 'subscriptions',
        day: 9,
        amount: 49_900,
        later: { from: '2028-11', amount: 64_900 },
      },
    ],
    habits: [
      {
        payees: ['Anand Kirana', 'FreshBazaar', 'Nilgiri Mart'],
        category: 'groceries',
        times: [6, 10],
        amount: [15_000, 380_000],
      },
      {
        payees: ['Dosa Junction', 'Chai Adda', 'Kebab Gali'],
        category: 'eating out',
        times: [4, 8],
        amount: [8_000, 160_000],
      },
      { payees: ['Rikshaw Now'], category: 'cabs', times: [4, 9], amount: [6_000, 45_000] },
      { payees: ['Sadak Filling'], category: 'fuel', times: [2, 3], amount: [50_000, 250_000] },
      { payees: ['Kartly'], category: 'shopping', times: [1, 3], amount: [30_000, 600_000] },
      {
        payees: ['Pixelport'],
        category: 'software',
        times: [0, 2],
        amount: [900, 6_000],
        account: 'Dollar account',
        currency: 'USD',
      },
    ],
    people: [
      { name: 'Gurnoor Bhullar', chance: 0.6, amount: [200_000, 1_000_000], inBank: true },
      { name: 'Manpreet Sohal', chance: 0.5, amount: [100_000, 600_000], inBank: true },
      { name: 'Manpreet Kang', chance: 0.5, amount: [100_000, 500_000] },
      { name: 'Lata Tai', chance: 0.9, amount: [300_000, 450_000], note: 'cooking' },
    ],
    savings: [{ to: 'Emergency fund', day: 2, amount: 1_000_000 }],
    oneOffs: [
      { day: '2028-10-26', payee: 'Sagar Travels', category: 'travel', amount: 3_850_000 },
      { day: '2028-12-24', payee: 'Sagar Travels', category: 'travel', amount: 1_725_000 },
      {
        day: '2028-10-19',
        payee: 'Elektra World',
        category: 'electronics',
        amount: 4_499_000,
        refund: { after: 12, amount: 500_000 },
      },
      { day: '2028-09-08', payee: 'Dr Sethi Clinic', category: 'health', amount: 150_000 },
      { day: '2029-01-22', payee: 'Dr Sethi Clinic', category: 'health', amount: 230_000 },
      { day: '2028-07-17', payee: 'Passport Kendra', category: 'fees', amount: 200_000 },
      {
        day: '2028-11-25',
        payee: 'Tanmay Jewels',
        category: 'gifts',
        amount: 2_200_000,
        note: 'wedding gift',
      },
      {
        day: '2028-12-09',
        payee: 'Nilgiri Mart',
        category: 'groceries',
        amount: 187_500,
        reversed: { after: 2 },
      },
      {
        day: '2028-09-20',
        payee: 'Income Tax Department',
        category: 'tax refund',
        amount: 1_164_000,
        incoming: true,
      },
      {
        day: '2029-02-12',
        payee: 'Hotel Sahyadri',
        category: 'travel',
        amount: 900_000,
        hold: true,
      },
    ],
  },
  {
    name: 'glenda',
    customer: 'Glenda Murgatroyd',
    timeZone: 'Europe/London',
    seed: 127,
    from: '2028-01',
    asOf: '2028-11-30T17:00:00Z',
    accounts: [
      { name: 'Shop', type: 'checking', currency: 'GBP' },
      { name: 'Household', type: 'checking', currency: 'GBP' },
      { name: 'Tax pot', type: 'savings', currency: 'GBP' },
      { name: 'Euro account', type: 'checking', currency: 'EUR' },
    ],
    opening: { Shop: 640_000, Household: 290_000, 'Tax pot': 100_000, 'Euro account': 520_000 },
    income: [
      { payee: 'Cardreader Payouts', category: 'takings', day: 7, amount: 262_000, swing: 0.3 },
      {
        payee: 'Pension Service',
        category: 'pension',
        day: 18,
        amount: 91_240,
        account: 'Household',
      },
      {
        payee: 'Terry Blackshaw',
        category: 'lodger',
        day: 2,
        amount: 38_000,
        later: { from: '2028-08', amount: 40_000 },
        account: 'Household',
      },
    ],
    bills: [
      { payee: 'Pennine Properties', category: 'shop rent', day: 1, amount: 64_000 },
      { payee: 'Dales Electric', category: 'utilities', day: 14, amount: 11_200, swing: 0.3 },
      { payee: 'Tillpoint', category: 'software', day: 10, amount: 2_400 },
      { payee: 'Moorland Mutual', category: 'insurance', day: 9, amount: 8_600, everyMonths: 3 },
      {
        payee: 'Calder Water',
        category: 'utilities',
        day: 16,
        amount: 3_800,
        account: 'Household',
      },
      {
        payee: 'Ridings Council',
        category: 'council tax',
        day: 5,
        amount: 14_200,
        account: 'Household',
      },
      {
        payee: 'Barmoor Broadband',
        category: 'utilities',
        day: 19,
        amount: 3_150,
        account: 'Household',
      },
    ],
    habits: [
      {
        payees: ['Swaledale Yarns', 'Pendle Buttons'],
        category: 'stock',
        times: [2, 4],
        amount: [6_000, 48_000],
      },
      { payees: ['Northern Parcels'], category: 'postage', times: [3, 6], amount: [320, 2_900] },
      {
        payees: ['Todmorden Market', 'Bargain Larder'],
        category: 'groceries',
        times: [5, 8],
        amount: [600, 7_200],
        account: 'Household',
      },
      {
        payees: ['The Copper Kettle'],
        category: 'cafes',
        times: [2, 5],
        amount: [350, 1_800],
        account: 'Household',
      },
      {
        payees: ['Paws & Whiskers'],
        category: 'pets',
        times: [0, 2],
        amount: [1_500, 9_500],
        account: 'Household',
      },
      {
        payees: ['Lana Toscana'],
        category: 'stock',
        times: [0, 2],
        amount: [8_000, 42_000],
        account: 'Euro account',
        currency: 'EUR',
      },
    ],
    people: [
      { name: 'Josie Entwistle', chance: 0.9, amount: [12_000, 26_000] },
      { name: 'Derek Murgatroyd', chance: 0.5, amount: [2_000, 9_000], inBank: true },
      { name: 'Bilal Hussain', chance: 0.6, amount: [1_500, 2_500] },
    ],
    savings: [
      { to: 'Tax pot', day: 20, amount: 25_000 },
      { to: 'Household', day: 3, amount: 30_000 },
    ],
    oneOffs: [
      { day: '2028-03-14', payee: 'Shelf Masters', category: 'fittings', amount: 41_200 },
      { day: '2028-09-21', payee: 'Shelf Masters', category: 'fittings', amount: 16_850 },
      { day: '2028-06-30', payee: 'Pym & Sons', category: 'accountancy', amount: 54_000 },
      {
        day: '2028-02-08',
        payee: 'Boiler Bob',
        category: 'repairs',
        amount: 31_000,
        account: 'Household',
      },
      {
        day: '2028-11-13',
        payee: 'Boiler Bob',
        category: 'repairs',
        amount: 18_600,
        account: 'Household',
      },
      {
        day: '2028-08-12',
        payee: 'Seaside Breaks',
        category: 'travel',
        amount: 38_900,
        account: 'Household',
        refund: { after: 10, amount: 6_000 },
      },
      {
        day: '2028-10-11',
        payee: 'Swaledale Yarns',
        category: 'stock',
        amount: 22_400,
        note: 'wrong wool',
        reversed: { after: 6, amount: 9_400 },
      },
      {
        day: '2028-07-16',
        payee: 'Harrogate Craft Fair',
        category: 'fairs',
        amount: 74_200,
        incoming: true,
      },
      {
        day: '2028-10-15',
        payee: 'Harrogate Craft Fair',
        category: 'fairs',
        amount: 61_540,
        incoming: true,
      },
      {
        day: '2028-11-25',
        payee: 'Skipton Yuletide Market',
        category: 'fairs',
        amount: 88_320,
        incoming: true,
      },
      { day: '2028-07-01', payee: 'Gazebo Hire', category: 'stall fees', amount: 7_500 },
      { day: '2028-10-01', payee: 'Gazebo Hire', category: 'stall fees', amount: 7_500 },
      { day: '2028-11-10', payee: 'Gazebo Hire', category: 'stall fees', amount: 9_500 },
      {
        day: '2028-11-28',
        payee: 'Hotel Marine',
        category: 'travel',
        amount: 12_000,
        account: 'Household',
        hold: true,
      },
    ],
  },
  // Of the fifth writing, from `q917` on.
  {
    name: 'marco',
    customer: 'Marco Vella',
    timeZone: 'Australia/Melbourne',
    seed: 131,
    from: '2028-07',
    asOf: '2029-05-22T02:00:00Z',
    accounts: [
      { name: 'Trading', type: 'checking', currency: 'AUD' },
      { name: 'Tax pot', type: 'savings', currency: 'AUD' },
      { name: 'Personal', type: 'checking', currency: 'AUD' },
    ],
    opening: { Trading: 1_850_000, 'Tax pot': 400_000, Personal: 120_000 },
    income: [
      { payee: 'Tapwell', category: 'card sales', day: 4, amount: 410_000, swing: 0.25 },
      { payee: 'Tapwell', category: 'card sales', day: 11, amount: 425_000, swing: 0.25 },
      { payee: 'Tapwell', category: 'card sales', day: 18, amount: 398_000, swing: 0.25 },
      { payee: 'Tapwell', category: 'card sales', day: 25, amount: 440_000, swing: 0.25 },
      { payee: 'Beanbox Online', category: 'online sales', day: 15, amount: 62_000, swing: 0.4 },
    ],
    bills: [
      { payee: 'Laneway Properties', category: 'rent', day: 1, amount: 320_000 },
      { payee: 'Priya Raman', category: 'wages', day: 14, amount: 185_000 },
      { payee: 'Toby Fielding', category: 'wages', day: 14, amount: 140_000 },
      { payee: 'Voltway', category: 'electricity', day: 9, amount: 41_000, swing: 0.3 },
      { payee: 'Shieldwell', category: 'insurance', day: 3, amount: 28_500, everyMonths: 3 },
      {
        payee: 'Tillpoint',
        category: 'software',
        day: 2,
        amount: 8_900,
        later: { from: '2029-01', amount: 9_900 },
      },
      {
        payee: 'Bright Ledger',
        category: 'accounting',
        day: 20,
        amount: 33_000,
        everyMonths: 3,
      },
    ],
    habits: [
      {
        payees: ['Roast Republic', 'Highland Beans'],
        category: 'coffee beans',
        times: [3, 5],
        amount: [24_000, 61_000],
      },
      {
        payees: ['Dairy Direct', 'Oat Works'],
        category: 'milk',
        times: [5, 8],
        amount: [6_000, 19_000],
      },
      { payees: ['Crumb & Sons'], category: 'pastries', times: [4, 6], amount: [8_000, 22_000] },
      {
        payees: ['Officeway', 'Packright'],
        category: 'packaging',
        times: [1, 3],
        amount: [3_500, 18_000],
      },
      {
        payees: ['Freshmart', 'Corner Deli'],
        category: 'groceries',
        times: [3, 5],
        amount: [2_000, 11_000],
        account: 'Personal',
      },
    ],
    people: [
      { name: 'Gianni Russo', chance: 0.6, amount: [10_000, 40_000], inBank: true },
      { name: 'Mei Tanaka', chance: 0.5, amount: [4_000, 15_000] },
    ],
    savings: [
      { to: 'Tax pot', day: 26, amount: 120_000 },
      { to: 'Personal', day: 27, amount: 250_000 },
    ],
    oneOffs: [
      { day: '2028-09-12', payee: 'Espresso Gear', category: 'equipment', amount: 489_000 },
      {
        day: '2029-02-20',
        payee: 'Espresso Gear',
        category: 'equipment',
        amount: 76_500,
        refund: { after: 8, amount: 15_000 },
      },
      { day: '2028-10-28', payee: 'Revenue Office', category: 'tax', amount: 310_000 },
      { day: '2029-01-28', payee: 'Revenue Office', category: 'tax', amount: 295_400 },
      { day: '2029-04-28', payee: 'Revenue Office', category: 'tax', amount: 342_100 },
      { day: '2028-11-06', payee: 'Signwright', category: 'marketing', amount: 58_000 },
      { day: '2029-03-05', payee: 'Localpages', category: 'marketing', amount: 24_900 },
      {
        day: '2028-12-05',
        payee: 'Riverside School',
        category: 'catering',
        amount: 124_000,
        incoming: true,
      },
      {
        day: '2029-03-18',
        payee: 'Riverside School',
        category: 'catering',
        amount: 86_500,
        incoming: true,
      },
      {
        day: '2029-04-11',
        payee: 'Lumen Legal',
        category: 'catering',
        amount: 142_300,
        incoming: true,
      },
      {
        day: '2029-04-09',
        payee: 'Packright',
        category: 'packaging',
        amount: 17_700,
        note: 'delivered twice',
        reversed: { after: 3 },
      },
      { day: '2028-12-19', payee: 'Coolroom Repairs', category: 'repairs', amount: 63_400 },
      { day: '2029-05-08', payee: 'Coolroom Repairs', category: 'repairs', amount: 31_250 },
      { day: '2028-08-15', payee: 'City Council', category: 'fees', amount: 42_000 },
      { day: '2029-02-15', payee: 'City Council', category: 'fees', amount: 43_500 },
      {
        day: '2029-05-19',
        payee: 'Espresso Gear',
        category: 'equipment',
        amount: 19_000,
        hold: true,
      },
    ],
  },
  {
    name: 'kasia',
    customer: 'Kasia Nowicka',
    timeZone: 'Europe/Warsaw',
    seed: 137,
    from: '2028-06',
    asOf: '2029-03-14T18:00:00Z',
    accounts: [
      { name: 'Konto', type: 'checking', currency: 'PLN' },
      { name: 'Travel jar', type: 'savings', currency: 'PLN' },
      { name: 'Euro account', type: 'checking', currency: 'EUR' },
    ],
    opening: { Konto: 240_000, 'Travel jar': 50_000, 'Euro account': 30_000 },
    income: [
      { payee: 'Kurier Express', category: 'wages', day: 10, amount: 210_000, swing: 0.3 },
      { payee: 'Uniwersytet Stypendia', category: 'scholarship', day: 15, amount: 95_000 },
      { payee: 'Barbara Nowicka', category: 'family', day: 2, amount: 60_000 },
      {
        payee: 'Lindqvist Design',
        category: 'freelance',
        day: 25,
        amount: 18_000,
        swing: 0.4,
        account: 'Euro account',
        currency: 'EUR',
      },
    ],
    bills: [
      { payee: 'Akademik Nowy', category: 'dorm', day: 5, amount: 78_000 },
      { payee: 'Mobilka', category: 'phone', day: 12, amount: 3_500 },
      { payee: 'Tonefy', category: 'subscriptions', day: 8, amount: 2_399 },
      {
        payee: 'Kinoteka Plus',
        category: 'subscriptions',
        day: 20,
        amount: 2_900,
        later: { from: '2028-12', amount: 3_400 },
      },
      { payee: 'Lingua School', category: 'courses', day: 18, amount: 24_000, everyMonths: 2 },
      {
        payee: 'Webnest',
        category: 'hosting',
        day: 9,
        amount: 1_250,
        account: 'Euro account',
        currency: 'EUR',
      },
    ],
    habits: [
      {
        payees: ['Biedrex', 'Żabcia', 'Targ Polny'],
        category: 'groceries',
        times: [7, 11],
        amount: [800, 9_500],
      },
      {
        payees: ['Bar Mleczny', 'Pizzeria Sole', 'Ramen Dom'],
        category: 'eating out',
        times: [4, 7],
        amount: [1_200, 7_800],
      },
      {
        payees: ['Metro Karta', 'Taxi Wisła'],
        category: 'transport',
        times: [3, 5],
        amount: [440, 5_200],
      },
      { payees: ['Kawiarnia Lis'], category: 'coffee', times: [4, 8], amount: [900, 2_800] },
      {
        payees: ['Ubrania Hit', 'Second Hand Róża'],
        category: 'clothes',
        times: [0, 2],
        amount: [3_000, 22_000],
      },
    ],
    people: [
      { name: 'Ola Wrona', chance: 0.7, amount: [2_000, 9_000], inBank: true },
      { name: 'Piotr Maj', chance: 0.5, amount: [1_500, 8_000] },
      { name: 'Dmytro Kovalenko', chance: 0.5, amount: [3_000, 12_000], inBank: true },
    ],
    savings: [{ to: 'Travel jar', day: 11, amount: 25_000 }],
    oneOffs: [
      { day: '2028-08-19', payee: 'Jetlo', category: 'travel', amount: 42_900 },
      { day: '2029-02-03', payee: 'Jetlo', category: 'travel', amount: 38_700 },
      { day: '2028-08-25', payee: 'Hostel Praga', category: 'travel', amount: 31_000 },
      {
        day: '2028-10-14',
        payee: 'Komputery Max',
        category: 'electronics',
        amount: 329_900,
        refund: { after: 7, amount: 40_000 },
      },
      { day: '2029-01-22', payee: 'Dentysta Biel', category: 'health', amount: 35_000 },
      { day: '2028-10-02', payee: 'Empikon', category: 'books', amount: 12_840 },
      { day: '2029-02-26', payee: 'Empikon', category: 'books', amount: 8_990 },
      {
        day: '2029-02-12',
        payee: 'Biedrex',
        category: 'groceries',
        amount: 6_310,
        note: 'paid two times',
        reversed: { after: 2 },
      },
      { day: '2028-12-22', payee: 'Kwiaty Jola', category: 'gifts', amount: 9_500 },
      { day: '2029-03-08', payee: 'Kwiaty Jola', category: 'gifts', amount: 7_200 },
      { day: '2029-03-13', payee: 'Jetlo', category: 'travel', amount: 15_900, hold: true },
    ],
  },
  {
    name: 'edith',
    customer: 'Edith Comeau',
    timeZone: 'America/Halifax',
    seed: 139,
    from: '2028-03',
    asOf: '2029-01-30T15:00:00Z',
    accounts: [
      { name: 'Chequing', type: 'checking', currency: 'CAD' },
      { name: 'Cottage fund', type: 'savings', currency: 'CAD' },
      { name: 'Florida account', type: 'checking', currency: 'USD' },
    ],
    opening: { Chequing: 620_000, 'Cottage fund': 900_000, 'Florida account': 650_000 },
    income: [
      { payee: 'Maritime Teachers Plan', category: 'pension', day: 15, amount: 231_500 },
      { payee: 'Canada Pension', category: 'pension', day: 26, amount: 142_000 },
      { payee: 'Roy Gallant', category: 'rental income', day: 1, amount: 75_000 },
    ],
    bills: [
      { payee: 'Harbour Condo Corp', category: 'condo fees', day: 1, amount: 46_500 },
      { payee: 'Fundy Power', category: 'electricity', day: 11, amount: 13_400, swing: 0.4 },
      { payee: 'Eastnet', category: 'internet', day: 16, amount: 9_400 },
      { payee: 'Bluenose Mutual', category: 'insurance', day: 7, amount: 31_200, everyMonths: 3 },
      { payee: 'Parish of St Anne', category: 'donations', day: 4, amount: 5_000 },
      {
        payee: 'Northern Animal Rescue',
        category: 'donations',
        day: 21,
        amount: 2_500,
        later: { from: '2028-10', amount: 3_000 },
      },
      {
        payee: 'Palm Court',
        category: 'condo fees',
        day: 3,
        amount: 38_000,
        account: 'Florida account',
        currency: 'USD',
      },
    ],
    habits: [
      {
        payees: ['Sobrey Foods', 'Farmers Market'],
        category: 'groceries',
        times: [5, 8],
        amount: [1_800, 14_500],
      },
      {
        payees: ['Lobster Trap', 'Tea Room on Main'],
        category: 'restaurants',
        times: [2, 4],
        amount: [1_400, 9_800],
      },
      { payees: ['Lawson Drugs'], category: 'pharmacy', times: [1, 3], amount: [900, 7_600] },
      { payees: ['Atlantic Gas'], category: 'fuel', times: [2, 4], amount: [3_200, 8_800] },
      { payees: ['Knit Nook'], category: 'hobbies', times: [0, 2], amount: [1_500, 9_900] },
    ],
    people: [
      { name: 'Alistair Comeau', chance: 0.7, amount: [5_000, 20_000], inBank: true },
      { name: 'Wanda LeBlanc', chance: 0.5, amount: [2_000, 8_000] },
    ],
    savings: [{ to: 'Cottage fund', day: 27, amount: 40_000 }],
    oneOffs: [
      { day: '2028-11-02', payee: 'Maple Wings', category: 'travel', amount: 61_200 },
      { day: '2029-01-08', payee: 'Maple Wings', category: 'travel', amount: 29_900 },
      { day: '2028-07-14', payee: 'Via Maritime', category: 'travel', amount: 18_650 },
      { day: '2028-05-09', payee: 'Fraser Dental', category: 'dental', amount: 42_000 },
      { day: '2028-10-23', payee: 'Fraser Dental', category: 'dental', amount: 18_500 },
      {
        day: '2028-09-16',
        payee: 'Homestead Furniture',
        category: 'furniture',
        amount: 134_900,
        note: 'scratched table',
        reversed: { after: 9, amount: 20_000 },
      },
      {
        day: '2028-12-12',
        payee: 'Knit Nook',
        category: 'hobbies',
        amount: 8_800,
        note: 'wrong wool',
        reversed: { after: 2 },
      },
      { day: '2028-12-09', payee: 'Toy Loft', category: 'gifts', amount: 11_250 },
      { day: '2028-12-17', payee: 'Toy Loft', category: 'gifts', amount: 6_490 },
      { day: '2028-06-20', payee: 'Hearing Clinic', category: 'health', amount: 215_000 },
      {
        day: '2028-05-22',
        payee: 'Receiver General',
        category: 'tax refund',
        amount: 61_300,
        incoming: true,
      },
      { day: '2028-08-30', payee: 'Harbour Condo Corp', category: 'repairs', amount: 90_000 },
      {
        day: '2029-01-28',
        payee: 'Hotel Lunenburg',
        category: 'travel',
        amount: 22_000,
        hold: true,
      },
    ],
  },
  {
    name: 'tunde',
    customer: 'Tunde Akinbode',
    timeZone: 'Europe/London',
    seed: 149,
    from: '2028-09',
    asOf: '2029-04-18T14:00:00Z',
    accounts: [
      { name: 'Student account', type: 'checking', currency: 'GBP' },
      { name: 'Emergency stash', type: 'savings', currency: 'GBP' },
    ],
    opening: { 'Student account': 120_000, 'Emergency stash': 30_000 },
    income: [
      { payee: 'Maple Court Bar', category: 'wages', day: 14, amount: 42_000, swing: 0.3 },
      { payee: 'Studentfund Leeds', category: 'loan', day: 20, amount: 310_000, everyMonths: 3 },
      { payee: 'Folasade Akinbode', category: 'family', day: 3, amount: 15_000 },
    ],
    bills: [
      { payee: 'Wharfside Lets', category: 'rent', day: 1, amount: 48_500 },
      { payee: 'Bleepmobile', category: 'phone', day: 9, amount: 1_200 },
      { payee: 'Tunecrate', category: 'subscriptions', day: 6, amount: 599 },
      {
        payee: 'Flickbox',
        category: 'subscriptions',
        day: 17,
        amount: 899,
        later: { from: '2029-01', amount: 1_099 },
      },
      { payee: 'Kettlebell Club', category: 'gym', day: 4, amount: 1_999 },
    ],
    habits: [
      {
        payees: ['Aldgate Foods', 'Corner Larder'],
        category: 'groceries',
        times: [6, 9],
        amount: [350, 4_200],
      },
      {
        payees: ['Peri Palace', 'Wok Hut', 'Slice Brothers'],
        category: 'takeaways',
        times: [4, 7],
        amount: [600, 2_400],
      },
      {
        payees: ['Cityhop', 'Northrail'],
        category: 'transport',
        times: [4, 6],
        amount: [180, 5_600],
      },
      { payees: ['Daily Grind'], category: 'coffee', times: [3, 7], amount: [260, 780] },
      {
        payees: ['Brewhouse Tap', 'Club Meridian'],
        category: 'nights out',
        times: [2, 4],
        amount: [900, 5_200],
      },
    ],
    people: [
      { name: 'Babajide Coker', chance: 0.7, amount: [500, 4_000], inBank: true },
      { name: 'Milly Hargreaves', chance: 0.6, amount: [400, 3_000] },
      { name: 'Xinyi Tan', chance: 0.6, amount: [600, 3_500], inBank: true },
    ],
    savings: [{ to: 'Emergency stash', day: 15, amount: 5_000 }],
    oneOffs: [
      { day: '2028-10-03', payee: 'Bookwise', category: 'books', amount: 8_450 },
      { day: '2029-01-24', payee: 'Bookwise', category: 'books', amount: 6_299 },
      {
        day: '2028-11-24',
        payee: 'Gadget Barn',
        category: 'electronics',
        amount: 42_900,
        refund: { after: 10, amount: 5_000 },
      },
      { day: '2028-12-18', payee: 'Northrail', category: 'transport', amount: 7_840 },
      {
        day: '2029-02-09',
        payee: 'Aldgate Foods',
        category: 'groceries',
        amount: 2_317,
        note: 'charged twice',
        reversed: { after: 2 },
      },
      { day: '2029-03-06', payee: 'Smile Studio', category: 'dentist', amount: 6_520 },
      { day: '2028-11-08', payee: 'Library Desk', category: 'fees', amount: 420 },
      { day: '2029-02-20', payee: 'Campus Registry', category: 'fees', amount: 3_000 },
      { day: '2029-01-12', payee: 'Skyhopper', category: 'travel', amount: 8_900 },
      { day: '2029-03-27', payee: 'Skyhopper', category: 'travel', amount: 14_250 },
      { day: '2028-10-21', payee: 'Rag Rack Vintage', category: 'clothes', amount: 2_600 },
      { day: '2029-02-17', payee: 'Rag Rack Vintage', category: 'clothes', amount: 3_850 },
      { day: '2029-04-16', payee: 'Skyhopper', category: 'travel', amount: 6_500, hold: true },
    ],
  },
  {
    name: 'hanneke',
    customer: 'Hanneke Terpstra',
    timeZone: 'Europe/Amsterdam',
    seed: 151,
    from: '2028-02',
    asOf: '2029-01-24T19:00:00Z',
    accounts: [
      { name: 'Family account', type: 'checking', currency: 'EUR' },
      { name: 'Kids fund', type: 'savings', currency: 'EUR' },
      { name: 'Private account', type: 'checking', currency: 'EUR' },
    ],
    opening: { 'Family account': 310_000, 'Kids fund': 145_000, 'Private account': 42_000 },
    income: [
      { payee: 'Gemeente Vechtstad', category: 'salary', day: 23, amount: 265_000 },
      {
        payee: 'Kinderbijslagkas',
        category: 'child benefit',
        day: 2,
        amount: 58_000,
        everyMonths: 3,
      },
      { payee: 'Joost Terpstra', category: 'household money', day: 1, amount: 140_000 },
    ],
    bills: [
      { payee: 'Woonbank Merwe', category: 'mortgage', day: 1, amount: 112_000 },
      { payee: 'Zonnig Energie', category: 'energy', day: 12, amount: 14_800, swing: 0.3 },
      { payee: 'Helderbron', category: 'water', day: 14, amount: 2_350 },
      { payee: 'Kabelnet', category: 'internet', day: 18, amount: 4_750 },
      {
        payee: 'Zorgzeker',
        category: 'health insurance',
        day: 3,
        amount: 15_320,
        later: { from: '2029-01', amount: 16_190 },
      },
      { payee: 'De Vlinder', category: 'childcare', day: 5, amount: 61_000 },
      { payee: 'SV Oranje', category: 'sports', day: 9, amount: 2_850 },
      { payee: 'Muziekhuis', category: 'music lessons', day: 16, amount: 5_400 },
    ],
    habits: [
      {
        payees: ['Kruidenier Bos', 'Versplein'],
        category: 'groceries',
        times: [8, 12],
        amount: [900, 14_000],
      },
      {
        payees: ['Kledinghoek', 'Minimode'],
        category: 'clothing',
        times: [1, 3],
        amount: [1_500, 9_000],
      },
      {
        payees: ['Pannenkoekhuis', 'Bistro Anker'],
        category: 'eating out',
        times: [2, 4],
        amount: [1_800, 8_600],
      },
      { payees: ['Tankpunt'], category: 'fuel', times: [2, 4], amount: [4_000, 8_500] },
      { payees: ['Speelkasteel'], category: 'toys', times: [0, 2], amount: [900, 6_000] },
      {
        payees: ['Studio Lotus'],
        category: 'yoga',
        times: [1, 3],
        amount: [1_400, 1_900],
        account: 'Private account',
      },
      {
        payees: ['Leeslust'],
        category: 'books',
        times: [0, 2],
        amount: [1_100, 4_500],
        account: 'Private account',
      },
    ],
    people: [
      {
        name: 'Fenna Dijkstra',
        chance: 0.8,
        amount: [2_500, 7_000],
        inBank: true,
        note: 'babysitting',
      },
      { name: 'Youssef Amrani', chance: 0.5, amount: [1_500, 8_000] },
      { name: 'Riet Hofstra', chance: 0.5, amount: [1_000, 5_000], inBank: true },
    ],
    savings: [
      { to: 'Kids fund', day: 24, amount: 10_000 },
      { to: 'Private account', day: 24, amount: 20_000 },
    ],
    oneOffs: [
      { day: '2028-05-17', payee: 'Dierenkliniek Pluis', category: 'vet', amount: 18_650 },
      { day: '2028-11-09', payee: 'Dierenkliniek Pluis', category: 'vet', amount: 9_240 },
      { day: '2028-07-08', payee: 'Camping Zeezicht', category: 'holiday', amount: 64_000 },
      {
        day: '2028-10-14',
        payee: 'Huisje Ardennen',
        category: 'holiday',
        amount: 41_500,
        note: 'heating was broken',
        reversed: { after: 4, amount: 10_000 },
      },
      { day: '2028-04-22', payee: 'Fietsenmaker Jan', category: 'bikes', amount: 38_900 },
      { day: '2028-09-05', payee: 'Fietsenmaker Jan', category: 'bikes', amount: 6_450 },
      {
        day: '2028-08-11',
        payee: 'Witgoedhal',
        category: 'appliances',
        amount: 57_900,
        refund: { after: 9, amount: 5_000 },
      },
      {
        day: '2028-12-06',
        payee: 'Kruidenier Bos',
        category: 'groceries',
        amount: 7_315,
        note: 'charged twice',
        reversed: { after: 1 },
      },
      { day: '2028-06-13', payee: 'Tandarts Smit', category: 'dentist', amount: 8_800 },
      { day: '2028-12-14', payee: 'Tandarts Smit', category: 'dentist', amount: 12_450 },
      { day: '2028-08-20', payee: 'Sprookjesland', category: 'days out', amount: 14_600 },
      { day: '2028-05-27', payee: 'Dierenpark Duin', category: 'days out', amount: 9_850 },
      {
        day: '2028-06-26',
        payee: 'Belastingkantoor',
        category: 'tax refund',
        amount: 74_300,
        incoming: true,
      },
      { day: '2028-12-02', payee: 'Speelkasteel', category: 'toys', amount: 11_995 },
      { day: '2028-09-23', payee: 'Feestwinkel', category: 'birthday', amount: 6_780 },
      { day: '2028-03-15', payee: 'Notaris Veldman', category: 'fees', amount: 35_000 },
      {
        day: '2029-01-22',
        payee: 'Camping Zeezicht',
        category: 'holiday',
        amount: 20_000,
        hold: true,
      },
    ],
  },
  {
    name: 'desmond',
    customer: 'Desmond Rangihuna',
    timeZone: 'Pacific/Auckland',
    seed: 157,
    from: '2028-06',
    asOf: '2029-03-21T01:00:00Z',
    accounts: [
      { name: 'Shop account', type: 'checking', currency: 'NZD' },
      { name: 'GST pot', type: 'savings', currency: 'NZD' },
      { name: 'Dollar account', type: 'checking', currency: 'USD' },
    ],
    opening: { 'Shop account': 2_900_000, 'GST pot': 320_000, 'Dollar account': 410_000 },
    income: [
      { payee: 'Paywave Clearing', category: 'takings', day: 5, amount: 920_000, swing: 0.2 },
      { payee: 'Webcart', category: 'online sales', day: 20, amount: 180_000, swing: 0.3 },
      {
        payee: 'Malibu Boards',
        category: 'wholesale',
        day: 11,
        amount: 90_000,
        swing: 0.25,
        account: 'Dollar account',
        currency: 'USD',
      },
    ],
    bills: [
      { payee: 'Harbourside Property', category: 'rent', day: 1, amount: 240_000 },
      { payee: 'Southern Power', category: 'electricity', day: 13, amount: 21_500, swing: 0.25 },
      { payee: 'Kiwilink', category: 'internet', day: 15, amount: 9_900 },
      { payee: 'Moana Whaanga', category: 'wages', day: 10, amount: 210_000 },
      {
        payee: 'Rawiri Stone',
        category: 'wages',
        day: 10,
        amount: 165_000,
        later: { from: '2028-11', amount: 180_000 },
      },
      { payee: 'Tasman Cover', category: 'insurance', day: 7, amount: 48_000, everyMonths: 3 },
      {
        payee: 'Shopstack',
        category: 'software',
        day: 3,
        amount: 7_900,
        account: 'Dollar account',
        currency: 'USD',
      },
    ],
    habits: [
      {
        payees: ['Foamworks', 'Wetsuit Depot'],
        category: 'stock',
        times: [3, 5],
        amount: [22_000, 140_000],
      },
      {
        payees: ['Pacific Fins'],
        category: 'stock',
        times: [0, 2],
        amount: [9_000, 60_000],
        account: 'Dollar account',
        currency: 'USD',
      },
      {
        payees: ['Fastpost', 'Rural Couriers'],
        category: 'courier',
        times: [4, 7],
        amount: [900, 6_500],
      },
      { payees: ['Beach Bean'], category: 'coffee', times: [3, 6], amount: [550, 2_400] },
      { payees: ['Pukeko Fuels'], category: 'fuel', times: [2, 3], amount: [6_000, 13_000] },
      {
        payees: ['Coastline Radio', 'Surf Weekly'],
        category: 'advertising',
        times: [1, 2],
        amount: [8_000, 45_000],
      },
    ],
    people: [
      { name: 'Hemi Paraone', chance: 0.6, amount: [10_000, 60_000], inBank: true },
      { name: 'Lindsay Croft', chance: 0.5, amount: [15_000, 50_000], note: 'bookkeeping' },
    ],
    savings: [{ to: 'GST pot', day: 21, amount: 75_000 }],
    oneOffs: [
      { day: '2028-10-28', payee: 'Inland Tax Office', category: 'tax', amount: 412_000 },
      { day: '2029-01-28', payee: 'Inland Tax Office', category: 'tax', amount: 385_000 },
      { day: '2028-08-15', payee: 'Southern Glass', category: 'repairs', amount: 89_000 },
      { day: '2029-02-07', payee: 'Southern Glass', category: 'repairs', amount: 32_500 },
      {
        day: '2028-09-19',
        payee: 'Foamworks',
        category: 'stock',
        amount: 64_000,
        note: 'wrong size',
        reversed: { after: 6 },
      },
      {
        day: '2028-12-05',
        payee: 'Wetsuit Depot',
        category: 'stock',
        amount: 145_000,
        note: 'three were torn',
        reversed: { after: 5, amount: 35_000 },
      },
      { day: '2028-11-17', payee: 'Boardsports Expo', category: 'events', amount: 120_000 },
      { day: '2028-11-16', payee: 'Ferry Link', category: 'travel', amount: 18_400 },
      { day: '2028-11-18', payee: 'Hotel Taranaki', category: 'travel', amount: 42_600 },
      { day: '2028-07-20', payee: 'Bay Council', category: 'fees', amount: 31_500 },
      { day: '2028-07-06', payee: 'Tool Shed', category: 'equipment', amount: 76_400 },
      {
        day: '2029-01-16',
        payee: 'Tool Shed',
        category: 'equipment',
        amount: 23_900,
        refund: { after: 8, amount: 3_900 },
      },
      {
        day: '2029-03-19',
        payee: 'Surf Weekly',
        category: 'advertising',
        amount: 20_000,
        hold: true,
      },
    ],
  },
  {
    name: 'agnes',
    customer: 'Agnes Mulvihill',
    timeZone: 'Europe/Dublin',
    seed: 163,
    from: '2028-04',
    asOf: '2029-02-07T11:00:00Z',
    accounts: [
      { name: 'Current account', type: 'checking', currency: 'EUR' },
      { name: 'Grandchildren fund', type: 'savings', currency: 'EUR' },
      { name: 'Sterling account', type: 'checking', currency: 'GBP' },
    ],
    opening: {
      'Current account': 480_000,
      'Grandchildren fund': 260_000,
      'Sterling account': 85_000,
    },
    income: [
      { payee: 'Social Protection Office', category: 'pension', day: 5, amount: 118_000 },
      { payee: 'Aer Turas', category: 'pension', day: 24, amount: 64_500 },
      {
        payee: 'Lancashire Mills',
        category: 'pension',
        day: 18,
        amount: 31_000,
        account: 'Sterling account',
        currency: 'GBP',
      },
    ],
    bills: [
      { payee: 'Corrib Electric', category: 'electricity', day: 10, amount: 9_800, swing: 0.35 },
      { payee: 'Emerald Gas', category: 'gas', day: 13, amount: 7_200, swing: 0.5 },
      { payee: 'Eirtel', category: 'phone', day: 15, amount: 3_800 },
      {
        payee: 'Clover Health',
        category: 'health insurance',
        day: 2,
        amount: 14_250,
        later: { from: '2028-11', amount: 15_100 },
      },
      { payee: 'St Brigid Parish', category: 'donations', day: 8, amount: 2_000 },
      { payee: 'Donkey Haven', category: 'donations', day: 22, amount: 1_500 },
    ],
    habits: [
      {
        payees: ['Dunphys', 'Village Store'],
        category: 'groceries',
        times: [6, 9],
        amount: [400, 7_800],
      },
      { payees: ['Molloy Chemist'], category: 'pharmacy', times: [1, 3], amount: [600, 5_400] },
      { payees: ['Kilkee Cabs'], category: 'taxis', times: [2, 4], amount: [700, 2_600] },
      { payees: ['Parish Hall'], category: 'bingo', times: [2, 4], amount: [500, 1_500] },
      { payees: ['Curl Up'], category: 'hairdresser', times: [0, 2], amount: [2_500, 6_500] },
      { payees: ['Greenfingers'], category: 'garden', times: [0, 2], amount: [900, 8_000] },
    ],
    people: [
      { name: 'Fiachra Mulvihill', chance: 0.7, amount: [2_000, 10_000], inBank: true },
      { name: 'Bríd Ní Chonaill', chance: 0.6, amount: [1_000, 6_000] },
    ],
    savings: [{ to: 'Grandchildren fund', day: 6, amount: 10_000 }],
    oneOffs: [
      { day: '2028-09-08', payee: 'Lourdes Pilgrimages', category: 'travel', amount: 89_500 },
      { day: '2028-07-01', payee: 'Estuary Ferries', category: 'travel', amount: 4_600 },
      {
        day: '2028-08-12',
        payee: 'Blackpool Grand',
        category: 'travel',
        amount: 26_500,
        account: 'Sterling account',
        currency: 'GBP',
      },
      {
        day: '2028-08-13',
        payee: 'Betty Teashop',
        category: 'cafes',
        amount: 1_840,
        account: 'Sterling account',
        currency: 'GBP',
      },
      {
        day: '2028-10-19',
        payee: 'Daly Opticians',
        category: 'glasses',
        amount: 28_900,
        refund: { after: 12, amount: 2_900 },
      },
      { day: '2028-11-03', payee: 'Ryan Coal', category: 'heating', amount: 18_000 },
      { day: '2029-01-11', payee: 'Ryan Coal', category: 'heating', amount: 21_000 },
      { day: '2028-12-11', payee: 'Toy Cupboard', category: 'gifts', amount: 7_460 },
      { day: '2028-12-18', payee: 'Toy Cupboard', category: 'gifts', amount: 3_995 },
      {
        day: '2028-05-25',
        payee: 'Roof Right',
        category: 'repairs',
        amount: 64_000,
        reversed: { after: 5, amount: 4_000 },
      },
      {
        day: '2028-11-21',
        payee: 'Dunphys',
        category: 'groceries',
        amount: 3_318,
        note: 'paid twice',
        reversed: { after: 2 },
      },
      { day: '2028-06-16', payee: 'Hip Clinic', category: 'hospital', amount: 150_000 },
      {
        day: '2028-10-05',
        payee: 'Revenue Office',
        category: 'tax refund',
        amount: 23_400,
        incoming: true,
      },
      { day: '2028-09-11', payee: 'Draft Desk', category: 'fees', amount: 400 },
      { day: '2028-12-04', payee: 'Draft Desk', category: 'fees', amount: 650 },
      {
        day: '2029-02-05',
        payee: 'Lourdes Pilgrimages',
        category: 'travel',
        amount: 20_000,
        hold: true,
      },
    ],
  },
  // Of the seventh writing, from `q1259` on.
  {
    name: 'solveig',
    customer: 'Solveig Haugland',
    timeZone: 'Europe/Oslo',
    seed: 211,
    from: '2028-04',
    asOf: '2029-03-14T09:30:00Z',
    accounts: [
      { name: 'Lønnskonto', type: 'checking', currency: 'NOK' },
      { name: 'Buffer', type: 'savings', currency: 'NOK' },
      { name: 'Eurokonto', type: 'checking', currency: 'EUR' },
    ],
    opening: { Lønnskonto: 4_200_000, Buffer: 6_000_000, Eurokonto: 120_000 },
    income: [
      {
        payee: 'Vestfjord Sykehus',
        category: 'salary',
        day: 12,
        amount: 3_680_000,
        later: { from: '2028-11', amount: 3_795_000 },
      },
      {
        payee: 'Nattvakt Bemanning',
        category: 'extra shifts',
        day: 20,
        amount: 420_000,
        swing: 0.4,
      },
    ],
    bills: [
      { payee: 'Fjellheim Borettslag', category: 'housing', day: 1, amount: 1_245_000 },
      { payee: 'Kystkraft', category: 'electricity', day: 14, amount: 95_000, swing: 0.5 },
      { payee: 'Telefjord', category: 'phone', day: 17, amount: 44_900 },
      { payee: 'Skyss Nord', category: 'public transport', day: 3, amount: 86_500 },
      {
        payee: 'Viddefilm',
        category: 'streaming',
        day: 9,
        amount: 13_900,
        later: { from: '2028-10', amount: 15_900 },
      },
      { payee: 'Tryggheim', category: 'insurance', day: 5, amount: 132_000, everyMonths: 3 },
      { payee: 'Puls Trening', category: 'gym', day: 6, amount: 44_900 },
    ],
    habits: [
      {
        payees: ['Fisketorget', 'Kolonial Nygård'],
        category: 'groceries',
        times: [6, 9],
        amount: [12_000, 98_000],
      },
      {
        payees: ['Kaffebrenneri Nordnes'],
        category: 'cafes',
        times: [3, 7],
        amount: [4_500, 14_800],
      },
      { payees: ['Apotek Lyng'], category: 'pharmacy', times: [0, 2], amount: [8_900, 41_000] },
      {
        payees: ['Ullvaren', 'Strikkehuset'],
        category: 'clothes',
        times: [0, 2],
        amount: [29_000, 189_000],
      },
      { payees: ['Byfjord Taxi'], category: 'taxi', times: [1, 3], amount: [14_000, 46_000] },
      {
        payees: ['Sjøbua', 'Trattoria Laksevåg'],
        category: 'restaurants',
        times: [1, 3],
        amount: [24_000, 112_000],
      },
      {
        payees: ['Lydbok Europa'],
        category: 'audiobooks',
        times: [0, 2],
        amount: [800, 2_400],
        account: 'Eurokonto',
        currency: 'EUR',
      },
    ],
    people: [
      { name: 'Torbjørg Haugland', chance: 0.6, amount: [20_000, 150_000], inBank: true },
      { name: 'Anniken Solbakk', chance: 0.5, amount: [10_000, 60_000] },
    ],
    savings: [{ to: 'Buffer', day: 13, amount: 350_000 }],
    oneOffs: [
      { day: '2028-06-11', payee: 'Polarfly', category: 'travel', amount: 348_000 },
      {
        day: '2028-12-02',
        payee: 'Polarfly',
        category: 'travel',
        amount: 412_000,
        reversed: { after: 4, amount: 112_000 },
      },
      {
        day: '2028-07-19',
        payee: 'Pension Seebrise',
        category: 'travel',
        amount: 42_500,
        account: 'Eurokonto',
        currency: 'EUR',
      },
      {
        day: '2028-07-20',
        payee: 'Museum Altona',
        category: 'culture',
        amount: 2_800,
        account: 'Eurokonto',
        currency: 'EUR',
      },
      { day: '2028-09-07', payee: 'Tannlege Brekke', category: 'dentist', amount: 265_000 },
      {
        day: '2028-06-23',
        payee: 'Skatt Vest',
        category: 'tax refund',
        amount: 684_000,
        incoming: true,
      },
      {
        day: '2028-11-24',
        payee: 'Elvebakken Sport',
        category: 'sports',
        amount: 549_900,
        refund: { after: 9, amount: 99_900 },
      },
      {
        day: '2029-01-15',
        payee: 'Kolonial Nygård',
        category: 'groceries',
        amount: 45_600,
        note: 'paid twice',
        reversed: { after: 1 },
      },
      { day: '2028-08-01', payee: 'Kortsenteret', category: 'fees', amount: 2_500 },
      { day: '2029-02-01', payee: 'Kortsenteret', category: 'fees', amount: 3_000 },
      {
        day: '2029-03-12',
        payee: 'Fjordhotell Ulvik',
        category: 'travel',
        amount: 189_000,
        hold: true,
      },
      {
        day: '2028-12-23',
        payee: 'Oddvar Haugland',
        category: 'gift',
        amount: 200_000,
        incoming: true,
      },
      { day: '2028-10-18', payee: 'Møbelringen Askøy', category: 'furniture', amount: 799_000 },
    ],
  },
  {
    name: 'mateo',
    customer: 'Mateo Ibarrola',
    timeZone: 'America/Denver',
    seed: 223,
    from: '2028-05',
    asOf: '2029-02-21T17:00:00Z',
    accounts: [
      { name: 'Freelance', type: 'checking', currency: 'USD' },
      { name: 'Taxes', type: 'savings', currency: 'USD' },
      { name: 'House', type: 'checking', currency: 'USD' },
    ],
    opening: { Freelance: 260_000, Taxes: 140_000, House: 310_000 },
    income: [
      {
        payee: 'Redrock Weddings',
        category: 'client payment',
        day: 4,
        amount: 242_000,
        swing: 0.4,
      },
      { payee: 'Mesa Realty', category: 'client payment', day: 16, amount: 185_000, swing: 0.3 },
      { payee: 'StockLens', category: 'royalties', day: 27, amount: 11_500, swing: 0.6 },
    ],
    bills: [
      { payee: 'Juniper Court', category: 'rent', day: 1, amount: 135_000, account: 'House' },
      {
        payee: 'Alpenglow Power',
        category: 'electricity',
        day: 12,
        amount: 8_400,
        swing: 0.4,
        account: 'House',
      },
      { payee: 'Canyon Internet', category: 'internet', day: 18, amount: 6_500, account: 'House' },
      {
        payee: 'PixelVault',
        category: 'software',
        day: 8,
        amount: 5_499,
        later: { from: '2028-11', amount: 5_999 },
      },
      { payee: 'GearShield', category: 'insurance', day: 10, amount: 7_900 },
      { payee: 'Loft Nine', category: 'studio', day: 2, amount: 22_000 },
      { payee: 'FedStudent', category: 'student loan', day: 22, amount: 21_300, account: 'House' },
    ],
    habits: [
      {
        payees: ['Sagebrush Market', 'Mercado Lupita'],
        category: 'groceries',
        times: [5, 8],
        amount: [1_100, 11_200],
        account: 'House',
      },
      {
        payees: ['Dry Creek Coffee'],
        category: 'coffee',
        times: [6, 11],
        amount: [375, 1_450],
        account: 'House',
      },
      {
        payees: ['Peak Fuel', 'Foothill Gas'],
        category: 'gas',
        times: [3, 5],
        amount: [2_800, 6_400],
      },
      {
        payees: ['Backdrop Barn', 'Thrift Annex'],
        category: 'props',
        times: [0, 3],
        amount: [1_500, 14_000],
      },
      {
        payees: ['Pho Dakota', 'Taqueria Nopal'],
        category: 'takeout',
        times: [3, 6],
        amount: [1_100, 4_200],
        account: 'House',
      },
      { payees: ['Metro Garage'], category: 'parking', times: [1, 4], amount: [400, 2_500] },
    ],
    people: [
      { name: 'Ximena Ibarrola', chance: 0.8, amount: [5_000, 25_000] },
      {
        name: 'Deandre Fontaine',
        chance: 0.6,
        amount: [8_000, 40_000],
        inBank: true,
        note: 'second shooter',
      },
    ],
    savings: [
      { to: 'House', day: 5, amount: 230_000 },
      { to: 'Taxes', day: 17, amount: 60_000 },
    ],
    oneOffs: [
      { day: '2028-06-14', payee: 'Lenswork', category: 'equipment', amount: 129_900 },
      {
        day: '2028-10-03',
        payee: 'Lenswork',
        category: 'equipment',
        amount: 84_500,
        refund: { after: 12, amount: 10_000 },
      },
      {
        day: '2028-09-15',
        payee: 'State Revenue',
        category: 'taxes',
        amount: 98_000,
        account: 'Taxes',
      },
      {
        day: '2029-01-15',
        payee: 'State Revenue',
        category: 'taxes',
        amount: 104_500,
        account: 'Taxes',
      },
      {
        day: '2028-08-22',
        payee: 'Ibis Rentals',
        category: 'equipment',
        amount: 31_000,
        note: 'canceled shoot',
        reversed: { after: 3 },
      },
      { day: '2028-08-25', payee: 'Silver Pass Motel', category: 'travel', amount: 17_800 },
      { day: '2028-12-29', payee: 'Silver Pass Motel', category: 'travel', amount: 23_600 },
      { day: '2028-12-28', payee: 'Frontier Bus', category: 'travel', amount: 6_400 },
      {
        day: '2028-11-09',
        payee: 'Bright Smile',
        category: 'dentist',
        amount: 42_000,
        account: 'House',
      },
      { day: '2028-07-11', payee: 'Wire Desk', category: 'fees', amount: 3_000 },
      { day: '2029-01-23', payee: 'Wire Desk', category: 'fees', amount: 3_500 },
      { day: '2029-02-20', payee: 'Backdrop Barn', category: 'props', amount: 26_000, hold: true },
      { day: '2028-12-24', payee: 'Tía Chelo', category: 'gift', amount: 20_000, incoming: true },
      { day: '2028-07-30', payee: 'Camera Cash', category: 'sale', amount: 67_500, incoming: true },
      {
        day: '2028-10-27',
        payee: 'Colfax Animal Clinic',
        category: 'vet',
        amount: 18_850,
        account: 'House',
      },
      {
        day: '2029-01-10',
        payee: 'Thrift Annex',
        category: 'props',
        amount: 8_300,
        reversed: { after: 2, amount: 3_300 },
      },
    ],
  },
  {
    name: 'weiling',
    customer: 'Tan Wei Ling',
    timeZone: 'Asia/Singapore',
    seed: 227,
    from: '2028-03',
    asOf: '2029-01-24T04:00:00Z',
    accounts: [
      { name: 'Daily use', type: 'checking', currency: 'SGD' },
      { name: 'Baby fund', type: 'savings', currency: 'SGD' },
      { name: 'Ringgit account', type: 'checking', currency: 'MYR' },
    ],
    opening: { 'Daily use': 820_000, 'Baby fund': 300_000, 'Ringgit account': 250_000 },
    income: [
      {
        payee: 'Marina Analytics',
        category: 'salary',
        day: 25,
        amount: 640_000,
        later: { from: '2028-12', amount: 665_000 },
      },
      { payee: 'Tuition Kaki', category: 'tuition', day: 7, amount: 48_000, swing: 0.3 },
    ],
    bills: [
      { payee: 'Housing Board', category: 'home loan', day: 1, amount: 168_000 },
      { payee: 'Lion Utilities', category: 'utilities', day: 11, amount: 14_800, swing: 0.3 },
      { payee: 'HelloSim', category: 'phone', day: 13, amount: 4_800 },
      { payee: 'SureLife', category: 'insurance', day: 6, amount: 21_550 },
      {
        payee: 'Tiny Lions',
        category: 'childcare',
        day: 4,
        amount: 92_000,
        later: { from: '2028-10', amount: 98_000 },
      },
      { payee: 'CineBox', category: 'subscriptions', day: 19, amount: 1_998 },
      { payee: 'MegaGym Bishan', category: 'subscriptions', day: 21, amount: 9_900 },
      { payee: 'Town Council', category: 'service charge', day: 15, amount: 8_250 },
    ],
    habits: [
      {
        payees: ['Ah Huat Kopitiam', 'Maxwell Prata'],
        category: 'food',
        times: [8, 14],
        amount: [350, 2_800],
      },
      {
        payees: ['FreshTide', 'Kampung Mart'],
        category: 'groceries',
        times: [4, 7],
        amount: [2_200, 16_500],
      },
      { payees: ['Zoomcar'], category: 'rides', times: [4, 8], amount: [780, 3_900] },
      { payees: ['Bubs and Co'], category: 'baby', times: [1, 3], amount: [1_900, 14_500] },
      {
        payees: ['Orchard Thread', 'Bugis Bargain'],
        category: 'shopping',
        times: [1, 3],
        amount: [1_500, 18_000],
      },
      {
        payees: ['Restoran Pelangi'],
        category: 'food',
        times: [0, 2],
        amount: [1_200, 8_800],
        account: 'Ringgit account',
        currency: 'MYR',
      },
    ],
    people: [
      {
        name: 'Rosmawati Salleh',
        chance: 0.8,
        amount: [20_000, 60_000],
        inBank: true,
        note: 'cleaning',
      },
      { name: 'Tan Boon Kiat', chance: 0.9, amount: [30_000, 80_000], note: 'for pa' },
    ],
    savings: [{ to: 'Baby fund', day: 26, amount: 50_000 }],
    oneOffs: [
      { day: '2028-06-02', payee: 'AirSelat', category: 'travel', amount: 86_400 },
      {
        day: '2028-11-30',
        payee: 'AirSelat',
        category: 'travel',
        amount: 129_900,
        reversed: { after: 6, amount: 29_900 },
      },
      {
        day: '2028-06-05',
        payee: 'Penang Heritage Inn',
        category: 'travel',
        amount: 64_000,
        account: 'Ringgit account',
        currency: 'MYR',
      },
      {
        day: '2028-12-12',
        payee: 'Langkawi Cable',
        category: 'travel',
        amount: 8_500,
        account: 'Ringgit account',
        currency: 'MYR',
      },
      { day: '2028-05-17', payee: 'Mount Faber Clinic', category: 'medical', amount: 18_500 },
      { day: '2028-09-20', payee: 'Mount Faber Clinic', category: 'medical', amount: 26_300 },
      { day: '2029-01-09', payee: 'Mount Faber Clinic', category: 'medical', amount: 9_800 },
      { day: '2028-05-30', payee: 'Inland Tax', category: 'tax', amount: 214_000 },
      {
        day: '2028-08-12',
        payee: 'Baby Expo',
        category: 'baby',
        amount: 38_800,
        refund: { after: 5, amount: 6_800 },
      },
      {
        day: '2028-11-11',
        payee: 'Bugis Bargain',
        category: 'shopping',
        amount: 15_990,
        note: 'wrong size',
        reversed: { after: 4 },
      },
      { day: '2028-07-22', payee: 'Courtesy Aircon', category: 'repairs', amount: 22_000 },
      { day: '2029-01-16', payee: 'Courtesy Aircon', category: 'repairs', amount: 25_500 },
      { day: '2028-08-08', payee: 'Card Centre', category: 'fees', amount: 10_000 },
      { day: '2028-12-08', payee: 'Card Centre', category: 'fees', amount: 2_700 },
      {
        day: '2028-12-15',
        payee: 'Marina Analytics',
        category: 'bonus',
        amount: 960_000,
        incoming: true,
      },
      { day: '2029-01-02', payee: 'Ah Ma', category: 'gift', amount: 16_800, incoming: true },
      { day: '2029-01-22', payee: 'Hotel Straits', category: 'travel', amount: 45_000, hold: true },
    ],
  },
  // Of the eighth writing, from `q1394` on.
  {
    name: 'joaquim',
    customer: 'Joaquim Brandão',
    timeZone: 'America/Recife',
    seed: 811,
    from: '2028-05',
    asOf: '2029-02-21T16:00:00Z',
    accounts: [
      { name: 'Conta corrente', type: 'checking', currency: 'BRL' },
      { name: 'Reserva', type: 'savings', currency: 'BRL' },
      { name: 'Dollar account', type: 'checking', currency: 'USD' },
    ],
    opening: { 'Conta corrente': 1_850_000, Reserva: 900_000, 'Dollar account': 210_000 },
    income: [
      { payee: 'Legenda Estúdio', category: 'client', day: 8, amount: 620_000, swing: 0.2 },
      {
        payee: 'Subtitle Harbor',
        category: 'client',
        day: 19,
        amount: 90_000,
        swing: 0.25,
        account: 'Dollar account',
      },
    ],
    bills: [
      {
        payee: 'Imobiliária Capibaribe',
        category: 'rent',
        day: 5,
        amount: 185_000,
        later: { from: '2028-11', amount: 198_000 },
      },
      { payee: 'Energia Agreste', category: 'electricity', day: 12, amount: 21_000, swing: 0.35 },
      { payee: 'Fibra Olinda', category: 'internet', day: 15, amount: 11_990 },
      { payee: 'Unimar Saúde', category: 'health insurance', day: 10, amount: 64_000 },
      { payee: 'Contábil Jaqueira', category: 'accountant', day: 20, amount: 30_000 },
      {
        payee: 'CaptionForge',
        category: 'software',
        day: 3,
        amount: 2_900,
        account: 'Dollar account',
      },
    ],
    habits: [
      {
        payees: ['Mercado Encruzilhada', 'Empório Boa Viagem'],
        category: 'groceries',
        times: [6, 9],
        amount: [4_000, 32_000],
      },
      {
        payees: ['Cantina do Poço', 'Tapiocaria Aurora'],
        category: 'restaurants',
        times: [3, 6],
        amount: [2_500, 14_000],
      },
      { payees: ['MotoCar'], category: 'rides', times: [3, 6], amount: [900, 3_800] },
      { payees: ['Farmácia Derby'], category: 'pharmacy', times: [0, 2], amount: [1_500, 9_000] },
      { payees: ['Livraria Bravura'], category: 'books', times: [0, 2], amount: [3_500, 12_000] },
      {
        payees: ['Lingua Atelier'],
        category: 'courses',
        times: [0, 1],
        amount: [1_500, 6_000],
        account: 'Dollar account',
      },
    ],
    people: [
      { name: 'Zuleide Brandão', chance: 0.7, amount: [10_000, 40_000], inBank: true },
      { name: 'Everaldo Pontes', chance: 0.6, amount: [5_000, 25_000] },
    ],
    savings: [{ to: 'Reserva', day: 9, amount: 50_000 }],
    oneOffs: [
      { day: '2028-07-18', payee: 'Dentista Madalena', category: 'dentist', amount: 68_000 },
      { day: '2028-12-05', payee: 'Dentista Madalena', category: 'dentist', amount: 42_000 },
      {
        day: '2028-09-14',
        payee: 'Notebook Norte',
        category: 'equipment',
        amount: 459_900,
        refund: { after: 6, amount: 30_000 },
      },
      { day: '2028-11-27', payee: 'Som & Fone', category: 'equipment', amount: 89_900 },
      {
        day: '2028-10-21',
        payee: 'Cantina do Poço',
        category: 'restaurants',
        amount: 18_750,
        note: 'charged twice',
        reversed: { after: 2 },
      },
      { day: '2028-12-19', payee: 'Asa Branca Airlines', category: 'travel', amount: 124_300 },
      { day: '2029-01-22', payee: 'Pousada Maragogi', category: 'travel', amount: 96_000 },
      { day: '2028-08-02', payee: 'Câmbio Rápido', category: 'fees', amount: 3_500 },
      { day: '2028-12-01', payee: 'Câmbio Rápido', category: 'fees', amount: 4_100 },
      {
        day: '2029-02-19',
        payee: 'Hotel Marco Zero',
        category: 'travel',
        amount: 35_000,
        hold: true,
      },
      { day: '2028-12-20', payee: 'Tia Graça', category: 'gift', amount: 50_000, incoming: true },
      {
        day: '2028-06-28',
        payee: 'Receita Federal',
        category: 'tax refund',
        amount: 73_200,
        incoming: true,
      },
    ],
  },
  {
    name: 'anselm',
    customer: 'Anselm Rohrbacher',
    timeZone: 'Europe/Berlin',
    seed: 823,
    from: '2028-06',
    asOf: '2029-04-11T13:00:00Z',
    accounts: [
      { name: 'Mietkonto', type: 'checking', currency: 'EUR' },
      { name: 'Privatkonto', type: 'checking', currency: 'EUR' },
      { name: 'Instandhaltung', type: 'savings', currency: 'EUR' },
    ],
    opening: { Mietkonto: 1_950_000, Privatkonto: 640_000, Instandhaltung: 1_200_000 },
    income: [
      { payee: 'Familie Yıldırım', category: 'rental income', day: 3, amount: 98_000 },
      {
        payee: 'Beate Kummer',
        category: 'rental income',
        day: 4,
        amount: 64_000,
        later: { from: '2029-01', amount: 67_000 },
      },
      { payee: 'Studio Lichtwerk', category: 'rental income', day: 2, amount: 124_000 },
      {
        payee: 'Versorgungswerk Baden',
        category: 'pension',
        day: 27,
        amount: 214_000,
        account: 'Privatkonto',
      },
    ],
    bills: [
      { payee: 'Hausbank Ortenau', category: 'loan', day: 5, amount: 145_000 },
      { payee: 'Stadtwerke Dreisam', category: 'electricity', day: 15, amount: 12_400, swing: 0.3 },
      {
        payee: 'Adler Versicherung',
        category: 'insurance',
        day: 8,
        amount: 38_600,
        everyMonths: 3,
      },
      {
        payee: 'Wasserverband Elz',
        category: 'water',
        day: 20,
        amount: 17_200,
        swing: 0.2,
        everyMonths: 2,
      },
      {
        payee: 'Hausmeister Pfefferle',
        category: 'caretaker',
        day: 18,
        amount: 22_000,
        later: { from: '2029-02', amount: 24_000 },
      },
      {
        payee: 'Kabelfunk Süd',
        category: 'internet',
        day: 22,
        amount: 3_995,
        account: 'Privatkonto',
      },
    ],
    habits: [
      {
        payees: ['Sanitär Winterhalter', 'Malerbetrieb Zipfel'],
        category: 'repairs',
        times: [1, 3],
        amount: [8_000, 95_000],
      },
      {
        payees: ['Baumarkt Zähringer'],
        category: 'hardware store',
        times: [1, 4],
        amount: [900, 14_000],
      },
      {
        payees: ['Gärtnerei Himmelreich'],
        category: 'garden',
        times: [0, 2],
        amount: [1_500, 12_000],
      },
      {
        payees: ['Metzgerei Kaltenbach', 'Markthalle Wiehre'],
        category: 'groceries',
        times: [5, 8],
        amount: [900, 8_500],
        account: 'Privatkonto',
      },
      {
        payees: ['Gasthaus Schauinsland', 'Ristorante Pellegrino'],
        category: 'restaurants',
        times: [1, 3],
        amount: [1_800, 9_000],
        account: 'Privatkonto',
      },
      {
        payees: ['Buchhandlung Vogeley'],
        category: 'books',
        times: [0, 2],
        amount: [900, 4_200],
        account: 'Privatkonto',
      },
    ],
    people: [
      { name: 'Friedlinde Rohrbacher', chance: 0.6, amount: [10_000, 60_000], inBank: true },
      { name: 'Ottokar Rohrbacher', chance: 0.5, amount: [5_000, 30_000] },
    ],
    savings: [{ to: 'Instandhaltung', day: 6, amount: 30_000 }],
    oneOffs: [
      { day: '2028-09-21', payee: 'Dachdecker Ehret', category: 'roof', amount: 684_000 },
      { day: '2028-10-12', payee: 'Dachdecker Ehret', category: 'roof', amount: 156_500 },
      {
        day: '2028-07-04',
        payee: 'Schornsteinfeger Ganter',
        category: 'chimney sweep',
        amount: 8_940,
      },
      {
        day: '2029-01-16',
        payee: 'Schornsteinfeger Ganter',
        category: 'chimney sweep',
        amount: 9_470,
      },
      { day: '2028-09-10', payee: 'Finanzamt Breisgau', category: 'income tax', amount: 91_000 },
      { day: '2028-12-11', payee: 'Finanzamt Breisgau', category: 'income tax', amount: 91_000 },
      { day: '2029-03-12', payee: 'Finanzamt Breisgau', category: 'income tax', amount: 98_500 },
      {
        day: '2028-08-15',
        payee: 'Gemeindekasse Kirchzarten',
        category: 'property tax',
        amount: 41_230,
      },
      {
        day: '2029-02-15',
        payee: 'Gemeindekasse Kirchzarten',
        category: 'property tax',
        amount: 43_760,
      },
      {
        day: '2028-11-07',
        payee: 'Fensterbau Rees',
        category: 'windows',
        amount: 372_000,
        reversed: { after: 8, amount: 50_000 },
      },
      {
        day: '2029-01-30',
        payee: 'Malerbetrieb Zipfel',
        category: 'repairs',
        amount: 61_300,
        note: 'booked twice',
        reversed: { after: 1 },
      },
      {
        day: '2029-02-01',
        payee: 'Pavlos Andreadis',
        category: 'security deposit',
        amount: 192_000,
        incoming: true,
      },
      {
        day: '2028-12-29',
        payee: 'Studio Lichtwerk',
        category: 'utilities settlement',
        amount: 28_714,
        incoming: true,
      },
      { day: '2028-06-30', payee: 'Kontoführung', category: 'fees', amount: 1_290 },
      { day: '2028-12-30', payee: 'Kontoführung', category: 'fees', amount: 1_490 },
      {
        day: '2029-04-10',
        payee: 'Aufzug Neckar',
        category: 'elevator',
        amount: 54_000,
        hold: true,
      },
    ],
  },
  {
    name: 'meenakshi',
    customer: 'Kaveri Looms',
    timeZone: 'Asia/Kolkata',
    seed: 839,
    from: '2028-03',
    asOf: '2029-01-17T08:00:00Z',
    accounts: [
      { name: 'Current account', type: 'checking', currency: 'INR' },
      { name: 'Tax reserve', type: 'savings', currency: 'INR' },
      { name: 'USD receipts', type: 'checking', currency: 'USD' },
    ],
    opening: { 'Current account': 96_000_000, 'Tax reserve': 12_000_000, 'USD receipts': 640_000 },
    income: [
      { payee: 'Dastkari Emporium', category: 'sales', day: 7, amount: 18_500_000, swing: 0.3 },
      { payee: 'Palar Textiles', category: 'sales', day: 16, amount: 9_200_000, swing: 0.4 },
      {
        payee: 'Thistle & Thread',
        category: 'export sales',
        day: 22,
        amount: 240_000,
        swing: 0.2,
        account: 'USD receipts',
      },
    ],
    bills: [
      { payee: 'Sree Vari Properties', category: 'rent', day: 2, amount: 4_500_000 },
      { payee: 'Tamra Electric', category: 'electricity', day: 11, amount: 780_000, swing: 0.3 },
      { payee: 'Vayu Logistics', category: 'courier', day: 19, amount: 640_000, swing: 0.4 },
      {
        payee: 'Kavacham Assurance',
        category: 'insurance',
        day: 5,
        amount: 1_875_000,
        everyMonths: 6,
      },
      { payee: 'Perumal Sundaram', category: 'wages', day: 28, amount: 2_200_000 },
      {
        payee: 'Jothi Lakshmanan',
        category: 'wages',
        day: 28,
        amount: 1_950_000,
        later: { from: '2028-10', amount: 2_100_000 },
      },
      {
        payee: 'TallyCloud Nine',
        category: 'software',
        day: 6,
        amount: 4_900,
        account: 'USD receipts',
      },
    ],
    habits: [
      {
        payees: ['Kovai Yarn Mills', 'Bhavani Dyes'],
        category: 'raw material',
        times: [3, 5],
        amount: [800_000, 6_500_000],
      },
      {
        payees: ['Ambika Cartons'],
        category: 'packaging',
        times: [1, 2],
        amount: [150_000, 700_000],
      },
      {
        payees: ['Murugan Tea Stall'],
        category: 'tea and snacks',
        times: [4, 7],
        amount: [12_000, 90_000],
      },
      {
        payees: ['Nilgiri Cabs', 'Cheran Travels'],
        category: 'travel',
        times: [1, 3],
        amount: [80_000, 900_000],
      },
      {
        payees: ['Saraswathi Stationers'],
        category: 'stationery',
        times: [0, 2],
        amount: [25_000, 180_000],
      },
    ],
    people: [
      {
        name: 'Meenakshi Raghunath',
        chance: 0.4,
        amount: [100_000, 600_000],
        inBank: true,
        note: 'petty cash',
      },
    ],
    savings: [{ to: 'Tax reserve', day: 8, amount: 2_000_000 }],
    oneOffs: [
      { day: '2028-04-20', payee: 'GST Portal', category: 'gst', amount: 3_412_000 },
      { day: '2028-07-20', payee: 'GST Portal', category: 'gst', amount: 3_985_500 },
      { day: '2028-10-20', payee: 'GST Portal', category: 'gst', amount: 4_120_000 },
      {
        day: '2028-05-23',
        payee: 'Vel Loom Service',
        category: 'machine repair',
        amount: 1_640_000,
      },
      { day: '2028-12-14', payee: 'Vel Loom Service', category: 'machine repair', amount: 985_000 },
      {
        day: '2028-08-09',
        payee: 'Bhavani Dyes',
        category: 'raw material',
        amount: 7_250_000,
        refund: { after: 10, amount: 450_000 },
      },
      {
        day: '2028-09-26',
        payee: 'Ambika Cartons',
        category: 'packaging',
        amount: 812_000,
        note: 'wrong invoice',
        reversed: { after: 2 },
      },
      {
        day: '2028-11-15',
        payee: 'Handloom Expo Trust',
        category: 'exhibition',
        amount: 2_750_000,
      },
      { day: '2028-06-12', payee: 'Current charges', category: 'fees', amount: 23_600 },
      { day: '2028-09-12', payee: 'Current charges', category: 'fees', amount: 29_500 },
      { day: '2028-12-12', payee: 'Current charges', category: 'fees', amount: 17_700 },
      { day: '2028-10-27', payee: 'Perumal Sundaram', category: 'bonus', amount: 1_100_000 },
      {
        day: '2028-10-27',
        time: '12:20',
        payee: 'Jothi Lakshmanan',
        category: 'bonus',
        amount: 1_050_000,
      },
      {
        day: '2029-01-16',
        payee: 'Cheran Travels',
        category: 'travel',
        amount: 420_000,
        hold: true,
      },
      {
        day: '2028-12-27',
        payee: 'Dastkari Emporium',
        category: 'advance',
        amount: 5_000_000,
        incoming: true,
      },
    ],
  },
  {
    name: 'kirsty',
    customer: 'Kirsty Duthie',
    timeZone: 'Europe/London',
    seed: 853,
    from: '2028-02',
    asOf: '2028-12-13T20:00:00Z',
    accounts: [
      { name: 'Current', type: 'checking', currency: 'GBP' },
      { name: 'Rainy fund', type: 'savings', currency: 'GBP' },
      { name: 'Holiday euros', type: 'checking', currency: 'EUR' },
    ],
    opening: { Current: 182_000, 'Rainy fund': 240_000, 'Holiday euros': 95_000 },
    income: [
      {
        payee: 'Tayside Health Board',
        category: 'salary',
        day: 27,
        amount: 246_000,
        later: { from: '2028-08', amount: 258_000 },
      },
      {
        payee: 'Bank Shifts Scotland',
        category: 'extra shifts',
        day: 15,
        amount: 32_000,
        swing: 0.4,
      },
    ],
    bills: [
      { payee: 'Claypotts Lettings', category: 'rent', day: 1, amount: 72_500 },
      { payee: 'Discovery Energy', category: 'energy', day: 9, amount: 9_800, swing: 0.4 },
      {
        payee: 'Lochee Childcare',
        category: 'childcare',
        day: 2,
        amount: 41_000,
        later: { from: '2028-09', amount: 28_500 },
      },
      { payee: 'Fonelink', category: 'phone', day: 12, amount: 1_800 },
      {
        payee: 'Screenbox',
        category: 'streaming',
        day: 20,
        amount: 1_099,
        later: { from: '2028-07', amount: 1_299 },
      },
      { payee: 'Kingsway Gym', category: 'gym', day: 4, amount: 2_450 },
    ],
    habits: [
      {
        payees: ['Scotmart', 'Fairmuir Foods'],
        category: 'groceries',
        times: [7, 10],
        amount: [600, 7_800],
      },
      {
        payees: ['Golden Tay Chippy', 'Pizza Nethergate'],
        category: 'takeaway',
        times: [2, 5],
        amount: [800, 3_600],
      },
      { payees: ['Roastery Blackness'], category: 'coffee', times: [4, 8], amount: [280, 890] },
      {
        payees: ['Toybox Hilltown', 'Wee Shoes'],
        category: 'kids',
        times: [1, 3],
        amount: [900, 6_500],
      },
      { payees: ['Arbroath Road Petrol'], category: 'fuel', times: [2, 3], amount: [2_500, 6_200] },
      { payees: ['Ninewells Parking'], category: 'parking', times: [3, 6], amount: [250, 700] },
    ],
    people: [
      { name: 'Morven Duthie', chance: 0.6, amount: [1_000, 8_000], inBank: true },
      { name: 'Mhairi Strachan', chance: 0.5, amount: [1_000, 6_000], inBank: true },
      { name: 'Callan Petrie', chance: 0.5, amount: [1_500, 9_000] },
    ],
    savings: [{ to: 'Rainy fund', day: 28, amount: 12_500 }],
    oneOffs: [
      {
        day: '2028-07-11',
        payee: 'Camping Palafrugell',
        category: 'holiday',
        amount: 41_500,
        account: 'Holiday euros',
      },
      {
        day: '2028-07-13',
        payee: 'Gelateria Calella',
        category: 'holiday',
        amount: 1_850,
        account: 'Holiday euros',
      },
      { day: '2028-05-06', payee: 'TayJet', category: 'holiday', amount: 38_760 },
      { day: '2028-03-14', payee: 'Broughty Vets', category: 'vet', amount: 6_400 },
      { day: '2028-08-22', payee: 'Broughty Vets', category: 'vet', amount: 21_350 },
      { day: '2028-11-17', payee: 'Broughty Vets', category: 'vet', amount: 8_875 },
      { day: '2028-09-05', payee: 'Halfway Garage', category: 'car', amount: 46_720 },
      { day: '2028-10-19', payee: 'Halfway Garage', category: 'car', amount: 12_990 },
      {
        day: '2028-10-06',
        payee: 'Wee Shoes',
        category: 'kids',
        amount: 7_400,
        refund: { after: 5, amount: 3_700 },
      },
      {
        day: '2028-11-08',
        payee: 'Scotmart',
        category: 'groceries',
        amount: 5_260,
        note: 'charged twice',
        reversed: { after: 1 },
      },
      {
        day: '2028-06-03',
        payee: 'Nursing Register',
        category: 'professional fees',
        amount: 12_000,
      },
      { day: '2028-04-12', payee: 'Overdraft charge', category: 'fees', amount: 1_500 },
      { day: '2028-10-12', payee: 'Overdraft charge', category: 'fees', amount: 1_500 },
      {
        day: '2028-12-12',
        payee: 'Panto Caird Hall',
        category: 'tickets',
        amount: 9_600,
        hold: true,
      },
      {
        day: '2028-12-04',
        payee: 'Granny Duthie',
        category: 'gift',
        amount: 15_000,
        incoming: true,
      },
      { day: '2028-12-08', payee: 'Toybox Hilltown', category: 'kids', amount: 11_499 },
    ],
  },
  {
    name: 'otis',
    customer: 'Tillery Hardware',
    timeZone: 'America/Chicago',
    seed: 863,
    from: '2028-07',
    asOf: '2029-03-07T15:00:00Z',
    accounts: [
      { name: 'Operating', type: 'checking', currency: 'USD' },
      { name: 'Payroll', type: 'checking', currency: 'USD' },
      { name: 'Storm reserve', type: 'savings', currency: 'USD' },
    ],
    opening: { Operating: 3_800_000, Payroll: 900_000, 'Storm reserve': 1_500_000 },
    income: [
      { payee: 'Cardly Payouts', category: 'card sales', day: 10, amount: 1_140_000, swing: 0.2 },
      { payee: 'Cardly Payouts', category: 'card sales', day: 24, amount: 1_060_000, swing: 0.2 },
      {
        payee: 'Itawamba Schools',
        category: 'invoices',
        day: 17,
        amount: 215_000,
        swing: 0.3,
        everyMonths: 2,
      },
    ],
    bills: [
      {
        payee: 'Magnolia Row Realty',
        category: 'rent',
        day: 1,
        amount: 320_000,
        later: { from: '2029-01', amount: 335_000 },
      },
      { payee: 'Tombigbee Power', category: 'electricity', day: 13, amount: 61_000, swing: 0.3 },
      { payee: 'Gulfline Freight', category: 'shipping', day: 21, amount: 88_000, swing: 0.4 },
      { payee: 'Bluff City Mutual', category: 'insurance', day: 7, amount: 42_500 },
      { payee: 'Swipeline', category: 'fees', day: 2, amount: 4_900 },
      { payee: 'Pinebelt Waste', category: 'trash', day: 9, amount: 8_500 },
      { payee: 'Latoya Grimes', category: 'wages', day: 15, amount: 261_000, account: 'Payroll' },
      {
        payee: 'Curtis Odom',
        category: 'wages',
        day: 15,
        amount: 231_000,
        later: { from: '2028-12', amount: 244_000 },
        account: 'Payroll',
      },
    ],
    habits: [
      {
        payees: ['Ozark Tool Supply', 'Natchez Lumber', 'Riverbend Paint'],
        category: 'inventory',
        times: [5, 8],
        amount: [12_000, 185_000],
      },
      { payees: ['Pump N Go'], category: 'gas', times: [2, 4], amount: [3_500, 9_800] },
      {
        payees: ["Mama Dee's Kitchen", 'Catfish Junction'],
        category: 'lunch',
        times: [3, 6],
        amount: [900, 2_600],
      },
      {
        payees: ['Tupelo Radio', 'Delta Shopper'],
        category: 'advertising',
        times: [0, 2],
        amount: [8_000, 40_000],
      },
      {
        payees: ['Paper Barn'],
        category: 'office supplies',
        times: [1, 2],
        amount: [1_200, 8_800],
      },
    ],
    people: [{ name: 'Ezra Tillery', chance: 0.6, amount: [10_000, 50_000], inBank: true }],
    savings: [
      { to: 'Payroll', day: 12, amount: 520_000 },
      { to: 'Storm reserve', day: 26, amount: 60_000 },
    ],
    oneOffs: [
      { day: '2028-08-30', payee: 'Rooster Forklifts', category: 'equipment', amount: 845_000 },
      { day: '2028-12-06', payee: 'Rooster Forklifts', category: 'equipment', amount: 132_500 },
      {
        day: '2029-01-19',
        payee: 'Natchez Lumber',
        category: 'inventory',
        amount: 148_200,
        note: 'billed twice',
        reversed: { after: 3 },
      },
      {
        day: '2028-11-21',
        payee: 'Ozark Tool Supply',
        category: 'inventory',
        amount: 211_000,
        refund: { after: 8, amount: 38_000 },
      },
      { day: '2028-10-16', payee: 'County Tax Collector', category: 'sales tax', amount: 187_300 },
      { day: '2029-01-16', payee: 'County Tax Collector', category: 'sales tax', amount: 203_900 },
      { day: '2028-09-19', payee: 'Chargeback desk', category: 'fees', amount: 2_500 },
      { day: '2029-02-06', payee: 'Chargeback desk', category: 'fees', amount: 2_500 },
      {
        day: '2028-12-18',
        payee: 'Latoya Grimes',
        category: 'bonus',
        amount: 50_000,
        account: 'Payroll',
      },
      {
        day: '2028-12-18',
        time: '12:10',
        payee: 'Curtis Odom',
        category: 'bonus',
        amount: 40_000,
        account: 'Payroll',
      },
      {
        day: '2029-03-06',
        payee: 'Riverbend Paint',
        category: 'inventory',
        amount: 74_000,
        hold: true,
      },
      {
        day: '2028-09-28',
        payee: 'Bluff City Mutual',
        category: 'insurance claim',
        amount: 312_000,
        incoming: true,
      },
    ],
  },
  {
    name: 'tamsin',
    customer: 'Tamsin Ashgrove',
    timeZone: 'Australia/Melbourne',
    seed: 877,
    from: '2028-08',
    asOf: '2029-05-16T03:00:00Z',
    accounts: [
      { name: 'Spending', type: 'checking', currency: 'AUD' },
      { name: 'Concert stash', type: 'savings', currency: 'AUD' },
    ],
    opening: { Spending: 48_000, 'Concert stash': 30_000 },
    income: [
      { payee: 'Beanstalk Espresso', category: 'wages', day: 13, amount: 78_000, swing: 0.3 },
      {
        payee: 'Rowan Ashgrove',
        category: 'allowance',
        day: 2,
        amount: 12_000,
        later: { from: '2029-02', amount: 15_000 },
      },
    ],
    bills: [
      { payee: 'Tramlink', category: 'transport', day: 3, amount: 9_700 },
      {
        payee: 'Tunehive',
        category: 'music',
        day: 8,
        amount: 699,
        later: { from: '2029-01', amount: 799 },
      },
      { payee: 'Koala Mobile', category: 'phone', day: 18, amount: 2_500 },
    ],
    habits: [
      {
        payees: ['Burger Bandits', 'Bubble Lane', 'Dumpling Alley'],
        category: 'fast food',
        times: [6, 10],
        amount: [650, 2_400],
      },
      {
        payees: ['Op Shop Brunswick', 'Sneaker Vault'],
        category: 'clothes',
        times: [1, 3],
        amount: [1_200, 12_000],
      },
      { payees: ['Pixel Forge'], category: 'games', times: [0, 2], amount: [999, 7_995] },
      { payees: ['Corner Seven'], category: 'snacks', times: [4, 7], amount: [250, 1_150] },
      { payees: ['Lido Screens'], category: 'cinema', times: [0, 2], amount: [1_400, 3_200] },
      { payees: ['Glow Chemist'], category: 'makeup', times: [0, 2], amount: [800, 4_500] },
    ],
    people: [
      { name: 'Saskia Vuong', chance: 0.7, amount: [500, 4_000], inBank: true },
      { name: 'Jarrah Bligh', chance: 0.6, amount: [500, 3_500], inBank: true },
    ],
    savings: [{ to: 'Concert stash', day: 14, amount: 6_000 }],
    oneOffs: [
      { day: '2028-10-10', payee: 'Tixmate', category: 'concerts', amount: 15_990 },
      { day: '2029-03-01', payee: 'Tixmate', category: 'concerts', amount: 21_490 },
      { day: '2029-04-19', payee: 'Tixmate', category: 'concerts', amount: 9_900 },
      {
        day: '2028-12-21',
        payee: 'Sneaker Vault',
        category: 'clothes',
        amount: 18_900,
        refund: { after: 12, amount: 18_900 },
      },
      {
        day: '2029-02-17',
        payee: 'Pixel Forge',
        category: 'games',
        amount: 5_995,
        note: 'little brother',
        reversed: { after: 1 },
      },
      { day: '2029-01-11', payee: 'Surf Camp Torquay', category: 'holiday', amount: 32_000 },
      {
        day: '2028-12-25',
        payee: 'Nan Ashgrove',
        category: 'gift',
        amount: 10_000,
        incoming: true,
      },
      { day: '2029-03-22', payee: 'Nan Ashgrove', category: 'gift', amount: 5_000, incoming: true },
      { day: '2029-04-04', payee: 'Late notice', category: 'fees', amount: 500 },
      { day: '2029-05-15', payee: 'Lido Screens', category: 'cinema', amount: 2_400, hold: true },
      { day: '2029-02-27', payee: 'Laptop Lane', category: 'school', amount: 27_900 },
    ],
  },
  // Of the eleventh writing.
  {
    name: 'chinwe',
    customer: 'Chinwe Okeleke',
    timeZone: 'Africa/Lagos',
    seed: 1103,
    from: '2028-05',
    asOf: '2029-02-14T11:00:00Z',
    accounts: [
      { name: 'Business', type: 'checking', currency: 'NGN' },
      { name: 'Ajo savings', type: 'savings', currency: 'NGN' },
      { name: 'Pounds account', type: 'checking', currency: 'GBP' },
    ],
    opening: { Business: 180_000_000, 'Ajo savings': 45_000_000, 'Pounds account': 62_000 },
    income: [
      {
        payee: 'Balogun Bridal',
        category: 'sewing orders',
        day: 6,
        amount: 98_000_000,
        swing: 0.3,
      },
      {
        payee: 'Surulere Schools Board',
        category: 'uniforms',
        day: 19,
        amount: 61_000_000,
        swing: 0.2,
        everyMonths: 2,
      },
      {
        payee: 'Adunni Boutique London',
        category: 'exports',
        day: 24,
        amount: 48_000,
        swing: 0.35,
        account: 'Pounds account',
        currency: 'GBP',
      },
    ],
    bills: [
      { payee: 'Yaba Arcade Lettings', category: 'rent', day: 2, amount: 14_500_000 },
      { payee: 'Eko Lightline', category: 'electricity', day: 11, amount: 4_200_000, swing: 0.35 },
      {
        payee: 'Spectra Broadband',
        category: 'internet',
        day: 16,
        amount: 1_850_000,
        later: { from: '2028-11', amount: 2_100_000 },
      },
      { payee: 'Ijeoma Nnadi', category: 'wages', day: 27, amount: 9_000_000 },
      {
        payee: 'Rashidat Bello',
        category: 'wages',
        day: 27,
        amount: 7_500_000,
        later: { from: '2029-01', amount: 8_200_000 },
      },
      {
        payee: 'Patternbase',
        category: 'software',
        day: 8,
        amount: 1_450,
        account: 'Pounds account',
        currency: 'GBP',
      },
    ],
    habits: [
      {
        payees: ['Tejuosho Textiles', 'Oshodi Lace House'],
        category: 'fabric',
        times: [4, 7],
        amount: [2_200_000, 18_500_000],
      },
      {
        payees: ['Button Corner'],
        category: 'notions',
        times: [2, 5],
        amount: [350_000, 2_400_000],
      },
      {
        payees: ['Wasiu Fuel Depot'],
        category: 'diesel',
        times: [2, 5],
        amount: [2_500_000, 6_800_000],
      },
      { payees: ['Iya Basira Buka'], category: 'food', times: [5, 9], amount: [180_000, 720_000] },
      { payees: ['Topwave'], category: 'airtime', times: [2, 4], amount: [100_000, 600_000] },
      {
        payees: ['Kekepoint', 'Lagoon Ferries'],
        category: 'transport',
        times: [3, 6],
        amount: [120_000, 950_000],
      },
    ],
    people: [
      { name: 'Obiageli Nwankpa', chance: 0.8, amount: [1_000_000, 6_000_000], inBank: true },
      { name: 'Kunle Fasasi', chance: 0.7, amount: [800_000, 4_500_000], inBank: true },
      { name: 'Kunle Adegbite', chance: 0.5, amount: [600_000, 3_000_000] },
    ],
    savings: [{ to: 'Ajo savings', day: 28, amount: 15_000_000 }],
    oneOffs: [
      {
        day: '2028-07-14',
        payee: 'Industrial Stitch',
        category: 'equipment',
        amount: 64_000_000,
        note: 'overlock machine',
        refund: { after: 10, amount: 4_000_000 },
      },
      { day: '2028-12-01', payee: 'Industrial Stitch', category: 'equipment', amount: 21_750_000 },
      { day: '2028-09-13', payee: 'Lagos Revenue Service', category: 'tax', amount: 18_300_000 },
      { day: '2029-01-17', payee: 'Lagos Revenue Service', category: 'tax', amount: 22_900_000 },
      { day: '2028-10-03', payee: 'Generator Doctor', category: 'repairs', amount: 8_650_000 },
      { day: '2029-02-05', payee: 'Generator Doctor', category: 'repairs', amount: 5_400_000 },
      {
        day: '2028-11-09',
        payee: 'Oshodi Lace House',
        category: 'fabric',
        amount: 16_400_000,
        note: 'charged twice',
        reversed: { after: 2 },
      },
      { day: '2028-12-22', payee: 'Ijeoma Nnadi', category: 'bonus', amount: 4_000_000 },
      { day: '2028-08-21', payee: 'Card desk', category: 'fees', amount: 105_000 },
      { day: '2028-12-11', payee: 'Card desk', category: 'fees', amount: 250_000 },
      {
        day: '2028-11-28',
        payee: 'Fabric Fair Manchester',
        category: 'fabric',
        amount: 31_500,
        account: 'Pounds account',
        currency: 'GBP',
      },
      {
        day: '2029-02-12',
        payee: 'Tejuosho Textiles',
        category: 'fabric',
        amount: 9_300_000,
        hold: true,
      },
    ],
  },
  {
    name: 'venkat',
    customer: 'Venkat Subramaniam',
    timeZone: 'Asia/Kolkata',
    seed: 1109,
    from: '2028-06',
    asOf: '2029-03-21T06:00:00Z',
    accounts: [
      { name: 'Pension account', type: 'checking', currency: 'INR' },
      { name: 'Fixed savings', type: 'savings', currency: 'INR' },
      { name: 'Medical fund', type: 'savings', currency: 'INR' },
    ],
    opening: {
      'Pension account': 21_500_000,
      'Fixed savings': 60_000_000,
      'Medical fund': 18_000_000,
    },
    income: [
      {
        payee: 'Southern Railway Pensions',
        category: 'pension',
        day: 1,
        amount: 5_840_000,
        later: { from: '2029-01', amount: 6_020_000 },
      },
      { payee: 'Karthik Subramaniam', category: 'family', day: 7, amount: 1_500_000, swing: 0.3 },
      { payee: 'Jacinta Pereira', category: 'rent received', day: 5, amount: 1_800_000 },
    ],
    bills: [
      { payee: 'Mylapore Power', category: 'electricity', day: 13, amount: 310_000, swing: 0.4 },
      { payee: 'Aavani Milk', category: 'milk', day: 2, amount: 186_000, swing: 0.1 },
      { payee: 'Nalini Netlink', category: 'internet', day: 10, amount: 82_500 },
      { payee: 'Kaveri Apartments Society', category: 'maintenance', day: 4, amount: 450_000 },
      { payee: 'Arogya Shield', category: 'insurance', day: 18, amount: 1_126_000, everyMonths: 3 },
      { payee: 'Morning Tamil Daily', category: 'newspaper', day: 3, amount: 32_000 },
    ],
    habits: [
      {
        payees: ['Sundaram Provisions', 'Luz Corner Stores'],
        category: 'groceries',
        times: [5, 8],
        amount: [28_000, 310_000],
      },
      {
        payees: ['Pazhamudhir Cart'],
        category: 'vegetables',
        times: [5, 9],
        amount: [9_000, 62_000],
      },
      {
        payees: ['Dhanvantri Medicals'],
        category: 'medicines',
        times: [2, 4],
        amount: [45_000, 420_000],
      },
      {
        payees: ['Namma Autos', 'City Buses'],
        category: 'transport',
        times: [4, 8],
        amount: [3_000, 45_000],
      },
      {
        payees: ['Kapali Temple Trust'],
        category: 'donations',
        times: [1, 3],
        amount: [10_000, 110_000],
      },
      {
        payees: ['Filter Kaapi Nilayam'],
        category: 'eating out',
        times: [3, 6],
        amount: [8_000, 76_000],
      },
    ],
    people: [
      { name: 'Padmavathi Amma', chance: 0.9, amount: [300_000, 450_000], note: 'house help' },
      { name: 'Hariharan Iyengar', chance: 0.5, amount: [100_000, 600_000], inBank: true },
    ],
    savings: [
      { to: 'Medical fund', day: 8, amount: 400_000 },
      { to: 'Fixed savings', day: 8, amount: 800_000 },
    ],
    oneOffs: [
      { day: '2028-09-19', payee: 'Vadapalani Hospital', category: 'hospital', amount: 4_865_000 },
      { day: '2029-01-24', payee: 'Vadapalani Hospital', category: 'hospital', amount: 1_240_000 },
      { day: '2028-08-09', payee: 'Dr. Revathi Nambiar', category: 'doctor', amount: 120_000 },
      { day: '2029-01-11', payee: 'Dr. Revathi Nambiar', category: 'doctor', amount: 150_000 },
      { day: '2029-02-20', payee: 'Dr. Revathi Nambiar', category: 'doctor', amount: 150_000 },
      { day: '2028-10-25', payee: 'Deepam Silks', category: 'clothing', amount: 1_890_000 },
      {
        day: '2028-12-14',
        payee: 'Rail Yatra Tours',
        category: 'travel',
        amount: 3_260_000,
        note: 'one berth cancelled',
        reversed: { after: 6, amount: 815_000 },
      },
      { day: '2029-02-07', payee: 'Rail Yatra Tours', category: 'travel', amount: 1_475_000 },
      {
        day: '2028-11-15',
        payee: 'Corporation Tax Office',
        category: 'property tax',
        amount: 640_000,
      },
      {
        day: '2029-02-26',
        payee: 'Mixer Mahal',
        category: 'appliances',
        amount: 729_000,
        refund: { after: 5, amount: 90_000 },
      },
      { day: '2028-07-20', payee: 'Cheque book charge', category: 'fees', amount: 11_800 },
      { day: '2028-12-28', payee: 'Locker charge', category: 'fees', amount: 354_000 },
      {
        day: '2029-03-19',
        payee: 'Vadapalani Hospital',
        category: 'hospital',
        amount: 500_000,
        hold: true,
      },
    ],
  },
  {
    name: 'akosua',
    customer: 'Akosua Boakye-Danso',
    timeZone: 'Africa/Accra',
    seed: 1201,
    from: '2028-05',
    asOf: '2029-02-27T09:00:00Z',
    accounts: [
      { name: 'Main account', type: 'checking', currency: 'GHS' },
      { name: 'Susu', type: 'savings', currency: 'GHS' },
      { name: 'Dollar account', type: 'checking', currency: 'USD' },
    ],
    opening: { 'Main account': 2_040_000, Susu: 350_000, 'Dollar account': 42_000 },
    income: [
      {
        payee: 'Tesano Polyclinic',
        category: 'salary',
        day: 25,
        amount: 612_000,
        later: { from: '2029-01', amount: 655_000 },
      },
      { payee: 'Asantewaa Weddings', category: 'catering', day: 14, amount: 240_000, swing: 0.5 },
      {
        payee: 'Kwadwo Boakye-Danso',
        category: 'family',
        day: 6,
        amount: 20_000,
        swing: 0.4,
        everyMonths: 2,
        account: 'Dollar account',
      },
    ],
    bills: [
      { payee: 'Dede Korkor Properties', category: 'rent', day: 3, amount: 145_000 },
      { payee: 'Voltline Prepaid', category: 'light', day: 9, amount: 26_000, swing: 0.5 },
      { payee: 'Densu Water', category: 'water', day: 12, amount: 8_400, swing: 0.3 },
      { payee: 'Sankofa Fibre', category: 'internet', day: 16, amount: 24_900 },
      { payee: 'Living Fountain Chapel', category: 'tithe', day: 26, amount: 61_200 },
      {
        payee: 'Morning Dew Preparatory',
        category: 'school fees',
        day: 11,
        amount: 285_000,
        everyMonths: 4,
      },
      {
        payee: 'Cloudbake Recipes',
        category: 'subscriptions',
        day: 20,
        amount: 1_199,
        account: 'Dollar account',
      },
    ],
    habits: [
      {
        payees: ['Makola Fresh', 'Kaneshie Cold Store', 'Palace Provisions'],
        category: 'groceries',
        times: [5, 9],
        amount: [4_500, 38_000],
      },
      {
        payees: ['Nyame Bakers Supplies', 'Odorkor Flour Depot'],
        category: 'baking supplies',
        times: [3, 6],
        amount: [9_000, 64_000],
      },
      {
        payees: ['Trotro Pass', 'Swiftride Accra'],
        category: 'transport',
        times: [5, 9],
        amount: [800, 7_500],
      },
      {
        payees: ['Auntie Muni Waakye', 'Osu Night Grill'],
        category: 'chop bar',
        times: [4, 7],
        amount: [1_500, 12_000],
      },
      { payees: ['Blueline Mobile'], category: 'airtime', times: [2, 4], amount: [1_000, 6_000] },
    ],
    people: [
      { name: 'Efua Sarpong', chance: 0.8, amount: [10_000, 50_000], inBank: true },
      { name: 'Yaw Sarpong', chance: 0.6, amount: [8_000, 40_000], inBank: true },
      { name: 'Mawuena Agbeko', chance: 0.9, amount: [45_000, 60_000], note: 'house help' },
    ],
    savings: [{ to: 'Susu', day: 27, amount: 50_000 }],
    oneOffs: [
      {
        day: '2028-09-07',
        payee: 'Frostline Appliances',
        category: 'equipment',
        amount: 412_000,
        note: 'chest freezer',
        refund: { after: 6, amount: 30_000 },
      },
      { day: '2029-01-18', payee: 'Frostline Appliances', category: 'equipment', amount: 98_500 },
      { day: '2028-06-21', payee: 'Ridge Dental', category: 'health', amount: 36_000 },
      { day: '2028-11-08', payee: 'Nyaho-Lamptey Clinic', category: 'health', amount: 74_300 },
      { day: '2029-02-13', payee: 'Nyaho-Lamptey Clinic', category: 'health', amount: 22_800 },
      {
        day: '2028-12-19',
        payee: 'Palace Provisions',
        category: 'groceries',
        amount: 57_600,
        note: 'charged twice',
        reversed: { after: 2 },
      },
      { day: '2028-12-23', payee: 'Woodin Kente House', category: 'clothing', amount: 88_000 },
      { day: '2028-08-30', payee: 'Woodin Kente House', category: 'clothing', amount: 31_500 },
      { day: '2028-10-10', payee: 'Card replacement', category: 'fees', amount: 3_500 },
      { day: '2029-02-01', payee: 'SMS alerts', category: 'fees', amount: 1_200 },
      {
        day: '2028-11-24',
        payee: 'Pan & Whisk Online',
        category: 'equipment',
        amount: 8_650,
        account: 'Dollar account',
      },
      {
        day: '2029-02-25',
        payee: 'Odorkor Flour Depot',
        category: 'baking supplies',
        amount: 47_000,
        hold: true,
      },
    ],
  },
  {
    name: 'maeve',
    customer: 'Maeve Costello',
    timeZone: 'Europe/Dublin',
    seed: 1202,
    from: '2028-03',
    asOf: '2028-12-06T21:00:00Z',
    accounts: [
      { name: 'Current', type: 'checking', currency: 'EUR' },
      { name: 'Credit union', type: 'savings', currency: 'EUR' },
      { name: 'Christmas kitty', type: 'savings', currency: 'EUR' },
      { name: 'Sterling', type: 'checking', currency: 'GBP' },
    ],
    opening: { Current: 584_000, 'Credit union': 260_000, Sterling: 31_500 },
    income: [
      {
        payee: 'Corrib Physio Clinic',
        category: 'wages',
        day: 24,
        amount: 268_400,
        later: { from: '2028-09', amount: 276_900 },
      },
      { payee: 'Social Protection Office', category: 'child benefit', day: 7, amount: 28_000 },
      { payee: 'Fintan Raftery', category: 'maintenance', day: 10, amount: 45_000, swing: 0.2 },
    ],
    bills: [
      { payee: 'Atlantic Home Loans', category: 'mortgage', day: 2, amount: 104_250 },
      {
        payee: 'Sliabh Energy',
        category: 'electricity',
        day: 15,
        amount: 19_800,
        swing: 0.3,
        everyMonths: 2,
      },
      { payee: 'Eirbeam', category: 'broadband', day: 8, amount: 4_500 },
      {
        payee: 'Tricell',
        category: 'phone',
        day: 19,
        amount: 2_000,
        later: { from: '2028-10', amount: 2_500 },
      },
      { payee: 'Greenlid Bins', category: 'bins', day: 21, amount: 2_650 },
      { payee: 'Tír na nÓg Crèche', category: 'childcare', day: 1, amount: 38_000 },
      {
        payee: 'Axium Motor Cover',
        category: 'insurance',
        day: 13,
        amount: 31_700,
        everyMonths: 6,
      },
    ],
    habits: [
      {
        payees: ['Carraig Stores', 'Prospect Hill Market', 'Freshway'],
        category: 'groceries',
        times: [7, 11],
        amount: [1_150, 14_200],
      },
      { payees: ['Topfuel Oranmore'], category: 'petrol', times: [2, 4], amount: [2_500, 7_800] },
      {
        payees: ['Nimmo Chipper', 'Quay Street Pizza'],
        category: 'takeaway',
        times: [2, 5],
        amount: [900, 4_600],
      },
      { payees: ['Bean Sídhe Coffee'], category: 'coffee', times: [4, 8], amount: [320, 1_150] },
      {
        payees: ['Salthill Gymnastics', 'Oranmore Swim Club'],
        category: 'kids activities',
        times: [1, 3],
        amount: [1_500, 9_500],
      },
      {
        payees: ['Whelan Pharmacy'],
        category: 'pharmacy',
        times: [1, 3],
        amount: [600, 4_400],
      },
      {
        payees: ['Foyle Outlet'],
        category: 'clothes',
        times: [0, 2],
        amount: [1_200, 5_900],
        account: 'Sterling',
      },
    ],
    people: [
      { name: 'Gráinne Lohan', chance: 0.7, amount: [1_500, 9_000], inBank: true },
      { name: 'Conal Ruane', chance: 0.5, amount: [2_000, 7_000], inBank: true },
      { name: 'Dervla Naughton', chance: 0.8, amount: [6_000, 14_000], note: 'babysitting' },
    ],
    savings: [
      { to: 'Credit union', day: 25, amount: 12_000 },
      { to: 'Christmas kitty', day: 25, amount: 6_000 },
    ],
    oneOffs: [
      { day: '2028-05-17', payee: 'Dr. Mairtín Keaveney', category: 'doctor', amount: 6_000 },
      { day: '2028-10-04', payee: 'Dr. Mairtín Keaveney', category: 'doctor', amount: 6_500 },
      { day: '2028-08-22', payee: 'Moyola Uniforms', category: 'school', amount: 14_380 },
      { day: '2028-08-24', payee: 'Book Haven Shop Street', category: 'school', amount: 9_725 },
      {
        day: '2028-11-16',
        payee: 'Claregalway Tyres',
        category: 'car',
        amount: 26_400,
        note: 'two tyres, one taken back',
        reversed: { after: 4, amount: 13_200 },
      },
      { day: '2028-07-05', payee: 'Claregalway Tyres', category: 'car', amount: 8_900 },
      {
        day: '2028-11-25',
        payee: 'Tumble Toy Loft',
        category: 'presents',
        amount: 11_999,
        refund: { after: 5, amount: 2_499 },
      },
      { day: '2028-12-02', payee: 'Tumble Toy Loft', category: 'presents', amount: 4_350 },
      {
        day: '2028-09-12',
        payee: 'Freshway',
        category: 'groceries',
        amount: 7_730,
        note: 'paid twice',
        reversed: { after: 1 },
      },
      { day: '2028-06-14', payee: 'Rosslare Ferries', category: 'holiday', amount: 41_200 },
      { day: '2028-07-19', payee: 'Camping Les Ajoncs', category: 'holiday', amount: 58_650 },
      { day: '2028-06-30', payee: 'Quarterly charge', category: 'fees', amount: 600 },
      { day: '2028-09-30', payee: 'Quarterly charge', category: 'fees', amount: 600 },
      {
        day: '2028-12-05',
        payee: 'Santa Express Westport',
        category: 'presents',
        amount: 5_600,
        hold: true,
      },
    ],
  },
];

/** Mulberry32: the same numbers for a seed on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Draft = Omit<Booking, 'id' | 'reverses'> & { undoes?: Draft };

function generateLedger(profile: Profile): Ledger {
  const random = randomNumbers(profile.seed);
  const between = ([least, most]: Range): number => Math.round(least + (most - least) * random());
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) {
      throw new Error('the list to draw from is empty');
    }
    return item;
  };
  const main = profile.accounts[0];
  if (!main) {
    throw new Error(`${profile.name} has no account`);
  }
  const currencies = new Map(profile.accounts.map((account) => [account.name, account.currency]));
  const end = DateTime.fromISO(profile.asOf, { zone: 'utc' });
  const drafts: Draft[] = [];
  const at = (day: string, time: string): DateTime =>
    DateTime.fromISO(`${day}T${time}`, { zone: profile.timeZone }).toUTC();
  const add = (
    when: DateTime,
    part: Partial<Draft> & Pick<Draft, 'type' | 'amount'>,
  ): Draft | null => {
    if (when >= end) {
      return null;
    }
    const account = part.account ?? main.name;
    const draft: Draft = {
      at: when.toISO({ suppressMilliseconds: true }) ?? '',
      toAccount: null,
      category: null,
      payee: null,
      inBank: false,
      method: null,
      description: null,
      ...part,
      account,
      currency: part.currency ?? currencies.get(account) ?? main.currency,
    };
    drafts.push(draft);
    return draft;
  };

  const first = DateTime.fromISO(`${profile.from}-01`, { zone: profile.timeZone });
  for (const [account, amount] of Object.entries(profile.opening)) {
    add(first.plus({ minutes: 30 }).toUTC(), {
      type: 'deposit',
      account,
      amount,
      category: 'opening balance',
      payee: 'Former bank',
    });
  }
  let months = 0;
  for (let month = first; month < end; month = month.plus({ months: 1 }), months++) {
    const name = month.toFormat('yyyy-MM');
    const dayOf = (day: number): string => `${name}-${String(day).padStart(2, '0')}`;
    const two = (most: number, least = 0): string =>
      String(least + Math.floor(random() * most)).padStart(2, '0');
    const time = (): string => `${two(11, 9)}:${two(60)}`;
    const due = (bill: Monthly): boolean => months % (bill.everyMonths ?? 1) === 0;
    const amountOf = (bill: Monthly): number => {
      const amount = bill.later && name >= bill.later.from ? bill.later.amount : bill.amount;
      return bill.swing ? Math.round(amount * (1 + bill.swing * (2 * random() - 1))) : amount;
    };
    for (const bill of [...profile.income, ...profile.bills]) {
      const incoming = profile.income.includes(bill);
      if (due(bill)) {
        add(at(dayOf(bill.day), incoming ? '09:05' : '10:10'), {
          type: incoming ? 'deposit' : 'withdrawal',
          amount: amountOf(bill),
          category: bill.category,
          payee: bill.payee,
          method: incoming ? null : 'sepa',
          ...(bill.account ? { account: bill.account } : {}),
        });
      }
    }
    for (const habit of profile.habits) {
      for (let left = between(habit.times); left > 0; left--) {
        add(at(dayOf(1 + Math.floor(random() * 28)), time()), {
          type: 'withdrawal',
          amount: between(habit.amount),
          category: habit.category,
          payee: pick(habit.payees),
          method: 'card',
          ...(habit.account ? { account: habit.account } : {}),
        });
      }
    }
    for (const person of profile.people) {
      if (random() < person.chance) {
        add(at(dayOf(1 + Math.floor(random() * 28)), time()), {
          type: person.inBank ? 'transfer' : 'withdrawal',
          amount: Math.round(between(person.amount) / 50) * 50,
          payee: person.name,
          inBank: person.inBank ?? false,
          method: person.inBank ? null : 'sepa',
          description: person.note ?? null,
        });
      }
    }
    for (const plan of profile.savings) {
      add(at(dayOf(plan.day), '08:00'), {
        type: 'transfer',
        amount: plan.amount,
        account: plan.from ?? main.name,
        toAccount: plan.to,
      });
    }
  }
  for (const once of profile.oneOffs) {
    const when = at(once.day, once.time ?? '12:00');
    const place = once.account ? { account: once.account } : {};
    const booked = add(when, {
      type: once.hold ? 'hold' : once.incoming ? 'deposit' : 'withdrawal',
      amount: once.amount,
      category: once.category,
      payee: once.payee,
      method: once.incoming ? null : 'card',
      description: once.note ?? null,
      ...place,
    });
    if (booked && once.reversed) {
      add(when.plus({ days: once.reversed.after }), {
        type: 'reversal',
        amount: once.reversed.amount ?? once.amount,
        category: once.category,
        payee: once.payee,
        undoes: booked,
        ...place,
      });
    }
    if (booked && once.refund) {
      add(when.plus({ days: once.refund.after }), {
        type: 'deposit',
        amount: once.refund.amount,
        category: 'refund',
        payee: once.payee,
        ...place,
      });
    }
  }

  drafts.sort((a, b) => a.at.localeCompare(b.at));
  const ids = new Map(
    drafts.map((draft, at) => [draft, `${profile.name}-${String(at + 1).padStart(4, '0')}`]),
  );
  return {
    name: profile.name,
    customer: profile.customer,
    timeZone: profile.timeZone,
    asOf: profile.asOf,
    accounts: profile.accounts,
    people: profile.people.filter((person) => person.inBank).map((person) => person.name),
    bookings: drafts.map((draft) => {
      const { undoes, ...rest } = draft;
      return {
        id: ids.get(draft) ?? '',
        ...rest,
        reverses: undoes ? (ids.get(undoes) ?? null) : null,
      };
    }),
  };
}

/** The simulated customers, the same on every machine. */
export function generateLedgers(): Ledger[] {
  return PROFILES.map(generateLedger);
}

/** SHA-256 over all bookings: golds belong to exactly these. */
export function hashLedgers(ledgers: readonly Ledger[]): string {
  return createHash('sha256').update(JSON.stringify(ledgers)).digest('hex');
}

const SCHEMA = `
CREATE TABLE bookings (
  id TEXT, at TEXT, day TEXT, month TEXT, account TEXT, currency TEXT,
  kind TEXT,      -- payment, income, own_transfer, reversal, hold
  amount INTEGER, -- positive, minor units
  effect INTEGER, -- on the balance of the account; 0 for a hold
  spent INTEGER,  -- positive: out to others; negative: a reversal of it; otherwise 0
  category TEXT, payee TEXT, description TEXT,
  reversed INTEGER, -- 1: the payment was taken back in full
  paid INTEGER    -- amount of the payment; of a reversal, that of the payment it takes back
);
-- Payments to others that stand: what is counted, listed and ranked.
CREATE VIEW payments AS SELECT * FROM bookings WHERE kind = 'payment' AND reversed = 0;
CREATE VIEW income AS SELECT * FROM bookings WHERE kind = 'income';
`;

/** A database in memory with the bookings of one ledger, days by the clock of a time zone. */
export function loadBookings(ledger: Ledger, timeZone: string): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMA);
  const insert = db.prepare(
    `INSERT INTO bookings VALUES (${Array.from({ length: 15 }, () => '?').join(', ')})`,
  );
  const back = new Map<string, number>();
  const amountOf = new Map(ledger.bookings.map(({ id, amount }) => [id, amount]));
  for (const booking of ledger.bookings) {
    if (booking.reverses) {
      back.set(booking.reverses, (back.get(booking.reverses) ?? 0) + booking.amount);
    }
  }
  for (const booking of ledger.bookings) {
    const when = DateTime.fromISO(booking.at, { zone: timeZone });
    const write = (account: string, kind: string, effect: number, spent: number): void => {
      insert.run(
        booking.id,
        booking.at,
        when.toFormat('yyyy-MM-dd'),
        when.toFormat('yyyy-MM'),
        account,
        booking.currency,
        kind,
        booking.amount,
        effect,
        spent,
        booking.category,
        booking.payee,
        booking.description,
        back.get(booking.id) === booking.amount ? 1 : 0,
        amountOf.get(booking.reverses ?? booking.id) ?? booking.amount,
      );
    };
    if (booking.toAccount) {
      write(booking.account, 'own_transfer', -booking.amount, 0);
      write(booking.toAccount, 'own_transfer', booking.amount, 0);
    } else if (booking.type === 'deposit') {
      write(booking.account, 'income', booking.amount, 0);
    } else if (booking.type === 'reversal') {
      write(booking.account, 'reversal', booking.amount, -booking.amount);
    } else if (booking.type === 'hold') {
      write(booking.account, 'hold', 0, 0);
    } else {
      write(booking.account, 'payment', -booking.amount, booking.amount);
    }
  }
  return db;
}
