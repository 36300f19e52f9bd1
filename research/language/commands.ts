import { writeFileSync } from 'node:fs';
import { CONTEXTS } from './people.ts';

type Command = {
  context: string;
  message: string;
  proposal: {
    operation: 'transfer' | 'schedule' | 'exchange';
    amount: number;
    currency: string;
    to: string;
    from?: string;
    when?: string;
    every?: 'week' | 'month';
  };
};
type Other = {
  context: string;
  message: string;
  why: string;
  /** The slots that the bank may ask about; without them any reply without a proposal is right. */
  ask?: string[];
};

const payable: Command[] = [];
const notPayable: Other[] = [];
const outOfScope: Other[] = [];

type Line = [message: string, amount: number, to: string, more?: Partial<Command['proposal']>];

function commands(context: string, lines: Line[]): void {
  const found = CONTEXTS.find(({ name }) => name === context);
  for (const [message, amount, to, more = {}] of lines) {
    if (![...(found?.contacts ?? []), ...(found?.accounts ?? [])].some(({ name }) => name === to)) {
      throw new Error(`${context} has no ${to}`);
    }
    payable.push({
      context,
      message,
      proposal: {
        operation: more.when || more.every ? 'schedule' : 'transfer',
        amount: Math.round(amount * 100),
        currency: found?.accounts[0]?.currency ?? '',
        to,
        ...more,
      },
    });
  }
}

const TOMORROW = { when: '2028-11-16' };
const FRIDAY = { when: '2028-11-17' };

commands('lea', [
  ['Send 50 euros to Oluwaseun', 50, 'Oluwaseun Bankole'],
  ['transfer 75 € to Agnieszka Kurowska', 75, 'Agnieszka Kurowska'],
  ['pay Dr. Vogelsang 86.40', 86.4, 'Dr. Hinnerk Vogelsang'],
  ['Please send Mum 40 euros', 40, 'Mum'],
  ['Can you transfer 120 euros to Vu Thi Hong?', 120, 'Vũ Thị Hồng'],
  ['Güneş Aydoğan gets 25 euros from me, please send it', 25, 'Güneş Aydoğan'],
  ['I want to send Fatoumata 60 euros', 60, 'Fatoumata Sissoko'],
  ['wim de graaf 33 euros please', 33, 'Wim de Graaf'],
  ['Pay Nordwind Heating GmbH 412.90 euros', 412.9, 'Nordwind Heating GmbH'],
  ['Send 18,50 € to Wanjiru for the cinema', 18.5, 'Wanjiru Mwangi'],
  ['Tomorrow, send Mum 30 euros', 30, 'Mum', TOMORROW],
  ['From my savings send Agnieszka 200 euros', 200, 'Agnieszka Kurowska', { from: 'Savings' }],
  ['Move 300 euros to savings', 300, 'Savings'],
  ['put 45 euros into the holiday pot', 45, 'Holiday pot'],
  ['Transfer 80 euros from Savings to Everyday', 80, 'Everyday', { from: 'Savings' }],
  ['Pay Björk Einarsdóttir back 22 euros', 22, 'Björk Einarsdóttir'],
  ['Give Tadhg twenty euros', 20, 'Tadhg Ó Cinnéide'],
  ['send Oluwaseun forty-five euros and fifty cents', 45.5, 'Oluwaseun Bankole'],
  ['two hundred and fifty euros to Fatoumata Sissoko', 250, 'Fatoumata Sissoko'],
  ['hey, could you send 15 euros to Wim? thx', 15, 'Wim de Graaf'],
  ['Please wire EUR 1.250,00 to Dr. Hinnerk Vogelsang', 1250, 'Dr. Hinnerk Vogelsang'],
  ['pay mum thirty five euros on friday', 35, 'Mum', FRIDAY],
  ['I would like to transfer 99 euros to Gartenbau Petermichl', 99, 'Gartenbau Petermichl'],
  ['Send Güneş 10 euros for the birthday present', 10, 'Güneş Aydoğan'],
  ['Transfer €64 to Wanjiru Mwangi on 1 December', 64, 'Wanjiru Mwangi', { when: '2028-12-01' }],
  ['50 to Agnieszka', 50, 'Agnieszka Kurowska'],
  ["let's send Mum 100 euros", 100, 'Mum'],
  ['I owe Wim 27 euros, please pay him', 27, 'Wim de Graaf'],
  ['Kindly remit 150 euros to Vũ Thị Hồng', 150, 'Vũ Thị Hồng'],
  ['Send 40 cents to Wim', 0.4, 'Wim de Graaf'],
  ['send fatoumata sisoko 12 euros', 12, 'Fatoumata Sissoko'],
  ['Transfer 500 euros to Nordwind Heating, invoice 2028-117', 500, 'Nordwind Heating GmbH'],
  ['Send Wanjiru 20 euros, it is for the taxi', 20, 'Wanjiru Mwangi'],
]);
commands('marek', [
  ['Send Anjali 40 euros', 40, 'Anjali Deshpande'],
  ['Transfer 55 euros to Prajwal Deshpande', 55, 'Prajwal Deshpande'],
  ['pay ludmila svobodova 30', 30, 'Ludmila Svobodová'],
  ['Please pay Nkechi Ezenwa 70 euros', 70, 'Nkechi Ezenwa'],
  ['Send 25 euros to Søren for lunch', 25, 'Søren Kjeldsen'],
  ['Saoirse Mac Giolla: 65 euros, please transfer', 65, 'Saoirse Mac Giolla'],
  ['I need to pay Tatra Plumbing 230.75 euros', 230.75, 'Tatra Plumbing s.r.o.'],
  ['Can I send 90 euros to Xu Meiling please', 90, 'Xu Meiling'],
  ['Send my father 100 euros', 100, 'Zdeněk Zapletal'],
  ['Pay Chaloupka & Synové 315 euros', 315, 'Chaloupka & Synové'],
  ['transfer 20 euros to yevheniia marchuk tomorrow', 20, 'Yevheniia Marchuk', TOMORROW],
  ['Put 250 euros in Rainy Day', 250, 'Rainy Day'],
  ['Move 60 euros from Rainy Day to Current', 60, 'Current', { from: 'Rainy Day' }],
  [
    'Send 80 dollars from the Dollar account to Søren Kjeldsen',
    80,
    'Søren Kjeldsen',
    { currency: 'USD', from: 'Dollar account' },
  ],
  [
    'From the Dollar account, send Anjali $45',
    45,
    'Anjali Deshpande',
    { currency: 'USD', from: 'Dollar account' },
  ],
  ['Would you mind sending Professor Štěpánek 48 euros?', 48, 'Prof. Kryštof Štěpánek'],
  ['pay soren 33,30', 33.3, 'Søren Kjeldsen'],
  ['Send nineteen euros to Ludmila', 19, 'Ludmila Svobodová'],
  [
    'Schedule 150 euros to Saoirse for 1 December',
    150,
    'Saoirse Mac Giolla',
    { when: '2028-12-01' },
  ],
  ['Pay Yevheniia 75 euros in three days', 75, 'Yevheniia Marchuk', { when: '2028-11-18' }],
  ['Transfer one thousand euros to my father', 1000, 'Zdeněk Zapletal'],
  ['make a transfer of 44 euros to Anjali Deshpande', 44, 'Anjali Deshpande'],
  ['go ahead and send Prajwal 17.20 euros', 17.2, 'Prajwal Deshpande'],
  ['Ludmila should get 85 euros from my current account, please pay it', 85, 'Ludmila Svobodová'],
  ['Nkechi Obiora, 50 €', 50, 'Nkechi Obiora'],
  ['Pay Tatra Plumbing s.r.o. the 120 euros for the repair', 120, 'Tatra Plumbing s.r.o.'],
  ['pls snd 30 eur to Saoirse', 30, 'Saoirse Mac Giolla'],
  ['Transfer EUR 210 to Xu Meiling', 210, 'Xu Meiling'],
  ['Give Søren 8 euros for coffee', 8, 'Søren Kjeldsen'],
  ['Reimburse Ludmila 56 euros', 56, 'Ludmila Svobodová'],
  ['Send my dad Zdeněk Zapletal 40 euros', 40, 'Zdeněk Zapletal'],
  ['two hundred euros to Rainy Day please', 200, 'Rainy Day'],
  [
    'Send Søren 50 euros every month starting 1 December',
    50,
    'Søren Kjeldsen',
    { every: 'month', when: '2028-12-01' },
  ],
]);
commands('imogen', [
  ['Send Gethin £30', 30, 'Gethin Llewellyn-Prys'],
  ['Transfer 45 pounds to Chidinma', 45, 'Chidinma Okwuosa'],
  ['pay mrs ashdown 60 quid', 60, 'Mrs Winifred Ashdown'],
  ['Please send £12.75 to Kwabena Asante', 12.75, 'Kwabena Asante'],
  ['Pop forty pounds over to Leilani', 40, 'Leilani Kahananui'],
  ['My sister needs £150, please send it to her', 150, 'Hyacinth Fairweather'],
  ['Pay Thistledown Nursery Ltd £480', 480, 'Thistledown Nursery Ltd'],
  ['£18 to Iestyn Window Cleaning', 18, 'Iestyn Window Cleaning'],
  ['Can you pay Pemberton & Daughters £236.10?', 236.1, 'Pemberton & Daughters'],
  ['move £100 to savings', 100, 'Savings'],
  ['Take £70 out of Savings and put it in Main', 70, 'Main', { from: 'Savings' }],
  ['Send Parvaneh twenty-five pounds tomorrow', 25, 'Parvaneh Daneshvar', TOMORROW],
  ['transfer £33 to Niamh Ni Bhroin', 33, 'Niamh Ní Bhroin'],
  [
    'Send 50 euros from the Euro wallet to Ruaridh Farquharson',
    50,
    'Ruaridh Farquharson',
    { currency: 'EUR', from: 'Euro wallet' },
  ],
  ['Pay Sergeant McAuliffe £90 please', 90, 'Sgt. Torquil McAuliffe'],
  ['I want to give Gethin Llewellyn-Prys £15 for petrol', 15, 'Gethin Llewellyn-Prys'],
  ['Transfer two hundred pounds to Hyacinth', 200, 'Hyacinth Fairweather'],
  ['send leilani £8.50 for breakfast', 8.5, 'Leilani Kahananui'],
  ['Pay Kwabena £65 on Monday', 65, 'Kwabena Asante', { when: '2028-11-20' }],
  ['Please transfer GBP 1,100.00 to Mrs Winifred Ashdown', 1100, 'Mrs Winifred Ashdown'],
  ['Chidinma Okwuosa £22', 22, 'Chidinma Okwuosa'],
  ['could u send ruaridh £37 cheers', 37, 'Ruaridh Farquharson'],
  ['I need £300 moved into Savings', 300, 'Savings'],
  ['Pay back Parvaneh £41', 41, 'Parvaneh Daneshvar'],
  ['Send £29.99 to Thistledown Nursery', 29.99, 'Thistledown Nursery Ltd'],
  ['Make a payment of £75 to Niamh', 75, 'Niamh Ní Bhroin'],
  ['Pay Gethin seventy pounds and fifty pence', 70.5, 'Gethin Llewellyn-Prys'],
  ['On Friday send Leilani £55', 55, 'Leilani Kahananui', FRIDAY],
  [
    'From Savings pay Pemberton and Daughters £400',
    400,
    'Pemberton & Daughters',
    { from: 'Savings' },
  ],
  ['Settle up with Chidinma: £19', 19, 'Chidinma Okwuosa'],
  ['Send my sister Hyacinth £10', 10, 'Hyacinth Fairweather'],
  ['please pay kwabena asante a hundred and twenty pounds', 120, 'Kwabena Asante'],
]);
commands('dashiell', [
  ['Send Itzayana $40', 40, 'Itzayana Zaldumbide'],
  ['Transfer 120 dollars to Thaddeus Blackwood', 120, 'Thaddeus Blackwood'],
  ['pay Doan Quoc Bao 65 bucks', 65, 'Đoàn Quốc Bảo'],
  ["Please send Siobhan O'Shaughnessy $27.50", 27.5, "Siobhan O'Shaughnessy"],
  ['$90 to Makoa', 90, 'Makoa Kealoha'],
  ['Send Haneul fifty dollars', 50, 'Haneul Gwak'],
  ['I have to pay Yitzhak Perlmutter $310', 310, 'Yitzhak Perlmutter'],
  ['Send Sumayya Al-Farouqi $75 for the tickets', 75, 'Sumayya Al-Farouqi'],
  ['Send Grandma $25', 25, 'Grandma'],
  ['Give my brother 60 dollars', 60, 'Obadiah Marchbank-Pyke'],
  ['Pay Cottonwood Daycare LLC $815', 815, 'Cottonwood Daycare LLC'],
  ['pay ironbridge gym 55 dollars', 55, 'Ironbridge Gym'],
  ['Pay Mr. Ferncastle Roofing $1,450', 1450, 'Mr. Ferncastle Roofing'],
  ['Move $200 to Savings', 200, 'Savings'],
  ['Transfer $150 from Savings to Checking', 150, 'Checking', { from: 'Savings' }],
  [
    'Send 35 euros from my Euro account to Makoa Kealoha',
    35,
    'Makoa Kealoha',
    { currency: 'EUR', from: 'Euro account' },
  ],
  ['send thaddeus $18 tomorrow', 18, 'Thaddeus Blackwood', TOMORROW],
  [
    'Could you please transfer $500 to Sumayya on December 1st',
    500,
    'Sumayya Al-Farouqi',
    { when: '2028-12-01' },
  ],
  ['zip $12 over to Itzayana', 12, 'Itzayana Zaldumbide'],
  ["I'd like to send Obadiah two hundred and five dollars", 205, 'Obadiah Marchbank-Pyke'],
  ['Send $33.33 to Haneul Gwak', 33.33, 'Haneul Gwak'],
  ['Pay Grandma back the 45 dollars', 45, 'Grandma'],
  ['yitzhak 70 dollars please', 70, 'Yitzhak Perlmutter'],
  ['Wire $2,000 to Đoàn Quốc Bảo', 2000, 'Đoàn Quốc Bảo'],
  ['Take $80 from checking and send it to Siobhan', 80, "Siobhan O'Shaughnessy"],
  ['Please put a hundred dollars in my savings account', 100, 'Savings'],
  ['Pay Cottonwood Daycare $400 the day after tomorrow', 400, 'Cottonwood Daycare LLC', FRIDAY],
  ['Send Makoa sixteen dollars and twenty cents', 16.2, 'Makoa Kealoha'],
  ['Venmo Itzayana 20 dollars', 20, 'Itzayana Zaldumbide'],
  ['Get $50 to Thaddeus today', 50, 'Thaddeus Blackwood'],
  ['Send my brother $15 for gas, thanks!', 15, 'Obadiah Marchbank-Pyke'],
  ['transfer $95 to sumayya alfarouqi', 95, 'Sumayya Al-Farouqi'],
]);
commands('noor', [
  ['Send Eñaut 40 euros', 40, 'Eñaut Goikoetxea'],
  ['transfer 65 euros to Tiphaine', 65, 'Tiphaine Le Goff'],
  ['Pay Bartolomeo Cacciatore 110 €', 110, 'Bartolomeo Cacciatore'],
  ['send aysenur 30 euros', 30, 'Ayşenur Kılıç'],
  ['Please transfer 85.20 euros to Þorvaldur Jónsson', 85.2, 'Þorvaldur Jónsson'],
  ['Send 50 euros to Олена Шевчук', 50, 'Олена Шевчук'],
  ['Pay Καλλιόπη Βασιλείου 22 euros', 22, 'Καλλιόπη Βασιλείου'],
  ['Abebe Tessema 45 euros, please', 45, 'Abebe Tessema'],
  ['Send Marisol Etxeberria 35 euros', 35, 'Marisol Etxeberria'],
  ['Pay 60 euros to Marisol Quinones', 60, 'Marisol Quiñones'],
  ['Give Anicet-Landry Ndongo 15 euros for parking', 15, 'Anicet-Landry Ndongo'],
  ['Pay Fontanería Zurbano 270 euros', 270, 'Fontanería Zurbano S.L.'],
  ['Academia Lucerna gets 145 euros, please pay', 145, 'Academia Lucerna'],
  ['send tiago 9,90', 9.9, 'Tiago Cravinho'],
  ['Move 400 euros to the House fund', 400, 'House fund'],
  ['Transfer 75 euros from the House fund to Daily', 75, 'Daily', { from: 'House fund' }],
  ['Pay Academia Lucerna 145 euros tomorrow', 145, 'Academia Lucerna', TOMORROW],
  ['Could you send Abebe eighty euros?', 80, 'Abebe Tessema'],
  [
    'I want to pay Tiphaine Le Goff 130 euros from the house fund',
    130,
    'Tiphaine Le Goff',
    { from: 'House fund' },
  ],
  ['Enaut Goikoetxea, send him 25 euros', 25, 'Eñaut Goikoetxea'],
  ['Please make a payment of 1.480,00 € to Fontaneria Zurbano', 1480, 'Fontanería Zurbano S.L.'],
  ['send one hundred and ten euros to Bartolomeo', 110, 'Bartolomeo Cacciatore'],
  ['wire 300 euros to Thorvaldur Jonsson on Friday', 300, 'Þorvaldur Jónsson', FRIDAY],
  ['Pay Tiago Cravinho thirty-two euros', 32, 'Tiago Cravinho'],
  ['can you get 20 euros over to Ayşenur', 20, 'Ayşenur Kılıç'],
  ['Send Abebe 5 euros for the bus ticket', 5, 'Abebe Tessema'],
  ['My friend Tiphaine should receive 48 euros from me, send it now', 48, 'Tiphaine Le Goff'],
  ['Anicet-Landry: transfer 77 euros', 77, 'Anicet-Landry Ndongo'],
  ['Please send Eñaut Goikoetxea the sum of 210 euros', 210, 'Eñaut Goikoetxea'],
  ['pay academia lucerna 60 euros in two weeks', 60, 'Academia Lucerna', { when: '2028-11-29' }],
  ['Tomorrow pay Bartolomeo 35 euros', 35, 'Bartolomeo Cacciatore', TOMORROW],
  ['Send 12 euros and 80 cents to Marisol Quiñones', 12.8, 'Marisol Quiñones'],
]);

function others(list: Other[], context: string, reason: string, messages: string[]): void {
  list.push(...messages.map((message) => ({ context, message, why: reason })));
}

others(notPayable, 'lea', 'negated', [
  "Don't send 50 euros to Oluwaseun",
  'Please do not transfer anything to Wim today',
  'I never want to pay Nordwind Heating 400 euros again',
  'No more 20 euros for Wanjiru',
  'Stop the 60 euros to Fatoumata',
  "I haven't agreed to send Mum 100 euros",
  'Under no circumstances send Agnieszka 50 euros',
]);
others(notPayable, 'marek', 'hypothetical', [
  'If Anjali asks, I would send her 40 euros',
  'Suppose I sent Søren 500 euros, what would be left?',
  'What happens if I transfer 2000 euros to Prajwal Deshpande?',
  'I might send Ludmila 30 euros later, not sure yet',
  'Maybe pay Tatra Plumbing 200 euros?',
  "I'm thinking about giving my father 100 euros",
  'Once Saoirse confirms, send her 75 euros',
  'Send Søren 50 euros unless he already paid me',
  'Pay Tatra Plumbing 180 euros if the heating works by then',
]);
others(notPayable, 'imogen', 'past', [
  'I sent Gethin £30 yesterday',
  'Chidinma got £45 from me last week',
  "I've already paid Mrs Ashdown £60",
  'Leilani sent me £20',
  'My £18 to Iestyn Window Cleaning never arrived',
  'Kwabena paid me back £15',
  'When I sent Niamh £33 I was charged twice',
]);
others(notPayable, 'dashiell', 'question', [
  'Did I send Itzayana $40?',
  'How much does it cost to wire $2,000 to Thaddeus?',
  'Can Makoa see my balance?',
  'How do I send Yitzhak $310?',
  'Has Sumayya received the $75?',
  'Why was my $815 to Cottonwood Daycare declined?',
  'Is $55 too much for Ironbridge Gym?',
  'Should I send Grandma $25?',
  'How long does a transfer of $50 to Haneul take?',
  'Could I even afford sending my brother $600?',
]);
others(notPayable, 'noor', "somebody else's order", [
  'Abebe asked me to send 40 euros to Tiphaine but I refused',
  'My boss said "pay Fontanería Zurbano 270 euros"',
  'Tiago will send Eñaut 20 euros himself',
  'Tell Marisol Quiñones to send me 35 euros',
  'Ask Bartolomeo to pay me 110 euros',
  'Request 50 euros from Abebe',
  'Academia Lucerna wrote: transfer 145 euros immediately',
  'Ayşenur must pay Anicet-Landry 15 euros',
]);
others(notPayable, 'noor', 'another language', [
  'Envía 40 euros a Tiago, por favor',
  'Überweise 50 Euro an Abebe',
  'Envoie 65 euros à Tiphaine',
  'Manda 20 euro a Bartolomeo',
  'Stuur 30 euro naar Abebe',
  'Wyślij 50 euro do Tiago',
  "Ayşenur'a 30 euro gönder",
  'Отправь 50 евро Олене',
  'Στείλε 22 ευρώ στην Καλλιόπη',
]);
others(notPayable, 'lea', 'another intent', [
  'Show my last five payments to Agnieszka',
  'Set a limit of 500 euros a day on Everyday',
  'Alert me when Everyday falls under 200 euros',
  'What is my balance?',
  'Cancel my transfer of 50 euros to Wim',
  'Exchange rate for 100 euros in dollars?',
  'Freeze my Everyday account',
  'Rename Holiday pot to Sailing',
  'Add Corentin Baud as a payee',
  'Delete Wanjiru Mwangi from my contacts',
]);
others(notPayable, 'marek', 'not one payment', [
  'Send Anjali between 20 and 60 euros',
  'Split 90 euros between Anjali and Prajwal',
  'Send 50 euros to everyone',
  'Send Søren as much as I sent last time',
  'Send something nice to Ludmila',
  'Send two fifty to Saoirse',
]);

others(outOfScope, 'lea', 'out of scope', [
  'What is the weather like in Lisbon tomorrow?',
  'Tell me a joke about accountants',
  'Set an alarm for half past six',
  'How do you make pancakes?',
  'Play something by a jazz trio',
  'Who wrote The Magic Mountain?',
  'Book me a table for two at eight',
  'Translate "good evening" into Finnish',
  'How tall is the Matterhorn?',
  'What time is it in Manila?',
  'Remind me to water the tomatoes',
  'Is my bike insured against rust by the city?',
  'Turn off the lights in the kitchen',
  'Which train goes to Salzburg at noon?',
  'How many legs does a lobster have',
]);
others(outOfScope, 'imogen', 'out of scope', [
  'Write me a poem about autumn',
  'Where did I leave my umbrella',
  'Who is going to win the cup final?',
  'Can dogs eat cucumber?',
  'Spell onomatopoeia',
  'What does my horoscope say?',
  'Order a large pizza with olives',
  'How far is the moon?',
  'Recommend a film with submarines',
  'Fix the wifi in my bedroom',
  'Do you love me?',
  'What is 17 times 23?',
  'Add milk to the shopping list',
  'Call a taxi to the station',
  'Where is the nearest petrol station?',
]);
others(outOfScope, 'dashiell', 'out of scope', [
  'Find me a good dentist',
  'Start the dishwasher',
  'What is the capital of Burkina Faso?',
  'Text Makoa that I am late',
  'How do I change a flat tire?',
  'When does daylight saving end?',
  'Show me pictures of otters',
  'Who is the oldest senator?',
  'Is there traffic on the bridge?',
  'Convert 12 miles to kilometres',
  'Sing happy birthday',
  'Explain photosynthesis',
  'How many calories are in an avocado',
  'What movie won best picture in 1994?',
  'Schedule a haircut for Thursday',
]);
others(outOfScope, 'noor', 'out of scope', [
  'asdf qwer zxcv',
  '🙂🙂🙂',
  'Good morning!',
  'Are you a human being?',
  'Which wine goes with trout?',
  'What is the meaning of life?',
  'My printer is out of ink',
  'Teach me how to say thank you in Basque',
  'Which phone has the best camera?',
  'How do I get rid of moths?',
  'Cancel my gym class on Friday',
  'Track my parcel from the shoe shop',
  'How old is the universe',
  'Do I need a visa for Oman?',
  'Give me a recipe for lentil soup',
  'What should I name my cat?',
  'lorem ipsum dolor sit amet',
]);

// The second writing: other people, other words.
commands('ysolde', [
  ['Send €14.30 to Levente', 14.3, 'Levente Szűcs'],
  ['send bjarte hovland 56 euros pls', 56, 'Bjarte Hovland'],
  ['Could you please transfer 230 euro to Prof. Odalys Quintero?', 230, 'Prof. Odalys Quintero'],
  ['Pay Brouwerij De Halve Kan €61.75', 61.75, 'Brouwerij De Halve Kan'],
  ['Forward thirty euros to Uncle Ferdie', 30, 'Uncle Ferdie'],
  ['20 EUR to Mirembe Nakato', 20, 'Mirembe Nakato'],
  ['transfer 90 to casimir', 90, 'Casimir Duquenne'],
  ['My brother should get 45 euros', 45, 'Casimir Duquenne'],
  ['Pay Tove Marklund back the 17 euros', 17, 'Tove Marklund'],
  ['Settle my debt of 38 euros with Ysaline', 38, 'Ysaline Vandekerckhove'],
  ['Please pay the roofers, Hendrikx Dakwerken, 1,250 euros', 1250, 'Hendrikx Dakwerken'],
  ['Kindly remit 410 EUR to Atelier Papillote SPRL', 410, 'Atelier Papillote SPRL'],
  ['Send Levente Szucs 19 euros tomorrow', 19, 'Levente Szűcs', TOMORROW],
  ['On Friday pay Mirembe 80 euros', 80, 'Mirembe Nakato', FRIDAY],
  ['Move 120 euros from Giro to Bike fund', 120, 'Bike fund'],
  ['take 60 euros out of my bike fund and put it in giro', 60, 'Giro', { from: 'Bike fund' }],
  ['Using the Bike fund, pay Bjarte 140 euros', 140, 'Bjarte Hovland', { from: 'Bike fund' }],
  ['Pay Uncle Ferdie fifty euros for the concert tickets', 50, 'Uncle Ferdie'],
  ['I want Ysaline Vandekerckhove to receive 75 euros', 75, 'Ysaline Vandekerckhove'],
  ['transfer 22,40 € to bjarte', 22.4, 'Bjarte Hovland'],
  ['Bjarte: 25 euros', 25, 'Bjarte Hovland'],
  ['give my brother a tenner', 10, 'Casimir Duquenne'],
  ['Send twelve euros and eighty cents to Tove Lindqvist', 12.8, 'Tove Lindqvist'],
  [
    'Send 35 pounds to Mirembe from Sterling',
    35,
    'Mirembe Nakato',
    { currency: 'GBP', from: 'Sterling' },
  ],
  [
    'Every month from tomorrow send Uncle Ferdie 15 euros',
    15,
    'Uncle Ferdie',
    { ...TOMORROW, every: 'month' },
  ],
  ['could u send 8 euros to levente for coffee', 8, 'Levente Szűcs'],
  ['Initiate a transfer of 500 euros to Prof Quintero', 500, 'Prof. Odalys Quintero'],
  ['Make sure Bjarte gets 33 euros', 33, 'Bjarte Hovland'],
  ['I have to pay back Mirembe 29 euros', 29, 'Mirembe Nakato'],
  ['Let Casimir have 12 euros', 12, 'Casimir Duquenne'],
]);
commands('keoni', [
  ['Send $48 to Nalani', 48, 'Nalani Makaiwi'],
  ['venmo style: 12 bucks to Cormac', 12, 'Cormac Delahunty'],
  ['Shoot Quillon 25 dollars', 25, 'Quillon Brathwaite'],
  ['Pay Halekai Dance School $120.50 for lessons', 120.5, 'Halekai Dance School'],
  ['Wire Jedediah Thornquist 2,000 dollars', 2000, 'Jedediah Thornquist'],
  ['Transfer $300 from Rainy fund to Wallet', 300, 'Wallet', { from: 'Rainy fund' }],
  ['add 50 dollars to my rainy fund', 50, 'Rainy fund'],
  ['Send my mother $95', 95, 'Ululani Ahuna'],
  ['Send Mom 20 dollars', 20, 'Ululani Ahuna'],
  ['Would you send Nana sixty dollars?', 60, 'Nana'],
  ['Zoltan is owed $31, please pay', 31, 'Zoltán Pekár'],
  ['pay bluewater plumbing 275 usd', 275, 'Bluewater Plumbing Inc'],
  ['Please have $18 sent to Phuong-Anh', 18, 'Phuong-Anh Lieu'],
  ['Drop $7.25 to Quillon for lunch', 7.25, 'Quillon Brathwaite'],
  ['I would like to send Cormac Delahunty one hundred and ten dollars', 110, 'Cormac Delahunty'],
  ['Tomorrow transfer 40 dollars to Nana', 40, 'Nana', TOMORROW],
  ['Send Nalani $22 on 17 November', 22, 'Nalani Makaiwi', FRIDAY],
  ['pay 60 to mr dempsey for the lawn', 60, 'Mr. Dempsey Lawncare'],
  [
    'Send 15 euros to Zoltán from Euro purse',
    15,
    'Zoltán Pekár',
    { currency: 'EUR', from: 'Euro purse' },
  ],
  ['$64 for Jedediah please', 64, 'Jedediah Thornquist'],
  ['Cover my half with Cormac: pay him $37', 37, 'Cormac Delahunty'],
  ['Hey, can you get $50 over to Quillon Brathwaite', 50, 'Quillon Brathwaite'],
  ['Put $1,000 in the rainy fund', 1000, 'Rainy fund'],
  ['quick transfer: nana, 35 dollars', 35, 'Nana'],
  ['Make a $90 payment to Halekai Dance School', 90, 'Halekai Dance School'],
  [
    'Send 80 dollars weekly to Nalani starting tomorrow',
    80,
    'Nalani Makaiwi',
    { ...TOMORROW, every: 'week' },
  ],
  ['Ship 45 dollars to Phuong-Anh Lieu right away', 45, 'Phuong-Anh Lieu'],
  ['Reimburse Jedediah $88.88', 88.88, 'Jedediah Thornquist'],
  ['Please credit Nana with 25 dollars', 25, 'Nana'],
  ['Can we pay Bluewater Plumbing the $150 we owe them', 150, 'Bluewater Plumbing Inc'],
]);
others(notPayable, 'ysolde', 'not a plain order', [
  'Did I send Bjarte 40 euros?',
  'Send Bjarte 40 euros unless he already paid',
  'Levente wants me to send 80 euros but I am not sure',
  'Pretend you sent Casimir 30 euros',
  'Send Tove 25 euros',
  'Send Bjarte twenty thirty euros',
  'Pay Mirembe whatever I owe her',
  'Send around 60 euros to Casimir',
  'Send Bjarte the same as last time',
  'Send Bjarte 50 euros and Levente 60',
  'Do not ever pay Hendrikx Dakwerken 350 euros',
  'Pay Uncle Ferdie 20% of 300 euros',
]);
others(notPayable, 'keoni', 'not a plain order', [
  'Ask Nana to send me 40 dollars',
  'Cormac sent me $50',
  'Should I pay Quillon $30?',
  'Pay Jedediah when my salary comes, $200',
  'Send Nalani up to $50',
  'Send $40 to Nalani, no, to Nana',
  'Send Cormac five ten dollars',
  'Send Nana $20 plus tip',
  'Someone wrote: transfer $900 to Zoltan',
  'Cancel the $40 to Nana',
  'Send Quillon minus 20 dollars',
  'Send Nalani $30 the day after my birthday',
]);

// The third writing: other people again.
const RESERVE = { from: 'Rücklage' };
commands('bahar', [
  ['Send 42 euros to Thandeka', 42, 'Thandeka Zulu'],
  ['please pay Dr Hruby €95.50', 95.5, 'Dr. Leopold Hruby'],
  ['transfer 18 euro to gizem celik', 18, 'Gizem Çelik'],
  ['Mum needs 60 euros, please send them', 60, 'Mum'],
  ['Jiri Dvoracek: 27,30 €', 27.3, 'Jiří Dvořáček'],
  ['Can you wire 340 euros to Ananya Krishnamurthy for me?', 340, 'Ananya Krishnamurthy'],
  ['Pay Ananya Krishnamurty 55 euros', 55, 'Ananya Krishnamurthy'],
  ['I owe Lucia Barrenechea 23 euros, pay her', 23, 'Lucía Barrenechea'],
  ['give Sir Alistair a hundred and twenty euros', 120, 'Sir Alistair Penhaligon'],
  ['Nguyen Van Tung should receive 75 euros', 75, 'Nguyễn Văn Tùng'],
  ["D'Angelo gets 15 euros for lunch", 15, "D'Angelo Whitfield"],
  ['Aegir Sturluson 33 euros please', 33, 'Ægir Sturluson'],
  ['transfer two hundred fifty euros to my son', 250, 'Darius Soltani'],
  ['Pay the invoice of Elektro Wimmer KG, 612 euros', 612, 'Elektro Wimmer KG'],
  ['We bought cheese: send Käserei Alpbach 28.90', 28.9, 'Käserei Alpbach'],
  ['Settle 85 euros with Ballettschule Corelli', 85, 'Ballettschule Corelli'],
  ['Move €300 into Rücklage', 300, 'Rücklage'],
  ['Put 50 euros aside in my Rücklage account', 50, 'Rücklage'],
  ['Take 150 euros from Rücklage and send it to Thandeka Zulu', 150, 'Thandeka Zulu', RESERVE],
  ['Out of Rücklage pay Gizem 40 euros', 40, 'Gizem Çelik', RESERVE],
  ['Send 20 euros to Darius on Friday', 20, 'Darius Soltani', FRIDAY],
  ['tomorrow morning pay mum 35 euros', 35, 'Mum', TOMORROW],
  [
    'Set up 25 euros a month to Thandeka, first one tomorrow',
    25,
    'Thandeka Zulu',
    { ...TOMORROW, every: 'month' },
  ],
  ['Send Jiří sixty-five euros for the train', 65, 'Jiří Dvořáček'],
  ['would you mind sending 12 euros over to Gizem', 12, 'Gizem Çelik'],
  [
    'Send 80 francs to Thandeka from the Franc account',
    80,
    'Thandeka Zulu',
    { currency: 'CHF', from: 'Franc account' },
  ],
  [
    'I would like to make a payment of 44 EUR to Lucía Fernández-Ordóñez',
    44,
    'Lucía Fernández-Ordóñez',
  ],
  ['pls snd 30 euros to thandeka', 30, 'Thandeka Zulu'],
  ['Reimburse Dr. Hruby for the tickets: 58 euros', 58, 'Dr. Leopold Hruby'],
  ['Thandeka Zulu, EUR 64, thanks', 64, 'Thandeka Zulu'],
]);
commands('obi', [
  ['Send £45 to Wilhelmina', 45, 'Wilhelmina Oosterhuis'],
  ['pay tariq 22 quid', 22, 'Tariq Benhaddou'],
  ['Efua Mensah, £17.25 please', 17.25, 'Efua Mensah'],
  ['Get £70 across to Grandad', 70, 'Grandad'],
  ['Rhiannon ap Gwilym is due 130 pounds, pay it', 130, 'Rhiannon ap Gwilym'],
  ['Please transfer £55 to Sakari Lehtinen for the hotel', 55, 'Sakari Lehtinen'],
  ['ping Mikolaj £8', 8, 'Mikołaj Grzegorczyk'],
  ['Ms Thorne should have 40 pounds from me', 40, 'Ms. Philippa Thorne'],
  ['hokulani pukui 90 pounds', 90, 'Hōkūlani Pukui'],
  ['Jean Baptiste Ouattara gets £31', 31, 'Jean-Baptiste Ouattara'],
  ['Send my wife £100', 100, 'Ifeoma Castellanos'],
  ['Pay Brackenridge Joinery £1,480.00', 1480, 'Brackenridge Joinery Ltd'],
  ['saffron and sons: £63.20', 63.2, 'Saffron & Sons'],
  ['Pay Mr Pettigrew Chimneys ninety pounds', 90, 'Mr. Pettigrew Chimneys'],
  ['stash £250 in my savings', 250, 'My savings'],
  ['Bring £120 from my savings to Spending', 120, 'Spending', { from: 'My savings' }],
  ['From my savings, pay Tariq Benhaddou £200', 200, 'Tariq Benhaddou', { from: 'My savings' }],
  ['Send Efua £26 tomorrow', 26, 'Efua Mensah', TOMORROW],
  ['£33 to Grandad this coming Friday', 33, 'Grandad', FRIDAY],
  [
    'Every week send Rhiannon £20, starting on Friday',
    20,
    'Rhiannon ap Gwilym',
    { ...FRIDAY, every: 'week' },
  ],
  [
    'Send 75 dollars to Sakari out of the Dollar pot',
    75,
    'Sakari Lehtinen',
    { currency: 'USD', from: 'Dollar pot' },
  ],
  ['Hello, I need £48 to go to Wilhelmina Oosterhuis', 48, 'Wilhelmina Oosterhuis'],
  ['Split is done, my part is £19: pay it to Tariq', 19, 'Tariq Benhaddou'],
  ['Dinner was great, pay Efua back £36.50', 36.5, 'Efua Mensah'],
  ['transfer fifteen pounds sixty to Mikołaj', 15.6, 'Mikołaj Grzegorczyk'],
  ['Send Grandad a fiver', 5, 'Grandad'],
  ['Kindly forward the sum of £500 to Rhiannon ap Gwilym', 500, 'Rhiannon ap Gwilym'],
  ['Do a bank transfer: £29, Efua', 29, 'Efua Mensah'],
  ['My wife wants £65, send it to her', 65, 'Ifeoma Castellanos'],
  ['Send Sakari his £14 please', 14, 'Sakari Lehtinen'],
]);
others(notPayable, 'bahar', 'not a plain order', [
  'Send Lucía 30 euros',
  'Send Mum 50 euros if there is enough left',
  'How would I send Gizem 50 euros?',
  'Thandeka sent me 50 euros',
  'Send Jiří three four euros',
  'Send Ananya at most 80 euros',
  'My son asked: can you send Gizem 20 euros?',
  "Don't send Mum the 60 euros",
  'Send Dr. Hruby half of 120 euros',
  'Send Thandeka 40 euros or 50 euros',
  'Send Gizem 20 and Mum 30 euros',
  'Remind me to send Darius 20 euros',
]);
others(notPayable, 'obi', 'not a plain order', [
  'Was the £45 to Wilhelmina sent?',
  'Tariq wants £22, what do you think?',
  'Request £30 from Efua',
  'Send Grandad roughly £70',
  'Send Rhiannon £5²',
  'Stop the £20 to Rhiannon',
  'Send Sakari all I have',
  'Send £60 to Efua once Tariq has paid me',
  'Maybe send Mikolaj £10',
  'Send Philippa £twenty forty',
  'The letter says "pay Mr Pettigrew Chimneys £90"',
  'Send £-40 to Tariq',
]);

// The fourth writing. Its author had read no rule of the engine.
const MONDAY = { when: '2028-11-20' };
const FIRST = { when: '2028-12-01' };
commands('sushila', [
  ['Transfer Rs 4500 to Venkataraghavan Iyer', 4500, 'Venkataraghavan Iyer'],
  ['kindly send ₹2,500 to Meenakshi', 2500, 'Meenakshi Sundaram'],
  ['Pls do the needful and pay Irfan Qureshi Rs 5000/-', 5000, 'Irfan Qureshi'],
  ['send amma ten thousand rupees', 10000, 'Amma'],
  ['I want to send 1,25,000 rupees to Jaspreet Ahluwalia', 125000, 'Jaspreet Ahluwalia'],
  ['Please transfer two lakh rupees to my brother', 200000, 'Karthik Ramanathan'],
  ['pay fifteen hundred rupees to Annapurna Provision Store', 1500, 'Annapurna Provision Store'],
  ['Sri Lakshmi Tiffin Centre 3200 rupees pay', 3200, 'Sri Lakshmi Tiffin Centre'],
  ['Pay Dr Pushpa 800 rupees consultation fee', 800, 'Dr. Pushpa Nagarajan'],
  ['send tenzin 650', 650, 'Tenzin Dolkar'],
  ['Tomorrow morning pay Govind Electricals Rs. 7,350', 7350, 'Govind Electricals', TOMORROW],
  ['on friday send 2000 to irfan siddiqui', 2000, 'Irfan Siddiqui', FRIDAY],
  ['Put 25,000 into Gold savings', 25000, 'Gold savings'],
  [
    'Shift 40000 rupees from Gold savings to Salary account',
    40000,
    'Salary account',
    { from: 'Gold savings' },
  ],
  [
    "Send 120 dollars to Brendan O'Halloran from my Dollar account",
    120,
    "Brendan O'Halloran",
    { currency: 'USD', from: 'Dollar account' },
  ],
  ['Pay INR 12,499.50 to Govind Electricals', 12499.5, 'Govind Electricals'],
  ['My brother Karthik has to get 3 thousand rupees, send please', 3000, 'Karthik Ramanathan'],
  ['arre yaar, just send Meenakshi Sundaram 900 rupees na', 900, 'Meenakshi Sundaram'],
  [
    'Every month on 1st send Amma 8000 rupees',
    8000,
    'Amma',
    { every: 'month', when: '2028-12-01' },
  ],
  ['I have to give 450 rupees to Jaspreet for lunch, please transfer', 450, 'Jaspreet Ahluwalia'],
  [
    'transfer an amount of Rs 18,000 to Venkataraghavan Iyer towards deposit',
    18000,
    'Venkataraghavan Iyer',
  ],
  ['pay anapurna provision store 2140 rs', 2140, 'Annapurna Provision Store'],
  ['5k to Irfan Qureshi', 5000, 'Irfan Qureshi'],
  [
    'Schedule 6,000 rupees to Tenzin Dolkar on 25 November',
    6000,
    'Tenzin Dolkar',
    { when: '2028-11-25' },
  ],
  ['Please send seven hundred and fifty rupees to Dr. Nagarajan', 750, 'Dr. Pushpa Nagarajan'],
  [
    'From gold savings give my brother fifty thousand',
    50000,
    'Karthik Ramanathan',
    { from: 'Gold savings' },
  ],
]);
commands('doreen', [
  ['Good morning dear, would you send £20 to Kirsty please', 20, 'Kirsty Applegarth'],
  ['I should like to give Colin fifty pounds', 50, 'Colin Applegarth'],
  ['pay Hebden Taxis £8.40', 8.4, 'Hebden Taxis'],
  ['Wigglesworth Coal and Logs, £112 for the delivery', 112, 'Wigglesworth Coal & Logs'],
  ['A tenner to Bev', 10, 'Bev'],
  ['bev needs 35 quid, send it her', 35, 'Bev'],
  ['Send Sandra Ollerenshaw £14.50 for the raffle', 14.5, 'Sandra Ollerenshaw'],
  ['twenty-two pounds fifty to Maureen please', 22.5, 'Maureen Tattersall'],
  ['Please let Father Boyle have £60', 60, 'Father Ignatius Boyle'],
  ['Transfer thirty pounds into my Christmas club', 30, 'Christmas club'],
  ['Take £200 out of the nest egg and pop it in Current', 200, 'Current', { from: 'Nest egg' }],
  ['my granddaughter is to have £100 on 1st December', 100, 'Kirsty Applegarth', FIRST],
  ['Could you pay Dr Chaudhry £95 tomorrow', 95, 'Dr Anwar Chaudhry', TOMORROW],
  ['Winston Gayle Barrett £48 please', 48, 'Winston Gayle-Barrett'],
  ['Eirlys did my hair, pay her £16', 16, 'Eirlys Prosser'],
  ['send my son £75', 75, 'Colin Applegarth'],
  [
    'Pay Little Otters Playgroup £27.50 every week from Monday',
    27.5,
    'Little Otters Playgroup',
    { every: 'week', ...MONDAY },
  ],
  ['a hundred and forty pounds to Wigglesworth Coal & Logs', 140, 'Wigglesworth Coal & Logs'],
  ['I owe Maureen Tattersall £6.25, settle that for me', 6.25, 'Maureen Tattersall'],
  ['On Monday send Sandra Pickersgill £40', 40, 'Sandra Pickersgill', MONDAY],
  ['Please put £150 away in my nest egg', 150, 'Nest egg'],
  ['Maureen Tatersall £18', 18, 'Maureen Tattersall'],
  ['a fiver to Kirsty', 5, 'Kirsty Applegarth'],
  ['£1,050 to Colin, reference new boiler', 1050, 'Colin Applegarth'],
  ['Pay Hebden Taxis twelve pounds and sixty pence', 12.6, 'Hebden Taxis'],
  ['From the Christmas club, send Bev £25', 25, 'Bev', { from: 'Christmas club' }],
]);
commands('zeke', [
  ['pay xochitl 640', 640, 'Xóchitl Ruvalcaba'],
  ['DeShawn $125 for the wheel truing', 125, 'DeShawn Whitlock'],
  ['Trail & Gear Wholesale $2,318.40, inv 88213', 2318.4, 'Trail & Gear Wholesale'],
  ['send 1.5k to trail and gear wholesale', 1500, 'Trail & Gear Wholesale'],
  ['cut Cascade Propane a payment of $186', 186, 'Cascade Propane'],
  [
    'Pay Velo Milano 780 euros from the Euro account',
    780,
    'Velo Milano S.r.l.',
    { currency: 'EUR', from: 'Euro account' },
  ],
  ['move 400 bucks to the tax reserve', 400, 'Tax reserve'],
  ['move $250 from Shop checking to Personal', 250, 'Personal'],
  ['shoot Dad 60 bucks from personal', 60, 'Dad', { from: 'Personal' }],
  ['gotta pay Mateusz Bielak 90 dollars tomorrow', 90, 'Mateusz Bielak', TOMORROW],
  ['Send Kaylee Munro $35', 35, 'Kaylee Munro'],
  ['kayleigh rasmussen $410 friday', 410, 'Kayleigh Rasmussen', FRIDAY],
  ['my wife gets 300 dollars, please send', 300, 'Odalis Halvorson'],
  ['Priyanka Venkatesan twelve hundred dollars', 1200, 'Priyanka Venkatesan'],
  ['hey can you get $55.75 to Hank Abernathy', 55.75, 'Hank Abernathy'],
  ['Payroll: $900 to DeShawn Whitlock on 11/30', 900, 'DeShawn Whitlock', { when: '2028-11-30' }],
  [
    'every week send Xóchitl $640 starting Friday',
    640,
    'Xóchitl Ruvalcaba',
    { every: 'week', ...FRIDAY },
  ],
  [
    '$75 monthly to Cascade Propane from December 1st',
    75,
    'Cascade Propane',
    { every: 'month', ...FIRST },
  ],
  ['one thousand one hundred dollars to Priyanka', 1100, 'Priyanka Venkatesan'],
  ['transfer sixty-five dollars and ten cents to Mateusz', 65.1, 'Mateusz Bielak'],
  ['sned 80 dollars to Hank Lindgren', 80, 'Hank Lindgren'],
  [
    'Take 350 from Tax reserve and put it in Shop checking',
    350,
    'Shop checking',
    { from: 'Tax reserve' },
  ],
  ['Give my dad $45 for gas', 45, 'Dad'],
  ['Pls pay Odalis 20 bucks she got the coffees', 20, 'Odalis Halvorson'],
]);
commands('ysolde', [
  ['Can you pay Mirembe 27,40 € please', 27.4, 'Mirembe Nakato'],
  ['I must still give 60 euro to Bjarte, do it please', 60, 'Bjarte Hovland'],
  ['Uncle Ferdie 15 euro', 15, 'Uncle Ferdie'],
  ['transfer hundred euro to my brother', 100, 'Casimir Duquenne'],
  ['Hendrikx Dakwerken must have 1.320,00 euro for the roof, pay it', 1320, 'Hendrikx Dakwerken'],
  ['make 85 euro over to Levente Szucs', 85, 'Levente Szűcs'],
  ['Please to send 19 euros to Ysaline', 19, 'Ysaline Vandekerckhove'],
  [
    'Pay from the Bike fund 240 euro to Atelier Papillote',
    240,
    'Atelier Papillote SPRL',
    { from: 'Bike fund' },
  ],
  [
    '45 pounds to Tove Marklund from Sterling',
    45,
    'Tove Marklund',
    { currency: 'GBP', from: 'Sterling' },
  ],
  ['prof Quintero, fifty-five euros', 55, 'Prof. Odalys Quintero'],
  ['Set 70 euro apart in the bike fund', 70, 'Bike fund'],
  ['send 12 eur to tove lindqvist the day after tomorrow', 12, 'Tove Lindqvist', FRIDAY],
]);
commands('keoni', [
  ['can i get 40 to Nalani', 40, 'Nalani Makaiwi'],
  ['yo send quillon 15 bucks lol', 15, 'Quillon Brathwaite'],
  ['my mom 50 dollars pls', 50, 'Ululani Ahuna'],
  ['nana $20 🎂', 20, 'Nana'],
  ['venmo phuong-anh $11.50 for boba', 11.5, 'Phuong-Anh Lieu'],
  ['pay Halekai Dance School one hundred eighty dollars', 180, 'Halekai Dance School'],
  ['stick 35 bucks in my rainy fund', 35, 'Rainy fund'],
  ['Mr Dempsey Lawncare $65 on Nov 22', 65, 'Mr. Dempsey Lawncare', { when: '2028-11-22' }],
  ['imma need you to send cormac 22 dollars rn', 22, 'Cormac Delahunty'],
  ['Transfer $90 out of Rainy fund into Wallet', 90, 'Wallet', { from: 'Rainy fund' }],
  ['Zoltan Pekar $70, memo: concert', 70, 'Zoltán Pekár'],
  ['split done, now pay jedediah 18.25', 18.25, 'Jedediah Thornquist'],
]);
commands('obi', [
  ['Would you be so kind as to pay Ms Thorne £85', 85, 'Ms. Philippa Thorne'],
  ['Send grandad forty quid', 40, 'Grandad'],
  ['pay the missus £60', 60, 'Ifeoma Castellanos'],
  ['Rhiannon ap Gwilym is due £31, send it over', 31, 'Rhiannon ap Gwilym'],
  ['Brackenridge Joinery, eight hundred and fifty pounds', 850, 'Brackenridge Joinery Ltd'],
  ['bung Tariq £20 would you', 20, 'Tariq Benhaddou'],
  ['Pay Efua Mensah £24 and put "tickets" as the reference', 24, 'Efua Mensah'],
  ['£125 to saffron and sons please', 125, 'Saffron & Sons'],
  ['hi, please get 200 pounds to my wife, thanks', 200, 'Ifeoma Castellanos'],
  ['Mikolaj G. £17', 17, 'Mikołaj Grzegorczyk'],
]);
commands('noor', [
  ['Make please one transfer of 38 euros for Tiago Cravinho', 38, 'Tiago Cravinho'],
  ['to Abebe I want send 26 euros', 26, 'Abebe Tessema'],
  [
    'Academia Lucerna, 145 euros each month from the 1st of December',
    145,
    'Academia Lucerna',
    { every: 'month', ...FIRST },
  ],
  ['Save 500 euros in House fund', 500, 'House fund'],
  ['pay fontaneria zurbano sl 93,15', 93.15, 'Fontanería Zurbano S.L.'],
  ['Þorvaldur 34 euros on monday', 34, 'Þorvaldur Jónsson', MONDAY],
  [
    'Please do a payment to Kalliopi... no, to Tiphaine Le Goff, of 50 euros',
    50,
    'Tiphaine Le Goff',
  ],
  ['twenty euro for Eñaut', 20, 'Eñaut Goikoetxea'],
  ['Marisol Etxeberria: 64 €', 64, 'Marisol Etxeberria'],
  [
    'Two thousand euros from the House fund to Bartolomeo Cacciatore',
    2000,
    'Bartolomeo Cacciatore',
    { from: 'House fund' },
  ],
]);

// The fifth writing. Its author had read no rule of the engine in this round.
const THURSDAY = { when: '2028-11-16' };
const SECOND = { when: '2028-12-02' };
const MONTH_END = { when: '2028-11-30' };
const EMERGENCY = { from: 'Emergency fund' };
commands('pilar', [
  ['hello, I need send 45 euros to Tomasz please', 45, 'Tomasz Wiśniewski'],
  ['Could you be so kind and transfer 230 euros to Ngozi Adichukwu', 230, 'Ngozi Adichukwu'],
  ['Pay to Dra. Falcao 70 euros', 70, 'Dra. Conceição Falcão'],
  ['I want that you send 100 euros to my brother', 100, 'Gorka Etxeberria'],
  ['mãe 60€', 60, 'Mãe'],
  ['make a transfer of 1.200,00 € to Condomínio Rua das Flores', 1200, 'Condomínio Rua das Flores'],
  ['Send please to Lars-Erik thirty euros', 30, 'Lars-Erik Sjögren'],
  ['send djordje milosevic 55 eur', 55, 'Đorđe Milošević'],
  ['Ahmad must receive 80 euros from me, please pay him', 80, 'Ahmad bin Yusof'],
  ['Please to pay Padaria Estrela 14,35 euros', 14.35, 'Padaria Estrela Lda'],
  ['forty-five euros and fifty cents for Chiara, thank you', 45.5, 'Chiara'],
  [
    'On the 2nd pay 640 euros to Condominio Rua das Flores',
    640,
    'Condomínio Rua das Flores',
    SECOND,
  ],
  [
    'Take 150 euros out of the emergency fund and put it in my main account',
    150,
    'Main account',
    EMERGENCY,
  ],
  ['pass 500 euros to the emergency fund', 500, 'Emergency fund'],
  ['Sofía Larrañaga: 22,50 euros', 22.5, 'Sofía Larrañaga'],
  ['tranfer 90 euro to Sofia Papadimitriou tomorow', 90, 'Sofia Papadimitriou', THURSDAY],
  [
    'Please execute a payment of EUR 318.20 to Oficina Baptista & Filhos, invoice 2028/114',
    318.2,
    'Oficina Baptista & Filhos',
  ],
  ['Send 200 francs to Lars-Erik Sjögren', 200, 'Lars-Erik Sjögren', { currency: 'CHF' }],
  ['I owe Tomasz Wisniewski 33 euros from the taxi, send it to him', 33, 'Tomasz Wiśniewski'],
  ['every month 50 euros to Mãe', 50, 'Mãe', { every: 'month' }],
  ['Chiara gets 19 euros, for the museum tickets', 19, 'Chiara'],
  ['From the emergency fund, three hundred euros to Gorka', 300, 'Gorka Etxeberria', EMERGENCY],
]);
const VAT = { from: 'VAT pot' };
commands('gareth', [
  ['Pay Plumbase £412.60 inv 88231', 412.6, 'Plumbase Merchants Ltd'],
  ['bung big steve 60 quid for the van', 60, 'Big Steve'],
  ['alright, ping Dai a tenner', 10, 'Dai Llewellyn'],
  ['Tregothnan Skip Hire, £285, skip for the Truro job', 285, 'Tregothnan Skip Hire'],
  [
    'Can we get £1,150 over to Blue Anchor Scaffolding by bank transfer please',
    1150,
    'Blue Anchor Scaffolding LLP',
  ],
  ['wages: Krzysztof £540', 540, 'Krzysztof Zając'],
  ['pay krzystof zajac his 540 on friday', 540, 'Krzysztof Zając', FRIDAY],
  ['Stick two hundred and fifty pounds in the VAT pot', 250, 'VAT pot'],
  ['shift 800 from the vat pot to the business account', 800, 'Business account', VAT],
  ['Nan needs £35 for her shopping, can you sort that', 35, 'Nan'],
  ['my wife wants £120, send it over would you', 120, 'Morwenna Penhaligon'],
  ['Bill Trevanion 75 quid ta', 75, 'Sgt. Bill Trevanion'],
  ['Send £20 to Jago and put pocket money as the reference', 20, 'Jago Penhaligon'],
  ['two fifty to Oksana Hrytsenko for the cleaning', 250, 'Oksana Hrytsenko'],
  ['Muhammad Rahman £96.40 please mate', 96.4, 'Muhammad Rahman'],
  [
    'Kindly arrange settlement of £2,340.00 to Plumbase Merchants Ltd from the VAT pot',
    2340,
    'Plumbase Merchants Ltd',
    VAT,
  ],
  ['settle up with Dai, I owe him 45 quid', 45, 'Dai Llewellyn'],
  ['€320 to Rosie Fanshawe', 320, 'Rosie Fanshawe', { currency: 'EUR' }],
  [
    'Schedule £600 to Tregothnan Skip Hire for the last day of the month',
    600,
    'Tregothnan Skip Hire',
    MONTH_END,
  ],
  ["drop 15 quid in Nan's account", 15, 'Nan'],
  ['Rosie should have £48 from Household', 48, 'Rosie Fanshawe', { from: 'Household' }],
  ['lob my lad 30 quid', 30, 'Jago Penhaligon'],
  ['top up Household with £400', 400, 'Household'],
]);
const SAVINGS_OF_RUTHANNE = { from: 'My savings' };
commands('ruthanne', [
  [
    'Good morning dear, I would like to send my granddaughter fifty dollars for her birthday',
    50,
    'Brittany Kowalczyk',
  ],
  [
    'Would you please be so good as to pay Sunshine Lawn Care sixty-five dollars',
    65,
    'Sunshine Lawn Care',
  ],
  ["Please pay the Gulf Coast Power bill, it's $143.27 this time", 143.27, 'Gulf Coast Power'],
  ['Petunias Hair Salon $48', 48, "Petunia's Hair Salon"],
  [
    'I promised Pastor Jim a hundred dollars for the roof, please send it',
    100,
    'Pastor Jim Oyelaran',
  ],
  ['Marjorie Stubblefield $22.50 for the bridge club', 22.5, 'Marjorie Stubblefield'],
  [
    'Move one thousand dollars out of my savings into checking',
    1000,
    'Checking',
    SAVINGS_OF_RUTHANNE,
  ],
  ['put twenty dollars in the church fund please', 20, 'Church fund'],
  ['Nguyen Minh Chau is owed 85 dollars. Please pay her.', 85, 'Nguyễn Minh Châu'],
  ['My husband needs $200 in his account', 200, 'Walter Kowalczyk'],
  ['Send Dr Leibowitz $175, that is for the eyeglasses', 175, 'Dr. Leibowitz'],
  ['Wire Hyun-Woo Baek $1,500 from my savings', 1500, 'Hyun-woo Baek', SAVINGS_OF_RUTHANNE],
  ['Pay Delphine 40 bucks on Monday', 40, 'Delphine Arceneaux', MONDAY],
  ['I need to get $310 to Anneliese Vandermeer today', 310, 'Anneliese Vandermeer'],
  [
    'Starting December 1st send Brittany $100 every month',
    100,
    'Brittany Kowalczyk',
    { every: 'month', ...FIRST },
  ],
  [
    'One hundred and twenty-five dollars and thirty cents to Gulf Coast Power, if you please',
    125.3,
    'Gulf Coast Power',
  ],
  ['Tyrell Banks fixed my gate so send him $80', 80, 'Tyrell Banks'],
  ['please make a donation of $25 to the church fund', 25, 'Church fund'],
  ['Have $60 sent to Marjorie on December 2', 60, 'Marjorie Stubblefield', SECOND],
  ['Let Walter have 75 dollars', 75, 'Walter Kowalczyk'],
]);
commands('jun', [
  ['yo send kwame 15', 15, 'Kwame'],
  ['can u venmo aoife 20 euro lol', 20, 'Aoife Ní Bhriain'],
  ['10 euro 2 zuzanna pls', 10, 'Zuzanna Kaczmarek'],
  ['gimme dad 50 back, i mean send dad 50', 50, 'Dad'],
  ['shoot emeka 12.50 for pizza', 12.5, 'Emeka Onyekachi'],
  ['send €8 to jiho', 8, 'Ji-ho Seo'],
  ['sis needs 25e', 25, 'Hana Takahara'],
  ['stash 40 euro in switch 3 fund', 40, 'Switch 3 fund'],
  ['Coach Brannigan €30 4 the jersey', 30, 'Coach Brannigan'],
  [
    'liffey music school is due 120 euro, pay them from gig money',
    120,
    'Liffey Music School',
    { from: 'Gig money' },
  ],
  ['pay game vault 59.99', 59.99, 'Game Vault'],
  ['ok so basically i owe ronan 17 euro so can you send that', 17, 'Ronan Gallagher'],
  ['roisin gallagher 5 euro thx', 5, 'Róisín Gallagher'],
  ['throw 100 euro from gig money into spending', 100, 'Spending', { from: 'Gig money' }],
  ['zuzana kaczmarek €7.80 asap', 7.8, 'Zuzanna Kaczmarek'],
  ['send my sister 20 euro on friday for the concert', 20, 'Hana Takahara', FRIDAY],
  ['eddie rocket diner 23 euro', 23, 'Eddie Rocket Diner'],
  ['give aoife her 14 euro back', 14, 'Aoife Ní Bhriain'],
  ['can i pay dad 35 euro tomorrow', 35, 'Dad', THURSDAY],
  ['every friday send coach brannigan 10 euro', 10, 'Coach Brannigan', { every: 'week' }],
]);
others(notPayable, 'gareth', 'fifth writing', [
  'Has Plumbase had their £412 yet?',
  "don't pay Dai the tenner",
  'Dai says he paid me £60 on Friday',
  'pay Big Steve whatever he is owed',
  'If Krzysztof finishes the job send him £540',
  'remind me to pay Nan £35',
  'what would it cost to send Rosie €320',
  'Chase Blue Anchor for the £1,150 they owe us',
  'Oksana is sending me two fifty',
]);
others(notPayable, 'pilar', 'fifth writing', [
  'Tomasz wants 45 euros but I will not give',
  'Manda 60 euros à mãe',
  'I sent already 230 euros to Ngozi',
  'Send 20 or 30 euros to Chiara',
  'Send to Ahmad the rest of my salary',
]);
others(notPayable, 'jun', 'fifth writing', [
  'lol imagine sending kwame 500',
  'dad sent me 50',
  'ask ronan for 17 euro',
  'ji-ho said send emeka 12 but nah',
  'how do i send aoife 20',
]);
others(notPayable, 'ruthanne', 'fifth writing', [
  'I was wondering whether I should send Brittany $100',
  'Did Pastor Jim get his hundred dollars?',
  'Never send Sunshine Lawn Care more than $65',
  'Walter used to send me $75 every week',
]);

// The sixth writing. Its author had read no rule of the engine.
const RENT_POT = { from: 'Rent pot' };
commands('malik', [
  ['zahra 12.40 for the uber', 12.4, 'Zahra Moghaddam'],
  ['send oisin a fiver', 5, 'Oisín Breathnach'],
  ['can u pay ikechukwu back £18, he got the pizzas', 18, 'Ikechukwu Nwosu'],
  ['mum lent me 40 quid, send it back to her', 40, 'Mum'],
  ['£6.75 to yaw boateng pls', 6.75, 'Yaw Boateng'],
  ['transfer 250 from the rent pot to cottonmill halls', 250, 'Cottonmill Halls Ltd', RENT_POT],
  ['chuck £60 into my rent pot', 60, 'Rent pot'],
  ['freya ostergaard needs 22 pounds for the gig ticket, send it', 22, 'Freya Østergaard'],
  ['pay Grit Climbing 29.99', 29.99, 'Grit Climbing CIC'],
  ['elly sanderson £9', 9, 'Elly Sanderson'],
  ['twenty quid to my brother tomorrow', 20, 'Amir Deveraux', TOMORROW],
  ['need to get £14.20 over to dang thanh mai', 14.2, 'Đặng Thanh Mai'],
  ['bargain books salford, 31 quid, second hand textbooks', 31, 'Bargain Books Salford'],
  ['send ikechukwu nwosu 35 this friday', 35, 'Ikechukwu Nwosu', FRIDAY],
  ['pop five pounds across to yaw for the bus fare', 5, 'Yaw Boateng'],
]);
const OF_RAINY_DAY = { from: 'Rainy day' };
commands('morag', [
  [
    'Good afternoon, would you send twenty-five pounds to Effie Macaskill for me?',
    25,
    'Effie Macaskill',
  ],
  ['My granddaughter has passed her driving test, please send her £50 today', 50, 'Iona Dunsmuir'],
  ['Please settle the Strathmore Coal bill, it came to £186.40', 186.4, 'Strathmore Coal Co'],
  ['Dr Wijesinghe is to be paid £75, please see to it', 75, 'Dr. Padmini Wijesinghe'],
  ['Thirty pounds to Reverend Auchterlonie for the church fete', 30, 'Rev. Hamish Auchterlonie'],
  [
    'Move two hundred pounds out of my cruise money and into the bank account',
    200,
    'Bank account',
    { from: 'Cruise money' },
  ],
  [
    'Heather and Thistle Florist, forty-two pounds fifty, for the wreath',
    42.5,
    'Heather & Thistle Florist',
  ],
  ['My son Rory paid for my shopping, it was £63.18, so pay him that', 63.18, 'Rory Dunsmuir'],
  ['Could I put £100 away into Rainy day, please', 100, 'Rainy day'],
  ['Agnieszka Wrobel helped me with the garden, please give her £48', 48, 'Agnieszka Wróbel'],
  [
    'Ballantyne Roofing are owed £1,240, kindly pay them out of Rainy day',
    1240,
    'Ballantyne Roofing Ltd',
    OF_RAINY_DAY,
  ],
  ['Send Jessie Kinnaird £15 for the raffle tickets', 15, 'Jessie Kinnaird'],
  [
    'I wish to pay Shirin Golestani sixty pounds on the 1st of December',
    60,
    'Shirin Golestani',
    FIRST,
  ],
  [
    'Pay ten pounds a month to Reverend Auchterlonie starting on 1 December',
    10,
    'Rev. Hamish Auchterlonie',
    { every: 'month', ...FIRST },
  ],
  ['Iona is to get £20 on Saturday, please', 20, 'Iona Dunsmuir', { when: '2028-11-18' }],
]);
const OF_PRIVATE = { from: 'Private' };
commands('reto', [
  ['Please pay to Mühle Steinegg 1240.50 francs', 1240.5, 'Mühle Steinegg AG'],
  ['I have to transfer CHF 380 to Besnik Krasniqi for the night shifts', 380, 'Besnik Krasniqi'],
  ['Molkerei Tobel CHF 642.30, invoice 4471', 642.3, 'Molkerei Tobel'],
  ['Send to Wiebke Thomsen 95 franks', 95, 'Wiebke Thomsen'],
  ["pay 2'150.00 CHF to Ofenbau Caduff", 2150, 'Ofenbau Caduff GmbH'],
  [
    'From the Euro account 420 euros to Aurelie Charbonnier',
    420,
    'Aurélie Charbonnier',
    { currency: 'EUR', from: 'Euro account' },
  ],
  ['Make please a payment of 60 CHF to my son', 60, 'Flurin Aeschlimann'],
  ['I want that you send 130 francs to Marcelino Quispe', 130, 'Marcelino Quispe'],
  ['Bring 500 francs from Business on the tax account', 500, 'Tax account'],
  ['Chiyo Yoshimura receives 75.- for the ceramics, please transfer it', 75, 'Chiyo Yoshimura'],
  ['Dr. Liebermann, 210 francs, on Monday please', 210, 'Dr. Annegret Liebermann', MONDAY],
  ['Gjergj has repaired the oven door, I owe him 150 francs, please send', 150, 'Gjergj Hoxha'],
  ['Transfer 1000 from Private to Business', 1000, 'Business', OF_PRIVATE],
  ['My wife shall get 800 francs from the Private account', 800, 'Ursina Aeschlimann', OF_PRIVATE],
  ['Pay €88 to Sami Haddad', 88, 'Sami Haddad', { currency: 'EUR' }],
]);
commands('shanice', [
  ['Ok so soccer fees are due again, Coach Delgado $85 please', 85, 'Coach Delgado'],
  [
    'hey could you get $45 over to Vasudha Raghunathan, she picked up a costume for me',
    45,
    'Vasudha Raghunathan',
  ],
  ['Sunny Days Preschool tuition, 620 dollars, thank you!!', 620, 'Sunny Days Preschool'],
  ['I owe Camila Restrepo 32 bucks for the carpool gas, please send it', 32, 'Camila Restrepo'],
  ['put $75 into the college fund', 75, 'College fund'],
  ['send Zuri her allowance, ten dollars', 10, 'Zuri Bell'],
  ['Nana Bell needs $150 for her prescriptions, send it over please', 150, 'Nana Bell'],
  ['pay handy hank repairs 210.75, he finally fixed the dishwasher', 210.75, 'Handy Hank Repairs'],
  ['Mrs Abernethy $25 for the teacher gift', 25, 'Mrs. Abernethy'],
  ['shoot 18 dollars to trevon gaines for the snacks', 18, "Tre'Von Gaines"],
  [
    'Take $300 out of the vacation jar and move it to joint checking',
    300,
    'Joint checking',
    { from: 'Vacation jar' },
  ],
  ['my husband forgot his wallet lol, send him 60 dollars', 60, 'Marcus Bell'],
  ['schedule $95 to Lakeview Swim Club for December 1st', 95, 'Lakeview Swim Club', FIRST],
  [
    'Please send fifty dollars to Nguyen Thi Lan Anh every month',
    50,
    'Nguyễn Thị Lan Anh',
    { every: 'month' },
  ],
  ['Kahlil Winters, $27.50, our share of the birthday party', 27.5, 'Kahlil Winters'],
]);
others(notPayable, 'malik', 'sixth writing', [
  'did mum get the 40 quid',
  'yaw still owes me £6.75',
  'nah dont send oisin anything',
  'might pay zahra £12 later idk',
]);
others(notPayable, 'morag', 'sixth writing', [
  'Effie was very kind to lend me £25 last winter',
  'Please do not pay Ballantyne Roofing until I have seen the work',
  'What day does the £10 to the Reverend go out?',
  'A man on the telephone told me to send £200, is that right?',
]);
others(notPayable, 'reto', 'sixth writing', [
  'Besnik has sent me 380 francs by mistake',
  'When the oven is finished I will pay Ofenbau Caduff 2150 francs',
  'Pay Molkerei Tobel the same as always',
  'How much costs it to send 420 euros to Aurélie?',
]);
others(notPayable, 'shanice', 'sixth writing', [
  'Marcus already paid the coach $85',
  'ask Vasudha to send me $45',
  'send Camila or Camille $32, whichever one drove',
]);
others(outOfScope, 'malik', 'sixth writing', [
  'what time does the library shut',
  'write my essay on the corn laws',
  'best chicken shop near uni?',
  'did united win last night',
]);
others(outOfScope, 'morag', 'sixth writing', [
  'How do I get candle wax out of a tablecloth?',
  'Is there a bus to Perth on a Sunday?',
  'Read me the shipping forecast, please',
  'My hearing aid is whistling again',
]);
others(outOfScope, 'reto', 'sixth writing', [
  'How long must a sourdough rest in winter?',
  'Please translate Gipfeli to English',
  'Is it snowing on the Gotthard?',
]);
others(outOfScope, 'shanice', 'sixth writing', [
  'what can I make for dinner with chicken and rice',
  'is school closed on Veterans Day',
  'help Zuri with her fractions homework',
  'why is the baby still awake',
]);

// ------------------------------------------------------------------------- the seventh writing
const OF_CARAVAN = { from: 'Caravan' };
const OF_FAMILY = { from: 'Family' };
const OF_LOBOLA = { from: 'Lobola savings' };
const OF_FISHING = { from: 'Fishing fund' };
const SATURDAY = { when: '2028-11-18' };
commands('bronwyn', [
  ['hiya can u ping sioned 18 quid for the curry', 18, 'Sioned Pritchard'],
  ['forty pounds to Kulwinder please lovely', 40, 'Kulwinder Sandhu'],
  [
    'hey could you um send Tilly twelve pounds fifty thats for the tickets',
    12.5,
    'Tilly Arkwright',
  ],
  ['Transfer £230 to Taff Valley Tyres', 230, 'Taff Valley Tyres'],
  ['mam needs 60 off me, send it tomorrow', 60, 'Mam', TOMORROW],
  ['pay dragonfly nursery 412.75 on friday', 412.75, 'Dragonfly Nursery', FRIDAY],
  ['Owe Deepak a tenner, can you sort it', 10, 'Deepak Vaidya'],
  ['stick 75 in the emergency pot', 75, 'Emergency pot'],
  ['take 150 out of caravan and give it to ianto', 150, 'Ianto Hopkinson', OF_CARAVAN],
  ['£9.50 pontcanna pilates pls', 9.5, 'Pontcanna Pilates'],
  ['send my daughter twenty five pounds', 25, 'Efa Hopkinson'],
  ['set up 35 quid a month to Macsen', 35, 'Macsen Rowlands', { every: 'month' }],
]);
commands('mehdi', [
  ['Hello, I want make a transfer of 350 euro to Grégoire Vanhove', 350, 'Grégoire Vanhove'],
  ['please to send 1.240,50 EUR for Sanitaire Meuse', 1240.5, 'Sanitaire Meuse SA'],
  ['You can give 80€ to sabrina el idrissi ?', 80, 'Sabrina El Idrissi'],
  ['It must pay Garage Delvaux 467 euros tomorrow', 467, 'Garage Delvaux', TOMORROW],
  ['I need that you send to my wife 200 euros', 200, 'Nawal Lamrani'],
  ['put 900 € on TVA reserve', 900, 'TVA reserve'],
  [
    'from Family, 65 euro to Kaoutar Benjelloun, it is for the birthday',
    65,
    'Kaoutar Benjelloun',
    OF_FAMILY,
  ],
  ['150 eur Ioana dumitrescu the 1st december', 150, 'Ioana Dumitrescu', FIRST],
  [
    'Kindly execute a payment of EUR 1,100.00 in favour of Fiduciaire Lambrecht',
    1100,
    'Fiduciaire Lambrecht',
  ],
  ['transfert 45 euro for jozef', 45, 'Jozef Baláž'],
  ['every month 250 euro to Papa, beginning 1 december', 250, 'Papa', { ...FIRST, every: 'month' }],
]);
commands('thabo', [
  ['howzit, send Nomvula R350 please', 350, 'Nomvula Khanyile'],
  ['eish pls pay riaan oosthuizen 1200 rand', 1200, 'Riaan Oosthuizen'],
  ['2k to my brother', 2000, 'Kagiso Mokgadi'],
  ['R85.50 to Yusuf for the lunch', 85.5, 'Yusuf Cassiem'],
  ['can you do R1 500 to Blue Crane Crèche on Monday', 1500, 'Blue Crane Crèche', MONDAY],
  ['I would like to send my mother five hundred rand', 500, 'Refilwe Mokgadi'],
  ['send bongani 150 shap', 150, 'Bongani'],
  ['please move R3000 into Lobola savings', 3000, 'Lobola savings'],
  ['karoo braai supplies r640', 640, 'Karoo Braai Supplies'],
  ['Lerato Moagi gets 275 rand from me on Saturday', 275, 'Lerato Moagi', SATURDAY],
  ['R200 every week for Ouma Sarie', 200, 'Ouma Sarie', { every: 'week' }],
  ['from lobola savings R5,000 to the cheque account please', 5000, 'Cheque account', OF_LOBOLA],
]);
commands('earl', [
  [
    'Good morning. Would you kindly send my daughter Trudy one hundred dollars? Thank you.',
    100,
    'Trudy Whitcomb',
  ],
  [
    'I need to pay Buckeye Furnace Repair $389.00 for the new blower motor',
    389,
    'Buckeye Furnace Repair',
  ],
  ['My grandson fixed the computer, so please give Cody $40', 40, 'Cody Whitcomb'],
  [
    'Send twenty-five dollars to Maple Grove Church for the pancake breakfast',
    25,
    'Maple Grove Church',
  ],
  ['Pay Bud Hollenbeck 15 dollars. He knows what for.', 15, 'Bud Hollenbeck'],
  [
    '$62.18 to Lake Erie Bait and Tackle from my fishing fund',
    62.18,
    'Lake Erie Bait and Tackle',
    OF_FISHING,
  ],
  [
    'I believe I owe Consuelo sixty dollars, go ahead and send that over to her',
    60,
    'Consuelo Arriaga',
  ],
  ['Please put $200 into Retirement savings', 200, 'Retirement savings'],
  ['Lorraine Petrosky, $30, tomorrow if you would', 30, 'Lorraine Petrosky', TOMORROW],
  ['Get 75 dollars to Duane Kowalczyk on November 20th', 75, 'Duane Kowalczyk', MONDAY],
  [
    'I want Pastor Dorsey to have $50 on the first of every month',
    50,
    'Pastor Ezekiel Dorsey',
    { ...FIRST, every: 'month' },
  ],
  ["Margaret Vance, that is with two a's and no u, needs 20 dollars please", 20, 'Margaret Vance'],
]);
others(notPayable, 'bronwyn', 'seventh writing', [
  'dont send gareth anything yet',
  'did the 18 quid to sioned go through?',
  'mam said i should send her 60 but im not going to',
  'how much would be left if i gave Kulwinder 500',
]);
others(notPayable, 'mehdi', 'seventh writing', [
  'Sabrina must pay me 80 euro',
  'I have already send 350 to Grégoire yesterday',
  'It is forbidden to pay Garage Delvaux before I say yes',
]);
others(notPayable, 'thabo', 'seventh writing', [
  'Kagiso owes me 2k hey',
  'should I send Riaan the 1200 or wait?',
  'cancel the R200 for Ouma Sarie',
]);
others(notPayable, 'earl', 'seventh writing', [
  'Trudy told me she sent you folks one hundred dollars last Tuesday',
  'Do not, I repeat, do not pay that furnace man $389',
  'What is the most I can send Cody in one day?',
]);
others(outOfScope, 'bronwyn', 'seventh writing', ['will it rain in Barry on saturday']);
others(outOfScope, 'mehdi', 'seventh writing', ['What is the size of pipe for a shower?']);
others(outOfScope, 'thabo', 'seventh writing', ['is there load shedding in Soweto tonight']);
others(outOfScope, 'earl', 'seventh writing', ['Are the walleye biting this week?']);

// -------------------------------------------------------------------------- the eighth writing
const OF_TAX_ESCROW = { from: 'Tax escrow' };
const STERLING = { currency: 'GBP', from: 'Sterling account' };
const SUPPLIER = { currency: 'EUR', from: 'Euro supplier account' };
commands('walburga', [
  [
    'Dear bank, kindly transfer 45 Euro to Mrs. Hermine Kofler for the church coffee',
    45,
    'Hermine Kofler',
  ],
  [
    'I should like to pay the Fußpflege Mitterer, it was 38 Euro this time',
    38,
    'Fußpflege Mitterer',
  ],
  ['Please give my granddaughter 100 Euro, she has passed her exam', 100, 'Annalena Prantl'],
  [
    'Seniorenbund Hall, membership fee, 27,50 €, reference Prantl W. 1944',
    27.5,
    'Seniorenbund Hall',
  ],
  [
    'Would you be so kind as to send my son Korbinian two hundred and fifty euros on Friday?',
    250,
    'Korbinian Prantl',
    FRIDAY,
  ],
  ['From the Sparbuch please 600 Euro onto the Giro', 600, 'Giro', { from: 'Sparbuch' }],
]);
commands('finlay', [
  ['snd oisin 12.50 for pizza lol', 12.5, 'Oisín Breathnach'],
  ['cna you pay marchmont lets 485 rent on teh 1st of december', 485, 'Marchmont Lets', FIRST],
  ['tranfser 20 quid too hamish', 20, 'Hamish Galbraith'],
  ['bikefix meadows £34.99 plz', 34.99, 'Bikefix Meadows'],
  ['put 15 quid inot interrail', 15, 'Interrail'],
  ['xanthe needs 8 pounds off me for the taxi, send it', 8, 'Xanthe Papadimitriou'],
]);
commands('raghav', [
  [
    'Kindly do the needful and transfer Rs 15,000 to Venkatesh Iyengar',
    15_000,
    'Venkatesh Iyengar',
  ],
  ['pls pay 1.5 lakh to Shree Ganpati Traders today itself', 150_000, 'Shree Ganpati Traders'],
  [
    'Rs. 2,35,000/- to Mehrauli Transport Co on 20th November',
    235_000,
    'Mehrauli Transport Co',
    MONDAY,
  ],
  ['Send rupees five thousand only to Ruksana Mirza', 5000, 'Ruksana Mirza'],
  [
    'my father is needing 25k, transfer from Home savings',
    25_000,
    'Kamlesh Sabharwal',
    { from: 'Home savings' },
  ],
  [
    'do one transfer of ₹8,450 for Karol Stationery Mart, bill no 772',
    8450,
    'Karol Stationery Mart',
  ],
]);
commands('thais', [
  ['Hi, please make a pix of R$ 150 to Jandira', 150, 'Jandira Quaresma'],
  ['I want to send 80 reais for Wellington Furtado', 80, 'Wellington Furtado'],
  [
    'pay Escritório Contábil Moema R$ 1.250,00 on the day 20',
    1250,
    'Escritório Contábil Moema',
    MONDAY,
  ],
  ['can you pass 60 reais to my husband?', 60, 'Ubirajara Vasconcelos'],
  ['separate R$ 900 to Imposto please', 900, 'Imposto'],
  [
    'USD 200 to Iracema from the Conta em dólar',
    200,
    'Iracema Tupinambá',
    { currency: 'USD', from: 'Conta em dólar' },
  ],
]);
commands('torsten', [
  [
    'Please transfer 1.840,00 EUR to Heizungsbau Trautwein, invoice number 2028-114',
    1840,
    'Heizungsbau Trautwein',
  ],
  [
    'I want to make on the 1. December a payment of 320 Euro to Gartenpflege Öztürk',
    320,
    'Gartenpflege Öztürk',
    FIRST,
  ],
  ['give my wife 300€ out of the Privat account', 300, 'Gudrun Wiesinger', { from: 'Privat' }],
  ['to Mehtap Karagöz back 46,80 Euro, she paid too much for the water', 46.8, 'Mehtap Karagöz'],
  [
    'every month 75 Euro to Ewald Stiegler for the snow clearing, starting 1 December',
    75,
    'Ewald Stiegler',
    { ...FIRST, every: 'month' },
  ],
  ['Move 1500 Euro from Hauskonto into Kautionen', 1500, 'Kautionen'],
]);
commands('noelani', [
  ['Send marisela $35 for lunch pleas', 35, 'Marisela Ocampo'],
  ['pay bay side scrubs 62.40 thanks', 62.4, 'Bayside Scrubs'],
  ['venmo tuyet 20 bucks for the cake', 20, 'Tuyết Lương'],
  ['Little turtles day care 850 dollars on Friday', 850, 'Little Turtles Daycare', FRIDAY],
  ['my mom needs $60 send it too her tomorrow', 60, 'Leimomi Akana', TOMORROW],
  ['Put $40 in the baby fund ty', 40, 'Baby fund'],
]);
commands('sloane', [
  [
    'Kindly remit $1,275.00 to Hudson Court Reporting in satisfaction of invoice 4471.',
    1275,
    'Hudson Court Reporting',
  ],
  [
    'Effect a transfer in the amount of two thousand five hundred dollars to Ximena Carrizales.',
    2500,
    'Ximena Carrizales',
  ],
  [
    'Disburse $435 to the Clerk of the Surrogate, being the filing fee, on November 20, 2028',
    435,
    'Clerk of the Surrogate',
    MONDAY,
  ],
  [
    'Please pay Rutherford Beckwith US$ 640.25 from the Tax escrow account',
    640.25,
    'Rutherford Beckwith',
    OF_TAX_ESCROW,
  ],
  [
    'Transfer the sum of £900 to Archibald Lowenthal from the Sterling account',
    900,
    'Archibald Lowenthal',
    STERLING,
  ],
  [
    'Payment of $3,100 to Palladian Expert Witness LLC, value date November 30',
    3100,
    'Palladian Expert Witness LLC',
    MONTH_END,
  ],
]);
commands('deirdre', [
  ['quick send 25 to fionnuala before I forget', 25, 'Fionnuala Tierney'],
  ['creche 640 first of december', 640, 'Little Acorns Crèche', FIRST],
  ['kilbride camogie twenty two euro ta', 22, 'Kilbride Camogie Club'],
  ['ok so um pay svitlana seventy euros for the cleaning please', 70, 'Svitlana Bondar'],
  ['send Sadhbh 10 euro every week for pocket money', 10, 'Sadhbh Mulcahy', { every: 'week' }],
  ['stick 50 in the communion fund', 50, 'Communion fund'],
]);
commands('jaxon', [
  ['yo send kwame a fiver', 5, 'Kwame Boadu'],
  ['£7.20 lachlan for the bus', 7.2, 'Lachlan Muir'],
  ['bung shreya 15 quid', 15, 'Shreya Pillai'],
  ['pay goals five a side 6 pound 50 tmrw', 6.5, 'Goals Five-a-side', TOMORROW],
  ['send mum her 20 quid back', 20, 'Hinemoa Te Rangi'],
]);
commands('adaeze', [
  ['Pay Castlegate Removals GBP 1,482.60, ref INV/0931', 1482.6, 'Castlegate Removals'],
  [
    'EUR 4,950.00 to Marmi Lucchesi Srl from the Euro supplier account',
    4950,
    'Marmi Lucchesi Srl',
    SUPPLIER,
  ],
  [
    'BACS to Bexhill Upholstery: £768.00, to go on 28 November',
    768,
    'Bexhill Upholstery',
    { when: '2028-11-28' },
  ],
  ['Wages: pay Rhiannon Cadwallader 1,950 on 30/11', 1950, 'Rhiannon Cadwallader', MONTH_END],
  ['Allocate £6,200 to VAT reserve', 6200, 'VAT reserve'],
]);
commands('hector', [
  ['for the third time: PAY CERMAK PRODUCE $312.50', 312.5, 'Cermak Produce'],
  ['just send Fernanda the damn 150 dollars', 150, 'Fernanda Zamudio'],
  ['Windy City Linens, 89 bucks, now, no more questions', 89, 'Windy City Linens'],
  ['my cousin Chuy gets 75 from me tomorrow', 75, 'Chuy Zamudio', TOMORROW],
  ['move three hundred to the tax jar already', 300, 'Tax jar'],
]);
others(notPayable, 'walburga', 'two payees match', ['Please transfer 50 Euro to Leopold']);
others(notPayable, 'raghav', 'two payees match', ['Sunita madam is to be paid Rs 3,000']);
others(notPayable, 'torsten', 'two payees match', ['Send Jörg 120 Euro']);
others(notPayable, 'thais', 'two payees match', ['R$ 70 for Caetano please']);
others(notPayable, 'sloane', 'two payees match', ['Remit $500 to Devorah']);
others(notPayable, 'adaeze', 'two payees match', ['Pay Ms Ogunleye £400']);
others(notPayable, 'noelani', 'two payees match', ['send Nakoa 45 dollars']);
others(notPayable, 'hector', 'two payees match', ['give Ron 60 bucks']);
others(notPayable, 'finlay', 'no amount', ['send zainab her half of the shopping']);
others(notPayable, 'deirdre', 'no amount', ['pay cathal back for the swimming lessons']);
others(notPayable, 'jaxon', 'unknown payee', ['send 10 quid to Dwight']);
others(notPayable, 'thais', 'unknown payee', ['pay Valdemar R$ 200']);
others(notPayable, 'hector', 'negated', ["don't you dare pay Lakeside Refrigeration 900 dollars"]);
others(notPayable, 'walburga', 'negated', ['I do not wish to send Korbinian 300 Euro any more']);
others(notPayable, 'raghav', 'told', ['I have paid 12,000 to Dipankar yesterday only']);
others(notPayable, 'finlay', 'told', ['oisin sent me 12.50 for pizza']);
others(notPayable, 'torsten', 'question', [
  'Is it possible that I send 5000 Euro to Przemysław on one day?',
]);
others(notPayable, 'deirdre', 'question', ['did the 640 go to the creche']);
others(notPayable, 'noelani', 'hypothetical', ['If I gave Dwayne 200 would I still cover rent']);
others(notPayable, 'sloane', 'condition', [
  'Upon receipt of the executed stipulation, remit $10,000 to Archibald Lowenthal',
]);
others(outOfScope, 'walburga', 'eighth writing', ['Would you write me a little poem about Tyrol?']);
others(outOfScope, 'finlay', 'eighth writing', ['whats teh pythagoras thing again']);
others(outOfScope, 'raghav', 'eighth writing', ['Which train is going to Ludhiana tonight']);
others(outOfScope, 'thais', 'eighth writing', ['how do you say guarda-chuva in English?']);
others(outOfScope, 'torsten', 'eighth writing', [
  'How many days of notice must I give to a tenant?',
]);
others(outOfScope, 'noelani', 'eighth writing', ['why does my phone keep writing duck']);
others(outOfScope, 'hector', 'eighth writing', [
  'you people are a rip off and your hold music stinks',
]);

// --------------------------------------------------------------------------- the ninth writing
const OF_ROOF = { from: 'Roof fund' };
const OF_SAVINGS = { from: 'Savings' };
const EURO_PURSE = { currency: 'EUR', from: 'Euro purse' };
commands('wilma', [
  ['Could you be a love and send Dilys her twenty pounds', 20, 'Dilys'],
  ['Please would you pay Hartley Roofing their deposit of £850', 850, 'Hartley Roofing Ltd'],
  [
    'The bell ringers want £12 for the annual subscription, please pay them',
    12,
    'Sutton Bell Ringers',
  ],
  ['Edwin needs 40 pounds for the barber', 40, 'Edwin Sturgess'],
  ['Pop £15 over to Poppy for her birthday', 15, 'Poppy Sturgess'],
  ['I promised Sunniva sixty pounds, do send it on Friday', 60, 'Sunniva Hallgrim', FRIDAY],
  ['£33.60 to Pawfect Grooming, and put Biscuit as the reference', 33.6, 'Pawfect Grooming'],
  ['Take £200 out of the roof fund and put it in my current account', 200, 'Current', OF_ROOF],
  ['kindly transfer to Dr Yusufzai the amount of £145', 145, 'Dr Farrukh Yusufzai'],
  ['Martin Rudge did the hedge, so pay him 35', 35, 'Martin Rudge'],
  ['set aside £50 in the roof fund', 50, 'Roof fund'],
  ['Would it be possible to send Bronagh £22.50 today?', 22.5, 'Bronagh Devlin'],
  ['First thing tomorrow, £90 to Ignatius', 90, 'Ignatius Pemberthy', TOMORROW],
  ['Give my husband £60 out of the roof fund', 60, 'Edwin Sturgess', OF_ROOF],
  ['From the euro purse, 75 euros for Sunniva Hallgrim', 75, 'Sunniva Hallgrim', EURO_PURSE],
  ['Chukwuemeka is owed £18 by me. Pay it.', 18, 'Chukwuemeka Obi'],
  [
    'I should like Poppy to have £10 every month from 1 December',
    10,
    'Poppy Sturgess',
    { when: '2028-12-01', every: 'month' },
  ],
  ['settle my bill of £64.20 with Pawfect Grooming', 64.2, 'Pawfect Grooming'],
  ['Dilys paid for lunch, £13, so send that to her', 13, 'Dilys'],
  ['next Monday please send £25 to Bronagh Devlin', 25, 'Bronagh Devlin', MONDAY],
  ['on the 30th, £410 to Hartley Roofing Ltd', 410, 'Hartley Roofing Ltd', { when: '2028-11-30' }],
  ['Send fifty quid to Ignatius Pemberthy, would you?', 50, 'Ignatius Pemberthy'],
  ['A tenner to Poppy please', 10, 'Poppy Sturgess'],
  ['Return £27 to Martin Ashcombe', 27, 'Martin Ashcombe'],
  ['My granddaughter passed her driving test, treat her to £100', 100, 'Poppy Sturgess'],
]);
commands('santi', [
  ['I want to make a bizum of 20 euros to Txomin', 20, 'Txomin Arrizabalaga'],
  ['Send please 35€ to my sister', 35, 'Maite Urrutia'],
  ['pay to the gestoria 90 euros', 90, 'Gestoría Larrea'],
  ['the community fee, 78,50 euros, to Comunidad Calle Mayor 8', 78.5, 'Comunidad Calle Mayor 8'],
  ['make a transfer of 150 to Hatice', 150, 'Hatice Karadağ'],
  ['pass 300 from savings to the daily account', 300, 'Cuenta diaria', OF_SAVINGS],
  ['I have to give Blerim 25 euros for the padel court', 25, 'Blerim Hoxha'],
  ['Abuela 50', 50, 'Abuela'],
  ['for Nerea Olabarria 40 euros, dinner of saturday', 40, 'Nerea Olabarria'],
  ['Do a transfer to Guadalupe Iriarte for 62,30 €', 62.3, 'Guadalupe Iriarte'],
  ['save 100 euros', 100, 'Savings'],
  [
    'Can you pay the garage Taller Ibarrola 212 euros tomorrow morning',
    212,
    'Taller Ibarrola',
    TOMORROW,
  ],
  ['I need that you send 45 euros to Nerea Zubizarreta', 45, 'Nerea Zubizarreta'],
  ['txomin 12,40 for the beers', 12.4, 'Txomin Arrizabalaga'],
  ['Please, from my savings, 500 euros to Maite', 500, 'Maite Urrutia', OF_SAVINGS],
  [
    'every friday 10 euros to abuela, starting this friday',
    10,
    'Abuela',
    { ...FRIDAY, every: 'week' },
  ],
  ['I will pay 30 to Blerim now', 30, 'Blerim Hoxha'],
  ['transfer for Hatice: 80 euros. Concept: books', 80, 'Hatice Karadağ'],
  ['we were at the cinema and Txomin paid, send him my part, 9 euros', 9, 'Txomin Arrizabalaga'],
  ['Do you mind to send 70 euros to Guadalupe?', 70, 'Guadalupe Iriarte'],
  ['move to savings 250 euros on 1 december', 250, 'Savings', { when: '2028-12-01' }],
  ['one hundred twenty euros to gestoria larrea', 120, 'Gestoría Larrea'],
  ['Hatice lent me 15 euros yesterday. Give them back to her.', 15, 'Hatice Karadağ'],
  ['Send to Blerim Hoxha fifteen euros with fifty', 15.5, 'Blerim Hoxha'],
  ['pay 60 € Comunidad Calle Mayor 8', 60, 'Comunidad Calle Mayor 8'],
]);
commands('leroy', [
  ['yo send rashad 20 bucks', 20, 'Rashad Whitmore'],
  ['shoot Thelonius $35 for gas', 35, 'Thelonius Grady'],
  ["hit up Soo-jin with $18.75 for last night's pizza", 18.75, 'Soo-jin Pak'],
  ["pay Isaiah's coach, Coach Delacroix, $120", 120, 'Coach Delacroix'],
  ['I gotta get $640 to Savannah Day School by tomorrow', 640, 'Savannah Day School', TOMORROW],
  ['throw 50 in the boat fund', 50, 'Boat fund'],
  ["Tamika's asking for 100, go ahead and send it", 100, 'Tamika Featherstone'],
  ['can we do $75 to Coastal Pest Control', 75, 'Coastal Pest Control'],
  ['lemme send grandma opal 40', 40, 'Grandma Opal'],
  [
    'ok so Peachtree Plumbing fixed the sink and I owe them 285 dollars, pay that please',
    285,
    'Peachtree Plumbing',
  ],
  ['Zelle my wife $60', 60, 'Tamika Featherstone'],
  ['Go ahead and pay Guillermina Ochoa her $90 for cleaning', 90, 'Guillermina Ochoa'],
  ['pull 300 out of savings into checking', 300, 'Checking', OF_SAVINGS],
  [
    'please get thirty-two fifty in dollars, $32.50, over to Rashad Whitmore',
    32.5,
    'Rashad Whitmore',
  ],
  ['My son needs lunch money: $25', 25, 'Isaiah Featherstone'],
  [
    'Set it up so Isaiah gets $15 every week starting Friday',
    15,
    'Isaiah Featherstone',
    { ...FRIDAY, every: 'week' },
  ],
  ["i'd like 45 dollars to go to anika brandt", 45, 'Anika Brandt'],
  ['drop $500 into savings for me', 500, 'Savings'],
  ['Thelonius spotted me 22 dollars, pay the man back', 22, 'Thelonius Grady'],
  [
    'send $1,150 to Savannah Day School for tuition on December 1',
    1150,
    'Savannah Day School',
    { when: '2028-12-01' },
  ],
  ['$14 Soo-jin Pak ramen', 14, 'Soo-jin Pak'],
  ["let's get Coach Delacroix paid, 65 bucks", 65, 'Coach Delacroix'],
  [
    'transfer two hundred dollars out of the boat fund to my checking',
    200,
    'Checking',
    { from: 'Boat fund' },
  ],
  [
    'hey there! hope you are doing well. can you send my wife 80 dollars? thank you so much',
    80,
    'Tamika Featherstone',
  ],
  ['need $55 sent over to Guillermina asap', 55, 'Guillermina Ochoa'],
]);
others(notPayable, 'wilma', 'ninth writing', [
  'Hartley Roofing say I owe them £850, is that right?',
  'What would happen if I sent £5000 to Edwin?',
  'Martin is getting £35 from me next week, I believe',
  'I sent Bronagh £22.50 yesterday',
  'Edwin says to send him £40, but I am not so sure',
  '£900 due to Hartley Roofing on 1 December',
]);
others(notPayable, 'santi', 'ninth writing', [
  'Txomin must pay me 20 euros',
  'the invoice of Taller Ibarrola is 212 euros',
  'pay Nerea 40 euros',
  'when I have money I will send 50 to abuela',
  'how can I send 30 euros to Hatice',
  'Blerim told me that he sent 25 euros to Txomin',
]);
others(notPayable, 'leroy', 'ninth writing', [
  'Annika 45 bucks, or was it Anika',
  'my wife wants me to send Isaiah $100, no way',
  'did you send rashad the 20 bucks',
  'tuition $1,150 due December 1',
  'send like 20 or 30 bucks to Thelonius',
  "if Tamika asks for 100 don't send it",
  'half of what I have to Grandma Opal',
  'rashad sent me $20',
]);
others(outOfScope, 'wilma', 'ninth writing', [
  'What is a good recipe for marmalade?',
  'is it going to rain on the fete',
]);
others(outOfScope, 'santi', 'ninth writing', ['who plays tonight in San Mamés']);
others(outOfScope, 'leroy', 'ninth writing', [
  'tell me a joke about boats',
  'what time does the DMV close',
]);

// The tenth writing.
const OF_RAINY_POT = { from: 'Rainy pot' };
const OF_BOILER = { from: 'Boiler fund' };
commands('petra', [
  ['Please to send 35 euro to Chiamaka, she bought my lunch the whole week', 35, 'Chiamaka Udeh'],
  ["Oisín fixed my bike, I'd like to give him 45", 45, 'Oisín Brannigan'],
  ['Declan needs the rent, 950, on the first', 950, 'Declan Moynihan', FIRST],
  ['For the kennels: 84.50', 84.5, 'Happy Paws Kennels'],
  ['My mother, 120 euro, with the note birthday', 120, 'Slavica Vukelić'],
  ['put 200 aside in the rainy pot', 200, 'Rainy pot'],
  ['Renata Figueira is to get 62 euros and 40 cents', 62.4, 'Renata Figueira'],
  ['can we do 15 to Aoife Carmody for the raffle', 15, 'Aoife Carmody'],
  ['Tyres came to 310, settle it with Ballymun please', 310, 'Ballymun Tyres'],
  ['Lubomir - twenty five - cinema', 25, 'Lubomír Hanák'],
  [
    'transfer the 430 for the course to Liffey Language School next Monday',
    430,
    'Liffey Language School',
    MONDAY,
  ],
  ['I want that Zvonimir receives 75 today', 75, 'Zvonimir Matanović'],
  ['out of the rainy pot, 500 for my landlord', 500, 'Declan Moynihan', OF_RAINY_POT],
  ['Let Chiamaka have 20 back', 20, 'Chiamaka Udeh'],
  ['would you mind sending Slavica sixty five euros', 65, 'Slavica Vukelić'],
  ["Chiamaka Udeh, €18.20. It's for the taxi after the night shift", 18.2, 'Chiamaka Udeh'],
  [
    'every month 30 to Renata, starting on the first',
    30,
    'Renata Figueira',
    { every: 'month', ...FIRST },
  ],
  ["Aoife Carey's share is 27, pay her that", 27, 'Aoife Carey'],
  ['send off 55 to oisin asap', 55, 'Oisín Brannigan'],
  ['On Friday I must pay 140 to the dog kennels, do it please', 140, 'Happy Paws Kennels', FRIDAY],
  ['Wire Zvonimir Matanovic the amount of EUR 1,150.00', 1150, 'Zvonimir Matanović'],
  ['25 goes to my mum', 25, 'Slavica Vukelić'],
]);
commands('alasdair', [
  [
    'I should be obliged if you would remit £85 to the Perth Choral Society.',
    85,
    'Perth Choral Society',
  ],
  ['Kindly let Mrs Trench have forty pounds for the flowers', 40, 'Mrs Philippa Trench'],
  ['Hamish carried the coal in; a tenner for his trouble, please', 10, 'Hamish Galbraith'],
  ['Might I send young Fergus £50 for his exams?', 50, 'Fergus Drummond-Hay'],
  ['Tayside Coal, two hundred and twelve pounds fifty', 212.5, 'Tayside Coal Merchants'],
  ['Do pay the garage, £346.80, from the boiler fund', 346.8, 'Glenalmond Garage', OF_BOILER],
  [
    'Rev Muirhead is collecting for the roof: put me down for 100 pounds and send it',
    100,
    'Rev. Dougal Muirhead',
  ],
  [
    'Thirty pounds to my daughter, tomorrow morning if you please',
    30,
    'Isla Drummond-Hay',
    TOMORROW,
  ],
  ['Wojciech did the gutters - £120 to him', 120, 'Wojciech Stasiak'],
  ["I'd be grateful for a transfer of £60 to Catriona Nicolson", 60, 'Catriona Nicolson'],
  ['move £250 across into the boiler fund', 250, 'Boiler fund'],
  ['Please see to it that Oluwatobi gets 72 pounds', 72, 'Oluwatobi Adeyinka'],
  [
    'The subscription to the choral society is due on the 1st of December: £24, set it up',
    24,
    'Perth Choral Society',
    FIRST,
  ],
  ['£15 Hamish Galbraith raffle tickets', 15, 'Hamish Galbraith'],
  ['Give my grandson twenty quid from me', 20, 'Fergus Drummond-Hay'],
  ['Send the good reverend £45, would you', 45, 'Rev. Dougal Muirhead'],
  ["on friday £90 for Wojciech's painting", 90, 'Wojciech Stasiak', FRIDAY],
  ['A hundred pounds is to go to Isla on Monday', 100, 'Isla Drummond-Hay', MONDAY],
  ['I promised Philippa Trench £33 and wish to pay it now', 33, 'Mrs Philippa Trench'],
  [
    'Weekly, £20 to Fergus, from this Friday',
    20,
    'Fergus Drummond-Hay',
    { every: 'week', ...FRIDAY },
  ],
  ['Let us square up with Glenalmond Garage: £58', 58, 'Glenalmond Garage'],
  [
    'please transfer to Catriona, for the knitting wool, the sum of £17.60',
    17.6,
    'Catriona Nicolson',
  ],
]);
commands('yuki', [
  ['yo send 20 to big mike', 20, 'Big Mike'],
  ['delphine covered groceries so 43.75 her way pls', 43.75, 'Delphine Arsenault'],
  ['pay priyanka for the tickets!! 88', 88, 'Priyanka Wadhwa'],
  ['my share of hydro is 31.20, goes to delphine', 31.2, 'Delphine Arsenault'],
  ['etienne 12 bucks coffee run', 12, 'Étienne Lafrenière'],
  ['can u e-transfer marcus 65', 65, 'Marcus Oyelaran'],
  ['gonna need 150 moved to tuition savings', 150, 'Tuition savings'],
  ['co-op housing 720 on dec 1', 720, 'Student Co-op Housing', FIRST],
  ['hit babatunde with 40', 40, 'Babatunde Salami'],
  ['spadina cycle works, new chain, 54.99', 54.99, 'Spadina Cycle Works'],
  ['sending haruka 25 for karaoke, do it', 25, 'Haruka Onishi'],
  ['send my bro 30 tmrw', 30, 'Kenta Tanabe', TOMORROW],
  ['i wanna pay big mike back his 15', 15, 'Big Mike'],
  [
    'take 300 out of tuition savings and pay student co-op housing',
    300,
    'Student Co-op Housing',
    { from: 'Tuition savings' },
  ],
  ['15.50 haruka onishi ramen', 15.5, 'Haruka Onishi'],
  ['throw delphine 22 for toilet paper and stuff', 22, 'Delphine Arsenault'],
  ['lemme send priyanka wadhwa sixty', 60, 'Priyanka Wadhwa'],
  ['roomie gets 480 friday', 480, 'Delphine Arsenault', FRIDAY],
  ['could babatunde get 18 from me rn', 18, 'Babatunde Salami'],
  ['pls shoot kenta 100 dollars happy bday', 100, 'Kenta Tanabe'],
  ['marcus oyelaran, 9 dollars, bus fare, thx', 9, 'Marcus Oyelaran'],
  [
    'every week 10 to étienne for the club, start monday',
    10,
    'Étienne Lafrenière',
    { every: 'week', ...MONDAY },
  ],
]);
others(notPayable, 'petra', 'tenth writing', [
  'Chiamaka still owes me 35',
  'I think I already sent Declan the 950',
  "don't pay the kennels 84.50 yet",
  'Would 500 to my landlord leave me enough for the week?',
  'Oisín says he sent me 45',
  'Send 20 to Aoife',
  'If the dog gets sick I would pay Happy Paws 200',
]);
others(notPayable, 'alasdair', 'tenth writing', [
  'I was minded to send Hamish £50 but thought better of it',
  'The garage wants £346.80, which is daylight robbery',
  'Did £85 go to the choral society?',
  'Fergus has asked for £500; advise me',
  'Whatever you do, leave the £100 for the reverend where it is',
  'Send about fifty pounds to Catriona',
  'Mrs Trench sent £40 to me',
]);
others(notPayable, 'yuki', 'tenth writing', [
  'big mike owes me 20 lol',
  'what if i sent delphine 480',
  'no way im paying 65 to marcus',
  'send 20 to the landlord',
  'haruka paid 25 already',
  'like 30ish to kenta',
]);
others(outOfScope, 'petra', 'tenth writing', ['How do I get a parking permit in Dublin?']);
others(outOfScope, 'alasdair', 'tenth writing', ['Which train goes to Inverness on Sunday?']);
others(outOfScope, 'yuki', 'tenth writing', ['write my essay on coral reefs']);
// The eleventh writing.
const OF_RAINY_DAY_SAVINGS = { from: 'Rainy day savings' };
const OF_HOUSE_RENT = { from: 'House rent savings' };
const OF_HOLIDAY_SAVINGS = { from: 'Holiday savings' };
const OF_EMERGENCY_SAVINGS = { from: 'Emergency savings' };
commands('roisin', [
  ['Would you ever send Cathal 40 euro, thanks a million', 40, 'Cathal Mac Suibhne'],
  ['Mrs Quigley is due €27.50 for the eggs, pay her please', 27.5, 'Mrs Attracta Quigley'],
  ['€310 to Bearna Home Heating, the oil came this morning', 310, 'Bearna Home Heating Ltd'],
  ['send me mam a hundred euro', 100, 'Mam'],
  ['Dr Tuohy 60 euros tomorrow', 60, 'Dr. Feargal Tuohy', TOMORROW],
  ['stick €150 into the rainy day savings for me', 150, 'Rainy day savings'],
  ['Scoil Naomh Brid, €85, school tour', 85, 'Scoil Naomh Bríd'],
  [
    'take fifty euro out of the rainy day savings and give it to Zuzanna',
    50,
    'Zuzanna Bielawska',
    OF_RAINY_DAY_SAVINGS,
  ],
  [
    'I want to pay Tuam Road Tyres two hundred and twelve euro on Friday',
    212,
    'Tuam Road Tyres',
    FRIDAY,
  ],
  ['Noreen Hession, twenty-two euro, for the flowers', 22, 'Noreen Hession'],
  ['pay my brother €35 on Friday week', 35, 'Pádraic Ó Flatharta', { when: '2028-11-24' }],
  [
    '£30 from the Sterling purse to Cathal',
    30,
    'Cathal Mac Suibhne',
    { currency: 'GBP', from: 'Sterling purse' },
  ],
]);
commands('emeka', [
  ['Abeg send 15k to Nkiruka', 15_000, 'Nkiruka Ezeilo'],
  ['Transfer ₦50,000 to Alhaji Sanusi Danjuma', 50_000, 'Alhaji Sanusi Danjuma'],
  ['My mother needs 30,000 naira, please send it today', 30_000, 'Ugochi Ogbonnaya'],
  ['Kindly credit Barrister Lawal with the sum of N120,000', 120_000, 'Barrister Idris Lawal'],
  ['pay Lekki Crest Estate 85000 for service charge', 85_000, 'Lekki Crest Estate'],
  [
    'Good morning o, please send five thousand naira to my brother for transport',
    5000,
    'Chidubem Ogbonnaya',
  ],
  ['move 200k into House rent savings', 200_000, 'House rent savings'],
  ['Pastor Ebenezer: 10,000 naira, for the harvest', 10_000, 'Pastor Ebenezer Tamuno'],
  [
    'From House rent savings transfer 450,000 naira to Yewande Ashiru',
    450_000,
    'Yewande Ashiru',
    OF_HOUSE_RENT,
  ],
  [
    'Brightfield Academy, school fees of 325,500 naira, make the payment on 1st December',
    325_500,
    'Brightfield Academy',
    FIRST,
  ],
  ['send nkiruka ezielo 7,500', 7500, 'Nkiruka Ezeilo'],
  [
    'Send 100 dollars from the Dollar account to Chidubem',
    100,
    'Chidubem Ogbonnaya',
    { currency: 'USD', from: 'Dollar account' },
  ],
  [
    'Zenco Generators Ltd ₦64,250.00 tomorrow, for the servicing',
    64_250,
    'Zenco Generators Ltd',
    TOMORROW,
  ],
]);
commands('devika', [
  ['Kindly transfer Rs. 2,500 to Dr. Anantharaman Pillai', 2500, 'Dr. Anantharaman Pillai'],
  ['pls send 1200 rupees to Shabnam', 1200, 'Shabnam Qureshi'],
  ['Pay Nandanam Public School ₹48,750 towards term fees', 48_750, 'Nandanam Public School'],
  ['Please do the needful and remit Rs 3,000/- to Leelavathi Amma', 3000, 'Leelavathi Amma'],
  ['Two thousand rupees to Sukhwinder Gill today itself', 2000, 'Sukhwinder Gill'],
  ['Sri Balaji Caterers 1.5 lakh rupees advance, please pay', 150_000, 'Sri Balaji Caterers'],
  ['send 5,000 to my father', 5000, 'Gopinath Menon'],
  ['I am needing to send 800 to Rohit Bhargava', 800, 'Rohit Bhargava'],
  ['Put Rs 10,000 in Recurring savings on 1 December', 10_000, 'Recurring savings', FIRST],
  ['Prakash Electricals ₹6,340.50', 6340.5, 'Prakash Electricals'],
  [
    'Rent of 22,000 to Mr Thampi every month, from 1st December',
    22_000,
    'Mr. Varghese Thampi',
    { every: 'month', ...FIRST },
  ],
  ['Tomorrow 1,750 rupees should go to Rohit Bhandarkar', 1750, 'Rohit Bhandarkar', TOMORROW],
]);
commands('shane', [
  ['chuck dazza 50 bucks', 50, 'Dazza Pickering'],
  ['Coastline Concreting, $2,340, invoice 884', 2340, 'Coastline Concreting Pty Ltd'],
  ['flick Jodie eighty bucks would ya', 80, 'Jodie Tranter'],
  ["g'day, can you pay Little Wombats 412.60 on Monday", 412.6, 'Little Wombats Childcare', MONDAY],
  ['mum $120 ta', 120, 'Mum'],
  ['whack another 300 in the ute fund', 300, 'Ute fund'],
  ['Transfer 95 dollars to Lac Thi Quyen', 95, 'Lạc Thị Quyên'],
  [
    'Pay Nathaniel Burgoyne a hundred and ten dollars from Tax set-aside',
    110,
    'Nathaniel Burgoyne',
    { from: 'Tax set-aside' },
  ],
  ['time i squared up with Soraya, send her $67.20', 67.2, 'Soraya Haddad'],
  ['Matty Krog 45 for the fishing gear', 45, 'Matty Krog'],
  [
    'Bunyip Timber and Truss gets $1,018.35 on the 24th',
    1018.35,
    'Bunyip Timber & Truss',
    { when: '2028-11-24' },
  ],
  ['send my missus 25', 25, 'Jodie Tranter'],
]);
commands('barnaby', [
  ['Professor Crabbe, £45, if you would be so kind', 45, 'Professor Ottoline Crabbe'],
  [
    'Please transfer the sum of £1,275.00 to St Aldhelm Prep on 30 November',
    1275,
    'St Aldhelm Prep',
    MONTH_END,
  ],
  ['sion gruffydd £18.20', 18.2, 'Siôn Gruffydd'],
  ['Could Mum have sixty pounds from me?', 60, 'Mum'],
  ['A tenner to Fliss', 10, 'Fliss Underhay'],
  [
    'I should like Lady Hermione to receive £200 from my Holiday savings',
    200,
    'Lady Hermione Fosse',
    OF_HOLIDAY_SAVINGS,
  ],
  ['Q & R Dry Cleaners £32.40 pls', 32.4, 'Q & R Dry Cleaners'],
  ['settle Heckmondwike Carpets: six hundred and forty pounds', 640, 'Heckmondwike Carpets'],
  ['Dominic — £75 — groceries', 75, 'Dominic Arkwright'],
  [
    'send 90 euros from the euro account to Oluchi',
    90,
    'Oluchi Madu',
    { currency: 'EUR', from: 'Euro account' },
  ],
  [
    'Jolyon Tregear is owed £55, kindly see that he gets it a week today',
    55,
    'Jolyon Tregear',
    { when: '2028-11-22' },
  ],
  ['Top up Holiday savings with 250 quid', 250, 'Holiday savings'],
]);
commands('minh', [
  ['please help me to send $60 for Reza', 60, 'Reza Tabrizi'],
  ['Pay the rent to my landlord, 1,650 dollar, on December 1', 1650, 'Vartan Melkonian', FIRST],
  ['Sunset Smiles Dental one hundred forty dollars', 140, 'Sunset Smiles Dental'],
  ['my sister she need 200 dollar, send to her now', 200, 'Trần Ngọc Ánh'],
  ['Send $35.75 to Ms Kowalik', 35.75, 'Ms. Danuta Kowalik'],
  ['transfer 500 from emergency savings to checking', 500, 'Checking', OF_EMERGENCY_SAVINGS],
  ['Le Bao Chau 25 dollars for the lunch of yesterday', 25, 'Lê Bảo Châu'],
  ['Pay to Golden State Movers 780$ on saturday', 780, 'Golden State Movers Inc', SATURDAY],
  ['give tyrell 40 bucks plz', 40, 'Tyrell Broussard'],
  ['Ashlynn Marsh-Boyd $15', 15, 'Ashlynn Marsh-Boyd'],
  [
    'I wanna send Guadalupe Cienfuegos seventy five dollars, the money is for tamales',
    75,
    'Guadalupe Cienfuegos',
  ],
  [
    'Fresno Auto Glass 289.99, from my emergency savings',
    289.99,
    'Fresno Auto Glass',
    OF_EMERGENCY_SAVINGS,
  ],
]);
others(notPayable, 'roisin', 'eleventh writing', [
  'send Noreen 20 euro',
  'Pay the tyre crowd whatever I owe them',
  'give Cathal forty or fifty euro',
  'send Zuzanna €25 at half six this evening',
  "Cathal said he'd send me €40",
]);
others(notPayable, 'emeka', 'eleventh writing', [
  'Send 5k to Yewande',
  'send Nkiruka small money',
  'pay 20,000 naira to Alhaji Bello',
  'If salary enters, send my mother 50k',
  'transfer 15k or 50k to Pastor Ebenezer, I no sure',
]);
others(notPayable, 'devika', 'eleventh writing', [
  'Pay Rohit 900 rupees',
  'kindly send two fifty to Shabnam',
  'Send Rs 2,000 to Sukhwinder and Shabnam',
  'Please do not remit Rs 3,000 to Sri Balaji Caterers till I confirm',
]);
others(notPayable, 'shane', 'eleventh writing', [
  'matty needs 45',
  'shoot dazza a few bucks',
  'Pay Soraya $67 next Friday',
  'was thinking of sending Mum $100',
]);
others(notPayable, 'barnaby', 'eleventh writing', [
  'Send Jolyon £30',
  'Do I still owe Fliss a tenner?',
  'Transfer £50 to Heckmondwike or to the dry cleaners, whichever is due',
  'Pay Dominic £75, but not if it takes me below £500',
]);
others(notPayable, 'minh', 'eleventh writing', [
  'I already paid Vartan 1,650 dollar',
  'send $40 to Tyler',
  '$60 to Reza, no wait',
  'Reza wants 60 dollar but I do not want to give',
]);
others(outOfScope, 'roisin', 'eleventh writing', ['what time is mass in Bearna on Sunday']);
others(outOfScope, 'emeka', 'eleventh writing', ['Who do you think will win AFCON']);
others(outOfScope, 'devika', 'eleventh writing', ['Kindly book one sleeper berth to Kozhikode']);
others(outOfScope, 'shane', 'eleventh writing', ["what's the surf doing at Burleigh tomorrow"]);
others(outOfScope, 'barnaby', 'eleventh writing', ['Which claret would you serve with pheasant?']);
others(outOfScope, 'minh', 'eleventh writing', ['How I can renew my driver license?']);

// ------------------------------------------------------------------------- the twelfth writing
const OF_SUSU = { from: 'Rent susu' };
const OF_HOUSE_DEPOSIT = { from: 'House deposit' };
const OF_EMERGENCY_DEPOSIT = { from: 'Emergency deposit' };
const OF_HOUSE_PROJECT = { from: 'House project' };
commands('abena', [
  ['Please send 200 cedis to Madam Comfort', 200, 'Madam Comfort Adjei'],
  ['Dzifa Kpodo GHS 85.50 for the cloth', 85.5, 'Dzifa Kpodo'],
  ['Nii Armah, 350 cedis, he did the painting. Please send it', 350, 'Nii Armah Quartey'],
  ['I want to do a transfer to Sister Philomena, the amount is 120', 120, 'Sister Philomena Amoah'],
  ['Bright Stars Creche 640 for the term, do it on Monday', 640, 'Bright Stars Creche', MONDAY],
  ['Put 300 cedis inside Rent susu', 300, 'Rent susu'],
  ['Take 150 from the susu and send to my mum please', 150, 'Maame Frimpong', OF_SUSU],
  [
    'Every month on the 1st send Kwaku 250 cedis',
    250,
    'Kwaku Frimpong',
    { every: 'month', when: '2028-12-01' },
  ],
  ['water tanker people 180 now now', 180, 'Adenta Water Tanker Services'],
  ['Kindly pay Alhassan Fuseini GH₵75', 75, 'Alhassan Fuseini'],
]);
commands('tomas', [
  ['throw Breda 40 euro there, will ya', 40, 'Breda Scully'],
  ['Ger is owed 27.50 for the pints, send it on to him', 27.5, 'Ger'],
  ['Pay Peadar Oil Deliveries 486 on Friday', 486, 'Peadar Oil Deliveries', FRIDAY],
  ['stick 500 into the house deposit', 500, 'House deposit'],
  ['Could you ever send Father Malachy fifty euro for the Mass card', 50, 'Father Malachy Burke'],
  ['to mam: 120 please, out of the house deposit', 120, 'Nuala Geraghty', OF_HOUSE_DEPOSIT],
  ['send Shauna €65.20 tomorrow for the shopping', 65.2, 'Shauna Deasy', TOMORROW],
  ['Glenamaddy GAA Lotto, a tenner every week', 10, 'Glenamaddy GAA Lotto', { every: 'week' }],
  [
    '£30 sterling to Iarlaith',
    30,
    'Iarlaith Concannon',
    { currency: 'GBP', from: 'Sterling account' },
  ],
  ['two hundred and ten euro to Olamide Bakare, thanks a million', 210, 'Olamide Bakare'],
  [
    'Hiya, the heating oil came this morning so could you pay Peadar Oil Deliveries the €486 today please',
    486,
    'Peadar Oil Deliveries',
  ],
]);
commands('sunita', [
  ['Kindly transfer Rs. 15,500 to Mr. Sawant towards rent', 15500, 'Mr. Eknath Sawant'],
  ['Pls do NEFT of 2,750 to Deccan Gas Agency', 2750, 'Deccan Gas Agency'],
  ['Asha Tai salary 6000, pay today itself', 6000, 'Asha Tai'],
  [
    'Send 1.2 lakh from emergency deposit to household account',
    120000,
    'Household account',
    OF_EMERGENCY_DEPOSIT,
  ],
  ['transfer ten thousand rupees to my husband', 10000, 'Prakash Wagle'],
  [
    'School fees Rs 22,400 to Saraswati Vidya Mandir on 20th November',
    22400,
    'Saraswati Vidya Mandir',
    MONDAY,
  ],
  ['Dr Phadke consultation 900 rupees, please pay', 900, 'Dr. Nirmala Phadke'],
  ['Baldev Singh ji 3,300 please, for the car repair', 3300, 'Baldev Singh Sandhu'],
  ['₹499 to Farzana Merchant', 499, 'Farzana Merchant'],
  [
    'On 5th of every month 4,000 should go to Asha Tai',
    4000,
    'Asha Tai',
    { every: 'month', when: '2028-12-05' },
  ],
]);
commands('marlene', [
  ['okay um send forty five dollars to Lupe for the tamales', 45, 'Lupe Villagrana'],
  [
    'pay the furnace guy Culver one hundred eighty nine dollars and fifty cents',
    189.5,
    'Culver Furnace Repair',
  ],
  ['would you please put twenty dollars in quilt club', 20, 'Quilt club'],
  ['hey send my granddaughter Kaylin 100 bucks', 100, 'Kaylin Sikorski'],
  ['Prairie Plow and Mow gets 75 this coming Friday', 75, 'Prairie Plow and Mow', FRIDAY],
  ['Move 250 dollars over from savings to checking', 250, 'Checking', OF_SAVINGS],
  [
    'set up thirty dollars a week for St. Stanislaus Parish',
    30,
    'St. Stanislaus Parish',
    { every: 'week' },
  ],
  ['I need Donnell to get 62 dollars and 15 cents please', 62.15, 'Donnell Gaines'],
  ['Birgitta Olafson $18 for eggs', 18, 'Birgitta Olafson'],
  ['pay Doctor Haverstraw sixty dollars the day after tomorrow', 60, 'Doctor Haverstraw', FRIDAY],
  [
    'good morning dear I hope you are well would you send thirty dollars to Birgitta she picked up my prescription',
    30,
    'Birgitta Olafson',
  ],
]);
commands('jade', [
  ['ping zayn 14.60 for the uber', 14.6, 'Zayn Choudhury'],
  ['cn u send bartek £8', 8, 'Bartek'],
  ['35 quid to Ishani Solanki ta', 35, 'Ishani Solanki'],
  ['bung £50 in the ibiza pot', 50, 'Ibiza pot'],
  ['pull 20 out the bills pot into main', 20, 'Main', { from: 'Bills pot' }],
  ['mum £120 tmrw for rent x', 120, 'Yvonne Bell', TOMORROW],
  ['Peckham Pole Studio £58 on the 1st', 58, 'Peckham Pole Studio', FIRST],
  ['can Callum-James have £22.75 pls', 22.75, 'Callum-James Whyte'],
  ['pay my bro remi 40 back', 40, 'Remi Okafor-Bell'],
  [
    'veg box 16.95 every week starting monday',
    16.95,
    'Northside Veg Box',
    { every: 'week', ...MONDAY },
  ],
  ['tilly marchetti, 9 quid, nails', 9, 'Tilly Marchetti'],
]);
commands('ifunanya', [
  ['Please credit Tamunotonye Briggs with ₦45,000', 45000, 'Tamunotonye Briggs'],
  ['Send 20k to Mama Nzeribe', 20000, 'Mama Nzeribe'],
  ['Transfer N150,000 to Solid Block Industries for the blocks', 150000, 'Solid Block Industries'],
  [
    'Move 2 million from House project to current account',
    2_000_000,
    'Current account',
    OF_HOUSE_PROJECT,
  ],
  ['abeg help me send Nneka 12,500', 12500, 'Nneka Nzeribe'],
  ['Chief Igbinovia 500k on Saturday', 500_000, 'Chief Osaretin Igbinovia', SATURDAY],
  [
    'pay Engineer Uduak N80,000 from House project',
    80000,
    'Engineer Uduak Effiong',
    OF_HOUSE_PROJECT,
  ],
  [
    '$60 to Mrs Folasade Akindele',
    60,
    'Mrs Folasade Akindele',
    { currency: 'USD', from: 'Dollar account' },
  ],
  ['I want Ikeja Diesel Supply to receive 96,400 naira today', 96400, 'Ikeja Diesel Supply'],
  [
    'Send Mama Nzeribe 30k on the 28th of every month',
    30000,
    'Mama Nzeribe',
    { every: 'month', when: '2028-11-28' },
  ],
]);
commands('bogdan', [
  ['Please to send 60 pounds for Vasile Rusu', 60, 'Vasile Rusu'],
  ['i want pay Essex Skips Direct 240 pound', 240, 'Essex Skips Direct'],
  ['My wife need 150 pounds, send her please', 150, 'Doina Petrescu'],
  ['Make transfer of 300 to van savings', 300, 'Van savings'],
  ['Grzegorz finish the tiles, pay to him 420', 420, 'Grzegorz Malinowski'],
  [
    'From the van savings please give 95.40 to Rainham Builders Merchants',
    95.4,
    'Rainham Builders Merchants',
    { from: 'Van savings' },
  ],
  ['100 euro to Ionela', 100, 'Ionela Ciobanu', { currency: 'EUR', from: 'Euro account' }],
  ['On 30 of November pay the Rent-a-Scaffold 375 pounds', 375, 'Rent-a-Scaffold Ltd', MONTH_END],
  ['Yusuf Demirtas 45,50 pounds', 45.5, 'Yusuf Demirtaş'],
  [
    'Send every Friday 80 pounds to my brother Mihai',
    80,
    'Mihai Petrescu',
    { every: 'week', ...FRIDAY },
  ],
  ['Terence Whybrow 200 pound, is for the van insurance', 200, 'Terence Whybrow'],
]);
others(notPayable, 'abena', 'two contacts have the name', ['Send 100 cedis to Kojo']);
others(notPayable, 'abena', 'it is over, not decided, or depends on something', [
  'I sent Kojo Badu 90 cedis last week',
  'Dzifa is asking me for 500 but me I have not decided',
  'If the salary comes, pay Golden Needle 400',
]);
others(notPayable, 'abena', 'a cancellation pays nothing', [
  'Please stop the monthly 250 that goes to Kwaku',
]);
others(notPayable, 'tomas', 'two contacts have the name', ['Send 20 to Muireann']);
others(notPayable, 'tomas', 'a question, a refusal, what was meant', [
  'Will I send Breda the 40 or wait for her to ask?',
  "Kinvara Timber want 900 off me but I'm not paying till it's finished",
  'I was meant to pay Peadar 486 last Friday',
]);
others(notPayable, 'sunita', 'two contacts have the name', ['Pay Manoj 1500']);
others(notPayable, 'sunita', 'a question, what others say or ask', [
  'Have you transferred Rs 15,500 to Mr Sawant?',
  'My brother-in-law was telling to send 5000 to Harish',
  'Ganesh Travels people are asking 8,000 advance for the trip',
]);
others(notPayable, 'sunita', 'a cancellation pays nothing', [
  'Kindly cancel the payment of 22,400 to the school',
]);
others(notPayable, 'marlene', 'two contacts have the name, or the amount is missing', [
  'send Earlene forty dollars',
  'pay Lupe what I owe her',
]);
others(notPayable, 'marlene', 'what others say, a question, a reminder', [
  'Todd says send the parish a hundred',
  "didn't I already send Kaylin her hundred dollars",
  'remind me to pay the plow guy seventy five',
]);
others(notPayable, 'jade', 'two contacts have the name', ['send ishani 15']);
others(notPayable, 'jade', 'a telling, a joke, a condition', [
  'ugh zayn STILL hasnt paid me that 14.60',
  'lol imagine i sent bartek £800',
  'tilly £25 but only when i get paid',
]);
others(notPayable, 'jade', 'a cancellation pays nothing', ['bin off the weekly veg box payment']);
others(notPayable, 'ifunanya', 'two contacts have the name', ['Send Hauwa 10k']);
others(notPayable, 'ifunanya', 'a question, what others say, a guess', [
  'They have debited me 45,000 for Tamunotonye, why?',
  'Nneka said you people should send her 200k',
  'Greensprings will need a deposit, I think 70,000',
]);
others(notPayable, 'bogdan', 'two contacts have the name', ['Send 70 to Vasile']);
others(notPayable, 'bogdan', 'what did not happen, a question, somebody else pays', [
  'Terence did not pay to me the 200 pounds',
  'how much it cost if I send 100 euro to Ionela?',
  'Mihai will pay to the skips 240, not me',
]);
others(outOfScope, 'abena', 'twelfth writing', ['Is there dumsor in Adenta this evening?']);
others(outOfScope, 'tomas', 'twelfth writing', ['who won the county final on Sunday']);
others(outOfScope, 'sunita', 'twelfth writing', ['Suggest one good recipe for puran poli']);
others(outOfScope, 'marlene', 'twelfth writing', ['what channel is my program on tonight']);
others(outOfScope, 'jade', 'twelfth writing', ['is it gna rain at carnival']);
others(outOfScope, 'ifunanya', 'twelfth writing', ['When is ASUU calling off the strike?']);
others(outOfScope, 'bogdan', 'twelfth writing', ['How I make the MOT booking for my van?']);

// ---------------------------------------------------------------------- the thirteenth writing
const OF_CHAMA = { from: 'Chama savings' };
const OF_ZAKAT = { from: 'Zakat reserve' };
const OF_RISPARMI = { from: 'Risparmi' };
const OF_PARDNER = { from: 'Pardner money' };
const OF_CAR_POT = { from: 'Car pot' };
const OF_TRAVEL_SAVINGS = { from: 'Travel savings' };
const OF_LOT_SAVINGS = { from: 'Lot savings' };
const OF_HOUSE_ACCOUNT = { from: 'House account' };
const OF_MACHINERY = { from: 'Machinery fund' };
commands('wanjiku', [
  ['Habari, send Achieng 1,500 shillings please', 1500, 'Achieng Odhiambo'],
  ['Kindly assist, 3200 bob to Zawadi Hardware for the iron sheets', 3200, 'Zawadi Hardware'],
  ['Pastor Muthoni KES 2,000 for the harambee', 2000, 'Pastor Muthoni Gachanja'],
  ['send my dad 5k', 5000, 'Mzee Gathogo'],
  ['Water guys are here, Umoja Water Vendors 850 please', 850, 'Umoja Water Vendors'],
  ['I have to put 4,000 in the chama savings today', 4000, 'Chama savings'],
  ['From chama savings pay Kiprotich Langat 12,000', 12000, 'Kiprotich Langat', OF_CHAMA],
  ['on friday send njeri 2500', 2500, 'Njeri Gathogo', FRIDAY],
  ['Baraka is to receive KSh 6,750 on the 20th', 6750, 'Baraka Mwikali', MONDAY],
  [
    'Ngong Road Butchery one thousand eight hundred and forty shillings',
    1840,
    'Ngong Road Butchery',
  ],
]);
commands('imran', [
  ['Please remit PKR 145,000 to Korangi Packaging', 145000, 'Korangi Packaging'],
  [
    'Transfer 2 lakh rupees from the business account to Haji Rafiq Memon',
    200000,
    'Haji Rafiq Memon',
  ],
  ['Legal fee for Advocate Tahira Lodhi, 35,000, release today', 35000, 'Advocate Tahira Lodhi'],
  ['USD 450 to Nadia Qureshi', 450, 'Nadia Qureshi', { currency: 'USD', from: 'Dollar account' }],
  ['Clifton Couriers invoice 8,640 to be paid on Monday', 8640, 'Clifton Couriers', MONDAY],
  [
    'Zakat: give 25,000 to Waqas Chaudhry out of the zakat reserve',
    25000,
    'Waqas Chaudhry',
    OF_ZAKAT,
  ],
  ['My wife needs 40k, please send', 40000, 'Sana Farooqui'],
  [
    'Set a monthly transfer of Rs. 18,000 to Junaid starting 1 December',
    18000,
    'Junaid Farooqui',
    { every: 'month', when: '2028-12-01' },
  ],
  ['Al-Madina Printers ko 12,300 bhej dein, I mean send them 12,300', 12300, 'Al-Madina Printers'],
]);
commands('giulia', [
  ['I want to send to Ilaria 45 euro for the dinner', 45, 'Ilaria Zanetti'],
  ['Please make a bank transfer of €320 to Asilo Girasole', 320, 'Asilo Girasole'],
  ['60,50 euro to the plumber Moretti', 60.5, 'Idraulico Moretti'],
  ['Can you give 20 euro to my nonna please', 20, 'Nonna Pina'],
  ['Tomorrow 150 to Signora Colombo, is the cleaning', 150, 'Signora Colombo', TOMORROW],
  ['Move 200 euro from Risparmi to Conto', 200, 'Conto', OF_RISPARMI],
  [
    'Fiona Braithwaite has to have £75',
    75,
    'Fiona Braithwaite',
    { currency: 'GBP', from: 'Pound account' },
  ],
  [
    'Every month the day 5 pay Palestra Navigli 49 euro',
    49,
    'Palestra Navigli',
    { every: 'month', when: '2028-12-05' },
  ],
  ['For Teodoro Fumagalli 85, I thank you', 85, 'Teodoro Fumagalli'],
]);
commands('beverley', [
  ['Good morning darling, send Sister Hyacinth £40 for me please', 40, 'Sister Hyacinth Codling'],
  ['Mi waan send Miss Ivy thirty pound', 30, 'Miss Ivy'],
  ["Give Kemar sixty five pounds, he's my son and he need it for him boots", 65, 'Kemar Stennett'],
  ['Put £100 in the pardner money', 100, 'Pardner money'],
  [
    'Take two hundred out of the pardner money for Perry Barr Removals',
    200,
    'Perry Barr Removals',
    OF_PARDNER,
  ],
  [
    'Send one hundred US dollars to Desrene Gayle please my love',
    100,
    'Desrene Gayle',
    { currency: 'USD', from: 'US dollars' },
  ],
  [
    'Hair appointment money, Handsworth Hair Palace, £72.50, Saturday',
    72.5,
    'Handsworth Hair Palace',
    SATURDAY,
  ],
  ['Deacon Bartley 25 pounds towards the coach', 25, 'Deacon Winston Bartley'],
  [
    'My niece Avril is to get £15 from me every week please',
    15,
    'Avril Stennett',
    { every: 'week' },
  ],
  ['Soho Road Travel £480 on the 30th of November', 480, 'Soho Road Travel', MONTH_END],
]);
commands('kieran', [
  ['bung macca 20', 20, 'Macca'],
  ['25 quid to big al for the match tickets la', 25, 'Big Al'],
  ['sort jodie 11.40', 11.4, 'Jodie Fazakerley'],
  ['bootle tyres 168 out the car pot', 168, 'Bootle Tyres', OF_CAR_POT],
  ['goals fives league £6.50 tomoz', 6.5, 'Goals Fives League', TOMORROW],
  ['ping our liam a fiver', 5, 'Liam Molyneux'],
  ['50 into car pot pls', 50, 'Car pot'],
  ['me mum 120 for keep, friday', 120, 'Carol Molyneux', FRIDAY],
  ['priyanka 32 for the leccy', 32, 'Priyanka Nath'],
  ['scran van £9', 9, 'Scran Van'],
]);
commands('ngaire', [
  [
    'Would you be so kind as to pay Kapiti Lawn Care $85 for this fortnight?',
    85,
    'Kapiti Lawn Care',
  ],
  ["I'd like Mrs Applegarth to have $60 for the raffle books, please", 60, 'Mrs Applegarth'],
  ['Waikanae Bridge Club, annual sub, $140, thank you', 140, 'Waikanae Bridge Club'],
  [
    "It's Isla's birthday on Saturday. Please send her $50 that day.",
    50,
    'Isla Merriman',
    SATURDAY,
  ],
  ['Please shift $750 across from Travel savings to Everyday', 750, 'Everyday', OF_TRAVEL_SAVINGS],
  ['Winsome paid for lunch so $32.50 to Winsome Tuhoro', 32.5, 'Winsome Tuhoro'],
  [
    'Coastal Plumbing sent me a bill for $264.85. Please pay it tomorrow.',
    264.85,
    'Coastal Plumbing',
    TOMORROW,
  ],
  ['One hundred dollars to my son Hugh if you would', 100, 'Hugh Merriman'],
  ['Colin Postlethwaite 18 dollars for the eggs and lemons', 18, 'Colin Postlethwaite'],
]);
commands('lito', [
  ['Good day sir, please send 800 dollars to my wife', 800, 'Marites Bagatsing'],
  ['Bosun Dimaculangan 35 USD, I lost the bet haha', 35, 'Bosun Dimaculangan'],
  [
    'Pls pay 14,500 pesos to Iloilo Hollow Blocks',
    14500,
    'Iloilo Hollow Blocks',
    { currency: 'PHP', from: 'Peso account' },
  ],
  ['Save 250 to Lot savings', 250, 'Lot savings'],
  ['Transfer $60 for Tita Remy, medicine of lolo', 60, 'Tita Remy'],
  [
    'On December 1 my training fee 210 dollars to Batangas Maritime Training',
    210,
    'Batangas Maritime Training',
    FIRST,
  ],
  ['from my lot savings 1500 usd to Arvin Salonga', 1500, 'Arvin Salonga', OF_LOT_SAVINGS],
  [
    'every 20 of the month please give Inay 100 dollars',
    100,
    'Inay Bagatsing',
    { every: 'month', when: '2028-11-20' },
  ],
  ['Padre Anselmo, 20 dollar only for the mass, send now sir', 20, 'Padre Anselmo'],
]);
commands('clyde', [
  [
    'pay hoxie feed and seed four hundred and twelve dollars and sixty cents',
    412.6,
    'Hoxie Feed and Seed',
  ],
  ['send my grandson cody a hundred bucks', 100, 'Cody Wiebe'],
  ['amstutz veterinary 286 for the heifer', 286, 'Amstutz Veterinary'],
  [
    'take nineteen hundred from the machinery fund and pay sunflower diesel repair',
    1900,
    'Sunflower Diesel Repair',
    OF_MACHINERY,
  ],
  ['write orville schmitz a check for 75 dollars well just send it to him', 75, 'Orville Schmitz'],
  ['two hundred fifty to dwight koerner monday for the hay', 250, 'Dwight Koerner', MONDAY],
  [
    'out of the house account forty dollars to verna dietz for the quilt',
    40,
    'Verna Dietz',
    OF_HOUSE_ACCOUNT,
  ],
  ['lorene wants three hundred for groceries send it to her', 300, 'Lorene Wiebe'],
  ['pastor lindquist fifty dollars the first of december', 50, 'Pastor Lindquist', FIRST],
]);
others(notPayable, 'wanjiku', 'two contacts have the name', ['Send Wambui 700']);
others(notPayable, 'wanjiku', 'a question, what others ask', [
  'Did Achieng receive the 1,500 I sent yesterday?',
  'Kiprotich is asking for 12,000 and I do not have it this month',
]);
others(notPayable, 'imran', 'two contacts have the name', ['Pay Kamran 22,000']);
others(notPayable, 'imran', 'a condition, a telling', [
  'If the goods arrive in order, Korangi Packaging gets 145,000',
  'Haji Rafiq has confirmed that he received 2 lakh on Tuesday',
]);
others(notPayable, 'giulia', 'two contacts have the name, or the amount is missing', [
  'Send 30 euro to Matteo',
  'I have to pay the Asilo Girasole this month',
]);
others(notPayable, 'giulia', 'what somebody else does', [
  'Edoardo pays 49 euro to the palestra, not me',
]);
others(notPayable, 'beverley', 'two contacts have the name', ['Give Trevor £20 for me']);
others(notPayable, 'beverley', 'a debt of others, a thought', [
  'Kemar still owe me £65 from August you know',
  'I was thinking maybe £50 for Miss Ivy at Christmas, I will see how things go',
]);
others(notPayable, 'kieran', 'two contacts have the name', ['lash deano 15']);
others(notPayable, 'kieran', 'a joke, a telling', [
  'macca reckons im giving him 500 for that banger lol no chance',
  'paid goals already, 6.50 last night',
]);
others(notPayable, 'ngaire', 'two contacts have the name', [
  'Please send Pauline $25 for the tickets',
]);
others(notPayable, 'ngaire', 'a question, a refusal', [
  'Should I give Hugh $100 or is that spoiling him?',
  "Coastal Plumbing would like $264.85 but I shan't be paying until the tap stops dripping",
]);
others(notPayable, 'lito', 'two contacts have the name', ['Send 40 dollars to Jhun']);
others(notPayable, 'lito', 'what will come, a payment that is cancelled', [
  'My allotment of 1,200 will come on the 20th',
  'Please stop the 800 dollars to my wife, do not send',
]);
others(notPayable, 'clyde', 'two contacts have the name', ['send randy sixty dollars']);
others(notPayable, 'clyde', 'a memory, a question', [
  'i believe i gave dwight two fifty for hay back in september',
  'what would it cost me to wire a thousand to canada',
]);
others(outOfScope, 'wanjiku', 'thirteenth writing', ['Which matatu goes to Rongai after nine?']);
others(outOfScope, 'imran', 'thirteenth writing', [
  'Kindly tell the timing of Asr prayer in Karachi',
]);
others(outOfScope, 'giulia', 'thirteenth writing', [
  'How do you make the risotto with the saffron?',
]);
others(outOfScope, 'kieran', 'thirteenth writing', ['what time do everton kick off']);
others(outOfScope, 'ngaire', 'thirteenth writing', ['When should I prune my hydrangeas?']);
others(outOfScope, 'clyde', 'thirteenth writing', ['is it fixing to rain on saturday']);

/** Orders that the bank has to ask about, with the slots of a right question. */
function asksAbout(context: string, why: string, ask: string[], messages: string[]): void {
  notPayable.push(...messages.map((message) => ({ context, message, why, ask })));
}
// --------------------------------------------------------------------- the fourteenth writing
const OF_RESERVE = { from: 'Reserve' };
const DOLLAR_CARD = { currency: 'USD', from: 'Dollar card' };
const OF_GARDEN = { from: 'Garden fund' };
const OF_STASH = { from: 'Stash' };
const OF_TAX_RESERVE = { from: 'Tax reserve' };
const US_DOLLARS = { currency: 'USD', from: 'US dollar account' };
const OF_SPAARPOT = { from: 'Spaarpot' };
const OF_SCHOOL_FEES = { from: 'School fees pot' };
const OF_HOUSE_FUND = { from: 'House fund' };
const OF_CHURCH = { from: 'Church savings' };
const OF_GST = { from: 'GST account' };
const OF_PAYROLL = { from: 'Payroll reserve' };

commands('oksana', [
  ['Please make transfer 180 euro to Halyna', 180, 'Halyna Petrenko'],
  ['I need to pay kindergarten, Kita Regenbogen, 214,50', 214.5, 'Kita Regenbogen'],
  ['45 € to Joerg Weissbach for the drill he bought me', 45, 'Jörg Weißbach'],
  ['Send to my mama 300 euros please, she waits', 300, 'Nadiia Hrytsenko'],
  ['Frau Lindenau gets 38,90 from me, send it today', 38.9, 'Frau Lindenau'],
  ['pay Stadtwerke 96.40 on Friday', 96.4, 'Stadtwerke Elbtal', FRIDAY],
  ['from Reserve 250 to Taras', 250, 'Taras Hrytsenko', OF_RESERVE],
  ['transfer 60 dollars to Bohdana from dollar card', 60, 'Bohdana Kravets', DOLLAR_CARD],
  [
    'Every first of month 75 euros to Dmytro, begin 1 December',
    75,
    'Dmytro Sushko',
    { ...FIRST, every: 'month' },
  ],
]);
commands('gwendolyn', [
  [
    'Good morning. Would you kindly arrange for £85 to reach Mr Tolliver for the hedge?',
    85,
    'Mr Tolliver',
  ],
  ['I wish to give my niece Flora fifty pounds for passing her driving test', 50, 'Flora Ashcombe'],
  ['A donation of £100 to the Hospice of St Aldhelm, if you please', 100, 'Hospice of St Aldhelm'],
  ['Pray send Canon Hathersage £30 from the garden fund', 30, 'Canon Hathersage', OF_GARDEN],
  ['The window cleaners are owed £22. Please pay them now.', 22, 'Bramley Window Cleaners'],
  ['Rosalind Peverell, £14.75, my share of the luncheon, thank you', 14.75, 'Rosalind Peverell'],
  ['Do put £200 into my Premium Saver', 200, 'Premium saver'],
  [
    'Kindly pay Wessex Heating Oil four hundred and twelve pounds on the 30th of November',
    412,
    'Wessex Heating Oil',
    MONTH_END,
  ],
  [
    "I'd be grateful if Dr Ekwueme could receive £65 on Monday next, the 20th",
    65,
    'Dr. Ngozi Ekwueme',
    MONDAY,
  ],
]);
commands('tyrell', [
  ['yo send big mike 20 for wings', 20, 'Big Mike'],
  ['shoot keisha 35 real quick', 35, 'Keisha Landry'],
  ['hit deshawn w 15 bucks', 15, 'Deshawn Pettway'],
  ['lemme get 60 over to my mom', 60, 'Yolanda Boudreaux'],
  ['sneaker vault 129.99 pls', 129.99, 'Sneaker Vault'],
  ['throw 50 in the car fund', 50, 'Car fund'],
  ['outta my stash send coach ruffin 40', 40, 'Coach Ruffin', OF_STASH],
  ['pay southside power 88.12 tmrw', 88.12, 'Southside Power', TOMORROW],
  ['im tryna pay xiomara back the 25 she fronted me', 25, 'Xiomara Reyes'],
]);
commands('farhad', [
  [
    'Pay Lakeshore Property Management 3,450 for November rent',
    3450,
    'Lakeshore Property Management',
  ],
  [
    'Settle invoice 2217 from Isfahan Imports, USD 1,280.00, out of the US dollar account',
    1280,
    'Isfahan Imports',
    US_DOLLARS,
  ],
  ['Two hundred dollars for my son please', 200, 'Kian Moradi'],
  ['Could we send Behrouz his 640 today', 640, 'Behrouz Tehrani'],
  ['Mrs. Golestani should get 120 dollars, she did the alterations', 120, 'Shirin Golestani'],
  ['move 5k to tax reserve', 5000, 'Tax reserve'],
  ['Take 900 from the tax reserve and pay Mina with it', 900, 'Mina Karimpour', OF_TAX_RESERVE],
  [
    'Danforth rug cleaning has to be paid 275.50 by this Friday',
    275.5,
    'Danforth Rug Cleaning',
    FRIDAY,
  ],
  ['Giovani Pelegrino 310 for the counter tops', 310, 'Giovanni Pellegrino'],
]);
commands('anneke', [
  ['Can you overmake 25 euro to Joost please', 25, 'Joost Hoekstra'],
  ['Marijke gets still 12,50 from me for the flowers, please pay', 12.5, 'Marijke Terpstra'],
  ['I would like that you send 40 euro to Oma Trijntje', 40, 'Oma Trijntje'],
  ['The contribution of De Meeuwen, 135 euro, can be paid now', 135, 'Sportvereniging De Meeuwen'],
  ['Do 100 euro from my spaarpot to Fleur de Wit', 100, 'Fleur de Wit', OF_SPAARPOT],
  ['pay fietsenmaker Dijkstra 64,95', 64.95, 'Fietsenmakerij Dijkstra'],
  ['Waterschap Amstelland, 212 euros, on 1 December', 212, 'Waterschap Amstelland', FIRST],
  ['Put every week 20 euro in the Vakantiegeld', 20, 'Vakantiegeld', { every: 'week' }],
  ['my husband needs 80 euro, send him that', 80, 'Pieter van der Velde'],
]);
commands('nasra', [
  ['salaam, can you send hodan £18 for the samosas', 18, 'Hodan Farah'],
  ['pay little acorns 142 for this weeks sessions', 142, 'Little Acorns Playgroup'],
  ['£60 to ustadh bashir, quran lessons', 60, 'Ustadh Bashir'],
  ['need to get 250 to my mum asap', 250, 'Faduma Jimcale'],
  ['Mrs Pinock £12 for the cake sale', 12, 'Mrs Pinnock'],
  ['transfer one hundred and fifty into hajj savings', 150, 'Hajj savings'],
  ['use the school fees pot to pay ayaan 90 quid', 90, 'Ayaan Duale', OF_SCHOOL_FEES],
  ['halal butchers 47.30 please and thank you', 47.3, 'Whitechapel Halal Butchers'],
  ['send my bro liban forty pound tomorrow morning', 40, 'Liban Jimcale', TOMORROW],
]);
commands('pradeep', [
  ['Kindly transfer Rs 2,500 to Suma Shenoy', 2500, 'Suma Shenoy'],
  ['pls do the needful and send 15k to my brother', 15000, 'Nikhil Kulkarni'],
  ['1.5 lakh to House fund', 150000, 'House fund'],
  ['Venkatesh Hegde 800/- for cab', 800, 'Venkatesh Hegde'],
  ['I have to give milk depot 1,860 rupees, pay it', 1860, 'Jayanagar Milk Depot'],
  ['Gowda uncle ko 500 bhejo, i mean send 500', 500, 'Gowda Uncle'],
  [
    'Advance of 20,000 to Sri Ganesh Caterers from the house fund',
    20000,
    'Sri Ganesh Caterers',
    OF_HOUSE_FUND,
  ],
  ['amma needs 10,000 on 1st dec, schedule it', 10000, 'Sharada Kulkarni', FIRST],
  ['INR 3200 to Imtiaz bhai today itself', 3200, 'Imtiaz Pathan'],
]);
commands('mele', [
  ['malo, send $30 to Sione for petrol', 30, 'Sione Tupou'],
  ['Can I please put a hundred dollars on Tonga trip', 100, 'Tonga trip'],
  ['$85 for koru childcare', 85, 'Koru Childcare'],
  [
    'my offering, 50 dollars, to Pastor Havili on Sunday',
    50,
    'Pastor Havili',
    { when: '2028-11-19' },
  ],
  ['sis needs $45 send it to her', 45, 'Salote Fakatava'],
  ['Otara meat market $112.60, the boxes of lamb flaps', 112.6, 'Otara Meat Market'],
  ['shift 75 to Losa out of church savings', 75, 'Losa Kaufusi', OF_CHURCH],
  ['Ana Vainikolo should have $22.50, pls send', 22.5, 'Ana Vainikolo'],
  ['give my nephew viliami twenty bucks', 20, 'Viliami Fakatava'],
]);
commands('vince', [
  ['gday, chuck daz 350 for the two days', 350, 'Daz Whitlock'],
  ['Footscray Timber want their 1,126.40, pay em', 1126.4, 'Footscray Timber'],
  ['bung 2 grand in the gst account', 2000, 'GST account'],
  ['sling spiro a fifty', 50, 'Spiro Manolis'],
  ['scaffold hire, 480 bucks, this arvo', 480, 'Western Scaffold Hire'],
  ['pay trung dao his seven hundred and forty dollars for tiling', 740, 'Trung Dao'],
  ['nonna 100', 100, 'Nonna Calabrese'],
  ['out of gst account send the missus 600', 600, 'Kylie Calabrese', OF_GST],
  ['Bunyip Tool Repairs $89 on Monday arvo', 89, 'Bunyip Tool Repairs', MONDAY],
]);
commands('beatriz', [
  ['Remit $1,875.00 to Mesquite Insurance Agency', 1875, 'Mesquite Insurance Agency'],
  ['Process payment: Rio Bravo Office Supply, $243.18, PO 5521', 243.18, 'Rio Bravo Office Supply'],
  ['Guadalupe Arriaga - 620.00 - cleaning of the warehouse', 620, 'Guadalupe Arriaga'],
  [
    'Please cut Hilario a payment of 1,040 from Payroll reserve',
    1040,
    'Hilario Montes',
    OF_PAYROLL,
  ],
  ['Schedule $560 for Lone Star Janitorial on December 1', 560, 'Lone Star Janitorial', FIRST],
  ['Fund payroll reserve with 12,000', 12000, 'Payroll reserve'],
  ['Ms. Kowalczyk is to be reimbursed $77.25', 77.25, 'Sandra Kowalczyk'],
  ['mi papá 400 dollars please', 400, 'Ernesto Villalobos'],
  [
    'Ximena Robledo $150 weekly starting Monday',
    150,
    'Ximena Robledo',
    { ...MONDAY, every: 'week' },
  ],
]);

asksAbout('oksana', 'two contacts have the name', ['recipient'], ['Send to Ihor 50 euro please']);
asksAbout('oksana', 'no amount', ['amount'], ['I must pay Autohaus Mehnert for the tires']);
asksAbout(
  'oksana',
  'a payee whom nobody knows',
  ['recipient'],
  ['120 euros to Svitlana for dress'],
);
asksAbout(
  'oksana',
  'one of two amounts',
  ['amount', 'operation'],
  ['Pay Dmytro 50 or 60, I forgot how much it was'],
);
asksAbout(
  'gwendolyn',
  'two contacts have the name',
  ['recipient'],
  ['Please be so good as to send Margaret £20 for the raffle'],
);
asksAbout(
  'gwendolyn',
  'about so much',
  ['amount'],
  ['Mr Tolliver should have somewhere in the region of £80'],
);
asksAbout(
  'gwendolyn',
  'one of two days',
  ['date'],
  ['Pay Rosalind £15 on Friday or perhaps Saturday'],
);
asksAbout(
  'gwendolyn',
  'an account that she has not',
  ['account'],
  ['Send my son £500 from the Barclays account'],
);
asksAbout('tyrell', 'two contacts have the name', ['recipient'], ['send marcus 30']);
asksAbout('tyrell', 'no amount', ['amount'], ['pay jalen what i owe him']);
asksAbout(
  'tyrell',
  'one of two payees',
  ['recipient', 'operation'],
  ['send 20 to keisha or deshawn whoever paid for the pizza'],
);
asksAbout(
  'tyrell',
  'a condition',
  ['operation', 'date', 'amount', 'recipient'],
  ['send big mike 40 if the hawks lose tonight'],
);
asksAbout(
  'farhad',
  'two contacts have the name',
  ['recipient'],
  ['Reza has to receive 450 dollars'],
);
asksAbout(
  'farhad',
  'a share of an amount',
  ['amount', 'operation'],
  ['Pay Lakeshore half of the 3,450 and the rest later'],
);
asksAbout(
  'farhad',
  'a currency that he has not',
  ['currency', 'account', 'amount'],
  ['Send 300 euros to Mina Karimpour'],
);
asksAbout(
  'farhad',
  'an amount and a tax of it',
  ['amount', 'operation'],
  ['Pay Giovanni 800 plus HST'],
);
asksAbout(
  'anneke',
  'two contacts have the name',
  ['recipient'],
  ['Bram gets 15 euro from me, pay it'],
);
asksAbout(
  'anneke',
  'an amount for each of two payees',
  ['recipient', 'operation', 'amount'],
  ['Pay Joost and Marijke each 20 euro'],
);
asksAbout('anneke', 'at most so much', ['amount'], ['Send Fleur maximal 50 euro']);
asksAbout(
  'anneke',
  'a day that nobody can know',
  ['date', 'operation'],
  ['Pay Sjoerd 30 euro when my salary is in'],
);
asksAbout('nasra', 'two contacts have the name', ['recipient'], ['sahra £25 eid money']);
asksAbout(
  'nasra',
  'a second account',
  ['account', 'operation', 'amount'],
  ['send liban 200, half from household and half from hajj savings'],
);
asksAbout('nasra', 'no amount', ['amount'], ['pay the minicab please']);
asksAbout(
  'nasra',
  'a payee behind a contact',
  ['recipient', 'operation'],
  ["send £40 to hodan's sister"],
);
asksAbout('pradeep', 'two contacts have the name', ['recipient'], ['Anand ko 2000 send kar do']);
asksAbout(
  'pradeep',
  'an amount of one of several',
  ['amount', 'operation', 'recipient'],
  ['Send Imtiaz 500 per day for 12 days'],
);
asksAbout(
  'pradeep',
  'the rest of a bill',
  ['amount'],
  ['Pay balance amount to Sri Ganesh Caterers'],
);
asksAbout(
  'pradeep',
  'a limit',
  ['amount', 'operation'],
  ['Transfer up to 5000 to Suma if required'],
);
asksAbout('mele', 'two contacts have the name', ['recipient'], ['$60 to Tevita for the fridge']);
asksAbout('mele', 'a firm that nobody knows', ['recipient'], ['Pay Mangere Plumbing $180']);
asksAbout('mele', 'a day that is none', ['date'], ['Send Losa $25 on the 31st of November']);
asksAbout(
  'mele',
  'to ask somebody first',
  ['operation', 'recipient', 'amount', 'date'],
  ['Send Sione $100 but check with Salote first'],
);
asksAbout('vince', 'two contacts have the name', ['recipient'], ['flick gaz 80 for the ute hire']);
asksAbout('vince', 'a couple of hundred', ['amount'], ['give trung a few hundred for materials']);
asksAbout(
  'vince',
  'less a deduction',
  ['amount', 'operation'],
  ['pay daz 350 less the 40 i lent him'],
);
asksAbout(
  'vince',
  'a payee for somebody else',
  ['recipient', 'operation'],
  ['pay 90 to whoever spiro says'],
);
asksAbout(
  'beatriz',
  'two contacts have the name',
  ['recipient'],
  ['Issue Luis a payment of $310.00'],
);
asksAbout(
  'beatriz',
  'two payments of one order',
  ['recipient', 'operation', 'amount'],
  ['Guadalupe $620 and Hilario $1,040, please process both'],
);
asksAbout(
  'beatriz',
  'so many days after a date',
  ['date', 'operation'],
  ['Pay Rio Bravo $243.18 net 30'],
);
asksAbout(
  'beatriz',
  'pesos or dollars',
  ['currency', 'account', 'amount'],
  ['Send Ximena 500 pesos or dollars, whichever is cheaper'],
);

// --------------------------------------------------------------------- the sixteenth writing
const OF_VAN_FUND = { from: 'Van fund' };
const OF_TAX_POT = { from: 'Tax pot' };
const OF_PRIVAT = { from: 'Privat' };
const OF_WINTER = { from: 'Winter reserve' };
const OF_SKI_TRIP = { from: 'Ski trip' };
const OF_USD = { currency: 'USD', from: 'USD account' };

commands('hamza', [
  ['bilal 40 for petrol', 40, 'Bilal Mahmood'],
  ['send mum 150', 150, 'Rukhsana Chaudhry'],
  ['can u send zainab rashid £22.50', 22.5, 'Zainab Rashid'],
  ['pay the nursery 310 evington', 310, 'Evington Nursery'],
  ['belgrave motor spares £87.99 brake pads', 87.99, 'Belgrave Motor Spares'],
  ['200 in the tax pot', 200, 'Tax pot'],
  ['move 75 quid to van fund', 75, 'Van fund'],
  ['give keith 35 from me', 35, 'Keith Wormald'],
  ['Fleetline insurance 164.20 on the 1st', 164.2, 'Fleetline Insurance', FIRST],
  ['aisha 60 for the shopping', 60, 'Aisha Chaudhry'],
  ['pay my wife 45.80 now pls', 45.8, 'Aisha Chaudhry'],
  ['owen trubshaw £18', 18, 'Owen Trubshaw'],
  ['jagdeep 120 tomorrow', 120, 'Jagdeep Sohal', TOMORROW],
  ['every friday 50 to mum', 50, 'Rukhsana Chaudhry', { every: 'week' }],
  ['need to get 95 to Belgrave Motor from the van fund', 95, 'Belgrave Motor Spares', OF_VAN_FUND],
  ['adnan latif 30 he got my dinner twice', 30, 'Adnan Latif'],
  ['fiver to bilal', 5, 'Bilal Mahmood'],
  ['send 1,200 from tax pot to main', 1200, 'Main', OF_TAX_POT],
  ['zainab gets 15', 15, 'Zainab Rashid'],
  ['transfr 65 to kieth wormald', 65, 'Keith Wormald'],
  ['pay jagdeep sohal two hundred', 200, 'Jagdeep Sohal'],
  ['£12.40 owen for parking', 12.4, 'Owen Trubshaw'],
  ['put a hundred quid away in the van fund mate', 100, 'Van fund'],
  ['adnan siddique 80 on saturday', 80, 'Adnan Siddique', SATURDAY],
  ['Send Rukhsana £25 for the eid clothes', 25, 'Rukhsana Chaudhry'],
  ['pay evington nursery 155 this friday', 155, 'Evington Nursery', FRIDAY],
  ['bilal mahmood 20 same as i said ill give him', 20, 'Bilal Mahmood'],
  ['wire 70 to my mother', 70, 'Rukhsana Chaudhry'],
  ['monthly 40 to aisha from 1 december', 40, 'Aisha Chaudhry', { ...FIRST, every: 'month' }],
  ['keith 9.99', 9.99, 'Keith Wormald'],
]);
commands('ulrike', [
  ['Please transfer 480 Euro to Marija Kovač, wages for the week', 480, 'Marija Kovač'],
  ['To Leopold Stangassinger 260 for the wood', 260, 'Leopold Stangassinger'],
  ['Wäscherei Schneeweiß, 143,70 Euro', 143.7, 'Wäscherei Schneeweiß'],
  ['Pay please the dairy Molkerei Zillergrund 96,40', 96.4, 'Molkerei Zillergrund'],
  [
    'I would like to pay the Kaminkehrer Obwexer 118 Euro on Friday',
    118,
    'Kaminkehrer Obwexer',
    FRIDAY,
  ],
  ['My daughter gets 200 Euro from Privat', 200, 'Vroni Pichlmayer', OF_PRIVAT],
  ['Give Frau Zehetner 55 Euro for the flowers', 55, 'Frau Zehetner'],
  ['1.500 Euro in the Winter reserve please', 1500, 'Winter reserve'],
  [
    'From the winter reserve 2.000 back to Pension Alpenblick',
    2000,
    'Pension Alpenblick',
    OF_WINTER,
  ],
  ['Theresa Auer 72 € tip from the guests', 72, 'Theresa Auer'],
  [
    'Transfer to Gregor Lechthaler € 340,- for the ski lessons of the guests',
    340,
    'Gregor Lechthaler',
  ],
  ['Hannes needs 100 euros, send it to him from Privat', 100, 'Hannes Pichlmayer', OF_PRIVAT],
  ['schneeweiss 89,90 on monday', 89.9, 'Wäscherei Schneeweiß', MONDAY],
  ['Can you send 35 Euro to Frau Zehetner tomorrow?', 35, 'Frau Zehetner', TOMORROW],
  ['Marija Kovac again 120, extra hours', 120, 'Marija Kovač'],
  [
    'Please set up that Vroni gets 150 Euro each month, from 1.12. on',
    150,
    'Vroni Pichlmayer',
    { ...FIRST, every: 'month' },
  ],
  ['The wood from Stangassinger is come, 180 Euro to him', 180, 'Leopold Stangassinger'],
  ['500 to Privat', 500, 'Privat'],
  ['My husband has paid the baker for me, so 41,20 to him', 41.2, 'Hannes Pichlmayer'],
  ['Zillergrund: 203 Euro and 15 Cent', 203.15, 'Molkerei Zillergrund'],
  [
    'Theresa Mitterbacher, 64 Euro please, from the Pension Alpenblick account',
    64,
    'Theresa Mitterbacher',
  ],
  ['Could you be so kind and pay 27,50 to Gregor', 27.5, 'Gregor Lechthaler'],
  ['Pay 1 250 Euro to Leopold on the 30th of November', 1250, 'Leopold Stangassinger', MONTH_END],
  ['I owe Frau Zehetner thirty euros for eggs, please send them', 30, 'Frau Zehetner'],
  [
    'each week 80 Euro to Marija, start this Friday',
    80,
    'Marija Kovač',
    { ...FRIDAY, every: 'week' },
  ],
  ['Obwexer 92', 92, 'Kaminkehrer Obwexer'],
  ['Überweisung 65 Euro to my daughter Vroni', 65, 'Vroni Pichlmayer'],
  [
    'Make a payment of 310 Euro to the laundry Wäscherei Schneeweiß on 1 December',
    310,
    'Wäscherei Schneeweiß',
    FIRST,
  ],
  ['One hundred and twenty Euro to Gregor Lechthaler please', 120, 'Gregor Lechthaler'],
  ['Put 300 Euro from Privat to the winter reserve', 300, 'Winter reserve', OF_PRIVAT],
]);
commands('delphine', [
  ['etransfer 45 to maxime', 45, 'Maxime Tétreault'],
  ['hey can you send Rosalie $62.30 for the internet', 62.3, 'Rosalie Ouimet'],
  ['pay my roommate 700 on the 1st', 700, 'Rosalie Ouimet', FIRST],
  ['Hydro Laurentides 84.15', 84.15, 'Hydro Laurentides'],
  ['20 bucks to priya for sushi', 20, 'Priya Raman'],
  ['Jean-Christophe gets 33 for the groceries', 33, 'Jean-Christophe Vaillancourt'],
  ['$50 to ski trip', 50, 'Ski trip'],
  ['Coach Lapointe 120 for the session fees', 120, 'Coach Lapointe'],
  ['send maman 80', 80, 'Guylaine Charbonneau'],
  ['send my mom 80 from ski trip', 80, 'Guylaine Charbonneau', OF_SKI_TRIP],
  ['30 US dollars to Priya', 30, 'Priya Raman', OF_USD],
  ['Physio Plateau $95 tmrw', 95, 'Physio Plateau', TOMORROW],
  ['noemie gagnon 14.75', 14.75, 'Noémie Gagnon'],
  ['Noémie Bélanger — $28 for the concert tix', 28, 'Noémie Bélanger'],
  ['pay depanneur chez fernand 17.60', 17.6, 'Dépanneur Chez Fernand'],
  ['Please transfer $150 to my mother on Friday', 150, 'Guylaine Charbonneau', FRIDAY],
  ['5 to max for coffee', 5, 'Maxime Tétreault'],
  ['jean-christophe vaillancourt 60$', 60, 'Jean-Christophe Vaillancourt'],
  ['priya 40 usd', 40, 'Priya Raman', OF_USD],
  ['could u move 25 from chequing to ski trip', 25, 'Ski trip'],
  ['take 100 out of ski trip and put it in chequing', 100, 'Chequing', OF_SKI_TRIP],
  ['rosalie 18.25 groceries', 18.25, 'Rosalie Ouimet'],
  ['I wanna pay Coach Lapointe forty dollars on monday', 40, 'Coach Lapointe', MONDAY],
  [
    'send 350 to rosalie every month starting dec 1',
    350,
    'Rosalie Ouimet',
    { ...FIRST, every: 'month' },
  ],
  ['$9.99 maxime', 9.99, 'Maxime Tétreault'],
  ['pls give guylaine a hundred bucks', 100, 'Guylaine Charbonneau'],
  ['10 every week to ski trip', 10, 'Ski trip', { every: 'week' }],
  ['hydro laurentides 91.40 for november bill, on nov 30', 91.4, 'Hydro Laurentides', MONTH_END],
  ['Send $22 to Priya Raman, thx for the ride', 22, 'Priya Raman'],
  ['50$ à maxime', 50, 'Maxime Tétreault'],
]);

asksAbout(
  'hamza',
  'two contacts have the name',
  ['recipient'],
  ['adnan 20', 'send £60 to Adnan for the tyres'],
);
asksAbout(
  'hamza',
  'no amount',
  ['amount'],
  ['pay keith', 'sort mum out with some money', 'belgrave motor spares bill needs paying today'],
);
asksAbout('hamza', 'no payee', ['recipient'], ['send 40', 'need to pay someone 85 quid']);
asksAbout(
  'hamza',
  'a payee that nobody knows',
  ['recipient'],
  ['Send Shabnam 30', 'pay Leicester Tyre Hub 140'],
);
asksAbout(
  'hamza',
  'an amount for each of two payees',
  ['recipient', 'operation', 'amount'],
  ['bilal and owen 20 each'],
);
asksAbout(
  'hamza',
  'a day that nobody can know',
  ['date', 'operation'],
  ['pay jagdeep 100 when my invoice gets paid'],
);
asksAbout(
  'ulrike',
  'two contacts have the name',
  ['recipient'],
  ['Theresa gets 60 Euro for Saturday', 'Please pay to Theresa 45,50'],
);
asksAbout(
  'ulrike',
  'no amount',
  ['amount'],
  [
    'Pay the bill of the dairy Zillergrund',
    'Marija must get her wages',
    'Please send money to my daughter',
  ],
);
asksAbout('ulrike', 'no payee', ['recipient'], ['I want to transfer 250 Euro']);
asksAbout(
  'ulrike',
  'a payee that nobody knows',
  ['recipient'],
  ['95 Euro to Elektro Hintersteiner', 'Send Ludmila 70 Euro'],
);
asksAbout(
  'ulrike',
  'an uncertain amount',
  ['amount'],
  ['Send Leopold approximately 300 Euro', 'Gregor 80 or 90 Euro'],
);
asksAbout(
  'ulrike',
  'a payment outside the bank that repeats',
  ['recurrence', 'operation', 'date'],
  ['Every month 140 Euro to Wäscherei Schneeweiß'],
);
asksAbout(
  'delphine',
  'two contacts have the name',
  ['recipient'],
  ['noemie 25', 'send noémie $12 for the uber'],
);
asksAbout(
  'delphine',
  'no amount',
  ['amount'],
  ['pay my hydro bill', 'i owe priya for lunch, send it'],
);
asksAbout(
  'delphine',
  'a payee that nobody knows',
  ['recipient'],
  ['send zachary 15', 'pay Bell 65'],
);
asksAbout(
  'delphine',
  'a currency without an account',
  ['currency', 'account', 'amount'],
  ['20 euros to maxime'],
);
others(notPayable, 'hamza', 'no order', [
  'bilal still owes me 40',
  'dont send keith the 35',
  'did i already pay the nursery 310',
]);
others(notPayable, 'ulrike', 'no order', [
  'Marija said that she got 480 Euro last week',
  'Maybe I send Hannes 100 Euro next month, I must think',
  'If the guests pay I will give Gregor 340',
]);
others(notPayable, 'delphine', 'no order', [
  'rosalie sent me 62 yesterday right?',
  'was gonna send coach 120 but nvm',
  'how much would 30 USD to priya cost me',
]);
others(outOfScope, 'hamza', 'sixteenth writing', ['is the m1 closed tonight']);
others(outOfScope, 'ulrike', 'sixteenth writing', [
  'When comes the first snow in Mayrhofen?',
  'Translate for me the breakfast menu',
]);
others(outOfScope, 'delphine', 'sixteenth writing', ['whats a good playlist for studying']);

const number = <T>(letter: string, rows: T[]): (T & { id: string })[] =>
  rows.map((row, index) => ({ id: `${letter}${String(index + 1).padStart(3, '0')}`, ...row }));
writeFileSync(
  new URL('commands.json', import.meta.url),
  `${JSON.stringify(
    {
      payable: number('p', payable),
      notPayable: number('n', notPayable),
      outOfScope: number('o', outOfScope),
    },
    null,
    2,
  )}\n`,
);
process.stdout.write(
  `${payable.length} payable, ${notPayable.length} not payable, ` +
    `${outOfScope.length} out of scope\n`,
);
