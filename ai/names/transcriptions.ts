// Characters with which Chinese transcribes foreign names: from the tables of Xinhua for English,
// Spanish, Russian and Arabic, from Taiwan and Hong Kong, and for Uyghur, Kazakh and Tibetan names.

const SIMPLIFIED_CHARACTERS =
  '阿埃艾爱奥安昂巴芭拜班邦包鲍保贝倍本比彼毕宾玻波伯博勃布卜查恰钱昌车彻陈契奇吉齐琪丘乔楚朱达大戴代丹当道德登邓迪蒂狄丁多栋杜敦顿' +
  '厄恩耳尔法凡范方费弗菲芬丰福冯富夫加嘉盖甘冈高戈哥格根贡古瓜圭哈海汉豪赫黑亨希欣霍洪侯胡惠华怀伊因英印贾杰吉金津京久居' +
  '卡凯坎康考科柯可克肯孔库昆夸奎拉莱兰朗劳勒雷伦利莉里黎林琳灵龙隆卢鲁伦罗洛吕马玛迈麦曼芒毛梅门蒙米密明缪莫默姆墨木穆慕' +
  '纳娜奈南瑙尼妮宁诺农努纽内嫩欧帕派潘庞波佩彭皮平珀普蒲切钦琼丘瑞赖若萨赛桑森塞瑟沙莎山尚绍舍申圣史什施舒顺斯司思松苏索所' +
  '塔泰坦唐陶特滕提廷通图土托汤瓦娃韦维威温文翁沃乌武伍西悉锡夏香肖谢辛休许雅亚娅扬杨耶也伊易因尤永约云尹扎赞泽曾詹珍哲济宗佐' +
  '茨兹紫措佐治祖罕侯涅柳热日柳洁丽叶叙仁次增旺珠多措央卓买吐逊依玉甫尤努江孜肉古再合拜孙迪力艾托乎提';
const TRADITIONAL =
  '愛奧貝畢賓錢車徹陳齊喬達當鄧棟頓爾範費豐馮蓋岡貢漢黑華懷賈傑凱庫蘭勞倫靈龍隆盧魯羅呂瑪邁麥門蒙納寧諾農紐內歐龐欽瓊賴薩賽紹聖順蘇' +
  '圖湯韋溫翁烏錫謝許亞婭揚楊葉約雲贊澤濟茲紮熱潔麗買遜';
const CHARACTERS = new Set([...SIMPLIFIED_CHARACTERS, ...TRADITIONAL]);

/** Length of the examined windows, and the minimum number of transcribing characters in one. */
const [WINDOW_LENGTH, MIN_TRANSCRIBING] = [5, 4];

/**
 * True for a text that may contain a transcribed foreign name: in a window of five characters at
 * most one is not used for transcription.
 */
export function mayBeTranscribed(text: string): boolean {
  const letters = (text.match(/\p{Script=Han}/gu) ?? []).map((character) =>
    Number(CHARACTERS.has(character)),
  );
  return letters.some(
    (_, index) =>
      index + WINDOW_LENGTH <= letters.length &&
      letters.slice(index, index + WINDOW_LENGTH).reduce((sum, letter) => sum + letter, 0) >=
        MIN_TRANSCRIBING,
  );
}
