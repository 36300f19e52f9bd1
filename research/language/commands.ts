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
type Other = { context: string; message: string; why: string };

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

function others(list: Other[], context: string, why: string, messages: string[]): void {
  list.push(...messages.map((message) => ({ context, message, why })));
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

const number = <T>(letter: string, rows: T[]): (T & { id: string })[] =>
  rows.map((row, at) => ({ id: `${letter}${String(at + 1).padStart(3, '0')}`, ...row }));
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
