// Shops and firms in Chinese characters or Hangul: words of trades and legal forms are translated
// as lists write them in English; places and the rest, the brand, are romanised by their sound.

import anyAscii from 'any-ascii';
import { spellHangul } from './hangul.ts';

/** Legal forms and trades; a text with one of them is the name of a shop or a firm. */
const TRADES = parseTable(
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
    // Further words of China, Taiwan, Hong Kong and Japan.
    '音乐=music|音樂=music|视频=video|視頻=video|影视=film|影視=film|影业=film|影業=film|映画=film|游戏=games|遊戲=games|直播=live|体育=sports|體育=sports|运动=sports|運動=sports|自動車=automobile|' +
    '自动车=automobile|空輸=airlines|航空公司=airlines|製作所=works|制作所=works|重工業=heavy industries|重工业=heavy industries|重工=heavy industries|産業=industry|商事=trading|商会=trading|' +
    '商會=trading|物産=trading|通運=transport|運送=transport|運輸公司=transport|鉄道=railway|旅客鉄道=railway|電鉄=railway|地下鉄=metro|高鐵=railway|高铁=railway|捷運=metro|電気=electric|電氣=electric|' +
    '電工=electric|電装=electric|製鉄=steel|製鋼=steel|製紙=paper|製菓=confectionery|制果=confectionery|製麺=noodles|乳業=dairy|乳业=dairy|牛奶=milk|鮮奶=milk|酒造=brewery|麦酒=beer|啤酒=beer|啤酒屋=beer|' +
    '白酒=liquor|烧酒=liquor|醤油=soy sauce|酱油=soy sauce|醬油=soy sauce|冷凍=frozen foods|冷冻=frozen foods|水産=fishery|水产=fishery|水產=fishery|漁業=fishery|渔业=fishery|牧場=farm|牧场=farm|' +
    '农场=farm|農場=farm|农庄=farm|薬品=pharmaceutical|药品=pharmaceutical|藥品=pharmaceutical|保険=insurance|生命保険=insurance|損害保険=insurance|火災保険=insurance|証券=securities|信託=trust|' +
    '信托=trust|信販=credit|住宅=housing|地所=property|開発=development|开发=development|開發=development|精工=precision|精機=precision|精机=precision|光学=optical|光學=optical|新聞=news|新闻=news|' +
    '新聞社=news|出版=press|放送=broadcasting|广播=broadcasting|廣播=broadcasting|劇場=theatre|劇院=theatre|図書=books|图书=books|圖書=books|圖書館=books|郵船=shipping|汽船=shipping|商船=shipping|' +
    '倉庫=warehouse|仓储=warehouse|倉儲=warehouse|引越=moving|丼=restaurant|牛丼=restaurant|眼科=clinic|外科=clinic|皮膚科=clinic|儿科=clinic|兒科=clinic|妇产=clinic|婦產科=clinic|骨科=clinic|' +
    '診療所=clinic|诊疗所=clinic|接骨院=clinic|门诊=clinic|保育園=nursery|託兒所=nursery|托儿所=nursery|小学校=school|高等学校=school|専門学校=school|学園=school|學園=school|区役所=city hall|市役所=city hall|' +
    '町役場=city hall|區公所=city hall|税務署=tax office|税务局=tax office|稅務局=tax office|警察署=police|警察局=police|消防署=fire brigade|消防局=fire brigade|神社=shrine|協同組合=cooperative|' +
    '组合=cooperative|組合=cooperative|財団=foundation|財團=foundation|财团=foundation|社団法人=co|財団法人=co|医療法人=co|学校法人=co|有限合伙=co|合同会社=co|合資会社=co|本舗=shop|總店=shop|总本店=shop|本店=shop|' +
    '書房=bookshop|书房=bookshop|书城=bookshop|書城=bookshop|免税=duty free|免稅=duty free|会员=club|會員=club|会员店=club|家居=furniture|家私=furniture|家具城=furniture|家纺=textile|家紡=textile|' +
    '衣柜=furniture|橱柜=furniture|衣櫃=furniture|床垫=mattress|床墊=mattress|地板=flooring|卫浴=bathroom|衛浴=bathroom|厨房=kitchen|廚房=kitchen|厨电=kitchen|空调=air conditioning|' +
    '空調=air conditioning|冰箱=appliances|洗衣机=appliances|洗衣機=appliances|电视=television|電視=television|电视台=television|電視台=television|手表=watches|手錶=watches|皮鞋=shoes|球鞋=shoes|' +
    '童鞋=shoes|鞋城=shoes|女装=clothes|女裝=clothes|男装=clothes|男裝=clothes|内衣=clothes|內衣=clothes|制服=clothes|时装=clothes|時裝=clothes|箱包=bags|皮具=bags|首饰=jewellery|首飾=jewellery|' +
    '黄金=jewellery|黃金=jewellery|化妆品=cosmetics|化妝品=cosmetics|美妆=cosmetics|美妝=cosmetics|护肤=cosmetics|護膚=cosmetics|瑜伽=yoga|舞蹈=dance|琴行=music shop|画室=art|畫室=art|画廊=art|畫廊=art|' +
    '动漫=comics|動漫=comics|漫画=comics|漫畫=comics|游乐园=amusement park|遊樂園=amusement park|乐园=amusement park|樂園=amusement park|公园=park|公園=park|动物园=park|動物園=park|植物园=park|植物園=park|' +
    '景区=tourism|景區=tourism|门票=tourism|度假村=resort|度假=resort|客栈=inn|客棧=inn|大厦=building|大廈=building|大楼=building|大樓=building|公寓=apartments|停车=parking|停車=parking|充电=charging|' +
    '充電=charging|充电桩=charging|电池=battery|電池=battery|轮胎=tyres|輪胎=tyres|汽修=auto repair|汽配=auto repair|养车=auto repair|養車=auto repair|二手车=used cars|二手車=used cars|' +
    '中古車=used cars|驾驶=driving|駕駛=driving|打车=taxi|打車=taxi|代驾=taxi|的士=taxi|計程車=taxi|單車=bicycles|自行车=bicycles|自転車=bicycles|腳踏車=bicycles|地图=maps|地圖=maps|团购=online shop|' +
    '團購=online shop|网购=online shop|網購=online shop|网店=online shop|網店=online shop|电商=online shop|電商=online shop|严选=selection|嚴選=selection|优选=selection|優選=selection|' +
    '甄选=selection|便民=services|社区=community|社區=community|福利中心=center|拍卖=auction|拍賣=auction|糖水=drinks|凉茶=drinks|涼茶=drinks|仙草=drinks|烧仙草=drinks|果汁=drinks|果茶=drinks|豆花=drinks|' +
    '酸菜鱼=fish|酸菜魚=fish|烤鱼=fish|烤魚=fish|魚丸=fish|鱼丸=fish|米饭=rice|米飯=rice|黄焖鸡=rice|煲仔饭=rice|煲仔飯=rice|盖浇饭=rice|焖饭=rice|滷肉飯=rice|魯肉飯=rice|雞飯=rice|麻辣=hot pot|串串=hot pot|' +
    '冒菜=hot pot|麻辣香锅=hot pot|香锅=hot pot|毛肚=hot pot|肉夹馍=breakfast|包子铺=breakfast|馒头=breakfast|馒头店=breakfast|馄饨=breakfast|雲吞=breakfast|云吞=breakfast|肠粉=breakfast|腸粉=breakfast|' +
    '粥店=breakfast|早茶=breakfast|小笼包=breakfast|煎饼=breakfast|煎餅=breakfast|卤味=deli|滷味=deli|鸭脖=deli|鴨脖=deli|酱肉=deli|牛排=steak|烤肉=barbecue|涮肉=barbecue|涮羊肉=barbecue|羊肉=barbecue|' +
    '串烧=barbecue|鸡排=chicken|雞排=chicken|烤鸡=chicken|烤雞=chicken|叫花鸡=chicken|汉堡=burger|漢堡=burger|披萨=pizza|披薩=pizza|方便面=noodles|泡面=noodles|泡麵=noodles|辣条=confectionery|' +
    '瓜子=confectionery|坚果=confectionery|堅果=confectionery|饼干=confectionery|餅乾=confectionery|饼屋=confectionery|餅屋=confectionery|餅家=confectionery|糖果=confectionery|' +
    '巧克力=confectionery|月饼=confectionery|月餅=confectionery|矿泉水=water|礦泉水=water|饮用水=water|菜场=fresh food|菜場=fresh food|肉铺=fresh food|生鮮=fresh food|海味=dried seafood|' +
    '药材=dried seafood|藥材=dried seafood|参茸=dried seafood|中医=traditional medicine|中醫=traditional medicine|中药=traditional medicine|中藥=traditional medicine|' +
    '国医馆=traditional medicine|体检=health|體檢=health|健康管理=health|口腔=dental|儿童=children|兒童=children|月子=children|家政=cleaning|清洁=cleaning|清潔=cleaning|开锁=locksmith|開鎖=locksmith|' +
    '搬运=freight|搬運=freight|快运=freight|快運=freight|机场=airport|機場=airport|轮渡=ferry|渡輪=ferry|租赁=leasing|租賃=leasing|二手=recycling|回收=recycling|废品=recycling|打印=printing|' +
    '复印=printing|影印=printing|照相=photography|照相馆=photography|影楼=photography|写真=photography|婚庆=wedding|婚慶=wedding|礼仪=wedding|花艺=florist|花藝=florist|园艺=florist|園藝=florist|' +
    '鲜花店=florist|殡葬=funeral|殯葬=funeral|兽医=veterinary|獸醫=veterinary|宠物医院=veterinary|英语=education|外语=education|英語=education|外語=education|公考=education|考研=education|' +
    '早教=education|幼教=education|网校=education|課堂=education|课堂=education|补习=education|補習=education|日报=newspaper|日報=newspaper|晚报=newspaper|晚報=newspaper|杂志=newspaper|' +
    '雜誌=newspaper|网盘=cloud|網盤=cloud|云盘=cloud|雲端=cloud|支付=payment|贷款=loans|貸款=loans|小额贷款=loans|理财=wealth|理財=wealth|期货=futures|期貨=futures|财富=finance|財富=finance|财经=finance|' +
    '财险=insurance|寿险=insurance|人寿=insurance|人壽=insurance|養老=insurance|养老=insurance|医保=social insurance|社保=social insurance|公积金=social insurance|税务=tax|稅務=tax|宽带=broadband|' +
    '寬頻=broadband|话费=telecom|電訊=telecom|电讯=telecom|数码=digital|數碼=digital|數位=digital|智能=smart|智慧=smart|机器人=robotics|機器人=robotics|芯片=semiconductor|半导体=semiconductor|' +
    '半導體=semiconductor|电缆=cable|電纜=cable|电线=cable|仪器=instruments|儀器=instruments|仪表=instruments|儀表=instruments|阀门=machinery|轴承=machinery|模具=machinery|塑料=plastics|' +
    '塑膠=plastics|橡胶=plastics|橡膠=plastics|玻璃=building materials|陶瓷=building materials|水泥=building materials|钢材=steel|鋼材=steel|木业=wood|木業=wood|木材=wood|纸业=paper|紙業=paper|' +
    '包装=packaging|包裝=packaging|面料=textile|皮革=textile|羽绒=textile|粮食=grain|糧食=grain|面粉=grain|麵粉=grain|饲料=agriculture|飼料=agriculture|化肥=agriculture|畜牧=agriculture|' +
    '养殖=agriculture|養殖=agriculture|水利=water|环卫=sanitation|環衛=sanitation|园林=landscape|園林=landscape|设计=design|設計=design|规划=design|規劃=design|设计院=design|检测=testing|檢測=testing|' +
    '认证=testing|認證=testing|律师=law|律師=law|律所=law|会计=accounting|會計=accounting|公证=notary|公證=notary|人力资源=human resources|人力資源=human resources|劳务=human resources|' +
    '勞務=human resources|招聘=human resources|安防=security|消防=security|政府=government|法院=government|派出所=government|街道办=government|集配=logistics|物流园=logistics|会所=club|會所=club|' +
    '俱乐部=club|俱樂部=club|台球=leisure|棋牌=leisure|网咖=leisure|足浴=spa|足疗=spa|汗蒸=spa|桑拿=spa|皮肤=beauty|整形=beauty|医美=beauty|醫美=beauty|牙膏=household|洗发水=household|日化=household|' +
    '纸尿裤=baby|奶粉=baby|餐吧=restaurant|小馆=restaurant|食府=restaurant|茶楼=restaurant|茶樓=restaurant|茶室=restaurant|茶庄=restaurant|茶莊=restaurant|饼店=restaurant|餅店=restaurant|' +
    '食品店=restaurant|火鍋店=hot pot|火锅城=hot pot|米線=noodles|米线店=noodles|壽司店=sushi|迴轉壽司=sushi|回转寿司=sushi|精品=gifts|礼品=gifts|禮品=gifts|文創=gifts|文创=gifts|通信服务=communications|' +
    '通讯社=communications|电竞=games|電競=games|滑雪=sports|滑雪场=sports|游泳=sports|羽毛球=sports|网球=sports|篮球=sports|塗装=works|电焊=works|鉄工所=works|鐵工廠=works|石材=building materials|' +
    '瓷砖=building materials|磁磚=building materials|門窗=doors|门窗=doors|灯饰=lighting|燈飾=lighting|照明=lighting|超级百货=department store|旅客=passenger|快餐店=fast food|套餐=fast food|' +
    '料理=restaurant|料理店=restaurant|割烹=restaurant|会席=restaurant|整骨=clinic|鍼灸=clinic|理容=hairdresser|理髪=hairdresser|' +
    // Further words of Korea.
    '도넛=donuts|도너츠=donuts|도시락=lunch|찌개=restaurant|보쌈=restaurant|족발=restaurant|순대국=restaurant|순대=restaurant|칼국수=restaurant|국수=restaurant|짜장=restaurant|반점=restaurant|' +
    '삼겹살=restaurant|곱창=restaurant|쌈밥=restaurant|덮밥=restaurant|돈까스=restaurant|우동=restaurant|초밥=restaurant|해장국=restaurant|설렁탕=restaurant|감자탕=restaurant|삼계탕=restaurant|' +
    '샤브샤브=restaurant|뷔페=restaurant|고깃집=restaurant|숯불=restaurant|양념치킨=restaurant|통닭=restaurant|닭갈비=restaurant|만두=restaurant|죽집=restaurant|떡집=bakery|한과=bakery|정육점=butcher|' +
    '정육=butcher|반찬=fruit|과일=fruit|야채=fruit|청과=fruit|수산=farm|축산=farm|농원=farm|농장=farm|목장=farm|양조=liquor|맥주=liquor|소주=liquor|막걸리=liquor|주류=liquor|와인=liquor|우유=dairy|유업=dairy|' +
    '음료=beverage|생수=beverage|트레이더스=supermarket|할인점=supermarket|아울렛=shopping|쇼핑=shopping|홈쇼핑=shopping|면세점=shopping|페이=pay|뱅크=bank|배달=delivery|퀵서비스=delivery|대리운전=taxi|' +
    '콜택시=taxi|버스=bus|고속버스=terminal|터미널=terminal|공항=airport|여객=passenger|관광=travel|투어=travel|리조트=hotel|콘도=hotel|게스트하우스=hotel|민박=hotel|고시원=hotel|원룸=hotel|오피스텔=hotel|' +
    '찜질방=sauna|사우나=sauna|목욕탕=sauna|노래방=karaoke|노래연습장=karaoke|피씨방=internet|당구장=sports|볼링장=sports|골프장=sports|골프=sports|태권도장=sports|태권도=sports|체육관=sports|요가=sports|' +
    '필라테스=sports|스포츠=sports|피트니스=sports|수학=school|영어=school|독서실=school|교습소=school|공부방=school|건축=building materials|설비=building materials|도배=building materials|' +
    '페인트=building materials|타일=building materials|조명=building materials|철물=building materials|유리=building materials|간판=printing|인쇄소=printing|사진관=photography|' +
    '스튜디오=photography|네일=beauty|뷰티=beauty|피부관리=beauty|이발소=beauty|미장원=beauty|피부과=clinic|성형외과=clinic|정형외과=clinic|내과=clinic|소아과=clinic|산부인과=clinic|이비인후과=clinic|비뇨기과=clinic|' +
    '보건소=clinic|요양병원=clinic|한약=pharmacy|한약방=pharmacy|애견=pets|동물=pets|반려동물=pets|플라워=florist|꽃가게=florist|문방구=toys|완구=toys|장난감=toys|게임=games|게임즈=games|음악=entertainment|' +
    '엔터테인먼트=entertainment|방송=news|신문=news|일보=news|뉴스=news|서비스=services|시스템=services|시스템즈=services|코리아=korea|인터내셔널=international|홀딩스=company|컴퍼니=company|디자인=design|' +
    '컨설팅=consulting|법무사=law|법무법인=law|변호사=law|법률사무소=law|세무사=accounting|회계법인=accounting|노무사=accounting|회계사=accounting|공인중개사=real estate|중개=real estate|자동차=motor|모터스=motor|' +
    '중고차=motor|타이어=tyres|오토바이=bicycles|자전거=bicycles|도시가스=gas|발전=power|수자원=water|주민센터=city hall|행정복지센터=city hall|경찰서=government|소방서=government|법원=government|대사관=government|' +
    '신협=credit union|손해보험=insurance|생명보험=insurance|패션=clothes|아웃도어=clothes|속옷=clothes|의상=clothes|안경원=optics|시계=jewellery|주얼리=jewellery|귀금속=jewellery|금은방=jewellery|' +
    '커튼=household|이불=household|침구=household|주방=household|그릇=household|가전=appliances|컴퓨터=phones|휴대폰=phones|모바일=phones|스토어=shop|마켓=shop|프라자=shop|상가=shop|도매=wholesale|' +
    '소매=wholesale|부대찌개=restaurant|아이스크림=ice cream|빙수=ice cream|온라인=online|' +
    // Words of Korea.
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

/** Places, and words for a position or a size, which alone do not make a firm. */
const QUALIFIERS = parseTable(
  '中国=china|中國=china|中华=china|中華=china|国家=national|國家=national|全国=national|香港=hong kong|台湾=taiwan|台灣=taiwan|臺灣=taiwan|澳门=macau|澳門=macau|日本=japan|东京=tokyo|東京=tokyo|大阪=osaka|京都=kyoto|' +
    '朝鲜=korea|朝鮮=korea|韩国=korea|조선=korea|한국=korea|대한=korea|국민=national|서울=seoul|부산=busan|평양=pyongyang|인천=incheon|대구=daegu|국제=international|중앙=central|新加坡=singapore|北京=beijing|上海=shanghai|广州=guangzhou|廣州=guangzhou|深圳=shenzhen|天津=tianjin|重庆=chongqing|重慶=chongqing|成都=chengdu|杭州=hangzhou|' +
    '武汉=wuhan|南京=nanjing|西安=xian|大连=dalian|大連=dalian|青岛=qingdao|青島=qingdao|沈阳=shenyang|瀋陽=shenyang|丹东=dandong|丹東=dandong|厦门=xiamen|苏州=suzhou|宁波=ningbo|哈尔滨=harbin|' +
    '长沙=changsha|郑州=zhengzhou|济南=jinan|昆明=kunming|台北=taipei|臺北=taipei|高雄=kaohsiung|台中=taichung|广东=guangdong|廣東=guangdong|浙江=zhejiang|江苏=jiangsu|山东=shandong|四川=sichuan|河南=henan|' +
    '湖北=hubei|湖南=hunan|福建=fujian|辽宁=liaoning|遼寧=liaoning|吉林=jilin|黑龙江=heilongjiang|云南=yunnan|新疆=xinjiang|西藏=tibet|九龙=kowloon|九龍=kowloon|省=|市=|区=|區=|县=|縣=|路=|街=|店=|' +
    '东方=oriental|東方=oriental|第一=first|第二=second|人民=peoples|联合=united|聯合=united|发展=development|發展=development|生产=production|产业=industry|產業=industry|系统=systems|系統=systems|设备=equipment|設備=equipment|' +
    '材料=materials|能源=energy|资源=resources|資源=resources|环保=environmental|环境=environmental|制造=manufacturing|製造=manufacturing|精密=precision|总部=head office|分行=branch|支行=branch',
);

function parseTable(table: string): ReadonlyMap<string, string> {
  return new Map(table.split('|').map((row) => row.split('=') as [string, string]));
}

/** Last characters of the names of shops, offices and trading houses. */
const SHOP_ENDING = /[店馆館铺舖鋪坊厂廠行社屋院站庄莊楼樓吧堂轩軒阁閣园園局所部処处]$/u;

const LONGEST_WORD = Math.max(
  ...[...TRADES.keys(), ...QUALIFIERS.keys()].map((word) => [...word].length),
);
/** Maximum characters of a brand; a longer one may be a transcribed foreign name. */
const MAX_BRAND_LENGTH = 4;
/** Maximum characters that belong to no known word. */
const MAX_UNKNOWN = 6;
const HAN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const SOUND_DOT = /[·・‧•]/u;

interface Piece {
  readonly text: string;
  readonly translation: string | undefined;
}

/** Cuts a text into known words, the longest first, and the text between them. */
function splitRun(run: string, pieces: Piece[]): boolean {
  const letters = [...run];
  let isFirm = false;
  let cutWord = '';
  const close = () => {
    if (cutWord !== '') pieces.push({ text: cutWord, translation: undefined });
    cutWord = '';
  };
  for (let index = 0; index < letters.length; ) {
    let length = Math.min(LONGEST_WORD, letters.length - index);
    const wordOf = () => letters.slice(index, index + length).join('');
    while (length > 0 && !TRADES.has(wordOf()) && !QUALIFIERS.has(wordOf())) length -= 1;
    if (length === 0) {
      cutWord += letters[index];
      index += 1;
      continue;
    }
    close();
    const word = wordOf();
    isFirm ||= TRADES.has(word);
    pieces.push({ text: word, translation: TRADES.get(word) ?? QUALIFIERS.get(word) });
    index += length;
  }
  close();
  return isFirm;
}

const VOICED_SOUNDS: Readonly<Record<string, string>> = { k: 'g', t: 'd', p: 'b', ch: 'j' };

/** Tan Kun is written Tangun: between voiced letters a consonant is voiced, too. */
const joinSyllables = (text: string) =>
  spellHangul(text).replaceAll(
    /(?<=[aeiounmlg]) (ch|[ktp])(?=[aeiouwy])/g,
    (_, syllable) => VOICED_SOUNDS[syllable] ?? syllable,
  );

const romanise = (text: string) =>
  (/\p{Script=Hangul}/u.test(text) ? joinSyllables(text) : anyAscii(text))
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/** The name of a firm in Latin letters, and the words by which it is known. */
export interface Firm {
  readonly text: string;
  /** The brand of a firm, or all words when it has none. */
  readonly distinctive: readonly string[];
  readonly hasBrand: boolean;
}

/**
 * Reads the name of a shop or a firm. Returns null for a text without a word of a trade, or with
 * more unknown characters than a brand has.
 */
export function readFirm(name: string): Firm | null {
  const text = name.normalize('NFKC');
  if (SOUND_DOT.test(text) || !/\p{Script=Han}|\p{Script=Hangul}/u.test(text)) return null;
  const pieces: Piece[] = [];
  let isFirm = SHOP_ENDING.test(text.trim());
  for (const [run] of text.matchAll(HAN)) isFirm = splitRun(run, pieces) || isFirm;
  const brands = pieces.filter(({ translation }) => translation === undefined);
  const lengths = brands.map((brand) => [...brand.text.replace(SHOP_ENDING, '')].length);
  const unknown = lengths.reduce((sum, length) => sum + length, 0);
  if (!isFirm || unknown > MAX_UNKNOWN || lengths.some((length) => length > MAX_BRAND_LENGTH))
    return null;
  const otherWords = text.replaceAll(HAN, ' ').trim();
  const words = pieces
    .map(({ text: piece, translation }) => translation ?? romanise(piece))
    .filter(Boolean);
  const distinctive = brands.length > 0 ? brands.map((brand) => romanise(brand.text)) : words;
  return {
    text: [...words, otherWords].join(' ').trim(),
    distinctive,
    hasBrand: brands.length > 0,
  };
}
