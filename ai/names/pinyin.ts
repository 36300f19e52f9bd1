// Chinese names in the Latin letters of the People's Republic.

const SYLLABLE =
  /^(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:a|o|e|ai|ei|ao|ou|an|en|ang|eng|ong|er|i|ia|ie|iao|iu|ian|in|iang|ing|iong|u|ua|uo|uai|ui|uan|un|uang|ue)$/;
const [LONGEST_SYLLABLE, MOST_LETTERS] = [6, 18];

const FAMILIES = new Set(
  (
    'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie song tang deng ' +
    'feng han cao zeng peng xiao cai pan tian dong yuan yu ye jiang du su wei cheng lu ding shen ren yao zhong cui tan ' +
    'fan shi liao jia xia fu fang zou xiong bai meng qin qiu hou yin xue yan lei long duan gu mao hao gong shao wan ' +
    'qian dai kong xiang'
  ).split(' '),
);

/** Cache of recently read words, because words of the lists recur often. */
const cache = new Map<string, boolean>();
const MAX_CACHED = 20_000;

/** True for a word that is syllables of Mandarin and nothing else. */
export function isPinyin(word: string): boolean {
  const cachedResult = cache.get(word);
  if (cachedResult !== undefined) return cachedResult;
  if (cache.size >= MAX_CACHED) cache.clear();
  const isPinyin = canBeSyllables(word);
  cache.set(word, isPinyin);
  return isPinyin;
}

function canBeSyllables(word: string): boolean {
  if (word.length === 0 || word.length > MOST_LETTERS) return false;
  const ends = [true];
  for (let to = 1; to <= word.length; to += 1) {
    ends[to] = false;
    for (let from = Math.max(0, to - LONGEST_SYLLABLE); from < to && !ends[to]; from += 1) {
      ends[to] = ends[from] === true && SYLLABLE.test(word.slice(from, to));
    }
  }
  return ends[word.length] === true;
}

/** True for `ZHANG, Lei`: a frequent family of China before the comma, and syllables of Mandarin behind it. */
export function isChinese(listedName: string): boolean {
  const [family = '', givenName = ''] = listedName.toLowerCase().split(',');
  const words = givenName.split(/[^a-z]+/).filter(Boolean);
  return FAMILIES.has(family.trim()) && words.length > 0 && words.every(isPinyin);
}
