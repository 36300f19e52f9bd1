// Parts of names in scripts that cannot be transcribed by letter: Arabic names with their Hebrew
// and Devanagari forms by word, Korean names by syllable, Chinese names by character.

/** Spellings in Latin letters | Arabic | Hebrew | Devanagari. */
const ARABIC_NAMES = `
muhammad mohammad mohammed muhammed mohamed mohamad|محمد|מוחמד|मुहम्मद
ahmad ahmed|أحمد|אחמד|अहमद
mahmud mahmoud mahmood|محمود|מחמוד|महमूद
ali|علي|עלי|अली
hasan hassan|حسن|חסן|हसन
husayn hussein hussain husain hossein|حسين|חוסיין|हुसैन
umar omar|عمر|עומר|उमर
uthman othman usman|عثمان|עות׳מאן|उस्मान
khalid khaled|خالد|ח׳אלד|ख़ालिद
ibrahim|إبراهيم|איברהים|इब्राहीम
ismail ismael|إسماعيل|איסמאעיל|इस्माइल
yusuf yousef youssef yusif|يوسف|יוסוף|यूसुफ़
mustafa moustafa|مصطفى|מוסטפא|मुस्तफ़ा
salih saleh|صالح|סאלח|सालिह
said saeed saeid|سعيد|סעיד|सईद
karim kareem|كريم|כרים|करीम
jamal gamal|جمال|ג׳מאל|जमाल
kamal kamel|كمال|כמאל|कमाल
nasir nasser naser|ناصر|נאסר|नासिर
tariq tarek|طارق|טארק|तारिक़
rashid rasheed|راشد|ראשד|राशिद
hamid hamed|حامد|חאמד|हामिद
abdallah abdullah abdulla|عبد الله|עבדאללה|अब्दुल्लाह
abdulaziz abdelaziz|عبد العزيز|עבד אלעזיז|अब्दुल अज़ीज़
abdulrahman abdelrahman|عبد الرحمن|עבד אלרחמן|अब्दुर्रहमान
sulayman suleiman sulaiman|سليمان|סולימאן|सुलेमान
dawud daoud dawood|داود|דאוד|दाऊद
musa moussa mousa|موسى|מוסא|मूसा
isa issa|عيسى|עיסא|ईसा
yasin yassin|ياسين|יאסין|यासीन
bashar|بشار|בשאר|बशार
hafiz hafez|حافظ|חאפז|हाफ़िज़
anwar|أنور|אנוואר|अनवर
ayman aiman|أيمن|איימן|ऐमन
samir sameer|سمير|סמיר|समीर
walid waleed|وليد|וליד|वलीद
zayd zaid|زيد|זייד|ज़ैद
faysal faisal|فيصل|פייסל|फ़ैसल
fahd fahad|فهد|פהד|फ़हद
sultan|سلطان|סולטאן|सुल्तान
bilal|بلال|בילאל|बिलाल
hisham|هشام|הישאם|हिशाम
imad emad|عماد|עימאד|इमाद
iyad eyad|إياد|איאד|इयाद
jabir jaber|جابر|ג׳אבר|जाबिर
jihad|جهاد|ג׳יהאד|जिहाद
majid majed|ماجد|מאג׳ד|माजिद
malik|مالك|מאלכ|मालिक
mansur mansour|منصور|מנצור|मंसूर
marwan|مروان|מרואן|मरवान
munir mounir|منير|מוניר|मुनीर
nabil nabeel|نبيل|נביל|नबील
nizar|نزار|נזאר|निज़ार
qasim qassem kassem|قاسم|קאסם|क़ासिम
rami|رامي|ראמי|रामी
riyad riad|رياض|ריאד|रियाज़
sami|سامي|סאמי|सामी
salim salem|سالم|סאלם|सालिम
salah|صلاح|סלאח|सलाह
sharif shareef|شريف|שריף|शरीफ़
talal|طلال|טלאל|तलाल
wahid|وحيد|וחיד|वहीद
yahya|يحيى|יחיא|यह्या
yunis younis|يونس|יונס|यूनुस
zakariya zakaria|زكريا|זכריא|ज़करिया
ziyad ziad|زياد|זיאד|ज़ियाद
abbas|عباس|עבאס|अब्बास
adil adel|عادل|עאדל|आदिल
akram|أكرم|אכרם|अकरम
amin|أمين|אמין|अमीन
amir ameer|أمير|אמיר|अमीर
asad assad|أسد|אסד|असद
ashraf|أشرف|אשרף|अशरफ़
aziz|عزيز|עזיז|अज़ीज़
hadi|هادي|האדי|हादी
haydar haidar|حيدر|חיידר|हैदर
ghassan|غسان|ע׳סאן|ग़स्सान
habib|حبيب|חביב|हबीब
idris idriss|إدريس|אידריס|इदरीस
jafar jaafar|جعفر|ג׳עפר|जाफ़र
khalil|خليل|ח׳ליל|ख़लील
latif|لطيف|לטיף|लतीफ़
nur nour noor|نور|נור|नूर
rafiq|رفيق|רפיק|रफ़ीक़
rahman|رحمن|רחמן|रहमान
rahim|رحيم|רחים|रहीम
saddam|صدام|סדאם|सद्दाम
sadiq|صادق|סאדק|सादिक़
shakir shaker|شاكر|שאכר|शाकिर
shihab|شهاب|שיהאב|शिहाब
taha|طه|טאהא|ताहा
tahir taher|طاهر|טאהר|ताहिर
tawfiq|توفيق|תאופיק|तौफ़ीक़
wasim|وسيم|וסים|वसीम
tikriti|تكريتي|תכריתי|तिकरीती
duri|دوري|דורי|दूरी
baghdadi|بغدادي|בגדאדי|बग़दादी
iraqi|عراقي|עיראקי|इराक़ी
masri|مصري|מצרי|मसरी
shami|شامي|שאמי|शामी
libi|ليبي|ליבי|लीबी
tunisi|تونسي|תוניסי|तूनिसी
yamani|يمني|תימני|यमनी
zawahiri|ظواهري|זוואהירי|ज़वाहिरी
hashimi hashemi|هاشمي|האשמי|हाशमी
husayni husseini hosseini|حسيني|חוסייני|हुसैनी
rawi|راوي|ראווי|रावी
najjar|نجار|נג׳אר|नज्जार
haddad|حداد|חדאד|हद्दाद
khatib|خطيب|ח׳טיב|ख़तीब
sabah|صباح|סבאח|सबाह
hariri|حريري|חרירי|हरीरी
khan|خان|ח׳אן|ख़ान
mulla mullah|ملا|מולא|मुल्ला`;

interface NameWord {
  readonly arabic: string;
  readonly hebrew: string;
  readonly devanagari: string;
}

const words = new Map<string, NameWord>();
for (const line of ARABIC_NAMES.trim().split('\n')) {
  const [spellings = '', arabic = '', hebrew = '', devanagari = ''] = line.split('|');
  for (const spelling of spellings.split(' ')) words.set(spelling, { arabic, hebrew, devanagari });
}

const ARTICLE = /^(al|el|ul|ur|as|ash|ad|ar|an|at|az)$/;

/**
 * Writes a name when the table has each of its words. The Arabic article is written together with
 * its word.
 */
export function writeByWord(
  parts: readonly string[],
  script: 'arabic' | 'hebrew' | 'devanagari',
): string | null {
  const article = { arabic: 'ال', hebrew: 'אל-', devanagari: 'अल-' }[script];
  const out: string[] = [];
  for (const [index, part] of parts.entries()) {
    const reading = words.get(part);
    const isAfterArticle = ARTICLE.test(parts[index - 1] ?? '');
    if (reading) out.push((isAfterArticle ? article : '') + reading[script]);
    else if (!ARTICLE.test(part) || index === parts.length - 1) return null;
  }
  return out.length < 2 ? null : out.join(' ');
}

const pairs = (text: string) =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => {
        const [from = '', to = ''] = pair.split('=');
        return [from, to] as const;
      }),
  );

/** Syllables as lists spell North Korean names, in the letters that Koreans write them with. */
const KOREAN_FAMILIES = pairs(`kim=김 ri=리 ryang=량 pak=박 choe=최 jong=정 kang=강 jo=조 cho=조
  yun=윤 jang=장 rim=림 han=한 o=오 so=서 sin=신 kwon=권 hwang=황 an=안 song=송 ryu=류 hong=홍 chon=전
  jon=전 ko=고 mun=문 son=손 yang=양 pae=배 paek=백 ho=허 nam=남 sim=심 ro=로 no=노 ha=하 kwak=곽
  ju=주 cha=차 ku=구 min=민 won=원 om=엄 chae=채 pang=방 kong=공 hyon=현 u=우 ok=옥 kil=길 tong=동`);
const KOREAN_SYLLABLES =
  pairs(`un=은 il=일 sik=식 song=성 chol=철 pyong=병 yong=영 ho=호 su=수 nam=남
  hyok=혁 hyon=현 jong=정 jin=진 chin=진 myong=명 kwang=광 gwang=광 kuk=국 guk=국 chun=춘 gil=길
  kil=길 ik=익 ryong=룡 kyong=경 gyong=경 hui=희 hi=희 chang=창 tae=태 thae=태 dok=덕 tok=덕 sop=섭
  sok=석 sang=상 man=만 mu=무 min=민 in=인 hak=학 hwa=화 won=원 u=우 uk=욱 ung=웅 yon=연 yol=열
  chan=찬 ji=지 chi=지 hun=훈 hwan=환 kun=근 gun=근 kyu=규 gyu=규 ok=옥 pom=범 bom=범 pong=봉
  bong=봉 pok=복 bok=복 rak=락 ryol=렬 sam=삼 se=세 son=선 sun=순 to=도 do=도 tong=동 dong=동 ui=의
  yun=윤 gi=기 ki=기 gang=강 kang=강 byong=병 jae=재 jun=준 ju=주 so=소 ha=하 hong=홍 hye=혜 hyo=효
  kon=건 gon=건 mi=미 mok=목 sol=설 chon=천 chil=칠 du=두 tu=두 hyong=형 pil=필 phil=필 taek=택
  thaek=택 yop=엽 nyong=녕 ryo=려 ra=라 rim=림 kum=금 gum=금 sung=승 song-ho=성호 paek=백 ga=가
  ryon=련 sil=실 hyang=향 suk=숙 ung=웅 jo=조 cho=초 pae=배 bae=배 mun=문 kye=계`);

/** Family name and two or three syllables, written together. */
export function writeHangul(parts: readonly string[]): string | null {
  const [family = '', ...givenName] = parts;
  const first = KOREAN_FAMILIES.get(family);
  const givenSyllables = givenName.map((part) => KOREAN_SYLLABLES.get(part));
  if (first === undefined || givenSyllables.length === 0 || givenSyllables.length > 2) return null;
  return givenSyllables.every((syllable) => syllable !== undefined)
    ? first + givenSyllables.join('')
    : null;
}

const CHINESE_FAMILIES = pairs(`wang=王 li=李 zhang=张 liu=刘 chen=陈 yang=杨 huang=黄 zhao=赵 wu=吴
  zhou=周 xu=徐 sun=孙 ma=马 zhu=朱 hu=胡 guo=郭 he=何 lin=林 gao=高 luo=罗 zheng=郑 liang=梁 xie=谢
  song=宋 tang=唐 han=韩 feng=冯 deng=邓 cao=曹 peng=彭 xiao=萧 tian=田 dong=董 pan=潘 yuan=袁 cai=蔡
  jiang=江 yu=于 du=杜 ye=叶 cheng=程 wei=魏 su=苏 lu=陆 ding=丁 ren=任 yao=姚 shen=沈 zhong=钟 cui=崔
  tan=谭 wang=王 fan=范 shi=石 liao=廖 jia=贾 xia=夏 fu=傅 fang=方 bai=白 zou=邹 meng=孟 xiong=熊
  qin=秦 qiu=邱 hou=侯 yin=尹 xue=薛 yan=阎 lei=雷 long=龙 shi=石 tao=陶 he=何 gu=顾 mao=毛 hao=郝
  gong=龚 shao=邵 wan=万 qian=钱 dai=戴 mo=莫 kong=孔 xiang=向 chang=常`);
const CHINESE_SYLLABLES = pairs(`wei=伟 fang=芳 min=敏 jing=静 lei=磊 yan=艳 jun=军 xiu=秀 ying=英
  jian=建 guo=国 li=丽 ming=明 hua=华 qiang=强 yong=勇 jie=杰 tao=涛 bin=斌 hai=海 bo=波 xin=欣 yu=玉
  hong=红 mei=梅 lin=林 ping=平 gang=刚 hui=慧 fei=飞 xia=霞 zhi=志 wen=文 xiang=祥 qing=庆 long=龙
  feng=峰 peng=鹏 chun=春 rong=荣 sheng=胜 dong=东 jin=金 zhong=忠 liang=亮 hao=浩 yi=义 yang=阳
  shan=山 guang=光 lan=兰 ning=宁 kai=凯 chao=超 xue=雪 bao=宝 de=德 cheng=成 fu=福 gui=贵 he=和
  jia=佳 kun=坤 lu=路 na=娜 ru=如 shu=淑 song=松 tian=天 xiao=小 yuan=元 yun=云 zhen=珍 zhu=珠
  chang=昌 da=大 fa=发 hu=虎 jiang=江 ke=科 man=满 nan=南 qi=奇 ren=仁 shi=世 wu=武 xi=喜 xing=星
  yao=耀 ze=泽 bing=兵 chen=晨 gen=根 hang=航 hou=厚 ji=吉 jiu=久 lian=莲 mao=茂 mu=木 pei=培
  qin=琴 quan=全 rui=瑞 shou=寿 shun=顺 si=思 su=素 tai=泰 tong=桐 wan=万 xian=贤 xuan=轩 ya=亚
  you=友 zhang=章 zhao=照 zheng=正 zong=宗 zuo=作`);

/** Family name and one or two syllables of the given name, whether apart or together. */
export function writeHan(parts: readonly string[]): string | null {
  const [family = '', ...givenName] = parts;
  const first = CHINESE_FAMILIES.get(family);
  if (first === undefined || givenName.length === 0 || givenName.length > 2) return null;
  const syllables = givenName.length === 2 ? givenName : splitPinyin(givenName[0] ?? '');
  const givenSyllables = syllables?.map((part) => CHINESE_SYLLABLES.get(part));
  return givenSyllables?.every((character) => character !== undefined)
    ? first + givenSyllables.join('')
    : null;
}

function splitPinyin(word: string): string[] | null {
  if (CHINESE_SYLLABLES.has(word)) return [word];
  const ways: string[][] = [];
  for (let index = word.length - 1; index > 0; index -= 1) {
    const way = [word.slice(0, index), word.slice(index)];
    if (way.every((part) => CHINESE_SYLLABLES.has(part))) ways.push(way);
  }
  return ways.length === 1 ? (ways[0] ?? null) : null;
}
