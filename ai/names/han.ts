// Readings of Han characters in Korean, in Japanese and in Cantonese names (Unihan, see
// screening/names/SOURCES.md).

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FILE = new URL('./han-readings.txt.gz', import.meta.url);

interface Readings {
  readonly korea: string;
  readonly japan: string;
  readonly canton: string;
}

let readings: ReadonlyMap<string, Readings> | null = null;

function readFile(): ReadonlyMap<string, Readings> {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [korea = '', japan = '', canton = ''] = line.slice(1).split('\t');
      return [line.slice(0, 1), { korea, japan, canton }];
    }),
  );
}

function findReadings(letter: string): Readings | undefined {
  readings ??= readFile();
  return readings.get(letter);
}

/** Reads the file in advance, because it takes some milliseconds. */
export function loadReadings(): void {
  findReadings('一');
}

/** The syllables of Hangul that a character is read as. */
export function readInKorea(letter: string): readonly string[] {
  return [...(findReadings(letter)?.korea ?? '')];
}

/** The syllables that a character is read as in Canton, in Jyutping without tones. */
export function readInCanton(letter: string): readonly string[] {
  return (findReadings(letter)?.canton ?? '').split(' ').filter(Boolean);
}

/** Readings that characters have in names alone, which no dictionary of words has. */
const NAME_READINGS: ReadonlyMap<string, readonly string[]> = new Map(
  (
    '信nobu 義yoshi 一kazu,hajime 正masa,tadashi 和kazu 明aki 雄o 夫o 男o 郎ro 治haru,osamu 弘hiro,hiroshi ' +
    '博hiro,hiroshi 文fumi 智tomo,satoshi 之yuki 光mitsu,akira 秀hide 英hide 敏toshi 俊toshi 利toshi 孝taka,takashi ' +
    '隆taka,takashi 貴taka,takashi 昭aki,akira 彦hiko 輝teru 健ken,takeshi 武takeshi 勝katsu,masaru 克katsu ' +
    '茂shige,shigeru 重shige 成nari,shige 清kiyoshi 純jun,atsushi 淳atsushi,jun 浩hiro,hiroshi 寛hiro,hiroshi ' +
    '広hiro,hiroshi 洋hiro,hiroshi,yo 裕hiro,yu 康yasu 泰yasu 安yasu 靖yasu,yasushi 良yoshi,ryo 吉yoshi,kichi ' +
    '好yoshi 芳yoshi 喜yoshi 由yoshi 徳toku,nori 則nori 憲nori 典nori 紀nori 範nori 教nori 規nori 禎tadashi,sada ' +
    '貞sada 忠tada,tadashi 直nao 尚nao,hisa 久hisa 寿hisa,toshi 哲tetsu,satoshi 伸nobu 延nobu 宣nobu 政masa ' +
    '昌masa 雅masa 真masa,shin 誠makoto 実minoru 稔minoru 豊yutaka,toyo 進susumu 満mitsu,mitsuru 充mitsu,mitsuru ' +
    '幸yuki,sachi 行yuki 友tomo 朝tomo 知tomo,satoru 恒tsune 経tsune 宗mune 元moto 基moto,motoi 次tsugu,ji 二ji ' +
    '助suke 介suke 輔suke 平taira 蔵zo 造zo 三zo,mi 司ji 瞭aki 彰aki,akira,sho 晃akira,aki,ko 悟satoru 邦kuni ' +
    '昇noboru 修osamu 薫kaoru 勲isao 力chikara 護mamoru 猛takeshi,take 毅takeshi 剛takeshi,tsuyoshi 強tsuyoshi ' +
    '章aki,akira 亮ryo,akira 聡satoshi 学manabu 歌uta 詩uta 生o,ki,iku 井i 上ue,noue,kami 入iri 太o,ta,futoshi 渕fuchi 条jo 谷ya,tani ' +
    '沢sawa 崎saki 島shima 原hara,wara 川kawa 田ta 村mura 林hayashi 森mori 本moto 内uchi 木ki 野no 山yama ' +
    '下shita 中naka 口kuchi 石ishi 東higashi,azuma 西nishi 南minami 北kita 藤fuji,to 部be 渡wata 辺be,nabe 子ko ' +
    '美mi 恵e,megumi 香ka,kaori 奈na 菜na 代yo 世yo 江e 枝e 絵e 加ka 佳ka,yoshi 里ri,sato 理ri 麻asa,ma ' +
    '房fusa 千chi 百mo,momo 津tsu 尾o 目me 手te 戸to,do 浦ura 浜hama 池ike 橋hashi 松matsu 竹take 梅ume 桜sakura'
  )
    .split(' ')
    .map((row) => [row.slice(0, 1), row.slice(1).split(',')]),
);

/** Long vowels are omitted, and n before a labial consonant is written m. */
export const plainRomaji = (text: string) =>
  text
    .replace(/ou|oo|oh(?![aiueo])/g, 'o')
    .replace(/uu/g, 'u')
    .replace(/m(?=[bmp])/g, 'n');

const ROMAJI =
  /^(?:(?:sh|ch|ts|ky|gy|ny|hy|by|py|my|ry|[kgsztdnhfbpmyrwj])?[aiueo]|n(?![aiueoy]))+$/;

/** True for a word that may be Japanese in Latin letters. */
export const isRomaji = (text: string) => text.length > 1 && ROMAJI.test(text);

/**
 * Within a compound word the first consonant of a part is often voiced: kawa becomes gawa, and hara
 * becomes bara.
 */
const VOICED_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^k/, 'g'],
  [/^(?:sh|ch)/, 'j'],
  [/^(?:ts|s)/, 'z'],
  [/^t/, 'd'],
  [/^[hf]/, 'b'],
];
const SYLLABLE = /(?:sh|ch|ts|[kgnhbpmr]y|[kgsztdnhfbpmyrwj])?[aiueo]|n(?![aiueoy])/g;

/** A reading and its beginnings, without the endings that verbs and adjectives have. */
function listStems(reading: string): string[] {
  const syllables = reading.match(SYLLABLE) ?? [];
  return syllables.map((_, index) => syllables.slice(0, index + 1).join(''));
}

function readInJapan(letter: string): readonly string[] {
  const words = (findReadings(letter)?.japan ?? '').split(' ').filter(Boolean);
  const all = [...words.flatMap(listStems), ...words, ...(NAME_READINGS.get(letter) ?? [])];
  return [...new Set(all.map(plainRomaji))];
}

/** Words in plain romaji, and how they begin. */
export interface RomajiWords {
  has(romaji: string): boolean;
  hasPrefix(romaji: string): boolean;
}

/** The words that characters may be read as in Japan. */
export function readJapanese(text: string, words: RomajiWords): string[] {
  let ways = new Set(['']);
  for (const [index, letter] of [...text].entries()) {
    const read = readInJapan(letter);
    const voiced = read.flatMap((reading) => {
      const rule = VOICED_SOUNDS.find(([from]) => from.test(reading));
      return rule ? [reading.replace(rule[0], rule[1])] : [];
    });
    const sounds = index === 0 ? read : [...read, ...voiced];
    const next = new Set<string>();
    for (const start of ways) {
      for (const end of sounds) {
        const way = plainRomaji(start + end);
        if (words.hasPrefix(way)) next.add(way);
      }
    }
    ways = next;
  }
  return [...ways].filter((way) => words.has(way));
}
