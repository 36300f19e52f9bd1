// Shops and firms in Chinese characters or Hangul: words of trades and legal forms are read as lists write them in
// English, places and what is left, the brand, by their sound.

import anyAscii from 'any-ascii';
import { spellHangul } from './hangul.ts';

/** Forms and trades, of which one makes a text the name of a shop or a firm. */
const TRADES = read(
  // Legal forms.
  '公司=co|有限公司=co ltd|有限责任公司=co ltd|有限責任公司=co ltd|股份有限公司=co ltd|株式会社=co ltd|有限会社=co ltd|' +
    '集团=group|集團=group|集团公司=group co|总公司=corp|總公司=corp|分公司=branch|事務所=office|事务所=office|基金会=foundation|' +
    '基金會=foundation|协会=association|協會=association|协会=association|学会=society|研究所=research institute|研究院=research institute|' +
    // Trades of firms.
    '科技=technology|技术=technology|技術=technology|贸易=trading|貿易=trading|商贸=trading|商貿=trading|进出口=import export|進出口=import export|' +
    '实业=industrial|實業=industrial|工业=industry|工業=industry|电子=electronics|電子=electronics|电器=electric|電器=electric|電機=electric|电气=electric|' +
    '机械=machinery|機械=machinery|化工=chemical|化学=chemical|石油=petroleum|石化=petrochemical|天然气=gas|煤氣=gas|燃气=gas|矿业=mining|礦業=mining|' +
    '钢铁=steel|鋼鐵=steel|航运=shipping|航運=shipping|海运=shipping|海運=shipping|船务=shipping|船務=shipping|船舶=ship|物流=logistics|货运=freight|' +
    '貨運=freight|航空=airlines|航天=aerospace|铁路=railway|鐵路=railway|地铁=metro|地鐵=metro|港铁=metro|公交=bus|巴士=bus|客运=transport|运输=transport|運輸=transport|' +
    '投资=investment|投資=investment|控股=holding|金融=finance|证券=securities|證券=securities|证券=securities|保险=insurance|保險=insurance|银行=bank|銀行=bank|' +
    '信用卡中心=credit card center|信用社=credit union|信用金庫=bank|地产=property|地產=property|房地产=real estate|物业=property|物業=property|不動産=real estate|' +
    '建设=construction|建設=construction|建筑=construction|建築=construction|工程=engineering|装饰=decoration|装修=decoration|裝修=decoration|建材=building materials|' +
    '管理=management|服务=service|服務=service|咨询=consulting|諮詢=consulting|顧問=consulting|广告=advertising|廣告=advertising|传媒=media|傳媒=media|文化=culture|' +
    '教育=education|培训=training|培訓=training|网络=network|網絡=network|網路=network|信息=information|软件=software|軟體=software|通信=communications|通訊=communications|' +
    '电信=telecom|電信=telecom|移动=mobile|联通=unicom|电力=electric power|電力=electric power|电网=grid|供电=electric power|自来水=water|自來水=water|水务=water|水道=water|' +
    '国际=international|國際=international|食品=foods|饮料=beverage|飲料=beverage|餐饮=catering|餐飲=catering|农业=agriculture|農業=agriculture|医药=pharmaceutical|醫藥=pharmaceutical|' +
    '制药=pharmaceutical|製薬=pharmaceutical|生物=biotech|汽车=auto|汽車=auto|纺织=textile|紡織=textile|服装=garment|服裝=garment|印刷=printing|出版社=press|旅行社=travel|旅游=travel|旅遊=travel|' +
    '快递=express|快遞=express|速运=express|速遞=express|郵便=post|邮政=post|郵政=post|宅配=delivery|外卖=delivery|搬家=moving|出行=travel|租车=car rental|租車=car rental|' +
    // Shops, food and trades of the street.
    '超市=supermarket|超级市场=supermarket|超級市場=supermarket|商店=shop|商場=mall|商场=mall|商城=mall|商行=trading|便利店=shop|便利商店=shop|百货=department store|百貨=department store|百貨店=department store|' +
    '广场=plaza|廣場=plaza|购物=shopping|購物=shopping|购物中心=shopping center|中心=center|市场=market|市場=market|菜市场=market|专卖店=shop|專賣店=shop|旗舰店=shop|分店=branch|总店=shop|小卖部=shop|雜貨店=shop|杂货店=shop|' +
    '餐厅=restaurant|餐廳=restaurant|饭店=restaurant|飯店=hotel|酒店=hotel|酒家=restaurant|酒楼=restaurant|酒樓=restaurant|茶餐厅=restaurant|茶餐廳=restaurant|食堂=restaurant|饭馆=restaurant|餐馆=restaurant|' +
    '面馆=noodles|麵館=noodles|拉面=noodles|拉麵=noodles|麵店=noodles|火锅=hot pot|火鍋=hot pot|火锅店=hot pot|小吃=snacks|小吃店=snacks|快餐=fast food|烧烤=barbecue|燒烤=barbecue|焼肉=barbecue|寿司=sushi|壽司=sushi|居酒屋=bar|海鲜=seafood|海鮮=seafood|' +
    '包子=buns|小籠包=buns|饺子=dumplings|餃子=dumplings|豆浆=soy milk|豆漿=soy milk|早餐=breakfast|便当=lunch|便當=lunch|弁当=lunch|咖啡=coffee|咖啡店=coffee|咖啡厅=coffee|咖啡廳=coffee|喫茶=coffee|茶馆=tea|茶館=tea|奶茶=tea|茶饮=tea|飲茶=tea|' +
    '蛋糕=bakery|蛋糕店=bakery|烘焙=bakery|烘焙坊=bakery|面包=bakery|面包店=bakery|麵包=bakery|麵包店=bakery|甜品=desserts|水果=fruit|水果店=fruit|果园=fruit|蔬菜=vegetables|肉店=butcher|鮮魚=fish|酒吧=bar|' +
    '药房=pharmacy|藥房=pharmacy|大药房=pharmacy|大藥房=pharmacy|药店=pharmacy|藥局=pharmacy|薬局=pharmacy|药业=pharmaceutical|医院=hospital|醫院=hospital|病院=hospital|诊所=clinic|診所=clinic|牙科=dental|齿科=dental|牙醫=dental|歯科=dental|眼镜=optics|眼鏡=optics|' +
    '书店=bookshop|書店=bookshop|书局=bookshop|書局=bookshop|文具=stationery|文具店=stationery|玩具=toys|花店=florist|鲜花=florist|珠宝=jewellery|珠寶=jewellery|金行=jewellery|钟表=watches|鐘錶=watches|鐘錶行=watches|家具=furniture|傢俱=furniture|家电=appliances|家電=appliances|' +
    '五金=hardware|五金店=hardware|水电=plumbing|水電=plumbing|水電行=plumbing|维修=repair|維修=repair|修理=repair|加油站=petrol|洗车=car wash|停车场=parking|停車場=parking|驾校=driving school|' +
    '理发=hairdresser|理发店=hairdresser|美发=hairdresser|美髮=hairdresser|美容=beauty|美容院=beauty|洗衣=laundry|洗衣店=laundry|乾洗=laundry|干洗=laundry|按摩=massage|健身=gym|健身房=gym|健身中心=gym|游泳馆=pool|温泉=spa|' +
    '电影院=cinema|影院=cinema|影城=cinema|戲院=cinema|映画館=cinema|剧院=theatre|剧场=theatre|博物馆=museum|图书馆=library|网吧=internet|宾馆=hotel|賓館=hotel|旅馆=hotel|旅館=hotel|民宿=hotel|ホテル=hotel|' +
    '幼儿园=kindergarten|幼稚園=kindergarten|小学=school|小學=school|中学=school|中學=school|学校=school|學校=school|大学=university|大學=university|学院=college|學院=college|補習班=school|' +
    '超商=shop|量販店=supermarket|生鲜=fresh food|零食=snacks|批发=wholesale|批發=wholesale|零售=retail|小商品=goods|商品=goods|厨具=kitchenware|廚具=kitchenware|茶叶=tea|茶葉=tea|鞋店=shoes|鞋业=shoes|服饰=clothes|服飾=clothes|童装=clothes|五金行=hardware|车行=cars|車行=cars|电动车=scooters|单车=bicycles|日用品=household|食堂=canteen|酒业=liquor|酒業=liquor|烟酒=liquor|粮油=grain|米店=rice|豆腐=tofu|牛肉=beef|牛肉面=beef noodles|牛肉麵=beef noodles|米线=noodles|米粉=noodles|麻辣烫=hot pot|烤鸭=duck|烧腊=roast|燒臘=roast|炸鸡=chicken|炸雞=chicken|冰淇淋=ice cream|糕点=bakery|宠物=pets|寵物=pets|母婴=baby|手机=phones|手機=phones|电脑=computers|電腦=computers|摄影=photography|攝影=photography|婚纱=wedding|工作室=studio|工厂=factory|工廠=factory|厂=factory|廠=factory|' +
    // Of Korea.
    '주식회사=co ltd|유한회사=co ltd|유한책임회사=co ltd|총회사=general corporation|회사=company|상사=trading|무역=trading|그룹=group|재단=foundation|협회=association|연구소=research institute|연구원=research institute|조합=cooperative|' +
    '은행=bank|증권=securities|보험=insurance|생명=life insurance|화재=insurance|카드=card|캐피탈=capital|저축은행=bank|금고=bank|건설=construction|조선소=shipyard|중공업=heavy industries|공업=industry|산업=industry|전자=electronics|전기=electric|' +
    '기계=machinery|화학=chemical|제약=pharmaceutical|석유=petroleum|에너지=energy|해운=shipping|물류=logistics|택배=delivery|운수=transport|항공=airlines|철도=railway|지하철=metro|교통=transport|통신=telecom|텔레콤=telecom|전력공사=electric power corporation|' +
    '전력=electric power|가스=gas|수도=water|공사=corporation|공단=corporation|부동산=real estate|아파트=apartments|관리사무소=management office|관리비=management|소프트=software|정보=information|기술=technology|테크=technology|미디어=media|광고=advertising|' +
    '식품=foods|유통=distribution|농협=agricultural cooperative|수협=fisheries cooperative|마트=supermarket|슈퍼=supermarket|백화점=department store|편의점=shop|시장=market|상회=shop|상점=shop|가게=shop|식당=restaurant|분식=restaurant|치킨=chicken|피자=pizza|' +
    '국밥=restaurant|갈비=restaurant|김밥=restaurant|떡볶이=restaurant|냉면=restaurant|횟집=restaurant|카페=coffee|커피=coffee|베이커리=bakery|제과=bakery|빵집=bakery|약국=pharmacy|병원=hospital|의원=clinic|치과=dental|한의원=clinic|안과=clinic|' +
    '동물병원=hospital|학교=school|초등학교=school|중학교=school|고등학교=school|대학교=university|유치원=kindergarten|어린이집=kindergarten|학원=school|서점=bookshop|문고=bookshop|문구=stationery|미용실=hairdresser|헤어=hairdresser|세탁소=laundry|세탁=laundry|' +
    '안경=optics|꽃집=florist|화원=florist|주유소=petrol|정비=repair|카센터=repair|세차=car wash|주차장=parking|택시=taxi|렌터카=car rental|여행사=travel|여행=travel|호텔=hotel|모텔=hotel|펜션=hotel|극장=cinema|시네마=cinema|헬스=gym|수영장=pool|교회=church|성당=church|' +
    '센터=center|도서관=library|박물관=museum|시청=city hall|구청=city hall|세무서=tax office|우체국=post|출판사=press|인쇄=printing|인테리어=decoration|가구=furniture|의류=clothes|신발=shoes|화장품=cosmetics|이사=moving',
);

/** Places and what says where or how large, which alone makes no firm. */
const BESIDE = read(
  '中国=china|中國=china|中华=china|中華=china|国家=national|國家=national|全国=national|香港=hong kong|台湾=taiwan|台灣=taiwan|臺灣=taiwan|澳门=macau|澳門=macau|日本=japan|东京=tokyo|東京=tokyo|大阪=osaka|京都=kyoto|' +
    '朝鲜=korea|朝鮮=korea|韩国=korea|조선=korea|한국=korea|대한=korea|국민=national|서울=seoul|부산=busan|평양=pyongyang|인천=incheon|대구=daegu|국제=international|중앙=central|新加坡=singapore|北京=beijing|上海=shanghai|广州=guangzhou|廣州=guangzhou|深圳=shenzhen|天津=tianjin|重庆=chongqing|重慶=chongqing|成都=chengdu|杭州=hangzhou|' +
    '武汉=wuhan|南京=nanjing|西安=xian|大连=dalian|大連=dalian|青岛=qingdao|青島=qingdao|沈阳=shenyang|瀋陽=shenyang|丹东=dandong|丹東=dandong|厦门=xiamen|苏州=suzhou|宁波=ningbo|哈尔滨=harbin|' +
    '长沙=changsha|郑州=zhengzhou|济南=jinan|昆明=kunming|台北=taipei|臺北=taipei|高雄=kaohsiung|台中=taichung|广东=guangdong|廣東=guangdong|浙江=zhejiang|江苏=jiangsu|山东=shandong|四川=sichuan|河南=henan|' +
    '湖北=hubei|湖南=hunan|福建=fujian|辽宁=liaoning|遼寧=liaoning|吉林=jilin|黑龙江=heilongjiang|云南=yunnan|新疆=xinjiang|西藏=tibet|九龙=kowloon|九龍=kowloon|省=|市=|区=|區=|县=|縣=|路=|街=|店=|' +
    '东方=oriental|東方=oriental|第一=first|第二=second|人民=peoples|联合=united|聯合=united|发展=development|發展=development|生产=production|产业=industry|產業=industry|系统=systems|系統=systems|设备=equipment|設備=equipment|' +
    '材料=materials|能源=energy|资源=resources|資源=resources|环保=environmental|环境=environmental|制造=manufacturing|製造=manufacturing|精密=precision|总部=head office|分行=branch|支行=branch',
);

function read(table: string): ReadonlyMap<string, string> {
  return new Map(table.split('|').map((row) => row.split('=') as [string, string]));
}

/** Characters that are the last of the name of a shop, of an office or of a house of trade. */
const HOUSE = /[店馆館铺舖鋪坊厂廠行社屋院站庄莊楼樓吧堂轩軒阁閣园園局所部処处]$/u;

const LONGEST = Math.max(...[...TRADES.keys(), ...BESIDE.keys()].map((word) => [...word].length));
/** Characters of a brand; a longer rest may be the name of a foreigner by its sound. */
const BRAND = 4;
/** Characters of all that no word is known of. */
const MOST_UNKNOWN = 6;
const HAN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const SOUND = /[·・‧•]/u;

interface Piece {
  readonly text: string;
  readonly known: string | undefined;
}

/** Cuts a text into known words, the longest first, and what is between them. */
function cut(run: string, pieces: Piece[]): boolean {
  const letters = [...run];
  let isFirm = false;
  let rest = '';
  const close = () => {
    if (rest !== '') pieces.push({ text: rest, known: undefined });
    rest = '';
  };
  for (let at = 0; at < letters.length; ) {
    let length = Math.min(LONGEST, letters.length - at);
    const wordOf = () => letters.slice(at, at + length).join('');
    while (length > 0 && !TRADES.has(wordOf()) && !BESIDE.has(wordOf())) length -= 1;
    if (length === 0) {
      rest += letters[at];
      at += 1;
      continue;
    }
    close();
    const word = wordOf();
    isFirm ||= TRADES.has(word);
    pieces.push({ text: word, known: TRADES.get(word) ?? BESIDE.get(word) });
    at += length;
  }
  close();
  return isFirm;
}

const VOICED: Readonly<Record<string, string>> = { k: 'g', t: 'd', p: 'b', ch: 'j' };

/** Tan Kun is written Tangun: between sounding letters a consonant sounds, too. */
const joinSyllables = (text: string) =>
  spellHangul(text).replaceAll(
    /(?<=[aeiounmlg]) (ch|[ktp])(?=[aeiouwy])/g,
    (_, one) => VOICED[one] ?? one,
  );

const bySound = (text: string) =>
  (/\p{Script=Hangul}/u.test(text) ? joinSyllables(text) : anyAscii(text))
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/** The name of a firm in Latin letters, and the words by which it is known. */
export interface Firm {
  readonly text: string;
  /** Its brand, or all words where it has none. */
  readonly telling: readonly string[];
}

/**
 * Reads the name of a shop or a firm; null for a text without a word of a trade and for one
 * with more characters of which no word is known than a brand has.
 */
export function readFirm(name: string): Firm | null {
  const text = name.normalize('NFKC');
  if (SOUND.test(text) || !/\p{Script=Han}|\p{Script=Hangul}/u.test(text)) return null;
  const pieces: Piece[] = [];
  let isFirm = HOUSE.test(text.trim());
  for (const [run] of text.matchAll(HAN)) isFirm = cut(run, pieces) || isFirm;
  const brands = pieces.filter(({ known }) => known === undefined);
  const lengths = brands.map((one) => [...one.text.replace(HOUSE, '')].length);
  const unknown = lengths.reduce((sum, one) => sum + one, 0);
  if (!isFirm || unknown > MOST_UNKNOWN || lengths.some((one) => one > BRAND)) return null;
  const others = text.replaceAll(HAN, ' ').trim();
  const words = pieces.map(({ text: one, known }) => known ?? bySound(one)).filter(Boolean);
  const telling = brands.length > 0 ? brands.map((one) => bySound(one.text)) : words;
  return { text: [...words, others].join(' ').trim(), telling };
}
