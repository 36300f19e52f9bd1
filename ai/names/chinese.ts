// Chinese names in the Latin letters of families outside of the People's Republic: as Cantonese is
// spelt in Hong Kong and Macau, as Wade and Giles spell Mandarin in Taiwan, and as families of
// Singapore, Malaysia and Indonesia, who speak Hokkien, Teochew or Hakka, spell their names.

import anyAscii from 'any-ascii';
import { readInCanton } from './han.ts';

/** Spellings that families use, which no dictionary has: Hokkien, Teochew, Hakka, and customs. */
const FAMILY_SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map(
  (
    '陳陈 chan chen tan ting chin tjhin|林 lam lin lim liem|黃黄 wong huang ng ong wee oei vong|張张 cheung chang teo ' +
    'teoh tiong chong cheong|李 lee li lei lie|王 wong wang ong heng|吳吴 ng wu goh go ngo woo|劉刘 lau liu low lao ' +
    'liew loh|蔡 choi tsai chua choy chai chuah tsoi tjoa|楊杨 yeung yang yeo yeoh yong ieong yeong njoo|許许 hui hsu ' +
    'koh khoo khaw kho ko|鄭郑 cheng teh tay tee the chang|謝谢 tse hsieh chia cheah sia|洪 hung ang hong|郭 kwok kuo ' +
    'kuok kwek quek kueh koay keh kok kwee|邱丘 yau chiu khoo yeow chiou hew koo|曾 zeng tsang tseng chan cheng tjan|' +
    '廖 liu liao liew leow liow lew|賴赖 lai loi|徐 tsui hsu chee cher chi|周 chow chou chew chiew chu jow|葉叶 yip yeh ' +
    'yap ip yeap|蘇苏 so su soh soo|莊庄 chong chuang chng|呂吕 lui lu loo lee|江 kong chiang kang|何 ho hoe|蕭萧肖 ' +
    'siu hsiao siew seow siow shiu|羅罗 law lo loh loke lor|高 ko kao koh|潘 poon pan phua phoon pun|簡简 kan chien|朱 ' +
    'chu choo chee chew|鍾钟鐘 chung cheong choong chong|彭 pang peng phang|游 yau yu yew yow|胡 wu hu woo oh foo aw|' +
    '施 sze shih see si|沈 shen shum sim sham|余 yu yue yee eu|盧卢 lo lu loh loo low|梁 leung liang neo niu leong neoh|' +
    '趙赵 chiu chao teo tio|顏颜 ngan yen gan|柯 o ko or kua|翁 yung weng ong eng|魏 ngai wei gwee wee|孫孙 suen sun soon|' +
    '戴 tai te tay|范 fan huan|方 fong fang png pung|宋 sung soong song|鄧邓 tang teng|杜 to tu toh|傅 fu poh foo|侯 ' +
    'hau hou how|曹 tso tsao chow chaw|薛 sit hsueh see|阮 yuen juan wan|馬马 ma mah beh|溫温 wan wen woon oon|馮冯 ' +
    'fung feng pang|蔣蒋 tseung chiang|藍蓝 lam lan nah|陸陆 luk lu loke lok|倪 ngai ni geh nga|連连 lin lien|詹 jim ' +
    'chan chiam tsim|白 pak pai peh|姚 yiu yao yeo yeow|田 tin tien|唐 tong tang tng thong|姜 keung chiang kiang|石 ' +
    'shek shih chioh seah|黎 lai li|龔龚 kung kiong|歐欧區区 au ou ow aw|巫 moo wu boo|尤 yau yu yew|熊 hung hsiung|' +
    '湯汤 tong tang thong|伍 ng wu|鄒邹 chow tsou|單单 sin shan|崔 chui tsui|韓韩 hon han|鮑鲍 pau pao|霍 fok huo|古 ' +
    'ku koo|岑 sum shum sam|關关 kwan kuan|譚谭 tam tan tham|邵 siu shao shaw|查 cha zha|仇 qiu chiu chau kau|解 xie|' +
    '覃 qin tan|翟 zhai chak|朴 piao|' +
    '光 kong kuang kwang|明 beng meng|德 tek teck|文 boon mun|清 cheng chin|金 kim|福 hock hok|成 seng sing|生 seng ' +
    'sang|國国 kok|強强 keong kiang|英 eng yin|美 bee mee|麗丽 lee lai|玉 gek geok yoke|花 hua|蓮莲 lian|華华 hua wah ' +
    'hwa huat|安 ann an onn|平 peng|和 ho hoe|順顺 soon|發发 huat fatt|財财 chai choy|利 lee|興兴 heng hin|隆 leong ' +
    'loong|龍龙 leong loong leng liong|虎 hor|山 san sun|水 chui swee|木 bok mok|火 hwee|土 thor|天 tian thien|春 choon ' +
    'chun|秋 chew chiew|東东 tong|南 lam nam|西 sai|北 pak|中 tiong chong|正 cheng chia|良 leong liang|志 chee|永 eng ' +
    'yong|勇 yong|偉伟 wei wai wee|家 ka kah|豪 ho|賢贤 hian hean yin|義义 gee yi|仁 jin yin|信 sin|忠 tiong chung|孝 ' +
    'hau how|祥 siang siong cheong|瑞 swee|吉 kiat kit|祿禄 lok|壽寿 siew|富 poh foo|貴贵 kwee kwai|榮荣 eng yong weng|' +
    '耀 yew yeow yiu|輝辉 hui fai hwee|慶庆 kheng keng heng hing|泰 tai thye|昌 cheong chiong|盛 seng|宏 hong|鴻鸿 hong|' +
    '炳 peng ping|坤 khoon kun|源 guan yuan|泉 chuan|海 hai|建 kian kean kien|立 lip lap|俊 choon|傑杰 kiat keat|雄 ' +
    'hiong|武 boo bu|達达 tat|進进 chin|添 thiam|丁 teng|寶宝 poh poo|珠 choo|珍 tin chin|月 guek goek|娥 ngoh|秀 siew|' +
    '蘭兰 lan|香 heong hiong|桂 kwee|梅 buay mui|鳳凤 hong|素 soh su|淑 siok suk|慧惠 hwee hui|愛爱 ai oi|心 sim|雲云 ' +
    'hoon|霞 hay|萍 peng|芳 hong fong|芬 hoon|敏 min bin|靜静 cheng ching|如 joo|友 yew|根 kin kun|全 chuan|來来 lai|' +
    '萬万 ban|百 pek|大 tai|小 siew|君 koon kun|子 chee|民 bin|世 say|作 chok|棟栋 tong|才 chye|旺 ong|冠 guan|長长 ' +
    'tiong|聲声 seng sing|鼎 teng|茂 boh|松 siong|柏 pek|竹 tek|錦锦 kim|銘铭 beng|嘉 kah|顯显 hian hsien|振 chin|勳勋 ' +
    'hun|炎 yam|遠远 wan|康 kang hong|宗 chong|桐 tong|鶴鹤 hock|年 nien lian|標标 piow|令 leng|紫 choo|瓊琼 kheng|祖 ' +
    'choh cho|六 lak|修 siew|蒼苍 chong|觀观 koon'
  )
    .split('|')
    .flatMap((row) => {
      const [letters = '', ...spelt] = row.split(' ');
      return [...letters].map((letter) => [letter, spelt] as const);
    }),
);

const JYUTPING = /^(gw|kw|ng(?=[aeiou])|[bpmfdtnlgkhwzcsj]?)(.+)$/;
/** Spellings of the first sound in Hong Kong. */
const FIRST_SOUNDS: Readonly<Record<string, readonly string[]>> = {
  ...{
    '': ['', 'ng'],
    b: ['p'],
    d: ['t', 'd'],
    g: ['k'],
    gw: ['kw', 'ku'],
    ng: ['ng', ''],
    z: ['ch', 'ts'],
  },
  ...{ c: ['ch', 'ts'], s: ['s', 'sh'], j: ['y', 'i'] },
};
const LAST_SOUNDS: Readonly<Record<string, readonly string[]>> = {
  ...{ aa: ['a', 'ah', 'ar'], aai: ['ai'], aau: ['au'], aam: ['am'], aan: ['an'], aang: ['ang'] },
  ...{
    aap: ['ap'],
    aat: ['at'],
    aak: ['ak'],
    am: ['am', 'um'],
    an: ['an', 'un'],
    ap: ['ap', 'up'],
  },
  ...{
    at: ['at', 'ut'],
    au: ['au', 'ow'],
    iu: ['iu', 'iew'],
    e: ['e', 'eh'],
    ei: ['ei', 'i', 'ee', 'ay'],
    eng: ['eng'],
    ek: ['ek'],
  },
  ...{ i: ['i', 'ee'], ing: ['ing', 'eng'], ik: ['ik', 'ick'], o: ['o', 'or'], oi: ['oi', 'oy'] },
  ...{ ou: ['o', 'ou'], ok: ['ok', 'ock'], u: ['u', 'oo'], ui: ['ui'], un: ['un', 'oon'] },
  ...{ uk: ['uk', 'ook'], oeng: ['eung', 'eong'], oek: ['euk'], eoi: ['ui', 'oi'], eon: ['un'] },
  ...{ eot: ['ut'], yu: ['u', 'ue'], yun: ['uen', 'un'], yut: ['uet', 'ut'] },
};
/** Syllables that custom spells by themselves. */
const IRREGULAR_SYLLABLES: Readonly<Record<string, readonly string[]>> = {
  ...{
    zi: ['chi', 'tsz', 'tze', 'chee'],
    ci: ['chi', 'tsz', 'tse', 'chee'],
    si: ['sze', 'si', 'sz', 'see'],
  },
  ...{
    ji: ['yi', 'yee', 'i'],
    jyu: ['yu', 'yue'],
    jyun: ['yuen'],
    jyut: ['yuet'],
    jung: ['yung', 'iong'],
  },
  ...{
    joeng: ['yeung', 'yeong', 'ieong'],
    gun: ['kun', 'koon', 'kwun'],
    ng: ['ng'],
    wu: ['wu', 'woo'],
  },
};

/** A syllable of Jyutping as Hong Kong and Macau spell it. */
function spellCantonese(syllable: string): readonly string[] {
  const irregular = IRREGULAR_SYLLABLES[syllable];
  if (irregular) return irregular;
  const [, first = '', last = ''] = JYUTPING.exec(syllable) ?? [];
  const starts = FIRST_SOUNDS[first] ?? [first];
  return starts.flatMap((start) => (LAST_SOUNDS[last] ?? [last]).map((end) => start + end));
}

/** Pinyin as Wade and Giles spell it, without apostrophes and marks. */
const WADE_GILES: readonly (readonly [RegExp, string])[] = [
  [/^zhi$/, 'chih'],
  [/^chi$/, 'chih'],
  [/^shi$/, 'shih'],
  [/^ri$/, 'jih'],
  [/^[zc]i$/, 'tzu'],
  [/^si$/, 'ssu'],
  [/^you$/, 'yu'],
  [/^yan$/, 'yen'],
  [/^ye$/, 'yeh'],
  [/^er$/, 'erh'],
  [/^([gkh])e$/, '$1o'],
  [/^([gk])ui$/, '$1uei'],
  [/^([jqxy])u([ae]?n?)$/, '$1u$2'],
  [/ian$/, 'ien'],
  [/ie$/, 'ieh'],
  [/ue$/, 'ueh'],
  [/(?<![gkh]|sh)uo$/, 'o'],
  [/ong$/, 'ung'],
  [/^x/, 'hs'],
  [/^[jq]/, 'ch'],
  [/^zh/, 'ch'],
  [/^r/, 'j'],
  [/^[zc](?!h)/, 'ts'],
  [/^g/, 'k'],
  [/^d/, 't'],
  [/^b/, 'p'],
];

/** Mandarin Phonetic Symbols II of Taiwan (1986). */
const TAIWAN_1986: readonly (readonly [RegExp, string])[] = [
  [/^zhi$/, 'jr'],
  [/^chi$/, 'chr'],
  [/^shi$/, 'shr'],
  [/^zi$/, 'tz'],
  [/^si$/, 'sz'],
  [/iu$/, 'iou'],
  [/ui$/, 'uei'],
  [/ong$/, 'ung'],
  [/^x/, 'sh'],
  [/^q/, 'ch'],
  [/^zh/, 'j'],
  [/^z/, 'tz'],
  [/^c(?!h)/, 'ts'],
];

/** Simplified Wade-Giles spellings that families use. */
const SIMPLER_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^ssu$/, 'szu'],
  [/^tzu$/, 'tsu'],
  [/^hs(?=i)/, 'sh'],
  [/^yi(?=n)/, 'i'],
];

/** The rules that apply to a syllable, in order. */
function respell(pinyin: string, rules: typeof TAIWAN_1986): string {
  const matchingRules = rules.filter(([from]) => from.test(pinyin));
  return matchingRules.reduce((text, [from, to]) => text.replace(from, to), pinyin);
}

function spellAsInTaiwan(pinyin: string): readonly string[] {
  const spelt = respell(pinyin, WADE_GILES);
  return [spelt, respell(spelt, SIMPLER_SOUNDS), respell(pinyin, TAIWAN_1986)];
}

function spellLetter(letter: string): readonly string[] {
  const pinyin = anyAscii(letter).toLowerCase().replace('v', 'u');
  return [
    ...new Set([
      pinyin,
      ...(FAMILY_SPELLINGS.get(letter) ?? []),
      ...spellAsInTaiwan(pinyin),
      ...readInCanton(letter).flatMap(spellCantonese),
    ]),
  ].filter((reading) => /^[a-z]+$/.test(reading));
}

const TITLE = /(?:先生|女士|小姐|太太|博士)\s*$/u;
const NAME = /^\s*(?:\p{Script=Han}\s*){2,4}$/u;

/** The family spellings of each character of a Chinese name; null for another name. */
export function readFamilySpellings(name: string): readonly (readonly string[])[] | null {
  const text = name.normalize('NFKC').replace(TITLE, '');
  if (!NAME.test(text)) return null;
  const letters = [...text.replace(/\s/gu, '')].map(spellLetter);
  return letters.every(({ length }) => length > 0) ? letters : null;
}
