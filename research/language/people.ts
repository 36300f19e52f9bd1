/** A payee that a customer may name. */
export type Contact = {
  name: string;
  /** A customer of the same developer, or a party outside that was paid before. */
  kind: 'customer' | 'external';
  relationship?: string;
};
/** The writers of the messages. Requests carry `sourceAccountId` of the first account. */
export type Context = {
  name: string;
  customer: string;
  now: string;
  timeZone: string;
  accounts: { name: string; type: 'checking' | 'savings'; currency: string; balance: number }[];
  contacts: Contact[];
};

const NOW = '2028-11-15T10:00:00Z'; // a Wednesday
const inBank = (...names: string[]): Contact[] => names.map((name) => ({ name, kind: 'customer' }));
const outside = (...names: string[]): Contact[] =>
  names.map((name) => ({ name, kind: 'external' }));

export const CONTEXTS: Context[] = [
  {
    name: 'lea',
    customer: 'Lea Brandhuber',
    now: NOW,
    timeZone: 'Europe/Berlin',
    accounts: [
      { name: 'Everyday', type: 'checking', currency: 'EUR', balance: 620_000 },
      { name: 'Savings', type: 'savings', currency: 'EUR', balance: 900_000 },
      { name: 'Holiday pot', type: 'savings', currency: 'EUR', balance: 84_000 },
    ],
    contacts: [
      ...inBank(
        'Oluwaseun Bankole',
        'Agnieszka Kurowska',
        'Dr. Hinnerk Vogelsang',
        'Mum',
        'Vũ Thị Hồng',
        'Tadhg Ó Cinnéide',
        'Güneş Aydoğan',
        'Fatoumata Sissoko',
        'Wim de Graaf',
        'Wanjiru Mwangi',
      ),
      ...outside('Nordwind Heating GmbH', 'Björk Einarsdóttir', 'Gartenbau Petermichl'),
    ],
  },
  {
    name: 'marek',
    customer: 'Marek Zapletal',
    now: NOW,
    timeZone: 'Europe/Prague',
    accounts: [
      { name: 'Current', type: 'checking', currency: 'EUR', balance: 410_000 },
      { name: 'Rainy Day', type: 'savings', currency: 'EUR', balance: 350_000 },
      { name: 'Dollar account', type: 'checking', currency: 'USD', balance: 260_000 },
    ],
    contacts: [
      ...inBank(
        'Anjali Deshpande',
        'Prajwal Deshpande',
        'Ludmila Svobodová',
        'Nkechi Obiora',
        'Nkechi Ezenwa',
        'Søren Kjeldsen',
        'Saoirse Mac Giolla',
        'Xu Meiling',
        'Prof. Kryštof Štěpánek',
      ),
      { name: 'Zdeněk Zapletal', kind: 'customer', relationship: 'father' },
      ...outside('Tatra Plumbing s.r.o.', 'Chaloupka & Synové', 'Yevheniia Marchuk'),
    ],
  },
  {
    name: 'imogen',
    customer: 'Imogen Fairweather',
    now: NOW,
    timeZone: 'Europe/London',
    accounts: [
      { name: 'Main', type: 'checking', currency: 'GBP', balance: 380_000 },
      { name: 'Savings', type: 'savings', currency: 'GBP', balance: 540_000 },
      { name: 'Euro wallet', type: 'checking', currency: 'EUR', balance: 190_000 },
    ],
    contacts: [
      ...inBank(
        'Gethin Llewellyn-Prys',
        'Sgt. Torquil McAuliffe',
        'Chidinma Okwuosa',
        'Parvaneh Daneshvar',
        'Mrs Winifred Ashdown',
        'Kwabena Asante',
        'Niamh Ní Bhroin',
        'Ruaridh Farquharson',
        'Leilani Kahananui',
      ),
      { name: 'Hyacinth Fairweather', kind: 'customer', relationship: 'sister' },
      ...outside('Thistledown Nursery Ltd', 'Pemberton & Daughters', 'Iestyn Window Cleaning'),
    ],
  },
  {
    name: 'dashiell',
    customer: 'Dashiell Marchbank-Pyke',
    now: NOW,
    timeZone: 'America/New_York',
    accounts: [
      { name: 'Checking', type: 'checking', currency: 'USD', balance: 720_000 },
      { name: 'Savings', type: 'savings', currency: 'USD', balance: 1_100_000 },
      { name: 'Euro account', type: 'checking', currency: 'EUR', balance: 140_000 },
    ],
    contacts: [
      ...inBank(
        'Itzayana Zaldumbide',
        'Thaddeus Blackwood',
        'Đoàn Quốc Bảo',
        "Siobhan O'Shaughnessy",
        'Makoa Kealoha',
        'Haneul Gwak',
        'Yitzhak Perlmutter',
        'Sumayya Al-Farouqi',
        'Grandma',
      ),
      { name: 'Obadiah Marchbank-Pyke', kind: 'customer', relationship: 'brother' },
      ...outside('Cottonwood Daycare LLC', 'Ironbridge Gym', 'Mr. Ferncastle Roofing'),
    ],
  },
  {
    name: 'noor',
    customer: 'Noor Haddadin',
    now: NOW,
    timeZone: 'Europe/Madrid',
    accounts: [
      { name: 'Daily', type: 'checking', currency: 'EUR', balance: 530_000 },
      { name: 'House fund', type: 'savings', currency: 'EUR', balance: 2_400_000 },
    ],
    contacts: [
      ...inBank(
        'Eñaut Goikoetxea',
        'Tiphaine Le Goff',
        'Bartolomeo Cacciatore',
        'Ayşenur Kılıç',
        'Þorvaldur Jónsson',
        'Олена Шевчук',
        'Καλλιόπη Βασιλείου',
        'Abebe Tessema',
        'Marisol Etxeberria',
        'Marisol Quiñones',
        'Anicet-Landry Ndongo',
      ),
      ...outside('Fontanería Zurbano S.L.', 'Academia Lucerna', 'Tiago Cravinho'),
    ],
  },
  // Of the second writing, from `d258` and `p163` on.
  {
    name: 'ysolde',
    customer: 'Ysolde Kerremans',
    now: NOW,
    timeZone: 'Europe/Brussels',
    accounts: [
      { name: 'Giro', type: 'checking', currency: 'EUR', balance: 480_000 },
      { name: 'Bike fund', type: 'savings', currency: 'EUR', balance: 210_000 },
      { name: 'Sterling', type: 'checking', currency: 'GBP', balance: 95_000 },
    ],
    contacts: [
      ...inBank(
        'Ysaline Vandekerckhove',
        'Bjarte Hovland',
        'Mirembe Nakato',
        'Uncle Ferdie',
        'Prof. Odalys Quintero',
        'Levente Szűcs',
        'Tove Lindqvist',
        'Tove Marklund',
      ),
      { name: 'Casimir Duquenne', kind: 'customer', relationship: 'brother' },
      ...outside('Brouwerij De Halve Kan', 'Atelier Papillote SPRL', 'Hendrikx Dakwerken'),
    ],
  },
  {
    name: 'keoni',
    customer: 'Keoni Ahuna',
    now: NOW,
    timeZone: 'America/Chicago',
    accounts: [
      { name: 'Wallet', type: 'checking', currency: 'USD', balance: 610_000 },
      { name: 'Rainy fund', type: 'savings', currency: 'USD', balance: 880_000 },
      { name: 'Euro purse', type: 'checking', currency: 'EUR', balance: 70_000 },
    ],
    contacts: [
      ...inBank(
        'Nalani Makaiwi',
        'Jedediah Thornquist',
        'Quillon Brathwaite',
        'Nana',
        'Phuong-Anh Lieu',
        'Cormac Delahunty',
        'Zoltán Pekár',
      ),
      { name: 'Ululani Ahuna', kind: 'customer', relationship: 'mother' },
      ...outside('Bluewater Plumbing Inc', 'Halekai Dance School', 'Mr. Dempsey Lawncare'),
    ],
  },
  // Of the third writing, from `d319` and `p223` on.
  {
    name: 'bahar',
    customer: 'Bahar Soltani',
    now: NOW,
    timeZone: 'Europe/Vienna',
    accounts: [
      { name: 'Alltag', type: 'checking', currency: 'EUR', balance: 450_000 },
      { name: 'Rücklage', type: 'savings', currency: 'EUR', balance: 720_000 },
      { name: 'Franc account', type: 'checking', currency: 'CHF', balance: 130_000 },
    ],
    contacts: [
      ...inBank(
        'Thandeka Zulu',
        'Dr. Leopold Hruby',
        'Gizem Çelik',
        'Mum',
        'Jiří Dvořáček',
        'Ananya Krishnamurthy',
        'Lucía Fernández-Ordóñez',
        'Lucía Barrenechea',
        'Sir Alistair Penhaligon',
        'Nguyễn Văn Tùng',
        "D'Angelo Whitfield",
        'Ægir Sturluson',
      ),
      { name: 'Darius Soltani', kind: 'customer', relationship: 'son' },
      ...outside('Elektro Wimmer KG', 'Käserei Alpbach', 'Ballettschule Corelli'),
    ],
  },
  {
    name: 'obi',
    customer: 'Obinna Castellanos',
    now: NOW,
    timeZone: 'Europe/London',
    accounts: [
      { name: 'Spending', type: 'checking', currency: 'GBP', balance: 390_000 },
      { name: 'My savings', type: 'savings', currency: 'GBP', balance: 810_000 },
      { name: 'Dollar pot', type: 'checking', currency: 'USD', balance: 160_000 },
    ],
    contacts: [
      ...inBank(
        'Wilhelmina Oosterhuis',
        'Tariq Benhaddou',
        'Efua Mensah',
        'Grandad',
        'Rhiannon ap Gwilym',
        'Sakari Lehtinen',
        'Mikołaj Grzegorczyk',
        'Ms. Philippa Thorne',
        'Hōkūlani Pukui',
        'Jean-Baptiste Ouattara',
      ),
      { name: 'Ifeoma Castellanos', kind: 'customer', relationship: 'wife' },
      ...outside('Brackenridge Joinery Ltd', 'Saffron & Sons', 'Mr. Pettigrew Chimneys'),
    ],
  },
  // Of the fourth writing, from `d393` and `p283` on.
  {
    name: 'sushila',
    customer: 'Sushila Ramanathan',
    now: NOW,
    timeZone: 'Asia/Kolkata',
    accounts: [
      { name: 'Salary account', type: 'checking', currency: 'INR', balance: 48_000_000 },
      { name: 'Gold savings', type: 'savings', currency: 'INR', balance: 65_000_000 },
      { name: 'Dollar account', type: 'checking', currency: 'USD', balance: 210_000 },
    ],
    contacts: [
      ...inBank(
        'Venkataraghavan Iyer',
        'Jaspreet Ahluwalia',
        'Meenakshi Sundaram',
        'Amma',
        'Irfan Qureshi',
        'Irfan Siddiqui',
        'Dr. Pushpa Nagarajan',
        'Tenzin Dolkar',
        "Brendan O'Halloran",
      ),
      { name: 'Karthik Ramanathan', kind: 'customer', relationship: 'brother' },
      ...outside('Annapurna Provision Store', 'Sri Lakshmi Tiffin Centre', 'Govind Electricals'),
    ],
  },
  {
    name: 'doreen',
    customer: 'Doreen Applegarth',
    now: NOW,
    timeZone: 'Europe/London',
    accounts: [
      { name: 'Current', type: 'checking', currency: 'GBP', balance: 410_000 },
      { name: 'Nest egg', type: 'savings', currency: 'GBP', balance: 960_000 },
      { name: 'Christmas club', type: 'savings', currency: 'GBP', balance: 38_000 },
    ],
    contacts: [
      ...inBank(
        'Maureen Tattersall',
        'Father Ignatius Boyle',
        'Bev',
        'Sandra Pickersgill',
        'Sandra Ollerenshaw',
        'Dr Anwar Chaudhry',
        'Winston Gayle-Barrett',
        'Eirlys Prosser',
      ),
      { name: 'Colin Applegarth', kind: 'customer', relationship: 'son' },
      { name: 'Kirsty Applegarth', kind: 'customer', relationship: 'granddaughter' },
      ...outside('Wigglesworth Coal & Logs', 'Hebden Taxis', 'Little Otters Playgroup'),
    ],
  },
  {
    name: 'zeke',
    customer: 'Zeke Halvorson',
    now: NOW,
    timeZone: 'America/Los_Angeles',
    accounts: [
      { name: 'Shop checking', type: 'checking', currency: 'USD', balance: 940_000 },
      { name: 'Tax reserve', type: 'savings', currency: 'USD', balance: 720_000 },
      { name: 'Personal', type: 'checking', currency: 'USD', balance: 180_000 },
      { name: 'Euro account', type: 'checking', currency: 'EUR', balance: 260_000 },
    ],
    contacts: [
      ...inBank(
        'Xóchitl Ruvalcaba',
        'DeShawn Whitlock',
        'Priyanka Venkatesan',
        'Mateusz Bielak',
        'Kayleigh Rasmussen',
        'Kaylee Munro',
        'Dad',
        'Hank Lindgren',
        'Hank Abernathy',
      ),
      { name: 'Odalis Halvorson', kind: 'customer', relationship: 'wife' },
      ...outside('Trail & Gear Wholesale', 'Cascade Propane', 'Velo Milano S.r.l.'),
    ],
  },
  // Of the fifth writing, from `d473` and `p403` on.
  {
    name: 'pilar',
    customer: 'Pilar Etxeberria',
    now: NOW,
    timeZone: 'Europe/Lisbon',
    accounts: [
      { name: 'Main account', type: 'checking', currency: 'EUR', balance: 530_000 },
      { name: 'Emergency fund', type: 'savings', currency: 'EUR', balance: 760_000 },
      { name: 'Franc account', type: 'checking', currency: 'CHF', balance: 120_000 },
    ],
    contacts: [
      ...inBank(
        'Tomasz Wiśniewski',
        'Ngozi Adichukwu',
        'Dra. Conceição Falcão',
        'Mãe',
        'Lars-Erik Sjögren',
        'Đorđe Milošević',
        'Sofía Larrañaga',
        'Sofia Papadimitriou',
        'Ahmad bin Yusof',
        'Chiara',
      ),
      { name: 'Gorka Etxeberria', kind: 'customer', relationship: 'brother' },
      ...outside('Padaria Estrela Lda', 'Condomínio Rua das Flores', 'Oficina Baptista & Filhos'),
    ],
  },
  {
    name: 'gareth',
    customer: 'Gareth Penhaligon',
    now: NOW,
    timeZone: 'Europe/London',
    accounts: [
      { name: 'Business account', type: 'checking', currency: 'GBP', balance: 880_000 },
      { name: 'VAT pot', type: 'savings', currency: 'GBP', balance: 620_000 },
      { name: 'Household', type: 'checking', currency: 'GBP', balance: 210_000 },
      { name: 'Euro account', type: 'checking', currency: 'EUR', balance: 170_000 },
    ],
    contacts: [
      ...inBank(
        'Dai Llewellyn',
        'Big Steve',
        'Oksana Hrytsenko',
        'Muhammad Rahman',
        'Mohammed Rehman',
        'Nan',
        'Sgt. Bill Trevanion',
        'Krzysztof Zając',
        'Rosie Fanshawe',
      ),
      { name: 'Morwenna Penhaligon', kind: 'customer', relationship: 'wife' },
      { name: 'Jago Penhaligon', kind: 'customer', relationship: 'son' },
      ...outside('Plumbase Merchants Ltd', 'Tregothnan Skip Hire', 'Blue Anchor Scaffolding LLP'),
    ],
  },
  {
    name: 'ruthanne',
    customer: 'Ruthanne Kowalczyk',
    now: NOW,
    timeZone: 'America/New_York',
    accounts: [
      { name: 'Checking', type: 'checking', currency: 'USD', balance: 640_000 },
      { name: 'My savings', type: 'savings', currency: 'USD', balance: 1_450_000 },
      { name: 'Church fund', type: 'savings', currency: 'USD', balance: 92_000 },
    ],
    contacts: [
      ...inBank(
        'Delphine Arceneaux',
        'Pastor Jim Oyelaran',
        'Nguyễn Minh Châu',
        'Hyun-woo Baek',
        'Marjorie Stubblefield',
        'Dr. Leibowitz',
        'Tyrell Banks',
        'Anneliese Vandermeer',
      ),
      { name: 'Brittany Kowalczyk', kind: 'customer', relationship: 'granddaughter' },
      { name: 'Walter Kowalczyk', kind: 'customer', relationship: 'husband' },
      ...outside('Sunshine Lawn Care', 'Gulf Coast Power', "Petunia's Hair Salon"),
    ],
  },
  {
    name: 'jun',
    customer: 'Jun Takahara',
    now: NOW,
    timeZone: 'Europe/Dublin',
    accounts: [
      { name: 'Spending', type: 'checking', currency: 'EUR', balance: 140_000 },
      { name: 'Gig money', type: 'savings', currency: 'EUR', balance: 96_000 },
      { name: 'Switch 3 fund', type: 'savings', currency: 'EUR', balance: 31_000 },
    ],
    contacts: [
      ...inBank(
        'Aoife Ní Bhriain',
        'Zuzanna Kaczmarek',
        'Kwame',
        'Dad',
        'Róisín Gallagher',
        'Ronan Gallagher',
        'Ji-ho Seo',
        'Emeka Onyekachi',
        'Coach Brannigan',
      ),
      { name: 'Hana Takahara', kind: 'customer', relationship: 'sister' },
      ...outside('Eddie Rocket Diner', 'Liffey Music School', 'Game Vault'),
    ],
  },
];
